"""Computer players and their levels: search, evaluations, solved positions, external engines."""

from companion.opponents.alphabeta import Evaluation
from companion.opponents.contract import Interrupted, Solver
from companion.opponents.evaluation import PlayoutEvaluator
from companion.opponents.knowledge.game_knowledge import Knowledge
from companion.opponents.knowledge.knowledge_registry import knowledge_for

__all__ = [
    "Evaluation",
    "Interrupted",
    "Knowledge",
    "PlayoutEvaluator",
    "Solver",
    "knowledge_for",
]
