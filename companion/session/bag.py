"""The program's bag: what chance draws, from a seed that the log holds.

Every draw has a generator of its own, made of the seed and the ply's number: a resumed game draws
what it would have drawn, and a move that is taken back and made again draws the same.
"""

from __future__ import annotations

from random import Random
from typing import Any

from companion.rules import Match
from companion.rules.turn_match import Bag


def seeded_bag(seed: int) -> Bag:
    """A bag that draws each move with the probability that its weight gives."""

    def draw(match: Match) -> Any:
        moves = match.moves
        weights = [match.game.weight(match.position, move) for move in moves]
        chance = Random(f"{seed}/{len(match.history)}")  # noqa: S311 - a bag, not a secret
        return chance.choices(moves, weights)[0]

    return draw
