"""The Crowning Problem: each king still to be made is a step of progress."""

from __future__ import annotations

from companion.engines.search import Search
from companion.games.crowning import Crowning, Move


class CrowningSolver(Search[int, Move]):
    """Finds a shortest solution."""

    def __init__(self, game: Crowning) -> None:
        super().__init__(game)
        self._crowning = game

    def missing(self, position: int) -> int:
        return self._crowning.kings_to_make(position)
