"""The Crowning Problem: what runs out are the kings still to be made."""

from __future__ import annotations

from companion.engines.search import Search
from companion.games.crowning import Move
from companion.geometry import STAR

_KINGS = 9


class CrowningSolver(Search[int, Move]):
    """Finds a solution of the fewest moves."""

    def missing(self, position: int) -> int:
        return _KINGS - (position >> STAR.size).bit_count()
