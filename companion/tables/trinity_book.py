"""The book of Solomon's Trinity for two: who wins from every position of the first two plies.

A search finds the rest of the way, but from the start it would take too long on a slow machine. The
book has one list for each supply and blocked space: the plies to the end if the winner hurries and
the loser resists, for each position in the order of their text. As the players alternate, the
parity also tells who makes the last move, and so who wins; 0 is a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from companion.games.trinity import Position, Trinity
from companion.tables.book_file import (
    BookProvenance,
    checksum,
    installed_book,
    read_book,
    write_book,
    wrong_size,
)
from companion.tables.trinity_search import LastMoveSearch

TRINITY_BOOK = Path(__file__).with_name("trinity.book")
"""The book that comes with the program."""

_DEEPEST = 2
"""The most plies from the start to a position of the book."""


class TrinityProvenance(BookProvenance, frozen=True, kw_only=True):
    """The header of the book of Trinity.

    won, drawn, lost: the numbers of positions, for the player to move.
    """

    won: int
    drawn: int
    lost: int


def book_games() -> list[Trinity]:
    """The games in the book: for two players, with every supply and blocked space."""
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
    """The positions in the book, by their distance from the start, in order of their text."""
    found = [[game.start()]]
    for _ in range(_DEEPEST):
        after = {game.advance(p, move) for p in found[-1] for move in game.moves(p)}
        found.append(sorted(after, key=game.position_text))
    return found


def _key(game: Trinity) -> str:
    return f"{game.chosen['stones']} {game.chosen['blocked']}"


def solve_early(game: Trinity) -> list[int]:
    """The plies to the end from each early position; 0 for a draw."""
    levels = early_positions(game)
    plies: dict[Position, int] = {}
    for first in levels[1]:
        # Neighbouring positions share much of their search; all of them at once take much memory.
        search = LastMoveSearch(game)
        for move in game.moves(first):
            position = game.advance(first, move)
            if position not in plies:
                found = search.winner(position)
                plies[position] = 0 if found is None else found[1]
    for level in (levels[1], levels[0]):
        for position in level:
            after = [plies[game.advance(position, move)] for move in game.moves(position)]
            plies[position] = _before(after)
    return [plies[position] for level in levels for position in level]


def _before(after: Iterable[int]) -> int:
    """The plies from a position, given the plies from the positions its moves lead to."""
    then = list(after)
    lost = [each for each in then if each and each % 2 == 0]
    if lost:
        return 1 + min(lost)
    return 0 if 0 in then else 1 + max(then)


def write_trinity_book(path: Path, program: str, lists: dict[str, list[int]]) -> None:
    """Write a book atomically."""
    data = msgspec.json.encode(lists)
    every = [plies for each in lists.values() for plies in each]
    made = TrinityProvenance(
        game="trinity",
        program=program,
        sha256=checksum(data),
        won=sum(plies % 2 for plies in every),
        drawn=every.count(0),
        lost=sum(plies % 2 == 0 for plies in every if plies),
    )
    write_book(path, made, data)


def prove_trinity(path: Path, program: str, report: Callable[[int, int], None]) -> None:
    """Solve the early positions of all games, and write the book.

    report: called with the number of games done, and the total.
    """
    games = book_games()
    lists: dict[str, list[int]] = {}
    report(0, len(games))
    for game in games:
        lists[_key(game)] = solve_early(game)
        report(len(lists), len(games))
    write_trinity_book(path, program, lists)


class TrinityBook:
    """A book read from its file."""

    def __init__(self, path: Path) -> None:
        """Raises InvalidBook if the file is missing or unusable."""
        self.provenance, data = read_book(path, "trinity", TrinityProvenance)
        self._lists = msgspec.json.decode(data, type=dict[str, list[int]])
        if any(_key(game) not in self._lists for game in book_games()):
            raise wrong_size(path)
        self._known: dict[str, dict[Position, int]] = {}

    @classmethod
    def installed(cls) -> TrinityBook | None:
        """The book that comes with the program. Returns None, and logs why, if it is unusable."""
        return installed_book(cls, TRINITY_BOOK)

    def of(self, game: Trinity) -> dict[Position, int]:
        """The plies to the end from each of this game's positions in the book."""
        if len(game.seats) != 2:
            return {}
        key = _key(game)
        found = self._known.get(key)
        if found is None:
            positions = [position for level in early_positions(game) for position in level]
            found = dict(zip(positions, self._lists[key], strict=True))
            self._known[key] = found
        return found
