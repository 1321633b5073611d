"""Trinity for one: each stone laid from the supply is a step of progress."""

from __future__ import annotations

from companion.engines.search import Search
from companion.games.trinity import Move, Position, Trinity


class TrinitySolver(Search[Position, Move]):
    """Finds a solution with the fewest jumps: a slide uses up a stone, a jump does not."""

    def __init__(self, game: Trinity) -> None:
        super().__init__(game)
        self._trinity = game

    def missing(self, position: Position) -> int:
        return self._trinity.supply(position)

    def impossible(self, position: Position) -> bool:
        # A slide puts a stone on a vacant space; a jump leaves as many stones and vacant spaces.
        return self._trinity.supply(position) > self._trinity.vacant(position)
