"""The book of Solomon's opening: positions in which a player holds the draw, or wins.

It comes from the proof that Solomon is a draw (`solomon_openings.py`, docs/knowledge.md), and ends
where fewer than eight pieces are left; the larger endgame tables continue from there. To every move
of the other player, there is an answer that leads to another position of the book, or else every
answer leaves fewer pieces and does equally well. White holds the draw after each of three first
moves, and Black after every one; if White begins with 16-10, Black wins.

A position is seen by the player to move, who goes up the board; the book is for the other player,
who has just moved. Only one of a position and its mirror image is stored: the one with the smaller
key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from companion import __version__
from companion.tables.book_file import (
    BookProvenance,
    InvalidBook,
    checksum,
    installed_book,
    read_book,
    write_book,
    wrong_size,
)
from companion.tables.layout import RULES, mirrored
from companion.text import Text

OPENINGS = Path(__file__).with_name("solomon.book")
"""The book that comes with the program."""

BOOK_PIECES = 8
"""The fewest pieces of a position that the book continues from. It ends at smaller positions."""

_KEY = 8  # bytes


class OpeningProvenance(BookProvenance, frozen=True, kw_only=True):
    """The header of the book of Solomon's opening.

    rules:     the version of the rules that it follows.
    held, won: the number of positions that do not lose, and that win.
    """

    rules: int
    held: int
    won: int


def book_key(own: int, other: int, kings: int) -> int:
    """The key of a position: the points of the player to move, the other one, and the kings."""
    image = mirrored(own) | mirrored(other) << 19 | mirrored(kings) << 38
    return min(own | other << 19 | kings << 38, image)


def write_openings(path: Path, held: Iterable[int], won: Mapping[int, int]) -> None:
    """Write a book atomically.

    won: for each key, the most further moves of the winner until fewer pieces are left than in the
    book's positions.
    """
    safe, sure = sorted(set(held)), sorted(won)
    data = b"".join(key.to_bytes(_KEY, "little") for key in (*safe, *sure))
    data += bytes(won[key] for key in sure)
    made = OpeningProvenance(
        game="solomon",
        rules=RULES,
        program=f"companion tables prove-solomon, version {__version__}",
        held=len(safe),
        won=len(sure),
        sha256=checksum(data),
    )
    write_book(path, made, data)


class OpeningBook:
    """A book read from its file."""

    def __init__(self, path: Path) -> None:
        """Raises InvalidBook if the file is missing or unusable."""
        made, data = read_book(path, "solomon", OpeningProvenance)
        if made.rules != RULES:
            fault = Text("follows other rules ({game} {rules})", game=made.game, rules=made.rules)
            raise InvalidBook.at(path, fault)
        if len(data) != _KEY * (made.held + made.won) + made.won:
            raise wrong_size(path)
        keys = [
            int.from_bytes(data[at : at + _KEY], "little")
            for at in range(0, _KEY * (made.held + made.won), _KEY)
        ]
        self.provenance = made
        self.held = frozenset(keys[: made.held])
        self.won = dict(zip(keys[made.held :], data[len(data) - made.won :], strict=True))

    @classmethod
    def installed(cls) -> OpeningBook | None:
        """The book that comes with the program. Returns None, and logs why, if it is unusable."""
        return installed_book(cls, OPENINGS)

    def promise(self, own: int, other: int, kings: int) -> int | None:
        """Look up a position for the player who has just moved: 0 if it does not lose; n if it
        wins, with at most n more moves until fewer pieces are left; None if it is not in the book.

        own, other, kings: sets of points, as seen by the player to move.
        """
        key = book_key(own, other, kings)
        return self.won.get(key, 0 if key in self.held else None)
