"""Trinity for one player: what runs out are the stones in the supply."""

from __future__ import annotations

from companion.engines.search import Search
from companion.games.trinity import Move, Position
from companion.geometry import STAR


class TrinitySolver(Search[Position, Move]):
    """Finds a solution of the fewest jumps: a slide uses up a stone, a jump none."""

    def missing(self, position: Position) -> int:
        return position[3]

    def impossible(self, position: Position) -> bool:
        # A slide takes a vacant space for its stone, and a jump leaves as many of both.
        coins, stones, _, supply, _ = position
        blocked = self._game.chosen["blocked"] != "none"
        return supply > STAR.size - len(coins) - stones.bit_count() - blocked
