"""Rows of bits, used by the programs that solve Solomon backwards.

A set of occupied points and a choice of owners make a row. A row has one bit for each choice of the
pieces that are kings: bit `i` of its number says whether the i-th of these points holds a king.
Most rules do not depend on which of the other pieces are kings, so one operation on a row's words
handles all of its positions: exchanging two pieces in the order exchanges two bits of that number.

One of the players goes up the board; the points are numbered from the top.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from companion.opponents.tables.layout import POINTS
from companion.rules.geometry import STAR, Point
from companion_research.compiling import IntArray, WordArray, fast

WAYS = 6
"""The most neighbours of any point of the star."""

NOWHERE = -1
"""The mark for a point that does not exist, or an unused entry."""

_Flags = NDArray[np.bool_]


def _star() -> tuple[IntArray, IntArray, _Flags, _Flags]:
    near = np.full((POINTS, WAYS), NOWHERE, np.int64)
    beyond = np.full((POINTS, WAYS), NOWHERE, np.int64)
    up = np.zeros((POINTS, WAYS), np.bool_)
    down = np.zeros((POINTS, WAYS), np.bool_)
    for point in range(POINTS):
        for way, (angle, ray) in enumerate(STAR.rays[Point(point)].items()):
            near[point, way] = ray[0]
            if len(ray) > 1:
                beyond[point, way] = ray[1]
            up[point, way] = angle <= 180  # or along a horizontal line
            down[point, way] = angle == 0 or angle >= 180
    return near, beyond, up, down


NEAR, BEYOND, AHEAD, DOWNWARD = _star()
"""By point and way: the neighbour, the point beyond it, and whether a man going up the board may
move there, or one going down."""

FAR_PALACE, NEAR_PALACE = 0, POINTS - 1
"""The points where men going up are crowned, and men going down."""

ALL_ONES = np.uint64(2**64 - 1)
NO_BITS = np.uint64(0)
ONE_BIT = np.uint64(1)


def _words(chosen: Callable[[int], bool]) -> np.uint64:
    """Return the word whose bit `k` is `chosen(k)`."""
    return np.uint64(sum(1 << k for k in range(64) if chosen(k)))


_KING = np.array([_words(lambda k, i=i: bool(k >> i & 1)) for i in range(6)], np.uint64)  # type: ignore[misc]
_SWAP = np.array(
    [
        [_words(lambda k, a=a, b=b: k >> a & 1 and not k >> b & 1) for b in range(6)]  # type: ignore[misc]
        for a in range(6)
    ],
    np.uint64,
)


@fast
def swap_bits(word: WordArray, a: int, b: int) -> None:
    """Exchange the pieces a < b of a row: its bit `k` becomes bit `k` with bits a and b swapped."""
    if b < 6:
        shift, mask = np.uint64((1 << b) - (1 << a)), _SWAP[a, b]
        for w in range(word.size):
            change = (word[w] ^ (word[w] >> shift)) & mask
            word[w] ^= change ^ (change << shift)
    elif a < 6:
        shift, mask, high = np.uint64(1 << a), _KING[a], 1 << b - 6
        for w in range(word.size):
            if not w & high:
                change = (word[w] ^ (word[w | high] << shift)) & mask
                word[w] ^= change
                word[w | high] ^= change >> shift
    else:
        low, high = 1 << a - 6, 1 << b - 6
        for w in range(word.size):
            if w & low and not w & high:
                other = w ^ low ^ high
                word[w], word[other] = word[other], word[w]


@fast
def king_word(i: int, w: int) -> np.uint64:
    """Return the positions in which the i-th piece is a king, in the w-th word of a row."""
    if i >= 6:
        return ALL_ONES if w >> i - 6 & 1 else NO_BITS
    kings: np.uint64 = _KING[i]
    return kings


@fast
def as_king(word: WordArray, i: int) -> None:
    """Treat the i-th piece as a king in all positions."""
    if i < 6:
        shift, mask = np.uint64(1 << i), _KING[i]
        for w in range(word.size):
            kings = word[w] & mask
            word[w] = kings | kings >> shift
    else:
        high = 1 << i - 6
        for w in range(word.size):
            word[w] = word[w | high]


@fast
def any_set(word: WordArray) -> bool:
    """Return whether any bit is set."""
    for w in range(word.size):  # noqa: SIM110 - numba compiles no generators
        if word[w]:
            return True
    return False


@fast
def spread(occupied: int, points: IntArray) -> None:
    """Write the points of a set into an array, lowest first."""
    count = 0
    for point in range(POINTS):
        if occupied >> point & 1:
            points[count] = point
            count += 1


@fast
def count_points(points: int) -> int:
    """Return the number of points in a set."""
    found = 0
    while points:
        points &= points - 1
        found += 1
    return found


@fast
def chains(
    origin: int,
    king: bool,
    ahead: _Flags,
    palace: int,
    occupied: int,
    other: int,
    ends: IntArray,
) -> int:
    """Find the chains of jumps of one piece.

    Args:
        origin: The point of the piece.
        king: Whether it is a king.
        ahead: By point and way, whether its men may go there.
        palace: The point where they are crowned.
        occupied: The occupied points.
        other: The points that it may capture.
        ends: Set to the chains, one in each row: the point where the piece lands, the points of the
            captured pieces, and whether it is crowned.

    Returns:
        The number of chains.
    """
    at = np.zeros(POINTS, np.int64)
    taken = np.zeros(POINTS, np.int64)
    way = np.zeros(POINTS, np.int64)
    on = np.zeros(POINTS, np.bool_)
    depth, found = 0, 0
    at[0] = origin
    while depth >= 0:
        here = at[depth]
        if way[depth] == WAYS:
            if depth and not on[depth]:
                ends[found, 0], ends[found, 1], ends[found, 2] = here, taken[depth], 0
                found += 1
            depth -= 1
            continue
        step = way[depth]
        way[depth] += 1
        over, land = NEAR[here, step], BEYOND[here, step]
        if land < 0 or not (king or ahead[here, step]):
            continue
        gone = taken[depth]
        if not (other & ~gone) >> over & 1:
            continue
        if (occupied & ~gone & ~(1 << origin)) >> land & 1:
            continue
        on[depth] = True
        if land == palace and not king:
            ends[found, 0], ends[found, 1], ends[found, 2] = land, gone | 1 << over, 1
            found += 1
            continue
        depth += 1
        at[depth], taken[depth], way[depth], on[depth] = land, gone | 1 << over, 0, False
    return found
