"""Drills from logged games: positions in which a single move wins, found and then played."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app import own_drills
from companion.app.own_drills import OwnDrillJob
from companion.app.play import play
from companion.app.start import PlayRequest
from companion.config import Config, JournalSettings, PageSettings
from companion.opponents import Interrupted
from companion.opponents.analysis import Analysis
from companion.protocol.commands import Hint, Resign, Train
from companion.rules import CompanionError, Seat
from companion.testing import Hands, VirtualTable

_ONE_WINS = "./bWw../../..b/../...../. w"
"""Solomon: 4-1 wins in seven plies, and no other move wins."""


def logged(directory: Path, move: str = "3-7") -> VirtualTable:
    """A table at which a game with that position has just been lost."""
    table = VirtualTable(
        directory, own_drills=lambda game, seed: OwnDrillJob(directory, game, seed)
    )
    table.begin("solomon", _ONE_WINS)
    hands = Hands(table, pauses=(0.1,))
    hands.set_up()
    hands.play(move)
    table.say(Resign())
    return table


@pytest.mark.parametrize("move", ["3-7", "4-1"])
def test_the_only_winning_move_is_found(tmp_path: Path, move: str) -> None:
    logged(tmp_path, move)
    drill = OwnDrillJob(tmp_path, "solomon", 1).run(lambda: False).drill
    assert drill is not None
    assert (drill.game, drill.seat) == ("solomon", Seat(0))
    assert [(start.position, start.enough) for start in drill.starts] == [(_ONE_WINS, 7)]


def test_no_such_position_no_drill(tmp_path: Path) -> None:
    logged(tmp_path)
    (tmp_path / "2026-01-01-000000-solomon.jsonl").write_text("no log at all\n")
    assert OwnDrillJob(tmp_path, "gomony", 1).run(lambda: False).drill is None
    assert OwnDrillJob(tmp_path, "solomon", 1).run(lambda: False, lambda: True).drill is None
    with pytest.raises(Interrupted):
        OwnDrillJob(tmp_path, "solomon", 1).run(lambda: True)


def test_a_win_of_ones_own_is_trained(tmp_path: Path) -> None:
    table = logged(tmp_path)
    table.say(Train("own:solomon"))
    hands = Hands(table, pauses=(0.1,))
    hands.set_up()
    assert table.state.drill is not None
    assert table.state.drill.title == "A win from your games of Solomon"
    assert table.state.message == (
        "White has one move that is sure to win: find it. 7 moves are enough, counting everybody's."
    )
    table.say(Hint())
    table.say(Hint())
    assert table.state.hint.startswith("Hint: 4-1. That wins in 7 moves at most")
    while not table.session.match.over:
        table.say(Hint())
        table.say(Hint())
        mine = table.session.match.seat == 0
        hint = table.state.hint.removeprefix("Hint: ").split(".")[0]
        hands.play(hint if mine else next(iter(hands.moves)))
    assert table.state.drill.reached
    assert "The goal was reached in 7 moves" in table.state.message


def test_games_without_one_are_told(tmp_path: Path) -> None:
    table = logged(tmp_path)
    table.say(Train("own:gomony"))
    assert table.state.warning == (
        "the newest logged games of Gomony have no position with just one winning move: play some "
        "more"
    )
    other = VirtualTable(tmp_path / "other")
    other.begin("solomon")
    Hands(other).set_up()
    other.say(Train("own:solomon"))
    assert other.state.warning == "no games are logged here: there are no drills from them"


def test_the_command_begins_a_drill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logged(tmp_path)
    config = Config(
        journal=JournalSettings(directory=str(tmp_path)), page=PageSettings(enabled=False)
    )
    monkeypatch.setattr("companion.app.loop.Loop.run", lambda _: None)
    before, said = sorted(tmp_path.glob("*.jsonl")), list[str]()
    play(config, PlayRequest(drill="own:solomon"), said.append)
    play(config, PlayRequest(drill="two_kings"), said.append)
    assert said.count("A drill is not logged.") == 2
    assert sorted(tmp_path.glob("*.jsonl")) == before
    with pytest.raises(CompanionError, match="no drill 'three_kings'"):
        play(config, PlayRequest(drill="three_kings"), said.append)
    with pytest.raises(CompanionError, match="the newest logged games of Gomony have no position"):
        play(config, PlayRequest(drill="own:gomony"), said.append)


def test_a_search_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Analysis:
        raise ZeroDivisionError

    table = logged(tmp_path)
    monkeypatch.setattr(own_drills, "analyse", fail)
    table.say(Train("own:solomon"))
    assert table.state.drill is None
    assert "looking through the logged games failed" in table.state.warning
