"""Peg solitaire: where it can end, and what its positions hold."""

from __future__ import annotations

import pytest

from companion.games.peg import Peg
from companion.geometry import points_of
from companion.rules import LOST, WON, Action, InvalidPosition
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
