"""Konane, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from brute_force import Cells, State, count, moved, read
from companion_old_games.konane import Konane

from companion.testing import Action, InvalidPosition, Match, MenPosition, perft

GAME = Konane()
SMALL = Konane({"size": 6})
GAMES = {8: GAME, 6: SMALL}
COUNTS = {8: [4, 12, 28, 172, 892, 7124], 6: [4, 12, 28, 156, 668, 4192]}  # from the start
Point = tuple[int, int]


def rows(size: int) -> str:
    files = "abcdefgh"[:size]
    return "/".join(" ".join(f"{file}{rank}" for file in files) for rank in range(size, 0, -1))


def line(cells: Cells, p: Point, way: Point, own: str) -> Iterator[Cells]:
    """The boards after one jump, two jumps and so on of the stone on `p` in one direction."""
    over, to = (p[0] + way[0], p[1] + way[1]), (p[0] + 2 * way[0], p[1] + 2 * way[1])
    if cells.get(over, own) not in (own, ".") and cells.get(to) == ".":
        after = moved(cells, (p, "."), (over, "."), (to, own))
        yield after
        yield from line(after, to, way, own)


def rules(state: State) -> Iterator[State]:
    cells, own, _ = state
    other = "b" if own == "w" else "w"
    size = max(x for x, _ in cells) + 1
    vacant = [p for p, cell in cells.items() if cell == "."]
    if len(vacant) == 0:
        half = size // 2
        for x in (0, half - 1, half, size - 1):
            yield moved(cells, ((x, size - 1 - x), ".")), other, ()
        return
    for p in [p for p, cell in cells.items() if cell == own]:
        if len(vacant) == 1:
            if abs(p[0] - vacant[0][0]) + abs(p[1] - vacant[0][1]) == 1:
                yield moved(cells, (p, ".")), other, ()
            continue
        for way in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            yield from ((after, other, ()) for after in line(cells, p, way, own))


def moves(at: MenPosition) -> set[str]:
    return {GAME.move_text(at, move) for move in GAME.moves(at)}


@pytest.mark.parametrize("size", GAMES)
def test_the_moves_add_up(size: int) -> None:
    game = GAMES[size]
    start = game.start()
    state = read(game.position_text(start), rows(size))
    counts = [perft(game, start, depth) for depth in range(1, 7)]
    assert counts == [count(rules, state, depth) for depth in range(1, 7)]
    assert counts == COUNTS[size]


@pytest.mark.parametrize("size", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_the_moves_add_up_in_the_middle_of_a_game(size: int, seed: int) -> None:
    game = GAMES[size]
    match, random = Match(game), Random(seed)
    while not match.over:
        state = read(game.position_text(match.position), rows(size))
        assert perft(game, match.position, 2) == count(rules, state, 2)
        match.play(random.choice(match.moves))


def test_black_takes_a_corner_or_the_middle_off_and_white_a_neighbour() -> None:
    start = GAME.start()
    assert moves(start) == {"xa8", "xd5", "xe4", "xh1"}
    (step,) = GAME.steps(start, GAME.parse_move(start, "xd5"))
    assert (step.action, step.piece.text, step.occupied) == (Action.REMOVE, "b", False)
    opened = GAME.advance(start, GAME.parse_move(start, "xd5"))
    assert moves(opened) == {"xc5", "xe5", "xd4", "xd6"}
    corner = GAME.advance(start, GAME.parse_move(start, "xa8"))
    assert moves(corner) == {"xb8", "xa7"}


def test_a_stone_jumps_on_in_a_straight_line_and_may_stop() -> None:
    empty = 6 * "......../"
    at = GAME.parse_position(f"{empty}......../.w.wb... b")
    assert moves(at) == {"e1xc1", "e1xc1xa1"}
    turn = GAME.parse_position(f"{empty}..w...../...wb... b")
    assert moves(turn) == {"e1xc1"}


def test_whoever_cannot_jump_loses() -> None:
    match = Match(SMALL)
    random = Random(1)
    while not match.over:
        match.play(random.choice(match.moves))
    assert match.outcome.winner == 1 - match.position.seat
    loser = SMALL.seats[match.position.seat]
    assert SMALL.conclusion(match.position) == f"{loser} has no legal move."


def test_the_wrong_player_at_the_start_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="not the turn of this player"):
        GAME.parse_position(GAME.position_text(GAME.start())[:-1] + "w")
