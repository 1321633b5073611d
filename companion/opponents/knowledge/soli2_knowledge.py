"""The computer's knowledge about Soli2: the evaluation of its jumping phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from companion.games.soli2 import Move, Position, Soli2
from companion.opponents.alphabeta import Evaluation
from companion.opponents.evaluation import PlayoutEvaluator, even_shares, shares_by
from companion.opponents.knowledge.game_knowledge import Knowledge, Skills
from companion.opponents.knowledge.soli2_evaluation import soli2_evaluation
from companion.rules import Shares


class Soli2Knowledge(Knowledge[Position, Move]):
    """See the top of this file."""

    name = Soli2.name
    matter = ("variant", "movers")
    # Corrected by more games; see docs/strength.md.
    skills: ClassVar[Skills] = {
        "": (20.6, 36.0, 53.5, 68.8, 82.1),
        "give_away": (39.2, 53.9, 69.0, 78.0, 91.5),
        "pure_skill": (20.2, 38.0, 55.0, 69.5, 83.8),
    }
    game: Soli2

    def evaluation(self, position: Position) -> Evaluation | None:
        return None if self.game.placing(position) else soli2_evaluation(self.game)

    def playouts(self) -> PlayoutEvaluator:
        return PlayoutEvaluator(even_shares(self.game), 200, 0.5)

    def estimator(self) -> Callable[[Position], Shares]:
        return shares_by(self.evaluation)


KNOWLEDGE = Soli2Knowledge
