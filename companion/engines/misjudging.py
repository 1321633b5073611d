"""How positions are judged by a player who judges them wrongly.

Each position is misjudged by an amount of its own, which is the same whenever it comes up. Where
alpha-beta decides, that goes for the positions at which it stops; where playouts decide, for those
that the moves lead to, because playouts may run to the end of the game, where nothing is judged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import exp
from typing import Any
from zlib import crc32

from companion.engines.alphabeta import Lead
from companion.rules import AnyGame


def misjudged_lead(game: AnyGame, lead: Lead, most: float, seed: int) -> Lead:
    """A lead that is wrong by up to so many hundredths of a piece, the same ones in a position."""
    wrong = _misjudging(game, most, seed)
    return replace(lead, of=lambda position: lead.of(position) + round(wrong(position)))


Misjudged = Callable[[Any, float], float]
"""How much a position seems to be worth that is worth so much, both from 0 to 1."""


def misjudged_values(game: AnyGame, most: float, seed: int) -> Misjudged:
    """Values that are wrong by as much."""
    wrong = _misjudging(game, most, seed)

    def misjudged(position: Any, value: float) -> float:
        odds = value * exp(wrong(position) / 100)
        return odds / (odds + (1 - value))

    return misjudged


def _misjudging(game: AnyGame, most: float, seed: int) -> Callable[[Any], float]:
    """By how much a position is misjudged."""

    def wrong(position: Any) -> float:
        text = f"{seed} {game.position_text(position)}"
        return most * (crc32(text.encode()) / 2**31 - 1)

    return wrong
