"""An engine on trial: what it says of itself and one move, or in a line what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.opponents.external import dialogue
from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings, LevelSettings
from companion.opponents.external.engine_trial import try_engine
from companion.opponents.external.introduction import EngineTrial
from tests.opponents.external.engines import SCRIPT, WatchedEngines, engine

NASTY = SCRIPT.with_name("nasty.py")


def nasty(behaviour: str, **settings: object) -> EngineSettings:
    words = (sys.executable, "-I", "-S", str(NASTY), behaviour)
    return EngineSettings(command=words, **settings)  # type: ignore[arg-type]


class Bench:
    """Engines on trial. `hangs`: what a line has in it after which the deadline passes."""

    def __init__(self) -> None:
        self.hangs = b"\0"
        self.engines = WatchedEngines(lambda _, line: self.hangs in line)
        self._rosters: list[EngineRoster] = []

    def attempt(
        self, settings: EngineSettings, game: str = "solomon", *, moves: bool = True
    ) -> EngineTrial:
        roster = EngineRoster({"one": settings}, clock=self.engines.clock, start=self.engines)
        self._rosters.append(roster)
        return try_engine(roster, "one", game, moves=moves, clock=self.engines.clock)

    def close(self) -> None:
        for roster in self._rosters:
            roster.close()


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(dialogue, "MOST_IGNORED", 300)  # a flood counts as one sooner
    made = Bench()
    yield made
    made.close()
    assert made.engines.all_ended


def test_an_engine_that_plays_says_who_it_is_and_its_move(bench: Bench) -> None:
    trial = bench.attempt(engine())
    assert trial.good
    assert trial.introduction.name == "Script"
    assert trial.text == "Solomon: it plays 14-9, 0.0 s after its start"
    assert bench.engines.all_ended


def test_an_engine_that_only_introduces_itself_need_not_play(bench: Bench) -> None:
    trial = bench.attempt(engine("move hang"), moves=False)
    assert trial == EngineTrial("one", trial.introduction, trial.text, good=True)
    assert (trial.introduction.name, trial.text) == ("Script", "")


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        ("move illegal", "engine one: its move 'castles' is not legal. It does not know these "
         "rules: name the games"),
        ("move crash", "engine one: it ended with exit status 3 (out of ideas). Run its command"),
        ("hello crash", "engine one: it ended with exit status 3 (out of ideas). Run its command"),
        ("move abort", "engine one: it was ended by SIGABRT. Run its command in a terminal"),
        ("move garbage", "which is no answer. Does it speak the protocol 'json'?"),
        ("move flood", "it writes and writes, but no answer. Does it speak the protocol 'json'?"),
        ("move line", "it wrote a line of more than 1 MB. Does it speak the protocol 'json'?"),
        ("move error", "engine one: it says: I am tired"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_said_with_what_to_do(bench: Bench, behaviour: str, said: str) -> None:
    trial = bench.attempt(engine(behaviour))
    assert said in trial.text
    assert not trial.good
    assert "\n" not in trial.text


def test_an_engine_that_lacks_memory_is_told_apart(bench: Bench) -> None:
    trial = bench.attempt(engine("move memory", memory=64))
    assert "(MemoryError). Lower its options for memory, such as Hash, or raise" in trial.text
    assert trial.text.endswith("now 64 MB.")


@pytest.mark.parametrize(
    ("hangs", "behaviour", "said"),
    [
        (b'"move"', "move hang", "not answered within 5 s. It hangs, or keeps no time limit"),
        (b'"hello"', "hello hang", "not answered within 20 s. Does it speak the protocol 'json'"),
    ],
)
def test_an_engine_that_hangs_is_given_up(
    bench: Bench, hangs: bytes, behaviour: str, said: str
) -> None:
    bench.hangs = hangs
    trial = bench.attempt(engine(behaviour))
    assert said in trial.text


def test_a_trial_is_short_however_long_the_engine_may_think(bench: Bench) -> None:
    bench.hangs = b'"move"'
    slow = engine("move hang", levels={"slow": LevelSettings(seconds=600)})
    assert "within 5 s" in bench.attempt(slow).text


def test_programs_that_are_missing_or_no_programs_are_told(bench: Bench, tmp_path: Path) -> None:
    file = tmp_path / "engine"
    missing = bench.attempt(EngineSettings(command=(str(file),)))
    assert missing.text.startswith(f"engine one: there is no program '{file}'; install it")
    file.write_text("no program")
    plain = bench.attempt(EngineSettings(command=(str(file),)))
    assert plain.text == f"engine one: {file} is not executable: run chmod +x {file}"
    file.chmod(0o755)
    foreign = bench.attempt(EngineSettings(command=(str(file),)))
    assert "Exec format error). Is it a program for this machine?" in foreign.text
    assert not (missing.good or plain.good or foreign.good)


def test_a_wrong_protocol_is_told(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineRoster, "games", lambda *_: [])
    trial = bench.attempt(nasty("none", protocol="uci"), game="")
    assert trial.text.startswith("it speaks UCI, but no installed game can be written for it")
    assert trial.introduction.name == "Nasty"
    assert not trial.good
    crashes = bench.attempt(engine(protocol="uci"), game="")
    assert not crashes.good
    assert crashes.text


def test_games_that_an_engine_does_not_play_are_refused(bench: Bench) -> None:
    assert bench.attempt(engine(games=("nim",)), "solomon").text == (
        "engine one does not play Solomon"
    )
    assert bench.attempt(engine(games=("nim",)), "").text.startswith("Solomon Nim: it plays")
    lost = bench.attempt(engine(games=("nym",)), "")
    assert lost.text.startswith("it answers, but none of its `games` is installed")
    assert not lost.good


def test_an_engine_that_is_switched_off_can_be_tried(bench: Bench) -> None:
    roster = EngineRoster({"one": engine()}, clock=bench.engines.clock, start=bench.engines)
    roster.adjust("one", engine(), on=False)
    assert roster.names == ()
    trial = try_engine(roster, "one", "solomon", clock=bench.engines.clock)
    assert trial.good


def test_what_an_engine_offers_in_json_lines_is_known(bench: Bench) -> None:
    file = SCRIPT.with_name("offering.py")
    words = (sys.executable, "-I", "-S", str(file))
    trial = bench.attempt(EngineSettings(command=words))
    assert [offer.name for offer in trial.introduction.offers] == ["Depth", "Style", "Book"]
    assert trial.introduction.author == "A. Nonymous"
