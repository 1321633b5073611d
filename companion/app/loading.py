"""Loads what a session needs at some time, once the lamps are lit: the first time is not late then.

What is imported only when it is used would otherwise be loaded in the thread that lights the lamps,
while a person waits: half a second on a Pi Zero.
"""

from __future__ import annotations

from importlib import import_module

from companion.games.registry import kinds
from companion.rules import AnyGame

WANTED_AT_ONCE = (
    "companion.coach.drills",
    "companion.coach.lessons",
    "companion.opponents.analysis",
    "companion.opponents.opponent",
    "companion.session.menu.mode",
    "companion.session.play.closed_game",
    "companion.session.play.drill_game",
    "companion.session.play.guided_game",
    "companion.session.puzzle",
)
"""What a press on the board, a command of a page, or the computer's turn needs at once."""


def load_rest(game: AnyGame) -> None:
    """Load it, in a thread that nobody waits for.

    Args:
        game: The game that is played, which the computer may have to know at any moment.
    """
    kinds()
    for module in WANTED_AT_ONCE:
        import_module(module)
    from companion.opponents import knowledge_for

    knowledge_for(game)
