"""How the positions of Solomon's endings are numbered, and what a value says.

A position is seen by the player to move: the board is turned so that this player goes up, and the
pieces are *own* and *other*. Three sets of points describe it: the own pieces, the other ones, and
the kings among both. Of a position and its left-right image only one is stored: the one whose
occupied points make the smaller number.

The positions of n pieces follow the positions of n - 1 pieces. They are ordered by

1. the occupied points, as a number whose bit `p` is set if the p-th point is occupied;
2. the owners, as a number of n bits: bit `i` is set if the i-th of the occupied points is the
   player's own. All own and none own are left out;
3. the kings, as a number of n bits in the same order.

A value is one byte: 0 for a draw, 1 + d for a game that ends in d plies. It ends when a player
has no move, so the player to move loses if d is even, and wins if it is odd. A man on the point
where it would be crowned makes no position; such a place is filled with the value before it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from companion.geometry import STAR

POINTS = STAR.size
DRAWN = 0
"""The value of a draw."""

RULES = 1
"""The version of Solomon's rules that the tables follow; it grows when a rule changes."""

FEWEST = 2
"""Pieces of the smallest positions in a table: one for each player."""

SHIPPED_PIECES = 5
"""Pieces of the largest positions in the table that comes with the program."""

MOST_PIECES = 7
"""Pieces of the largest positions that can be solved."""

OnProgress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is to do."""


def unreported(_what: str, _done: int, _total: int) -> None:
    """Tell nobody."""


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
    """The left-right image of a set of points."""
    return _LOW[points & 1023] | _HIGH[points >> 10]


def point_sets(pieces: int) -> list[int]:
    """Every set of that many points, in order."""
    return sorted(sum(1 << p for p in chosen) for chosen in combinations(range(POINTS), pieces))


def stored_sets(pieces: int) -> list[int]:
    """The sets of occupied points that are stored, in order: one of each pair of images."""
    return [points for points in point_sets(pieces) if points <= mirrored(points)]


def row_size(pieces: int) -> int:
    """How many positions are stored for one set of occupied points."""
    return (1 << pieces) - 2 << pieces


def pattern(points: int, occupied: int) -> int:
    """Which of the occupied points are in a set, as one bit for each of them."""
    found, bit = 0, 1
    while occupied:
        lowest = occupied & -occupied
        if points & lowest:
            found |= bit
        bit <<= 1
        occupied ^= lowest
    return found
