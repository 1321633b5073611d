"""The computer's knowledge about Gomony: the evaluation of its columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from companion.games.gomony import Gomony, Path, Position
from companion.opponents.alphabeta import Evaluation
from companion.opponents.evaluation import PlayoutEvaluator
from companion.opponents.knowledge.game_knowledge import Knowledge, Skills
from companion.opponents.knowledge.gomony_evaluation import gomony_evaluation, gomony_shares
from companion.rules import Shares


class GomonyKnowledge(Knowledge[Position, Path]):
    """See the top of this file."""

    name = Gomony.name
    matter = ("stalemate",)
    skills: ClassVar[Skills] = {"": (56.1, 66.5, 72.7, 82.2, 99.9)}
    game: Gomony

    def evaluation(self, position: Position) -> Evaluation:
        return gomony_evaluation(self.game)

    def playouts(self) -> PlayoutEvaluator:
        return PlayoutEvaluator(gomony_shares, 6, 1.5)

    def estimator(self) -> Callable[[Position], Shares]:
        return gomony_shares


KNOWLEDGE = GomonyKnowledge
