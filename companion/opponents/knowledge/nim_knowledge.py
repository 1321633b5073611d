"""The computer's knowledge about Nim: every set of pieces, from the book or solved in place."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import TYPE_CHECKING, ClassVar

from companion.games.nim import Nim
from companion.opponents.evaluation import PlayoutEvaluator, even_shares
from companion.opponents.knowledge.game_knowledge import Knowledge, Skills
from companion.opponents.tables import ExactValue
from companion.opponents.tables.nim_book import NimBook
from companion.rules import Shares
from companion.rules.geometry import STAR

if TYPE_CHECKING:
    from companion.opponents.levels import Level


@cache
def _book() -> NimBook | None:
    return NimBook.installed()


@cache
def _solved(board: str, last: str) -> tuple[int, ...]:
    """Return the plies to the end from every set of pieces of a small board, as a book has them.

    The winner hurries, and the loser resists.
    """
    game = Nim({"board": board, "last": last})
    full = game.board.full
    runs = [move & full for move in game.moves(game.start())]
    plies = [0]
    for pieces in range(1, full + 1):
        after = [plies[pieces ^ run] for run in runs if pieces & run == run]
        lost = [count for count in after if not _wins(count, last)]
        plies.append(1 + (min(lost) if lost else max(after)))
    return tuple(plies)


def _wins(plies: int, last: str) -> bool:
    """Return whether the player to act wins, from the plies to the end."""
    return plies % 2 == (last == "wins")


class NimKnowledge(Knowledge[int, int]):
    """See the top of this file."""

    name = Nim.name
    matter = ("last",)
    skills: ClassVar[Skills] = {
        "loses": (21.0, 40.8, 52.8, 64.8, 78.7),
        "wins": (18.0, 36.2, 50.9, 63.6, 76.0),
    }
    game: Nim

    def playouts(self) -> PlayoutEvaluator:
        return PlayoutEvaluator(even_shares(self.game), 200, 3.0)

    def estimator(self) -> Callable[[int], Shares]:
        """Return shares computed from the book; equal if it does not have the position."""
        even = even_shares(self.game)

        def shares(position: int) -> Shares:
            found = self.value(position)
            if found is None:
                return even(position)
            first = (found.value > 0) == (self.game.to_act(position) == 0)
            return (1.0, 0.0) if first else (0.0, 1.0)

        return shares

    def used_by(self, level: Level, position: int, random: Random) -> bool:
        return self.game.occupancy(position).bit_count() <= level.pieces(random)

    def value(self, position: int) -> ExactValue | None:
        pieces, last = self.game.occupancy(position), self.game.chosen["last"]
        if self.game.board is not STAR:
            plies = _solved(self.game.board.name, last)[pieces]
            return ExactValue(1 if _wins(plies, last) else -1, plies)
        if book := _book():
            return book.look_up(last, pieces)
        return None


KNOWLEDGE = NimKnowledge
