"""The puzzle of the day."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from companion.coach.daily import DailyLabelling, daily_puzzle
from companion.coach.daily_names import KINDS, InvalidDay, kind_of
from companion.coach.drills import Drill, drill_match, find_drill
from companion.games.puzzles.magic import complete, ways
from companion.opponents.analysis import analyse
from companion.opponents.question import Question
from companion.opponents.tables.endings import SHIPPED, EndingTables
from companion.rules.geometry import STAR

DAYS = [f"2026-11-{day:02}" for day in range(1, 31)]


def chance(day: str) -> Random:
    return Random(day)


def test_each_kind_has_its_turn() -> None:
    assert {kind_of(day) for day in DAYS[:4]} == set(KINDS)
    assert all(kind_of(a) != kind_of(b) for a, b in pairwise(DAYS))
    assert {kind_of(day, ("own",)) for day in DAYS} == {"own"}


@pytest.mark.parametrize("day", ["", "28.11.2026", "2026-13-01", "2026-1-1", "2026-11-28x"])
def test_a_date_that_cannot_be_read_is_refused(day: str) -> None:
    with pytest.raises(InvalidDay, match="write it as in 2026-11-28"):
        kind_of(day)


@pytest.mark.parametrize("kind", ["ending", "peg", "labelling"])
def test_the_same_day_has_the_same_puzzle(kind: str) -> None:
    first, again, other = (
        daily_puzzle(day, kind, chance(day).randrange)  # type: ignore[arg-type]
        for day in (DAYS[0], DAYS[0], DAYS[1])
    )
    assert first == again
    assert first != other


def test_an_ending_has_exactly_one_winning_move_by_the_tables() -> None:
    tables = EndingTables([SHIPPED])
    for day in DAYS[:6]:
        drill = daily_puzzle(day, "ending", chance(day).randrange)
        assert isinstance(drill, Drill)
        [start] = drill.starts
        match = drill_match(drill, start)
        game, position = match.game, match.position
        assert game.to_act(position) == drill.seat
        values = []
        for move in game.moves(position):
            after = game.advance(position, move)
            found = tables.probe(after)
            assert found is not None
            values.append((-found.value, found.plies))
        wins = [plies for value, plies in values if value == 1]
        assert len(values) >= 3
        assert wins == [start.enough - 1]


def test_a_position_of_peg_solitaire_can_be_solved_in_so_many_jumps() -> None:
    for day in DAYS[:8]:
        drill = daily_puzzle(day, "peg", chance(day).randrange)
        assert isinstance(drill, Drill)
        [start] = drill.starts
        match = drill_match(drill, start)
        best = analyse(Question(match.game, match.position)).moves[0]
        assert (best.value, best.exact) == (1, True)
        assert len(best.line) == start.enough == match.position.bit_count() - 1


@pytest.mark.parametrize("jumps", [4, 6, 8])
def test_positions_of_peg_solitaire_by_length_can_be_solved(jumps: int) -> None:
    drill = find_drill(f"pegs_{jumps}")
    assert len({start.position for start in drill.starts}) == 12
    for start in drill.starts:
        match = drill_match(drill, start)
        assert match.position.bit_count() == jumps + 1
        best = analyse(Question(match.game, match.position)).moves[0]
        assert (best.value, best.exact) == (1, True)


def test_a_labelling_can_be_completed_in_one_way_only() -> None:
    for day in DAYS[:8]:
        puzzle = daily_puzzle(day, "labelling", chance(day).randrange)
        assert isinstance(puzzle, DailyLabelling)
        assert ways(puzzle.given) == 1
        assert complete(puzzle.given) != puzzle.given
        assert any(all(puzzle.given[p] for p in line) for line in STAR.lines)  # which tells the sum
        assert 5 <= sum(map(bool, puzzle.given)) <= 12


@pytest.mark.parametrize(
    "day", ["2026-02-30", "2026-13-01", "2026-00-10", "2026-04-31", "26-04-01", "2026-02-29", "x"]
)
def test_a_day_that_does_not_exist_has_no_puzzle(day: str) -> None:
    with pytest.raises(InvalidDay, match="is not a valid date"):
        kind_of(day)


def test_kinds_take_turns_across_months() -> None:
    days = ["2028-02-28", "2028-02-29", "2028-03-01", "2028-03-02"]
    assert len({kind_of(day) for day in days}) == len(KINDS)
