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

from pathlib import Path

from companion.base.text import Text
from companion.opponents.tables.book_file import (
    BookProvenance,
    InvalidBook,
    installed_book,
    read_book,
    wrong_size,
)
from companion.opponents.tables.layout import RULES, mirrored

OPENINGS = Path(__file__).with_name("solomon.book")
"""The book that comes with the program."""

BOOK_PIECES = 8
"""The fewest pieces of a position that the book continues from. It ends at smaller positions."""

KEY = 8
"""The bytes of a key."""


class OpeningProvenance(BookProvenance, frozen=True, kw_only=True):
    """The header of the book of Solomon's opening.

    Attributes:
        rules: The version of the rules that it follows.
        held: The number of positions that do not lose.
        won: The number of positions that win.
    """

    rules: int
    held: int
    won: int


def book_key(own: int, other: int, kings: int) -> int:
    """Return the key of a position.

    Args:
        own: The points of the player to move.
        other: The points of the other player.
        kings: The points of the kings of both.
    """
    image = mirrored(own) | mirrored(other) << 19 | mirrored(kings) << 38
    return min(own | other << 19 | kings << 38, image)


class OpeningBook:
    """A book read from its file."""

    def __init__(self, path: Path) -> None:
        """Read the book.

        Raises:
            InvalidBook: If the file is missing or unusable.
        """
        made, data = read_book(path, "solomon", OpeningProvenance)
        if made.rules != RULES:
            fault = Text("follows other rules ({game} {rules})", game=made.game, rules=made.rules)
            raise InvalidBook.at(path, fault)
        if len(data) != KEY * (made.held + made.won) + made.won:
            raise wrong_size(path)
        keys = [
            int.from_bytes(data[at : at + KEY], "little")
            for at in range(0, KEY * (made.held + made.won), KEY)
        ]
        self.provenance = made
        self.held = frozenset(keys[: made.held])
        self.won = dict(zip(keys[made.held :], data[len(data) - made.won :], strict=True))

    @classmethod
    def installed(cls) -> OpeningBook | None:
        """Return the book that comes with the program; None if it is unusable, which is logged."""
        return installed_book(cls, OPENINGS)

    def promise(self, own: int, other: int, kings: int) -> int | None:
        """Look up a position for the player who has just moved.

        Args:
            own: The points of the player to move, as seen by that player.
            other: The points of the other player.
            kings: The points of the kings of both.

        Returns:
            0 if the position does not lose; n if it wins, with at most n more moves until fewer
            pieces are left; None if it is not in the book.
        """
        key = book_key(own, other, kings)
        return self.won.get(key, 0 if key in self.held else None)
