"""Peg solitaire: where it can end, and what its positions hold."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.games.peg import Peg
from companion.rules import LOST, WON, Action, InvalidPosition
from companion.rules.geometry import points_of, symmetries
from tests.slow import slow_after

_CLASSES = ({1, 4, 9, 11, 16, 19}, {2, 5, 7, 13, 15, 18}, {3, 6, 8, 12, 14, 17}, {10})


def _last_pieces(game: Peg) -> set[int]:
    """The points that the last piece may be left on, by playing out everything."""
    seen: set[int] = set()
    todo = [game.start()]
    while todo:
        position = todo.pop()
        if position not in seen:
            seen.add(position)
            todo += [game.advance(position, move) for move in game.moves(position)]
    singles = [position for position in seen if game.outcome(position) is WON]
    return {int(game.board.names[point]) for single in singles for point in points_of(single)}


@pytest.mark.parametrize("vacant", slow_after(1, [1, 2, 3, 4, 10]))
def test_the_star_is_solvable_and_ends_in_the_class_of_its_vacancy(vacant: int) -> None:
    last = _last_pieces(Peg({"vacant": vacant}))
    assert last == next(points for points in _CLASSES if vacant in points)


def test_any_piece_may_jump_and_none_must_go_on() -> None:
    game = Peg()
    position = game.parse_position("o/.o.../../o../../..oo./.")
    position = game.advance(position, game.parse_move(position, "1x7"))
    texts = {game.move_text(position, move) for move in game.moves(position)}
    assert texts == {"7x14", "9x3", "16x18", "17x15"}


def test_the_jumped_piece_comes_off() -> None:
    game = Peg({"board": "grid7"})
    move = game.parse_move(game.start(), "d4xd2")
    steps = [(s.action, game.board.names[s.point]) for s in game.steps(game.start(), move)]
    assert steps == [(Action.LIFT, "d4"), (Action.PLACE, "d2"), (Action.REMOVE, "d3")]


def test_several_pieces_without_a_jump_are_lost() -> None:
    game = Peg()
    assert game.outcome(game.parse_position("o/...../../.../../...../o")) is LOST


@pytest.mark.parametrize(
    ("text", "at_fault"),
    [
        ("o/ooooo/oo/ooo/oo/ooooo/o", "19 pieces"),
        ("./...../../.../../...../.", "0 pieces"),
        ("o/ooooo/oo/oXo/oo/ooooo/o", "point 10 .*'X'"),
        ("o/ooooo/oo/o.o/oo/oooo/o", "row 6"),
        ("o/ooooo/oo/o.o/oo/ooooo", "6 rows"),
        ("o/ooooo/oo/o(o/oo/ooooo/o", "not closed"),
        ("o/ooooo/oo/o.o/oo/ooooo/o w", "row 7"),
    ],
)
def test_what_cannot_stand_is_refused(text: str, at_fault: str) -> None:
    with pytest.raises(InvalidPosition, match=at_fault):
        Peg().parse_position(text)


def test_the_two_boards_have_their_own_points() -> None:
    assert Peg({"vacant": 1}).start() == Peg().board.full ^ 1
    grid = Peg({"board": "grid7"})
    assert grid.chosen["vacant"] == "d2"
    assert not grid.start() >> grid.board.index["d2"] & 1


SOLUTIONS = {
    "b1": (
        "d1xb1 f1xd1 e3xe1 e5xe3 e7xe5 g7xe7 a1xc1 g2xe2 g4xg2 g1xg3 g6xg4 c6xe6 a6xc6 f6xd6 "
        "a4xa6 a7xa5 a2xa4 e2xe4 g3xe3 c7xa7 a4xa6 a7xa5 c4xa4 b2xb4 c6xc4 a5xc5 e4xe2 e1xe3 "
        "g4xe4 c1xe1 e4xe2 e1xe3 c4xc6 e7xc7 c7xc5 c2xc4 c4xe4 a4xc4 d6xd4 f5xd5 e3xe5 c4xc6 "
        "e5xc5 c6xc4 c4xe4 d2xd4 e4xc4"
    ),
    "c1": (
        "a1xc1 a3xa1 a5xa3 a7xa5 d1xb1 a1xc1 f1xd1 e3xe1 g2xe2 g4xg2 g1xg3 g6xg4 e5xg5 e7xe5 "
        "g7xe7 d7xf7 b7xd7 f7xf5 c6xa6 a6xa4 g3xe3 d3xf3 e1xe3 b3xd3 c1xc3 a4xa2 a2xc2 g5xg3 "
        "c4xc6 c2xc4 e3xc3 g3xe3 e5xc5 d7xd5 d1xd3 b4xb6 b6xd6 c5xe5 f5xd5 d4xd2 c4xc2 c2xe2 "
        "f4xd4 e2xe4 e4xc4 d6xd4 c4xe4"
    ),
    "b4": (
        "b2xb4 d3xb3 a3xc3 a5xa3 a7xa5 a2xa4 f3xd3 e1xe3 g2xe2 c1xe1 a1xc1 g4xg2 g6xg4 g1xg3 "
        "f1xd1 e5xg5 f7xf5 d7xf7 g7xe7 b7xd7 g5xe5 g3xg5 d5xf5 g5xe5 b5xd5 e7xc7 c7xc5 a4xa6 "
        "a6xc6 c1xe1 d3xf3 e1xe3 f3xf5 d5xd3 f5xd5 b4xd4 c2xc4 e3xe5 e6xe4 c5xc3 e4xc4 c3xc5 "
        "d6xd4 c6xc4 c4xe4 d2xd4 e4xc4"
    ),
    "c4": (
        "c2xc4 a3xc3 b1xb3 d1xb1 f1xd1 a1xc1 a5xa3 a7xa5 e3xe1 g3xe3 g1xg3 g4xg2 g2xe2 g6xg4 "
        "a2xa4 e5xg5 e7xe5 g7xe7 d7xf7 b7xd7 f7xf5 c4xc2 c1xc3 a4xc4 b6xb4 d5xb5 a5xc5 d3xf3 "
        "e1xe3 b3xd3 g5xg3 e3xc3 g3xe3 d7xd5 d1xd3 d4xd6 b4xd4 c6xc4 d3xd5 d6xd4 f5xd5 d5xd3 "
        "c4xc2 e3xc3 c2xc4 f4xd4 c4xe4"
    ),
}
"""A solution of the grid for one vacancy of each kind; the board's symmetries map all others that
can be solved to these. Found by a search that keeps the most compact positions of each length."""


def test_exactly_24_vacancies_of_the_grid_can_be_solved() -> None:
    board = Peg({"board": "grid7"}).board
    solvable: set[int] = set()
    for vacant, solution in SOLUTIONS.items():
        game = Peg({"board": "grid7", "vacant": vacant})
        position = game.start()
        for text in solution.split():
            position = game.advance(position, game.parse_move(position, text))
        assert game.outcome(position) is WON
        solvable |= {symmetry[board.index[vacant]] for symmetry in symmetries(board)}

    def parities(points: Iterable[int]) -> set[tuple[int, ...]]:
        """With the diagonals in three colours, either way: which colours have an odd number of
        pieces. A jump changes the number on each colour by one; so only the differences count."""
        colours = [[(p // 7 + way * (p % 7)) % 3 for p in points] for way in (1, 2)]
        numbers = [each.count(colour) % 2 for each in colours for colour in (0, 1, 2)]
        return {tuple(numbers), tuple(1 - number for number in numbers)}

    ends = set().union(*(parities([point]) for point in range(49)))
    for point in range(49):
        may = bool(parities([p for p in range(49) if p != point]) & ends)
        assert may == (point in solvable)
    assert len(solvable) == 24
