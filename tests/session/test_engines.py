"""External engines, chosen and tried from a page: within the configuration, and kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings, LevelSettings
from companion.protocol.commands import ListEngines, New, SetEngine, TryEngine
from companion.protocol.views import EnginesView, EngineView, Hello, Refused, SettingsView
from companion.records.engines_file import ENGINES_NAME, EnginesFile
from companion.rules import CompanionError
from companion.session.settings.chosen_engines import ChosenEngines
from companion.testing import VirtualTable
from tests.opponents.external.engines import SCRIPT, engine

OFFERING = SCRIPT.with_name("offering.py")


def settings(told: Path) -> dict[str, EngineSettings]:
    words = (sys.executable, "-I", "-S", str(OFFERING), str(told))
    return {
        "offer1": EngineSettings(
            command=words, options={"style": "wild2"}, levels={
                "l1": LevelSettings(seconds=0.5), "l2": LevelSettings(seconds=5.0),
            },
        ),
        "gone1": EngineSettings(command=("/no/such/program",)),
        "bad1": engine("move illegal"),
    }  # fmt: skip


class Owner:
    """The owner of a board, at a page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told = folder / "told.json"  # what the engine was told
        self.start()

    def start(self) -> None:
        self.engines = ChosenEngines(EngineRoster(settings(self.told)), EnginesFile(self.folder))
        self.troubles = self.engines.load()
        self.table = VirtualTable(self.folder / "games", engines=self.engines)
        self.table.begin("solomon")

    def restart(self) -> None:
        self.stop()
        self.start()

    def stop(self) -> None:
        self.table.close()
        self.engines.roster.close()

    def say(self, *commands: ListEngines | TryEngine | SetEngine | New) -> None:
        for command in commands:
            self.table.say(command)
        self.table.wait(1)

    def set(self, key: str, value: object = None, option: str = "", page: str = "") -> None:
        self.say(SetEngine("offer1", key, value, option, page))  # type: ignore[arg-type]

    def sees(self, name: str = "offer1") -> EngineView:
        views = [message for message in self.table.heard if isinstance(message, EnginesView)]
        (found,) = (view for view in views[-1].engines if view.name == name)
        return found

    def value(self, option: str) -> object:
        return next(view.value for view in self.sees().options if view.name == option)

    @property
    def offered(self) -> tuple[str, ...]:
        """The levels of engines that the page can choose in Solomon."""
        hello = [message for message in self.table.heard if isinstance(message, Hello)][-1]
        return next(game.engines for game in hello.games if game.name == "solomon")


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    made = Owner(tmp_path)
    yield made
    made.stop()


def test_a_page_is_told_that_there_are_engines_and_nothing_is_started(owner: Owner) -> None:
    views = [message for message in owner.table.heard if isinstance(message, SettingsView)]
    assert views[-1].engines == ("offer1", "gone1", "bad1")
    assert not owner.told.exists()


def test_engines_say_who_they_are_when_a_page_asks(owner: Owner) -> None:
    owner.say(ListEngines())
    seen = owner.sees()
    assert (seen.called, seen.author) == ("Offering", "A. Nonymous")
    assert (seen.levels, seen.usual_seconds, seen.seconds) == (("l1", "l2"), (0.5, 5.0), None)
    depth, style, book = seen.options
    assert (depth.value, depth.least, depth.most, depth.fixed) == (3, 1, 9, "")
    assert (style.value, style.usual, style.choices) == ("wild2", "wild2", ("calm1", "wild2"))
    assert book.fixed == "a text, which may name a file: set it in the configuration"
    assert "there is no program '/no/such/program'" in owner.sees("gone1").outcome
    assert not owner.sees("gone1").good
    assert not any(owner.sees(name).trying for name in owner.engines.names)


def test_a_trial_is_one_move_or_what_went_wrong(owner: Owner) -> None:
    owner.say(TryEngine("offer1", "solomon"), TryEngine("bad1", "solomon"))
    assert owner.sees().outcome.startswith("Solomon: it plays ")
    assert owner.sees().good
    assert "its move 'castles' is not legal" in owner.sees("bad1").outcome
    assert not owner.sees("bad1").good


def test_what_is_chosen_reaches_the_engine_and_survives_a_restart(owner: Owner) -> None:
    owner.say(ListEngines())
    owner.set("option", 7, "depth")
    owner.set("seconds", 0.25)
    for _ in range(2):
        owner.say(TryEngine("offer1", "solomon"))
        assert json.loads(owner.told.read_text()) == {"style": "wild2", "Depth": 7}
        assert owner.value("Depth") == 7
        assert owner.sees().seconds == 0.25
        roster = owner.engines.roster
        assert {roster.configured["offer1"].at(level).seconds for level in ("l1", "l2")} == {0.25}
        owner.restart()
    assert owner.troubles == []
    assert owner.engines.changed == ("offer1",)


def test_an_engine_that_is_switched_off_is_not_offered_until_it_is_on_again(owner: Owner) -> None:
    both: tuple[str, ...] = ("offer1:l1", "offer1:l2", "bad1:best")
    assert owner.offered == both
    owner.set("on", False)
    assert owner.offered == ("bad1:best",)
    owner.restart()
    assert owner.offered == ("bad1:best",)
    with pytest.raises(CompanionError, match="engine offer1 is switched off"):
        owner.engines.roster.engine(owner.table.session.game, "offer1:l2")
    owner.set("on", True)
    assert owner.offered == both
    assert json.loads((owner.folder / ENGINES_NAME).read_text())["engines"] == {}


def test_a_choice_equal_to_the_configuration_and_a_reset_leave_nothing(owner: Owner) -> None:
    owner.say(ListEngines())
    owner.set("option", "calm1", "Style")
    assert owner.value("Style") == "calm1"
    owner.set("option", "wild2", "Style")
    assert not owner.sees().changed
    owner.set("option", 9, "Depth")
    owner.set("seconds", 2)
    owner.set("option", None, "Depth")
    assert owner.value("Depth") == 3
    owner.set("all")
    assert not owner.sees().changed
    assert owner.sees().seconds is None
    assert json.loads((owner.folder / ENGINES_NAME).read_text())["engines"] == {}


@pytest.mark.parametrize(
    ("key", "value", "option", "said"),
    [
        ("option", 10, "Depth", "option 'Depth' cannot be 10; choose a whole number from 1 to 9"),
        ("option", "3", "Depth", "choose a whole number from 1 to 9"),
        ("option", "wild3", "Style", "choose from calm1, wild2 (did you mean 'wild2'?)"),
        ("option", "/etc/passwd", "Book", "'Book' cannot be chosen here: a text, which may name"),
        ("option", 1, "Dept", "engine offer1 has no option 'Dept' to choose (did you mean"),
        ("option", "x", "command", "engine offer1 has no option 'command' to choose"),
        ("seconds", 0, "", "engines.offer1.seconds is 0.0; choose from 0.01 to 600"),
        ("seconds", "soon", "", "engine offer1: 'soon' is no number of seconds"),
        ("on", "perhaps", "", "an engine is on or off: choose true or false"),
    ],
)
def test_what_is_out_of_bounds_is_refused_and_told_to_that_page(
    owner: Owner, key: str, value: object, option: str, said: str
) -> None:
    owner.say(ListEngines())
    owner.set(key, value, option, page="p1")
    refused = [message for message in owner.table.heard if isinstance(message, Refused)]
    assert said in refused[-1].text
    assert refused[-1].page == "p1"
    assert owner.engines.changed == ()
    assert not (owner.folder / ENGINES_NAME).exists()


def test_options_are_only_known_once_the_engine_has_spoken(owner: Owner) -> None:
    with pytest.raises(CompanionError, match="has not said what options it takes: try it first"):
        owner.engines.change("offer1", "option", 5, "Depth")
    with pytest.raises(CompanionError, match=r"no engine 'offer2' \(did you mean 'offer1'"):
        owner.engines.change("offer2", "on", False)


def test_options_that_the_levels_set_stay_theirs(tmp_path: Path) -> None:
    words = (sys.executable, "-I", "-S", str(OFFERING))
    one = EngineSettings(command=words, levels={"l1": LevelSettings(options={"Depth": 1})})
    table = VirtualTable(tmp_path, engines=ChosenEngines(EngineRoster({"one": one})))
    table.begin("solomon")
    table.say(ListEngines())
    table.wait(1)
    view = [message for message in table.heard if isinstance(message, EnginesView)][-1]
    depth = next(option for option in view.engines[0].options if option.name == "Depth")
    assert depth.fixed == "set by its levels (l1: 1)"
    table.close()


def test_a_board_without_engines_says_how_to_name_one(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path)
    table.begin("solomon")
    table.say(ListEngines())
    table.wait(1)
    assert "the configuration names no engines; docs/engines.md" in table.state.warning
    table.close()


def test_choices_that_cannot_be_used_are_dropped_and_those_of_absent_engines_kept(
    tmp_path: Path,
) -> None:
    (tmp_path / ENGINES_NAME).write_text(
        '{"version": 1, "engines": {"bad1": {"seconds": 9999}, "away": {"on": false}}}'
    )
    owner = Owner(tmp_path)
    assert owner.troubles == ["engines.bad1.seconds is 9999.0; choose from 0.01 to 600"]
    owner.set("seconds", 3)
    kept = json.loads((tmp_path / ENGINES_NAME).read_text())["engines"]
    assert kept == {"away": {"on": False}, "offer1": {"seconds": 3.0}}
    owner.stop()


def test_a_choice_that_cannot_be_kept_is_said_and_kept_as_soon_as_possible(owner: Owner) -> None:
    owner.engines.keeper._save = EnginesFile(owner.folder / "missing").save
    owner.set("seconds", 3)

    def trouble() -> str:
        return [one for one in owner.table.heard if isinstance(one, EnginesView)][-1].trouble

    assert "lasts only until the program ends" in trouble()
    assert owner.sees().seconds == 3
    (owner.folder / "missing").mkdir()
    owner.table.wait(3)  # nobody chooses anything
    assert not trouble()
    assert (owner.folder / "missing" / ENGINES_NAME).exists()
