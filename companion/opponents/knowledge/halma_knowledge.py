"""The computer's knowledge about Halma: how far each player has to go."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from companion.games.halma import Halma, Move, Position
from companion.opponents.alphabeta import Evaluation
from companion.opponents.evaluation import PlayoutEvaluator
from companion.opponents.knowledge.game_knowledge import Knowledge, Skills
from companion.opponents.knowledge.halma_evaluation import HalmaShares, halma_evaluation
from companion.rules import Shares


class HalmaKnowledge(Knowledge[Position, Move]):
    """See the top of this file."""

    name = Halma.name
    matter = ("players", "rules")
    # For two players, corrected by more games; see docs/strength.md.
    skills: ClassVar[Skills] = {
        "2 advanced": (34.1, 44.0, 56.0, 66.0, 88.0),
        "2 simple": (36.0, 45.5, 55.5, 70.0, 92.0),
        "3": (14.8, 24.0, 34.3, 44.0, 59.5),
        "4": (14.8, 24.0, 32.5, 39.2, 59.5),
    }
    game: Halma

    def evaluation(self, position: Position) -> Evaluation | None:
        return halma_evaluation(self.game) if len(self.game.seats) == 2 else None

    def playouts(self) -> PlayoutEvaluator:
        return PlayoutEvaluator(HalmaShares(self.game), 0)

    def estimator(self) -> Callable[[Position], Shares]:
        return HalmaShares(self.game)


KNOWLEDGE = HalmaKnowledge
