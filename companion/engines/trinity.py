"""Trinity: what runs out are the stones in the supply."""

from __future__ import annotations

from typing import Final

from companion.engines.alphabeta import Lead
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


_PARITY: Final = 20


def trinity_lead(game: Trinity) -> Lead:
    """Trinity for two: who would lay the last stone if every move laid one."""

    def of(position: Position) -> int:
        lays_last = position[4] ^ (game.supply(position) + 1) & 1
        return -_PARITY if lays_last else _PARITY

    return Lead(of, pace=6.0)
