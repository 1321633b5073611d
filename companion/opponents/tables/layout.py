"""The numbering of the positions in Solomon's endgame tables, and the encoding of values.

A position is seen by the player to move: the board is turned so that this player goes up, and the
pieces are *own* and *other*. Three sets of points describe it: the own pieces, the other ones, and
the kings of both. Only one of a position and its left-right mirror image is stored: the one whose
occupied points make the smaller number.

The positions of n pieces follow the positions of n - 1 pieces. They are ordered by

1. the occupied points, as a number whose bit `p` is set if the p-th point is occupied;
2. the owners, as a number of n bits: bit `i` is set if the i-th of the occupied points is the
   player's own. All own and none own are left out;
3. the kings, as a number of n bits in the same order.

A value is one byte: 0 for a draw, 1 + d for a game that ends in d plies. The game ends when a
player has no move, so the player to move loses if d is even, and wins if it is odd. A man cannot
stand where it would be crowned; the place of such a position repeats the value before it.
"""

from __future__ import annotations

from itertools import combinations

from companion.rules.geometry import STAR

POINTS = STAR.size
DRAWN = 0
"""The value of a draw."""

RULES = 1
"""The version of Solomon's rules that the tables follow; incremented when a rule changes."""

FEWEST = 2
"""The number of pieces in a table's smallest positions: one for each player."""

SHIPPED_PIECES = 5
"""The number of pieces in the largest positions of the table that comes with the program."""

MOST_PIECES = 7
"""The number of pieces in the largest positions that can be solved."""


def _mirror(points: int) -> int:
    image, first = 0, 0
    for row in STAR.rows:
        for place in range(len(row)):
            if points >> first + place & 1:
                image |= 1 << first + len(row) - 1 - place
        first += len(row)
    return image


_LOW = tuple(_mirror(points) for points in range(1 << 10))
_HIGH = tuple(_mirror(points << 10) for points in range(1 << POINTS - 10))


def mirrored(points: int) -> int:
    """Return the left-right mirror image of a set of points."""
    return _LOW[points & 1023] | _HIGH[points >> 10]


def point_sets(pieces: int) -> list[int]:
    """Return all sets of `pieces` points, in ascending order."""
    return sorted(sum(1 << p for p in chosen) for chosen in combinations(range(POINTS), pieces))


def stored_sets(pieces: int) -> list[int]:
    """Return the stored sets of occupied points, in order: one of each mirror pair."""
    return [points for points in point_sets(pieces) if points <= mirrored(points)]


def row_size(pieces: int) -> int:
    """Return the number of positions stored for one set of occupied points."""
    return (1 << pieces) - 2 << pieces


def pattern(points: int, occupied: int) -> int:
    """Return which of the occupied points are in a set, one bit for each."""
    found, bit = 0, 1
    while occupied:
        lowest = occupied & -occupied
        if points & lowest:
            found |= bit
        bit <<= 1
        occupied ^= lowest
    return found
