"""The bag: what chance draws, from a seed that the log holds.

Every draw has a generator of its own, made of the seed and the ply's number: a game that is gone on
with draws what it would have drawn, and a move taken back and made again draws the same.
"""

from __future__ import annotations

from random import Random
from typing import Any

from companion.rules import Match


def draw(match: Match, seed: int) -> Any:
    """The move that chance makes now, each as likely as its weight says."""
    moves = match.moves
    weights = [match.game.weight(match.position, move) for move in moves]
    chance = Random(f"{seed}/{len(match.history)}")  # noqa: S311 - a bag, not a secret
    return chance.choices(moves, weights)[0]
