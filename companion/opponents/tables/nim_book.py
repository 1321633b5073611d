"""The book of Solomon Nim: how long the game lasts from every set of pieces, in both forms.

The form in which the last piece loses comes first, then the one in which it wins. Each has one byte
per set, indexed by the set's bits: the plies to the end if the winner hurries and the loser
resists. As the players alternate, the parity also gives the player who takes the last piece, and so
the winner.
"""

from __future__ import annotations

from pathlib import Path

from companion.opponents.tables.book_file import (
    BookProvenance,
    installed_book,
    read_book,
    wrong_size,
)
from companion.opponents.tables.endings import ExactValue
from companion.rules.geometry import STAR

NIM_BOOK = Path(__file__).with_name("nim.book")
"""The book that comes with the program."""

FORMS = ("loses", "wins")
"""The results of taking the last piece, in the order of the book."""

SETS = 1 << STAR.size


class NimProvenance(BookProvenance, frozen=True, kw_only=True):
    """The header of the book of Nim.

    Attributes:
        lost: For each form, the number of sets that the player to move loses.
    """

    lost: tuple[int, int]


class NimBook:
    """A book read from its file."""

    def __init__(self, path: Path) -> None:
        """Read the book.

        Raises:
            InvalidBook: If the file is missing or unusable.
        """
        self.provenance, self._data = read_book(path, "nim", NimProvenance)
        if len(self._data) != len(FORMS) * SETS:
            raise wrong_size(path)

    @classmethod
    def installed(cls) -> NimBook | None:
        """Return the book that comes with the program; None if it is unusable, which is logged."""
        return installed_book(cls, NIM_BOOK)

    def look_up(self, last: str, pieces: int) -> ExactValue:
        """Return the value of a set of pieces for the player to act.

        Args:
            last: The form, one of FORMS.
            pieces: The occupied points, by their bits.
        """
        plies = self._data[FORMS.index(last) * SETS + pieces]
        return ExactValue(1 if plies % 2 == (last == "wins") else -1, plies)
