"""Which piece stands where, by the order of edges, in explanations of several plies."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from companion.base.text import Text
from companion.hands.flow import NO_CLASH, Flow
from companion.rules import Action, Piece, Step, TrackedGame
from companion.rules.geometry import Point, bits

A, B, C = map(Point, range(3))
MAN = Piece(None, Text("man"), "o")
KING = Piece(None, Text("king"), "O")

MOVES = {
    "@A": [Step(Action.ENTER, A, MAN, True)],
    "A-B": [Step(Action.LIFT, A, MAN, False), Step(Action.PLACE, B, MAN, True)],
    "C-B": [Step(Action.LIFT, C, KING, False), Step(Action.PLACE, B, KING, True)],
}


def flow() -> Flow:
    """A man on B and a king on C, at rest."""
    game = SimpleNamespace(
        stacks=lambda _: [(), (MAN,), (KING,)], steps=lambda _, move: MOVES[move]
    )
    found = Flow(cast(TrackedGame, game))
    found.follow(None, [], bits([B, C]))
    return found


def plies(*moves: str) -> list[tuple[Any, Any]]:
    return [(None, move) for move in moves]


def test_a_piece_that_came_in_before_may_be_the_one_that_moves() -> None:
    assert flow().clash(0, plies("@A", "A-B"), bits([A, B]), bits([B])) == NO_CLASH


def test_a_piece_is_not_where_another_one_stood_all_the_time() -> None:
    assert flow().clash(0, plies("C-B"), bits([B]), bits([B])).surely == bits([B])
