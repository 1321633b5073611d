"""The book of Solomon's Trinity for two: the winner from every position of the first two plies.

A search finds the rest of the way, but from the start it would take too long on a slow machine. The
book has one list for each supply and blocked space: the plies to the end if the winner hurries and
the loser resists, for each position in the order of their text. As the players alternate, the
parity also gives the player who makes the last move, and so the winner; 0 is a draw.
"""

from __future__ import annotations

from pathlib import Path

from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import Text
from companion.games.trinity import Position, Trinity
from companion.opponents.tables.book_file import (
    BookProvenance,
    InvalidBook,
    installed_book,
    read_book,
    wrong_size,
)

TRINITY_BOOK = Path(__file__).with_name("trinity.book")
"""The book that comes with the program."""

_DEEPEST = 2
"""The most plies from the start to a position of the book."""


class TrinityProvenance(BookProvenance, frozen=True, kw_only=True):
    """The header of the book of Trinity.

    Attributes:
        won: The number of positions that the player to move wins.
        drawn: The number of draws.
        lost: The number of positions that the player to move loses.
    """

    won: int
    drawn: int
    lost: int


def book_games() -> list[Trinity]:
    """Return the games in the book: for two players, with every supply and blocked space."""
    stones, blocked = (
        next(option for option in Trinity.options if option.name == name).values({})
        for name in ("stones", "blocked")
    )
    return [
        Trinity({"seats": "2", "stones": supply, "blocked": space})
        for supply in stones
        for space in blocked
    ]


def early_positions(game: Trinity) -> list[list[Position]]:
    """Return the positions in the book, by distance from the start, in order of their text."""
    found = [[game.start()]]
    for _ in range(_DEEPEST):
        after = {game.advance(p, move) for p in found[-1] for move in game.moves(p)}
        found.append(sorted(after, key=game.position_text))
    return found


def list_key(game: Trinity) -> str:
    """Return the key of a game's list in the book."""
    return f"{game.chosen['stones']} {game.chosen['blocked']}"


class TrinityBook:
    """A book read from its file."""

    def __init__(self, path: Path) -> None:
        """Read the book.

        Raises:
            InvalidBook: If the file is missing or unusable.
        """
        self.provenance, data = read_book(path, "trinity", TrinityProvenance)
        try:
            self._lists = decode_json(data, dict[str, list[int]])
        except InvalidJson as error:
            raise InvalidBook.at(path, Text("is damaged ({error})", error=error)) from None
        if any(list_key(game) not in self._lists for game in book_games()):
            raise wrong_size(path)
        self._known: dict[str, dict[Position, int]] = {}

    @classmethod
    def installed(cls) -> TrinityBook | None:
        """Return the book that comes with the program; None if it is unusable, which is logged."""
        return installed_book(cls, TRINITY_BOOK)

    def of(self, game: Trinity) -> dict[Position, int]:
        """Return the plies to the end from each of this game's positions in the book."""
        if len(game.seats) != 2:
            return {}
        key = list_key(game)
        found = self._known.get(key)
        if found is None:
            positions = [position for level in early_positions(game) for position in level]
            found = dict(zip(positions, self._lists[key], strict=True))
            self._known[key] = found
        return found
