"""The book of Son of Solomon: where Black places pieces so as to win every game.

Black, the second player, wins (docs/knowledge.md). The book has Black's answer to every sequence of
placings that White can choose; once all pieces are placed, a search finds the rest of the way.

Sequences that a symmetry of the board maps to each other are stored once. The frame of a sequence
is the symmetry that makes it smallest, point by point: each point is mapped to the smallest one
that the symmetries which keep all earlier points allow.

One byte is stored for each decision: level by level, and on each level by the points that White has
chosen, each counted among those that are vacant. It is 0 if the decision never arises; otherwise
1 + 12 * point + half the plies of the moving phase that Black needs at most (0 if they are not
known yet, or if the four is there at once).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.geometry import STAR, Permutation, Point, symmetries
from companion.tables.book_file import (
    BookProvenance,
    checksum,
    installed_book,
    read_book,
    write_book,
    wrong_size,
)

BOOK = Path(__file__).with_name("son-of-solomon.book")
"""The book that comes with the program."""

LONGEST_WIN = 20
"""Plies of the moving phase within which Black wins by the book."""

EACH = 5
"""Pieces of each player."""

SYMMETRIES: tuple[Permutation, ...] = symmetries(STAR)

FIRST: tuple[int, ...] = tuple(
    p for p in range(STAR.size) if all(symmetry[Point(p)] >= p for symmetry in SYMMETRIES)
)
"""White's first points, one for each that symmetries map to each other."""

STEP = 12
"""By how much the bytes of neighbouring points differ."""


def level_starts() -> tuple[int, ...]:
    """Where each of Black's placings begins in the book, and where the book ends."""
    starts, size = [0], len(FIRST)
    for level in range(EACH):
        starts.append(starts[-1] + size)
        size *= STAR.size - 2 * level - 2
    return tuple(starts)


_STARTS = level_starts()


class SonProvenance(BookProvenance, frozen=True, kw_only=True):
    """What the book of Son of Solomon is.

    decisions: how many placings of Black it has.
    ends:      after how many of them all pieces are placed, or Black has won.
    """

    decisions: int
    ends: int


def book_point(stored: int) -> int:
    """The point that a byte of the book names."""
    return (stored - 1) // STEP


def write_son_book(path: Path, program: str, data: bytes, ends: int) -> None:
    """Write a book, whole or not at all."""
    made = SonProvenance(
        game="son_of_solomon",
        program=program,
        sha256=checksum(data),
        decisions=len(data) - data.count(0),
        ends=ends,
    )
    write_book(path, made, data)


class SonBook:
    """A book that has been read."""

    def __init__(self, path: Path) -> None:
        """Raises InvalidBook if the file is missing or cannot be used."""
        self.provenance, self._data = read_book(path, "son_of_solomon", SonProvenance)
        if len(self._data) != _STARTS[-1]:
            raise wrong_size(path)

    @classmethod
    def installed(cls) -> SonBook | None:
        """The book that comes with the program; None, and a line in the log, if it is unusable."""
        return installed_book(cls, BOOK)

    def reply(self, placed: Sequence[Point]) -> tuple[Point, int] | None:
        """Where Black places the next piece, and within how many plies of the moving phase Black
        then wins (0 if that is not known yet); None if Black did not follow the book.

        placed: the points of the pieces so far, White's and Black's in turn, the last one White's.
        """
        frame: Sequence[int] = range(STAR.size)
        keeping: Sequence[Permutation] = SYMMETRIES
        vacant = list(range(STAR.size))
        number = 0
        for turn, point in enumerate(placed):
            there = Point(frame[point])
            least = min(keeping, key=lambda symmetry: symmetry[there])
            frame = [least[Point(p)] for p in frame]
            there = least[there]
            keeping = [symmetry for symmetry in keeping if symmetry[there] == there]
            if turn % 2:
                if self._at(turn // 2, number)[0] != there:
                    return None
            elif turn:
                number = number * len(vacant) + vacant.index(there)
            else:
                number = FIRST.index(there)
            vacant.remove(there)
        answer, plies = self._at(len(placed) // 2, number)
        return None if answer is None else (Point(frame.index(answer)), plies)

    def _at(self, level: int, number: int) -> tuple[int | None, int]:
        """The point and the plies of a decision; no point if it never arises."""
        stored = self._data[_STARTS[level] + number]
        if not stored:
            return None, 0
        point, half = divmod(stored - 1, STEP)
        return point, 2 * half
