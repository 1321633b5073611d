"""External engines at the board: chosen like any level, and never the end of a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config import Config, GameSettings
from companion.device.ports.port_kinds import PortSettings
from companion.games.registry import make
from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings, LevelSettings
from companion.opponents.roster import all_levels
from companion.protocol.commands import New
from companion.protocol.views import Hello
from companion.records.journal import reader
from companion.rules import CompanionError
from companion.session.match.opponents import check_computers, parse_computers
from companion.session.menu.builder import Draft, MenuBuilder
from companion.testing import VirtualTable
from tests.opponents.external.engines import Clock, engine

SOLOMON = make("solomon")


@pytest.fixture
def roster() -> Iterator[EngineRoster]:
    made = EngineRoster(
        {
            "script": engine(levels={"easy": LevelSettings(), "hard": LevelSettings()}),
            "nimble": engine(games=("nim",)),
            "faulty": engine("move crash"),
            "missing": EngineSettings(command=("/no/such/program",)),
            "lost": engine(games=("nym",)),
            "uci": engine(protocol="uci"),
        },
        clock=Clock(),
    )
    yield made
    made.close()


def table(folder: Path, roster: EngineRoster) -> VirtualTable:
    config = Config(port=PortSettings(), game=GameSettings(name="solomon"))
    return VirtualTable(folder, config, roster=roster)


def test_engines_add_their_levels_to_the_games_that_they_can_play(roster: EngineRoster) -> None:
    assert roster.levels("nim") == ("script:easy", "script:hard", "nimble:best", "faulty:best")
    assert roster.levels("solomon") == ("script:easy", "script:hard", "faulty:best")
    assert roster.levels("peg") == ()  # it is for one player
    assert all_levels(roster, "peg") == ("beginner", "easy", "casual", "fair", "good", "strong")


def test_what_cannot_be_used_is_told_in_a_line_each(roster: EngineRoster) -> None:
    assert roster.troubles == (
        "engine missing: there is no program '/no/such/program'; install it, or change "
        "engines.missing.command",
        "engine lost: there is no game 'nym' (did you mean 'nim'?); `companion games` lists them "
        "all",
    )
    assert roster.names == ("script", "nimble", "faulty", "lost", "uci")


def test_a_seat_is_given_to_an_engine_by_its_name(roster: EngineRoster) -> None:
    for text, level in (
        ("black:script:easy", "script:easy"),
        ("black:script", "script:hard"),
        ("black:strong", "strong"),
        ("black", "fair"),
    ):
        assert parse_computers(SOLOMON, [text], roster) == {1: level}
    with pytest.raises(CompanionError, match="did you mean 'script:easy'"):
        parse_computers(SOLOMON, ["black:script:eazy"], roster)
    with pytest.raises(CompanionError, match="unknown level 'script'"):
        parse_computers(SOLOMON, ["black:script"])  # none is configured


def test_the_page_is_told_which_engines_play_what(roster: EngineRoster, tmp_path: Path) -> None:
    with table(tmp_path, roster) as at:
        at.begin("solomon")
        (hello, *_) = [message for message in at.heard if isinstance(message, Hello)]
        engines = {view.name: view.engines for view in hello.games}
    assert engines["solomon"] == ("script:easy", "script:hard", "faulty:best")
    assert engines["peg"] == ()


def test_the_menu_on_the_board_offers_engines_last(roster: EngineRoster) -> None:
    builder = MenuBuilder(SOLOMON.board, "solomon", {}, engines=roster.levels)
    page = builder.ask(Draft("solomon", options=SOLOMON.chosen), ends=False)
    assert page is not None
    texts = [str(entry.text) for entry in page.entries]
    first = texts.index("the computer, strong") + 1
    assert texts[first : first + 3] == ["script: easy", "script: hard", "faulty: best"]
    chosen = page.entries[first].does
    assert isinstance(chosen, Draft)
    assert chosen.opponent == "script:easy"


def test_a_page_can_name_an_engine_but_no_program(roster: EngineRoster, tmp_path: Path) -> None:
    with table(tmp_path, roster) as at:
        at.begin("solomon")
        at.say(New("solomon", {}, {0: "/bin/sh:best"}))
        assert "unknown level '/bin/sh:best'" in at.state.warning
        at.say(New("solomon", {}, {0: "missing:best"}))
        assert "unknown level 'missing:best'" in at.state.warning
        at.say(New("solomon", {}, {0: "script:easy"}))
        assert at.state.warning == ""
        assert at.session.live.opponents.turn is not None
        assert at.session.live.match.computers == {0: "script:easy"}


def test_a_game_goes_on_when_its_engine_fails(roster: EngineRoster, tmp_path: Path) -> None:
    with table(tmp_path, roster) as at:
        at.begin("solomon")
        at.say(New("solomon", {}, {0: "faulty:best"}))
        told = (
            "engine faulty: it ended with exit status 3 (out of ideas); the computer plays on at "
            "the level fair"
        )
        assert at.state.warning == told
        assert at.session.live.opponents.turn is not None
        path = at.session.match.journal.path
    notes = [line for line in path.read_text().splitlines() if told in line]
    assert len(notes) == 1
    assert reader.read_log(path).head.computers == {0: "faulty:best"}


def test_a_game_is_resumed_when_its_engine_is_gone(roster: EngineRoster, tmp_path: Path) -> None:
    with table(tmp_path, roster) as at:
        at.begin("solomon")
        at.say(New("solomon", {}, {0: "script:easy"}))
        log = reader.read_log(at.session.match.journal.path)
    check_computers(SOLOMON, log.head.computers, None)
    with table(tmp_path, EngineRoster({})) as at:
        at.resume(log)
        at.wait(1.0)
        assert at.state.warning == (
            "the configuration names no engine 'script'; the computer plays on at the level fair"
        )
        assert at.session.live.opponents.turn is not None


def test_an_engine_is_told_the_clock_of_its_match(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    roster = EngineRoster({"script": engine("move note", str(heard))}, clock=Clock())
    with table(tmp_path, roster) as at:
        at.begin("solomon")
        at.say(New("solomon", {}, {0: "script:best"}, clock="fischer 1+2, white 0.5"))
        assert at.state.warning == ""
        assert at.session.live.opponents.turn is not None
    roster.close()
    told = [json.loads(line) for line in heard.read_text().splitlines() if "clock" in line]
    assert told[0]["clock"]["left"] == [29.0, 60.0]  # a second is kept for the way
    assert told[0]["clock"]["bonus"] == 2.0
    assert told[0]["budget"]["seconds"] == round(29 / 30 + 1.5, 3)
