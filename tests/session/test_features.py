"""A session dispatches to its features."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.base.text import Text
from companion.config import parse_config
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.games.registry import make
from companion.protocol import commands
from companion.protocol.commands import Command, Hint, Learn, Pair, Palette, Resign
from companion.protocol.views import SettingsView, State
from companion.rules import Match, Seat
from companion.rules.geometry import Point
from companion.session import session as session_module
from companion.session.features import BUILT_IN_FEATURES
from companion.session.features.feature import Feature, Features, Handler
from companion.session.modes import GameMode, Mode
from companion.session.play.live_game import GameCommand
from companion.testing import Hands
from companion.testing.pins import mock_switches
from companion.testing.wiring import STAR_SPI
from tests.packages import Install, install
from tests.session.virtual import Virtual

__all__ = ["install"]

GUIDE = Path("docs/adding-a-feature.md")


class Alarm(Feature):
    """A new feature: a ring that comes as an event lights a lamp for a second."""

    until: float | None = None

    class Ring:
        """Somebody is at the door."""

    class _Mode(GameMode):
        text = Text("The doorbell rings.")

        def _scene(self, at: float) -> Scene:
            return Scene(((Point(0), Lamp(Meaning.HINT)),), since=at)

    def takes(self) -> Mapping[type, Handler]:
        return {self.Ring: self._ring}

    def _ring(self, _: object, at: float) -> None:
        self.until = at + 1

    @property
    def mode(self) -> Mode | None:
        if self.until is None:
            return None
        return self._Mode(self.current.live, self.current.board.button, lambda _: None)

    @property
    def deadline(self) -> float | None:
        return self.until

    def advance(self, at: float) -> None:
        if self.until is not None and at >= self.until:
            self.until = None

    @property
    def fields(self) -> Mapping[str, object]:
        return {} if self.until is None else {"announcement": Text("It is the postman.")}


@pytest.fixture
def table(tmp_path: Path) -> Virtual:
    table = Virtual(tmp_path)
    table.begin()
    return table


def test_a_new_feature_is_a_class_and_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "BUILT_IN_FEATURES", (Alarm, *BUILT_IN_FEATURES))
    table = Virtual(tmp_path)
    table.begin()
    before = table.state.message
    table.session.handle(Alarm.Ring(), table.now)  # type: ignore[arg-type]
    assert table.lit(Meaning.HINT) == {"1"}
    assert (table.state.message, table.state.announcement) == (
        "The doorbell rings.",
        "It is the postman.",
    )
    table.wait(2)
    assert (table.state.message, table.state.announcement) == (before, "")
    assert table.lit(Meaning.HINT) == set()


def test_every_command_is_taken_by_one_feature(table: Virtual) -> None:
    of_the_server = {Pair, Learn}
    features = table.session.features
    for kind in set(get_args(Command)) - of_the_server:
        assert kind in features._commands, kind
    assert set(features._commands) <= set(get_args(Command))


def test_two_features_cannot_take_the_same_command(table: Virtual) -> None:
    class Thief(Feature):
        def obeys(self) -> Mapping[type, Handler]:
            return {Resign: lambda *_: None}

    with pytest.raises(ValueError, match="Resign is taken by two features"):
        Features((Thief, *BUILT_IN_FEATURES), table.session.current)


def test_a_game_takes_every_command_of_a_game(table: Virtual) -> None:
    assert set(table.session.live._obeys) == set(get_args(GameCommand))


def test_a_feature_fills_in_fields_of_the_right_types(table: Virtual) -> None:
    names = {field.name for field in msgspec.structs.fields(State)}
    table.say(commands.Puzzle("triangles"))
    assert set(table.session.features.fields) <= names
    assert table.session.features.fields.keys() >= {"figure", "hunt", "labelling", "remote"}


@pytest.fixture
def package(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., None]:
    """Installs a package with features, named by their code, for one test."""

    def laid_out(**features: str) -> None:
        for name, code in features.items():
            (tmp_path / "site" / f"{name}_module.py").write_text(code)
            monkeypatch.delitem(sys.modules, f"{name}_module", raising=False)
        named = tuple(f"{name} = {name}_module:{name.title()}" for name in features)
        install("my-bell", features=named)

    return laid_out


def told(table: Virtual) -> dict[str, str]:
    """What the page's settings say of the features of packages."""
    view = next(one for one in reversed(table.heard) if isinstance(one, SettingsView))
    return {feature.name: str(feature.state) for feature in view.features}


def bell() -> str:
    """The code of the guide's feature."""
    return GUIDE.read_text().split("```python\n")[1].split("```")[0]


def test_the_guides_feature_rings_when_the_computer_has_moved(
    tmp_path: Path, package: Callable[..., None]
) -> None:
    package(bell=bell())
    with mock_switches(STAR_SPI):
        table = Virtual(tmp_path, bare=True)
        feature = next(each for each in table.session.features._all if each.name == "bell")
        rung = []
        feature._buzzer.beep = lambda **_: rung.append(table.now)  # type: ignore[attr-defined]
        table.begin_match(Match(make("solomon")), {Seat(1): "easy"})
        assert told(table) == {"bell": "in use"}
        hands = Hands(table)
        hands.set_up()
        assert rung == []
        hands.play("14-12")
        assert len(rung) == 1
        hands.play_turn(table.session.live.opponents.turns[0])
        table.wait(10)
        assert len(rung) == 1
        table.session.close()


def test_each_feature_of_a_package_ends_in_one_of_four_ways(
    tmp_path: Path, package: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    made = "from companion.session.features.feature import Feature\n"
    package(
        fine=f"{made}class Fine(Feature):\n    name = 'fine'\n",
        quiet=f"{made}class Quiet(Feature):\n    name = 'quiet'\n",
        broken="import nothing_like_it",
        wrong="class Wrong: pass",
        choosy=f"""{made}
from companion.base.errors import CompanionError
from companion.base.text import Text
class Choosy(Feature):
    name = 'choosy'
    @classmethod
    def check(cls, config):
        raise CompanionError(Text("it needs a loudspeaker"))
""",
    )
    config = parse_config('[features]\noff = ["quiet", "fin"]\n')
    table = Virtual(tmp_path, config)
    table.begin()
    said = told(table)
    assert said["fine"] == "in use"
    assert said["quiet"] == "switched off"
    assert said["choosy"] == "it cannot be used: it needs a loudspeaker"
    assert said["broken"] == said["wrong"] == "it cannot be loaded; the program's log says why"
    assert "feature 'broken' is ignored: ModuleNotFoundError" in caplog.text
    assert "no class derived from companion.session.features.feature.Feature" in caplog.text
    assert [each.name for each in table.session.features._all if each.name] == ["fine"]
    assert "features.off names 'fin', which is not installed (did you mean 'fine'?)" in caplog.text
    table.say(commands.Arrange())
    table.wait(1)
    assert table.state.phase == "rest"


def test_a_feature_of_a_package_that_cannot_be_started_is_left_out(
    tmp_path: Path, package: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    made = "from companion.session.features.feature import Feature\n"
    package(
        pinless=f"""{made}
class Pinless(Feature):
    name = 'pinless'
    def __init__(self, current, others):
        raise OSError("there are no pins here")
""",
        thief=f"""{made}
from companion.protocol.commands import Resign
class Thief(Feature):
    name = 'thief'
    def obeys(self):
        return {{Resign: print}}
""",
    )
    table = Virtual(tmp_path)
    table.begin()
    reason = "it cannot be started; the program's log says why"
    assert told(table) == {"pinless": reason, "thief": reason}
    assert "OSError: there are no pins here" in caplog.text
    assert "Resign is taken by two features" in caplog.text
    table.say(commands.Arrange())
    table.wait(1)
    table.say(Resign())
    assert table.state.phase == "over"


def test_settings_can_be_changed_and_moves_cannot_while_a_tool_has_the_board(
    table: Virtual,
) -> None:
    features = table.session.features
    assert features.needs_game(Hint())
    assert not features.needs_game(Palette("safe"))
