"""Hare and Hounds, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from brute_force import State, count, moved, read
from companion_old_games.hare_and_hounds import HareAndHounds

from companion.testing import InvalidPosition, Match, MenPosition, perft

GAME = HareAndHounds()
COUNTS = [7, 21, 133, 443, 2879, 9044, 55384]  # from the start
ROWS = "b3 c3 d3/a2 b2 c2 d2 e2/b1 c1 d1"
# Each segment between two points, the left or the lower one first.
SEGMENTS = """
a2-b1 a2-b2 a2-b3 b1-b2 b2-b3 b1-c1 b2-c2 b3-c3 b1-c2 b3-c2 c1-c2 c2-c3
c1-d1 c2-d2 c3-d3 c2-d1 c2-d3 d1-d2 d2-d3 d1-e2 d2-e2 d3-e2
"""
Point = tuple[int, int]
NEAR: set[tuple[Point, Point]] = set()
for segment in SEGMENTS.split():
    a, b = ((ord(name[0]) - ord("a"), int(name[1]) - 1) for name in segment.split("-"))
    NEAR |= {(a, b), (b, a)}


def rules(state: State) -> Iterator[State]:
    cells, own, (stalled,) = state
    (hare,) = (p for p, cell in cells.items() if cell == "h")
    hounds = [p for p, cell in cells.items() if cell == "d"]
    if stalled == 10 or all(hare[0] < hound[0] for hound in hounds):
        return
    for p, q in NEAR:
        if cells[p] != own or cells[q] != ".":
            continue
        after = moved(cells, (p, "."), (q, own))
        if own == "h":
            yield after, "d", (stalled,)
        elif q[0] >= p[0]:
            yield after, "h", (0 if q[0] > p[0] else stalled + 1,)


def moves(at: MenPosition) -> set[str]:
    return {GAME.move_text(at, move) for move in GAME.moves(at)}


def test_the_board_has_11_points_and_22_segments() -> None:
    board = GAME.board
    assert board.size == 11
    assert sum(len(board.neighbours(p)) for p in board.index.values()) == 2 * 22


def test_the_moves_add_up() -> None:
    start = GAME.start()
    state = read(GAME.position_text(start), ROWS)
    counts = [perft(GAME, start, depth) for depth in range(1, 8)]
    assert counts == [count(rules, state, depth) for depth in range(1, 8)]
    assert counts == COUNTS


@pytest.mark.parametrize("seed", range(8))
def test_the_moves_add_up_in_the_middle_of_a_game(seed: int) -> None:
    match, random = Match(GAME), Random(seed)
    while not match.over:
        text = GAME.position_text(match.position)
        assert perft(GAME, match.position, 3) == count(rules, read(text, ROWS), 3), text
        match.play(random.choice(match.moves))


def test_hounds_go_forward_or_sideways_and_the_hare_anywhere() -> None:
    at = GAME.parse_position(".../.d.dh/.d. d 0")
    assert moves(at) == {"b2-b3", "b2-c2", "b2-b1", "d2-d3", "d2-d1", "c1-c2", "c1-d1"}
    hare = GAME.parse_position(".../ddh../.d. h 0")
    assert moves(hare) == {"c2-b3", "c2-c3", "c2-d3", "c2-d2", "c2-d1", "c2-b1"}
    index = GAME.board.index
    assert GAME.objection(at, index["c1"], index["b1"]) == "This piece cannot go in that direction."


def test_a_hare_that_cannot_move_has_lost() -> None:
    at = GAME.parse_position("..d/...dh/..d h 0")
    assert GAME.outcome(at).text == "win 0"
    assert GAME.conclusion(at) == "Black has no legal move."


def test_a_hare_that_is_past_all_hounds_has_won() -> None:
    level = GAME.parse_position("d../..d../hd. d 0")
    assert GAME.outcome(level).text == "ongoing"
    past = GAME.parse_position("d../h.d../.d. d 0")
    assert GAME.outcome(past).text == "win 1"
    assert GAME.conclusion(past) == "The hare has slipped past the hounds."


def test_hounds_that_stall_for_ten_moves_have_lost() -> None:
    match = Match(GAME)
    for text in 5 * ("b1-b2", "e2-d2", "b2-b1", "d2-e2"):
        assert not match.over
        match.play_text(text)
        if match.over:
            break
    assert len(match.history) == 19
    assert match.outcome.text == "win 1"
    assert GAME.conclusion(match.position) == "The hounds have not advanced for ten moves."


def test_a_counter_does_not_make_another_position() -> None:
    first, second = (GAME.parse_position(f"d../d...h/d.. d {stalled}") for stalled in (0, 4))
    assert GAME.recurrence(first) == GAME.recurrence(second)


def test_any_other_number_of_hounds_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="one hare and three hounds"):
        GAME.parse_position("d../....h/d.. d 0")
