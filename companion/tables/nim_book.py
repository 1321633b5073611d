"""The book of Solomon Nim: how long the game lasts from every set of pieces, in both forms.

The form in which the last piece loses comes first, then the one in which it wins. Each has one byte
per set, indexed by the set's bits: the plies to the end if the winner hurries and the loser
resists. As the players alternate, the parity also tells who takes the last piece, and so who wins.
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
"""What taking the last piece does, in the order of the book."""

_SETS = 1 << STAR.size


class NimProvenance(BookProvenance, frozen=True, kw_only=True):
    """The header of the book of Nim.

    lost: for each form, the number of sets that the player to move loses.
    """

    lost: tuple[int, int]


def solve_nim(last: str, sets: int = _SETS) -> bytes:
    """The plies to the end from each set of pieces below `sets`, in one form.

    It works upwards: taking pieces off leads to a set with a smaller number."""
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
    """Write a book atomically."""
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
    """A book read from its file."""

    def __init__(self, path: Path) -> None:
        """Raises InvalidBook if the file is missing or unusable."""
        self.provenance, self._data = read_book(path, "nim", NimProvenance)
        if len(self._data) != len(FORMS) * _SETS:
            raise wrong_size(path)

    @classmethod
    def installed(cls) -> NimBook | None:
        """The book that comes with the program. Returns None, and logs why, if it is unusable."""
        return installed_book(cls, NIM_BOOK)

    def look_up(self, last: str, pieces: int) -> ExactValue:
        """The value of a set of pieces for the player to act."""
        plies = self._data[FORMS.index(last) * _SETS + pieces]
        return ExactValue(1 if plies % 2 == (last == "wins") else -1, plies)
