"""Looks up points by the names that pages use."""

from __future__ import annotations

from companion.geometry import Board, Point
from companion.rules import CompanionError
from companion.text import Text


def named_point(board: Board, place: str) -> Point:
    """The point of that name. Raises CompanionError if the board has none."""
    if place not in board.index:
        raise CompanionError(
            Text("the {board} board has no point {point!r}", board=board.name, point=place)
        )
    return board.index[place]
