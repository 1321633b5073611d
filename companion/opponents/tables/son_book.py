"""The book of Son of Solomon: the placements with which Black wins every game.

Black, the second player, wins (docs/knowledge.md). The book has Black's answer to every sequence of
White's placements; once all pieces are placed, a search finds the rest of the way.

Sequences that a symmetry of the board maps to each other are stored once. The canonical form of a
sequence is the smallest that a symmetry gives, point by point: each point is mapped to the smallest
one allowed by the symmetries that keep all earlier points.

One byte is stored for each decision: level by level, and on each level by the points that White has
chosen, each counted among those that are vacant. It is 0 if the decision never arises; otherwise
1 + 12 * point + half the most plies of the moving phase that Black needs (0 if they are not known
yet, or if the four is complete at once).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.opponents.tables.book_file import (
    BookProvenance,
    installed_book,
    read_book,
    wrong_size,
)
from companion.rules.geometry import STAR, Permutation, Point, symmetries

BOOK = Path(__file__).with_name("son-of-solomon.book")
"""The book that comes with the program."""

LONGEST_WIN = 20
"""The most plies of the moving phase that Black needs to win by the book."""

EACH = 5
"""The number of pieces of each player."""

SYMMETRIES: tuple[Permutation, ...] = symmetries(STAR)

FIRST: tuple[int, ...] = tuple(
    p for p in range(STAR.size) if all(symmetry[Point(p)] >= p for symmetry in SYMMETRIES)
)
"""White's first points, one for each class of symmetric points."""

STEP = 12
"""The difference between the bytes of neighbouring points."""


def level_starts() -> tuple[int, ...]:
    """Return the offset of each of Black's placements in the book, and the book's length."""
    starts, size = [0], len(FIRST)
    for level in range(EACH):
        starts.append(starts[-1] + size)
        size *= STAR.size - 2 * level - 2
    return tuple(starts)


_STARTS = level_starts()


class SonProvenance(BookProvenance, frozen=True, kw_only=True):
    """The header of the book of Son of Solomon.

    Attributes:
        decisions: The number of Black's placements in it.
        ends: The number of those after which all pieces are placed, or Black has won.
    """

    decisions: int
    ends: int


def book_point(stored: int) -> int:
    """Return the point that a byte of the book encodes."""
    return (stored - 1) // STEP


class SonBook:
    """A book read from its file."""

    def __init__(self, path: Path) -> None:
        """Read the book.

        Raises:
            InvalidBook: If the file is missing or unusable.
        """
        self.provenance, self._data = read_book(path, "son_of_solomon", SonProvenance)
        if len(self._data) != _STARTS[-1]:
            raise wrong_size(path)

    @classmethod
    def installed(cls) -> SonBook | None:
        """Return the book that comes with the program; None if it is unusable, which is logged."""
        return installed_book(cls, BOOK)

    def reply(self, placed: Sequence[Point]) -> tuple[Point, int] | None:
        """Look up where Black places the next piece.

        Args:
            placed: The points of all pieces so far, White's and Black's in turn, ending with
                White's.

        Returns:
            The point, and the most plies of the moving phase until Black wins (0 if not known yet);
            None if Black did not follow the book.
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
        """Return the point and the plies of a decision; point None if it never arises."""
        stored = self._data[_STARTS[level] + number]
        if not stored:
            return None, 0
        point, half = divmod(stored - 1, STEP)
        return point, 2 * half
