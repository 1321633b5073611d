"""The evaluation of Trinity for two for alpha-beta."""

from __future__ import annotations

from typing import Final

from companion.games.trinity import Position, Trinity
from companion.opponents.alphabeta import Evaluation

_PARITY: Final = 20


def trinity_evaluation(game: Trinity) -> Evaluation:
    """Evaluate by the side that would lay the last stone if every move laid one."""

    def score(position: Position) -> int:
        lays_last = game.seat(position) ^ (game.supply(position) + 1 & 1)
        return -_PARITY if lays_last else _PARITY

    return Evaluation(score, pace=6.0)
