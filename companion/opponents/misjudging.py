"""The misjudgements of a simulated player.

Each position is misjudged by its own fixed amount, whenever it comes up. With alpha-beta, this
applies to the positions at which the search stops; with playouts, to those right after each move,
since a playout may run to the end of the game, which needs no judgement.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import exp
from typing import Any
from zlib import crc32

from companion.opponents.alphabeta import Evaluation
from companion.rules import AnyGame


def misjudged_evaluation(
    game: AnyGame, evaluation: Evaluation, most: float, seed: int
) -> Evaluation:
    """Add a fixed error of up to `most` hundredths of a piece to the lead in each position."""
    wrong = _misjudging(game, most, seed)
    return replace(
        evaluation, score=lambda position: evaluation.score(position) + round(wrong(position))
    )


Misjudged = Callable[[Any, float], float]
"""Returns the apparent value of a position from its real one, both from 0 to 1."""


def misjudged_values(game: AnyGame, most: float, seed: int) -> Misjudged:
    """Distort values by a fixed error of up to `most` hundredths of a piece."""
    wrong = _misjudging(game, most, seed)

    def misjudged(position: Any, value: float) -> float:
        odds = value * exp(wrong(position) / 100)
        return odds / (odds + (1 - value))

    return misjudged


def _misjudging(game: AnyGame, most: float, seed: int) -> Callable[[Any], float]:
    """Return a function that gives the error in a position, in hundredths of a piece."""

    def wrong(position: Any) -> float:
        text = f"{seed} {game.position_text(position)}"
        return most * (crc32(text.encode()) / 2**31 - 1)

    return wrong
