"""The book of Solomon Nim: how long the game lasts from every set of pieces, in both forms.

The form in which the last piece loses comes first, then the one in which it wins. For each there is
one byte a set, by the set's bits: the plies to the end if the winner hurries and the loser resists.
As the players alternate, they also say who makes the last one, and so who wins.
"""

from __future__ import annotations

from pathlib import Path

from companion.games.nim import Nim
from companion.geometry import STAR
from companion.tables.book_file import (
    BookProvenance,
    checksum,
    installed_book,
    read_book,
    write_book,
    wrong_size,
)
from companion.tables.endings import ExactValue

NIM_BOOK = Path(__file__).with_name("nim.book")
"""The book that comes with the program."""

FORMS = ("loses", "wins")
"""What whoever takes the last piece does, in the order of the book."""

_SETS = 1 << STAR.size


class NimProvenance(BookProvenance, frozen=True, kw_only=True):
    """What the book of Nim is.

    lost: in each form, from how many sets the player to act loses.
    """

    lost: tuple[int, int]


def solve_nim(last: str, sets: int = _SETS) -> bytes:
    """The plies from every set of pieces, or from so many, in one form. It works upwards: taking
    pieces off leads to a set with a smaller number."""
    game = Nim({"last": last})
    runs = sorted(game.run(move) for move in game.moves(game.start()))
    last_wins = last == "wins"
    plies = bytearray(sets)
    for pieces in range(1, sets):
        won, lost = _SETS, 0  # the shortest win and the longest loss
        for run in runs:
            if run > pieces:
                break
            if pieces & run == run:
                then = plies[pieces ^ run] + 1
                if then % 2 == last_wins:
                    won = min(won, then)
                elif then > lost:
                    lost = then
        plies[pieces] = won if won < _SETS else lost
    return bytes(plies)


def write_nim_book(path: Path, program: str, forms: tuple[bytes, bytes]) -> None:
    """Write a book, whole or not at all."""
    lost = tuple(
        sum(number % 2 != (last == "wins") for number in plies)
        for last, plies in zip(FORMS, forms, strict=True)
    )
    data = b"".join(forms)
    made = NimProvenance(
        game="nim", program=program, sha256=checksum(data), lost=(lost[0], lost[1])
    )
    write_book(path, made, data)


class NimBook:
    """A book that has been read."""

    def __init__(self, path: Path) -> None:
        """Raises InvalidBook if the file is missing or cannot be used."""
        self.provenance, self._data = read_book(path, "nim", NimProvenance)
        if len(self._data) != len(FORMS) * _SETS:
            raise wrong_size(path)

    @classmethod
    def installed(cls) -> NimBook | None:
        """The book that comes with the program; None, and a line in the log, if it is unusable."""
        return installed_book(cls, NIM_BOOK)

    def look_up(self, last: str, pieces: int) -> ExactValue:
        """What a set of pieces is worth to the player to act."""
        plies = self._data[FORMS.index(last) * _SETS + pieces]
        return ExactValue(1 if plies % 2 == (last == "wins") else -1, plies)
