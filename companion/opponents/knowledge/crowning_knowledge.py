"""The computer's knowledge about the Crowning Problem: a solver."""

from __future__ import annotations

from companion.games.crowning import Crowning, Move
from companion.opponents.knowledge.game_knowledge import Knowledge
from companion.opponents.knowledge.solitaire_search import Search


class CrowningSolver(Search[int, Move]):
    """A solver that finds a shortest solution.

    Each king still to be made is a step of progress.
    """

    def __init__(self, game: Crowning) -> None:
        super().__init__(game)
        self._crowning = game

    def missing(self, position: int) -> int:
        return self._crowning.kings_to_make(position)


class CrowningKnowledge(Knowledge[int, Move]):
    """See the top of this file."""

    name = Crowning.name
    game: Crowning

    def solver(self) -> CrowningSolver:
        return CrowningSolver(self.game)


KNOWLEDGE = CrowningKnowledge
