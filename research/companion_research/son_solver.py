"""Proves that Black wins Son of Solomon, and writes the book.

The program tries Black's placements against all of White's. Once all pieces are placed, it looks
for a win within 2, 4, … plies, up to `LONGEST_WIN`: whatever White does, Black has four in a row by
then, and White does not. "Within n plies" includes fours that are complete before every piece has
moved. It stops at the first answer that always wins, so it proves just that Black wins, and not how
soon.

Only this program needs numpy and numba.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion import __version__
from companion.base.errors import CompanionError
from companion.opponents.tables.book_file import checksum
from companion.opponents.tables.son_book import (
    EACH,
    FIRST,
    LONGEST_WIN,
    STEP,
    SYMMETRIES,
    SonProvenance,
    book_point,
    level_starts,
)
from companion.rules.geometry import STAR, Point, bits
from companion_research.book_writer import write_book
from companion_research.compiling import ByteArray, IntArray, fast
from companion_research.progress import OnProgress, unreported

_POINTS = STAR.size
_FULL = int(STAR.full)
_ALL = 2 * EACH


def _most_in_a_four() -> ByteArray:
    """Return, for each set of points, the most of them that lie in any one four."""
    sets = np.arange(1 << _POINTS)
    most = np.zeros(1 << _POINTS, np.uint8)
    for line in STAR.lines:
        for first in (0, 1):
            inside = np.bitwise_count(sets & int(bits(line[first : first + 4])))
            most = np.maximum(most, inside.astype(np.uint8))
    return most


def _rays() -> IntArray:
    rays = np.full((_POINTS, 6, 4), -1, np.int64)
    for point in range(_POINTS):
        for way, ray in enumerate(STAR.rays[Point(point)].values()):
            rays[point, way, : len(ray)] = ray
    return rays


_MOST = _most_in_a_four()
_NEAR = np.array([bits(STAR.neighbours(Point(p))) for p in range(_POINTS)], np.int64)
_RAYS = _rays()
_IMAGES = np.array(SYMMETRIES, np.int64)
_STARTS = np.array(level_starts(), np.int64)


@fast
def _targets(origin: int, vacant: int) -> int:
    """Return the points that a piece can move to: its slides, or else its shortest jumps."""
    slides = int(_NEAR[origin] & vacant)
    if slides:
        return slides
    fewest, found = 9, 0
    for way in range(6):
        for passed in range(4):
            to = _RAYS[origin, way, passed]
            if to < 0:
                break
            if vacant >> to & 1:
                if passed < fewest:
                    fewest, found = passed, 0
                if passed == fewest:
                    found |= 1 << to
                break
    return found


@fast
def _wins(  # noqa: C901 - a numba kernel
    places: IntArray, white: int, black: int, turn: int, plies: int
) -> bool:
    """Return whether Black can get four in a row within `plies` plies, whatever White does.

    `turn` is the piece to move, 0 for White 1 to 9 for Black 5. `places` has the point of each
    piece.
    """
    origin = places[turn]
    here = 1 << origin
    to_move = _targets(origin, _FULL & ~(white | black))
    after = turn + 1 if turn < _ALL - 1 else 0
    if turn % 2:
        if not to_move:
            return plies > 2 and _wins(places, white, black, after, plies - 1)
        left = to_move
        while left:
            to = left & -left
            left ^= to
            if _MOST[black ^ here | to] == 4:
                return True
        if plies < 3:
            return False
        for point in range(_POINTS):
            if to_move >> point & 1:
                places[turn] = point
                won = _wins(places, white, black ^ here | 1 << point, after, plies - 1)
                places[turn] = origin
                if won:
                    return True
        return False
    own = plies // 2
    if own <= 3:
        # All pieces that Black will not move again are already in their final places.
        stay, piece = black, turn + 1
        for _ in range(own):
            stay &= ~(1 << places[piece])
            piece = (piece + 2) % _ALL
        if _MOST[stay] + own < 4:
            return False
    if not to_move:
        return _wins(places, white, black, after, plies - 1)
    left = to_move
    while left:
        to = left & -left
        left ^= to
        if _MOST[white ^ here | to] == 4:
            return False
    for point in range(_POINTS):
        if to_move >> point & 1:
            places[turn] = point
            won = _wins(places, white ^ here | 1 << point, black, after, plies - 1)
            places[turn] = origin
            if not won:
                return False
    return True


@fast
def _least(point: int, keeping: int) -> bool:
    """Return whether no symmetry that keeps all earlier points maps a point to a smaller one."""
    for i in range(_IMAGES.shape[0]):
        if keeping >> i & 1 and _IMAGES[i, point] < point:
            return False
    return True


@fast
def _kept(point: int, keeping: int) -> int:
    """Return the symmetries among these that keep the point, too."""
    found = 0
    for i in range(_IMAGES.shape[0]):
        if keeping >> i & 1 and _IMAGES[i, point] == point:
            found |= 1 << i
    return found


@fast
def _sort(points: IntArray, count: int, success: IntArray) -> None:
    """Sort points by their success counts, best first."""
    for i in range(1, count):
        point, j = points[i], i
        while j and success[points[j - 1]] < success[point]:
            points[j] = points[j - 1]
            j -= 1
        points[j] = point


@fast
def _black_places(
    level: int,
    places: IntArray,
    white: int,
    black: int,
    keeping: int,
    number: int,
    book: ByteArray,
    success: IntArray,
) -> bool:
    """Find a point for Black's next piece that wins, and put it into the book."""
    at = _STARTS[level] + number
    points = np.zeros(_POINTS, np.int64)
    count = 0
    for point in range(_POINTS):
        if not (white | black) >> point & 1 and _least(point, keeping):
            if _MOST[black | 1 << point] == 4:
                book[at] = 1 + STEP * point
                return True
            points[count] = point
            count += 1
    _sort(points, count, success[level, 1])
    if level == EACH - 1:
        for plies in range(2, LONGEST_WIN + 1, 2):
            for i in range(count):
                point = points[i]
                places[_ALL - 1] = point
                if _wins(places, white, black | 1 << point, 0, plies):
                    book[at] = 1 + STEP * point + plies // 2
                    success[level, 1, point] += 1
                    return True
        return False
    for i in range(count):
        point = points[i]
        places[2 * level + 1] = point
        if _white_places(
            level + 1,
            places,
            white,
            black | 1 << point,
            _kept(point, keeping),
            number,
            book,
            success,
        ):
            book[at] = 1 + STEP * point
            success[level, 1, point] += 1
            return True
    return False


@fast
def _white_places(
    level: int,
    places: IntArray,
    white: int,
    black: int,
    keeping: int,
    number: int,
    book: ByteArray,
    success: IntArray,
) -> bool:
    """Return whether Black wins wherever White places the next piece."""
    points = np.zeros(_POINTS, np.int64)
    rank = np.zeros(_POINTS, np.int64)
    count = vacant = 0
    for point in range(_POINTS):
        if not (white | black) >> point & 1:
            if _MOST[white | 1 << point] == 4:
                return False
            rank[point] = vacant
            vacant += 1
            if _least(point, keeping):
                points[count] = point
                count += 1
    _sort(points, count, success[level, 0])
    for i in range(count):
        point = points[i]
        places[2 * level] = point
        if not _black_places(
            level,
            places,
            white | 1 << point,
            black,
            _kept(point, keeping),
            number * vacant + rank[point],
            book,
            success,
        ):
            success[level, 0, point] += 1
            return False
    return True


def prove(path: Path, report: OnProgress = unreported) -> None:
    """Find a way for Black to win every game, and write the book.

    Raises:
        CompanionError: If there is none within `LONGEST_WIN` plies of the moving phase.
    """
    book = np.zeros(_STARTS[-1], np.uint8)
    success = np.zeros((EACH, 2, _POINTS), np.int64)
    places = np.zeros(_ALL, np.int64)
    every = (1 << len(SYMMETRIES)) - 1
    for number, first in enumerate(FIRST):
        report("proving that Black wins", number, len(FIRST))
        places[0] = first
        kept = _kept(first, every)
        if not _black_places(0, places, 1 << first, 0, kept, number, book, success):
            raise CompanionError(
                f"Black does not win within {LONGEST_WIN} plies against {STAR.names[first]}"
            )
    report("proving that Black wins", len(FIRST), len(FIRST))
    needed = np.zeros_like(book)
    ends = 0
    for number, first in enumerate(FIRST):
        ends += _keep(0, number, 1 << first, 0, _kept(first, every), book, needed)
    program = f"companion tables prove-son, version {__version__}"
    write_son_book(path, program, needed.tobytes(), ends)


def _keep(
    level: int,
    number: int,
    white: int,
    black: int,
    keeping: int,
    book: ByteArray,
    needed: ByteArray,
) -> int:
    """Copy a decision, and all that can follow it, from a book that has more.

    Returns:
        The number of decisions after which no piece is left to place.
    """
    stored = book[_STARTS[level] + number]
    needed[_STARTS[level] + number] = stored
    point = book_point(int(stored))
    black |= 1 << point
    if level == EACH - 1 or _MOST[black] == 4:
        return 1
    keeping = _kept(point, keeping)
    vacant = [p for p in range(_POINTS) if not (white | black) >> p & 1]
    ends = 0
    for rank, then in enumerate(vacant):
        if _least(then, keeping):
            below = number * len(vacant) + rank
            ends += _keep(
                level + 1, below, white | 1 << then, black, _kept(then, keeping), book, needed
            )
    return ends


def write_son_book(path: Path, program: str, data: bytes, ends: int) -> None:
    """Write a book atomically."""
    made = SonProvenance(
        game="son_of_solomon",
        program=program,
        sha256=checksum(data),
        decisions=len(data) - data.count(0),
        ends=ends,
    )
    write_book(path, made, data)
