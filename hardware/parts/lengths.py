"""How many metres of wire to buy for a board, by the lengths of its wires."""

from __future__ import annotations

from itertools import pairwise
from math import ceil

from hardware.artwork.layout import Layout, in_rows
from hardware.artwork.strips import StripPiece
from hardware.simulation.lengths import STRIP_PIECE, Lengths

SLACK = 1.15
"""What hands waste, and bends take."""

OUTSIDE = 0.3
"""Metres from where the wires leave the board to the computer, the jack or the button."""

SOLDERED = 0.02
"""Metres of wire for both ends of a short piece: stripped, and bent to the pads."""


def main_metres(layout: Layout) -> int:
    """Metres of the thick wires, of each of two colours: from the jack to every feed."""
    lengths = Lengths(layout)
    return _metres(sum(lengths.feed(lamp) + OUTSIDE for lamp in lengths.feeds))


def feed_metres(layout: Layout, uncut: bool) -> int:
    """Metres of the wires from pixel to pixel, or piece to piece, of each of three colours."""
    if uncut:
        turns = pairwise(layout.strip_pieces)
        return _metres(sum(_turn(layout, *turn) + SOLDERED for turn in turns))
    gaps = Lengths(layout).lamps
    return _metres(sum(max(gap - STRIP_PIECE, 0) + SOLDERED for gap in gaps))


def signal_metres(layout: Layout) -> int:
    """Metres of the thin wires together: to reeds, button and the lamps' data."""
    lengths, board = Lengths(layout, cable=OUTSIDE), layout.board
    # A wire along each row: a grid's row, or the ground of the star's reeds.
    total = sum(sum(lengths.row(row)) for row in range(len(board.rows)))
    if in_rows(board):
        across = range(max(map(len, board.rows)))
        total += sum(sum(lengths.column(column)) for column in across)
    else:
        total += sum(lengths.reed(point) for point in range(board.size))
    return _metres(total + lengths.feed(0) + 2 * OUTSIDE)


def _turn(layout: Layout, before: StripPiece, after: StripPiece) -> float:
    """Return the distance from a piece of strip to the next one.

    In the east the wires run straight on, in the west through the trunk.
    """
    down = before.places[0].y - after.places[0].y
    trunk = (layout.channels[0].left + layout.channels[0].right) / 2
    west = 0.0 if after.leftwards else before.left + after.left - 2 * trunk
    return (down + west) / 1000


def _metres(metres: float) -> int:
    return ceil(metres * SLACK)
