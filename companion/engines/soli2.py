"""What a position of Soli2's jumps is worth to alpha-beta."""

from __future__ import annotations

from companion.engines.alphabeta import Lead
from companion.games.soli2 import Position, Soli2

_COUNTER, _JUMPER = 100, 8


def soli2_lead(game: Soli2) -> Lead:
    """Counters, and those of them that can jump."""
    sign = -1 if game.chosen["variant"] == "give_away" else 1

    def of(position: Position) -> int:
        counters = position.black.bit_count() - position.white.bit_count()
        jumpers = game.jumpers(position, 0).bit_count() - game.jumpers(position, 1).bit_count()
        return sign * _COUNTER * counters + _JUMPER * jumpers

    return Lead(of, pace=1.2)
