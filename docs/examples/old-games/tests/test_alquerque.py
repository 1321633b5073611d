"""Alquerque, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from brute_force import Cells, State, count, moved, read
from companion_old_games.alquerque import Alquerque

from companion.testing import Match, MenPosition, choose, perft

GAME = Alquerque()
COUNTS = [4, 5, 6, 12, 29, 109]  # from the start
ROWS = "/".join(" ".join(f"{file}{rank}" for file in "abcde") for rank in (5, 4, 3, 2, 1))
Point = tuple[int, int]


def ways(p: Point) -> list[Point]:
    """The directions of the lines through a point."""
    straight = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    return straight if sum(p) % 2 else [*straight, (1, 1), (1, -1), (-1, -1), (-1, 1)]


def chains(cells: Cells, p: Point, own: str) -> list[Cells]:
    """The boards after each chain of jumps of the man on `p`; empty if it cannot jump."""
    found = []
    for x, y in ways(p):
        over, to = (p[0] + x, p[1] + y), (p[0] + 2 * x, p[1] + 2 * y)
        if cells.get(over, own) not in (own, ".") and cells.get(to) == ".":
            after = moved(cells, (p, "."), (over, "."), (to, own))
            found += chains(after, to, own) or [after]
    return found


def rules(state: State) -> Iterator[State]:
    cells, own, _ = state
    other = "b" if own == "w" else "w"
    men = [p for p, cell in cells.items() if cell == own]
    jumped = [after for p in men for after in chains(cells, p, own)]
    if jumped:
        yield from ((after, other, ()) for after in jumped)
        return
    for p in men:
        for x, y in ways(p):
            to = (p[0] + x, p[1] + y)
            if cells.get(to) == ".":
                yield moved(cells, (p, "."), (to, own)), other, ()


def moves(at: MenPosition) -> set[str]:
    return {GAME.move_text(at, move) for move in GAME.moves(at)}


def test_the_board_has_25_points_and_16_lines() -> None:
    board = GAME.board
    assert (board.size, len(board.lines)) == (25, 16)
    near = {name: len(board.neighbours(point)) for name, point in board.index.items()}
    assert (near["c3"], near["b2"], near["a1"], near["b3"], near["a2"]) == (8, 8, 3, 4, 3)


def test_the_moves_add_up() -> None:
    start = GAME.start()
    state = read(GAME.position_text(start), ROWS)
    counts = [perft(GAME, start, depth) for depth in range(1, 7)]
    assert counts == [count(rules, state, depth) for depth in range(1, 7)]
    assert counts == COUNTS


@pytest.mark.parametrize("seed", range(8))
def test_the_moves_add_up_in_the_middle_of_a_game(seed: int) -> None:
    match, random = Match(GAME), Random(seed)
    while not match.over and len(match.history) < 60:
        text = GAME.position_text(match.position)
        assert perft(GAME, match.position, 2) == count(rules, read(text, ROWS), 2), text
        match.play(random.choice(match.moves))


def test_white_begins_into_the_middle_and_is_taken() -> None:
    start = GAME.start()
    assert moves(start) == {"d3-c3", "b2-c3", "c2-c3", "d2-c3"}
    opened = GAME.advance(start, GAME.parse_move(start, "c2-c3"))
    assert GAME.forced(opened)
    assert moves(opened) == {"c4xc2"}


def test_a_chain_goes_on_in_any_direction() -> None:
    at = GAME.parse_position("...../.b.b./...../.b.../w.... w")
    assert moves(at) == {"a1xc3xa5", "a1xc3xe5"}


def test_diagonals_are_only_where_they_are_drawn() -> None:
    at = GAME.parse_position("b..../...../.w.../...../..... w")
    assert moves(at) == {"b3-b4", "b3-c3", "b3-b2", "b3-a3"}
    index = GAME.board.index
    assert GAME.objection(at, index["b3"], index["c4"]) == "No line leads from b3 to c4."


def test_a_player_without_men_or_without_a_move_loses() -> None:
    beaten = GAME.parse_position("w..../...../...../...../..... b")
    assert GAME.outcome(beaten).text == "win 0"
    assert GAME.conclusion(beaten) == "Black has no pieces left."
    shut = GAME.parse_position("bww../ww.../w.w../...../..... b")
    assert GAME.outcome(shut).text == "win 0"
    assert GAME.conclusion(shut) == "Black has no legal move."


def test_the_computer_beats_random_moves() -> None:
    won = 0
    for seed in range(4):
        match, random = Match(GAME), Random(seed)
        while not match.over and len(match.history) < 200:
            if match.to_act == seed % 2:
                match.play(choose(GAME, match.position, "easy", seed=seed).move)
            else:
                match.play(random.choice(match.moves))
        won += match.outcome.winner == seed % 2
    assert won >= 3
