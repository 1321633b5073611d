"""Static evaluation: each seat's chances in a position where a playout is cut off.

Chances are shares of the one point that a win is worth: one share for each seat, from 0 to 1, with
a sum of 1. A playout makes a few random moves before it is evaluated, which shows the pieces that
hang and the games that are about to end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import Any

from companion.opponents.alphabeta import SURE, Evaluation
from companion.rules import AnyGame, Outcome, Shares, lead_shares


@dataclass(frozen=True, slots=True)
class PlayoutEvaluator:
    """The rules for cutting off and evaluating the playouts of a game.

    Attributes:
        evaluate: Returns the seats' shares in a position that is not over.
        depth: The number of random moves before a playout is evaluated.
        effort: The number of playouts this game gets for each playout of a game of effort 1.
    """

    evaluate: Callable[[Any], Shares]
    depth: int
    effort: float = 1.0


def outcome_shares(outcome: Outcome, seats: int) -> Shares:
    """Return the shares at the end of a game; a draw is shared equally."""
    if outcome.winner is None:
        return (1.0 / seats,) * seats
    return tuple(float(seat == outcome.winner) for seat in range(seats))


def even_shares(game: AnyGame) -> Callable[[Any], Shares]:
    """Return a function that gives every seat the same share."""
    share = (1.0 / len(game.seats),) * len(game.seats)
    return lambda _: share


_PIECE = 100.0


def value_share(value: int) -> float:
    """Convert an alpha-beta value to the share that its seat can expect."""
    return 1.0 if value > SURE else 0.0 if value < -SURE else lead_shares(value / _PIECE)[0]


def shares_by(evaluation: Callable[[Any], Evaluation | None]) -> Callable[[Any], Shares]:
    """Return a function that computes shares from alpha-beta's lead.

    Args:
        evaluation: Returns the evaluation to use in a position; None where alpha-beta is not used,
            and the shares are equal.
    """

    def shares(position: Any) -> Shares:
        used = evaluation(position)
        return lead_shares(0.0 if used is None else used.score(position) / _PIECE)

    return shares


def score_of(game: AnyGame) -> Callable[[Any], int]:
    """Return the lead, for alpha-beta, according to the game's own `evaluate`."""

    def score(position: Any) -> int:
        shares = game.evaluate(position)
        if shares is None:
            return 0
        first, second = (max(share, 1e-6) for share in shares)
        return round(_PIECE * log(first / second))

    return score
