"""The order in which a board is set up: one kind of piece after another, where kinds matter.

A switch cannot tell a square from a triangle, and a lamp shows only a colour. At the start of a
game everybody knows what stands where, or sees it on the card. In any other position, the lamps
light the points of one kind at a time, and the words say which kind it is.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.base.text import Text
from companion.hands import View
from companion.rules import Piece, TurnMatch
from companion.rules.geometry import points_of


class NextPieces(NamedTuple):
    """What to put on the board next.

    Attributes:
        points: Where, as bits by point index.
        kind: The kind of piece; empty if no kind has to be told apart.
    """

    points: int
    kind: Text


def next_pieces(match: TurnMatch, view: View) -> NextPieces:
    """Return what to put on the board next while it is set up."""
    game, position = match.game, match.position
    stacks = game.stacks(position)
    missing = {point: stacks[point][-1] for point in points_of(view.put_here) if stacks[point]}
    if position == game.start() or not _told_apart(game.pieces):
        return NextPieces(view.put_here, Text())
    for kind in dict.fromkeys(piece.kind for piece in game.pieces):
        points = sum(1 << point for point, piece in missing.items() if piece.kind == kind)
        if points:
            return NextPieces(points, kind)
    return NextPieces(view.put_here, Text())


def _told_apart(pieces: tuple[Piece, ...]) -> bool:
    """Return whether a player has pieces of several kinds."""
    return len({piece.kind for piece in pieces}) > 1
