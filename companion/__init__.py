"""A companion for board games on a real wooden board.

    >>> from companion import Match, make
    >>> match = Match(make("solomon"))
    >>> match.play("14-9")
    >>> print(match)

docs/library.md is the guide. The names offered here are imported when they are first used: the
command starts without them.
"""

from companion.base import former, lazy

TYPE_CHECKING = False  # see companion/base/lazy.py
if TYPE_CHECKING:
    from companion import games
    from companion.base.errors import (
        CompanionError,
        IllegalMove,
        InvalidMove,
        InvalidOption,
        InvalidPosition,
        UnknownGame,
    )
    from companion.games.registry import make
    from companion.rules.game import Game, perft
    from companion.rules.geometry import Board
    from companion.rules.match import Match
else:
    __getattr__, __dir__ = lazy.offer(
        __name__,
        {
            "companion.base.errors": (
                "CompanionError",
                "IllegalMove",
                "InvalidMove",
                "InvalidOption",
                "InvalidPosition",
                "UnknownGame",
            ),
            "companion.games.registry": ("make",),
            "companion.rules.game": ("Game", "perft"),
            "companion.rules.geometry": ("Board",),
            "companion.rules.match": ("Match",),
        },
        modules=("companion.games",),
    )

__all__ = [
    "Board",
    "CompanionError",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "Match",
    "UnknownGame",
    "games",
    "make",
    "perft",
]

__version__ = "0.2.0"

former.redirect()
