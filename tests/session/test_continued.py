"""A new game that goes on from a move of a logged one keeps what was played before."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games.registry import make
from companion.hands import Phase
from companion.protocol.commands import Back, New
from companion.protocol.views import State
from companion.records.journal.reader import list_logs, replay
from companion.rules import Match
from companion.testing import VirtualTable
from tests.conformance.option_sets import parameters


def played(name: str, options: dict[str, str], moves: int) -> Match:
    match, rng = Match(make(name, options)), Random(4)
    while not match.over and len(match.history) < moves:
        match.play(rng.choice(list(match.moves)))
    return match


@pytest.mark.parametrize(("name", "options"), parameters())
def test_the_moves_are_listed_logged_and_taken_back(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    past = played(name, options, 5)
    with VirtualTable(tmp_path) as table:
        table.begin("solomon")
        table.say(New(name, options, moves=tuple(past.texts)))
        table.wait(4)
        # A draw from the program's bag follows by itself.
        assert [move.text for move in table.state.moves][: len(past.texts)] == past.texts
        assert table.texts[: len(past.texts)] == past.texts
        log = next(entry.log for entry in list_logs(tmp_path) if entry.log)
        assert replay(log, make(name, options)).position == table.match.position
        if table.session.match.can_take_back:
            table.say(Back(1))
            table.wait(4)
            assert len(table.texts) <= len(past.texts)


def test_it_goes_on_with_a_clock_after_a_power_cut(tmp_path: Path) -> None:
    past = played("solomon", {}, 4)
    with VirtualTable(tmp_path) as table:
        table.begin("solomon")
        table.say(New("solomon", clock="fischer 5+3", moves=tuple(past.texts)))
        table.wait(4)
        again = table.power_cut()
        assert again.texts == past.texts
        assert again.phase is Phase.REST
        again.close()


@pytest.mark.parametrize("moves", [("99-1",), ("14-9", "14-9"), ("nonsense",)])
def test_moves_against_the_rules_are_refused_and_the_game_goes_on(
    tmp_path: Path, moves: tuple[str, ...]
) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin("solomon")
        match = table.session.match
        table.say(New("solomon", moves=moves))
        table.wait(0.5)
        assert table.session.match is match
        assert any(moves[-1] in each.warning for each in table.heard if isinstance(each, State))
