"""The look-up of points by the names that pages use."""

from __future__ import annotations

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.rules.geometry import Board, Point


def named_point(board: Board, place: str) -> Point:
    """Return the point of that name.

    Raises:
        CompanionError: If the board has none.
    """
    if place not in board.index:
        raise CompanionError(
            Text("the {board} board has no point {point!r}", board=board.name, point=place)
        )
    return board.index[place]
