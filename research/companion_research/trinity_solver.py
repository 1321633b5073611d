"""Solves the first plies of Trinity for two, and writes its book."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from companion.games.trinity import Position, Trinity
from companion.opponents.tables.book_file import checksum
from companion.opponents.tables.trinity_book import (
    TrinityProvenance,
    book_games,
    early_positions,
    list_key,
)
from companion.opponents.tables.trinity_search import LastMoveSearch
from companion_research.book_writer import write_book


def solve_early(game: Trinity) -> list[int]:
    """Return the plies to the end from each early position; 0 for a draw."""
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
    """Return the plies from a position, given the plies from the positions its moves lead to."""
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

    Args:
        path: The file to write.
        program: The program that made the book.
        report: Called with the number of games done, and the total.
    """
    games = book_games()
    lists: dict[str, list[int]] = {}
    report(0, len(games))
    for game in games:
        lists[list_key(game)] = solve_early(game)
        report(len(lists), len(games))
    write_trinity_book(path, program, lists)
