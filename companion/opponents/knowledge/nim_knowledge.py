"""The computer's knowledge about Nim: the book has every set of pieces."""

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

if TYPE_CHECKING:
    from companion.opponents.levels import Level


@cache
def _book() -> NimBook | None:
    return NimBook.installed()


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
        if book := _book():
            return book.look_up(self.game.chosen["last"], self.game.occupancy(position))
        return None


KNOWLEDGE = NimKnowledge
