"""The evaluation of Trinity for two for alpha-beta."""

from __future__ import annotations

from typing import Final

from companion.engines.alphabeta import Evaluation
from companion.games.trinity import Position, Trinity

_PARITY: Final = 20


def trinity_evaluation(game: Trinity) -> Evaluation:
    """Who would lay the last stone if every move laid one."""

    def score(position: Position) -> int:
        lays_last = game.seat(position) ^ (game.supply(position) + 1 & 1)
        return -_PARITY if lays_last else _PARITY

    return Evaluation(score, pace=6.0)
