"""The program's bag: draws for chance, from a seed that is stored in the log.

Every draw has its own random generator, made from the seed and the number of the ply. So a resumed
game draws what it would have drawn anyway, and a move that is taken back and replayed draws the
same again.
"""

from __future__ import annotations

from random import Random
from typing import Any

from companion.rules import CHANCE, Match
from companion.rules.turn_match import Bag


def seeded_bag(seed: int) -> Bag:
    """Return a bag that draws each move with a probability proportional to its weight."""

    def draw(match: Match) -> Any:
        moves = match.moves
        weights = [match.game.weight(match.position, move) for move in moves]
        chance = Random(f"{seed}/{len(match.history)}")  # noqa: S311 - a bag, not a secret
        return chance.choices(moves, weights)[0]

    return draw


def has_bag(match: Match) -> bool:
    """Return whether the game uses a bag: then chance acts now or at the start."""
    game = match.game
    return CHANCE in (match.to_act, game.to_act(game.start()))
