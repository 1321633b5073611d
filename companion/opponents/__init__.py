"""Computer players and their levels: search, evaluations, solved positions, external engines."""

from companion.base import lazy

TYPE_CHECKING = False  # see companion/base/lazy.py
if TYPE_CHECKING:
    from companion.opponents.alphabeta import Evaluation
    from companion.opponents.contract import Interrupted, Solver
    from companion.opponents.evaluation import PlayoutEvaluator
    from companion.opponents.knowledge.game_knowledge import Knowledge
    from companion.opponents.knowledge.knowledge_registry import knowledge_for
else:  # a board lights up before anybody thinks
    __getattr__, __dir__ = lazy.offer(
        __name__,
        {
            "companion.opponents.alphabeta": ("Evaluation",),
            "companion.opponents.contract": ("Interrupted", "Solver"),
            "companion.opponents.evaluation": ("PlayoutEvaluator",),
            "companion.opponents.knowledge.game_knowledge": ("Knowledge",),
            "companion.opponents.knowledge.knowledge_registry": ("knowledge_for",),
        },
    )

__all__ = [
    "Evaluation",
    "Interrupted",
    "Knowledge",
    "PlayoutEvaluator",
    "Solver",
    "knowledge_for",
]
