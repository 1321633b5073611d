"""The evaluations of Solomon: for alpha-beta, and for playouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from companion.games.solomon import Move, Solomon
from companion.opponents.alphabeta import Evaluation
from companion.opponents.knowledge.distances import all_steps
from companion.rules import Shares, lead_shares
from companion.rules.geometry import STAR, Point, points_of

_MAN: Final = 100
_KING: Final = 190
_AT_HOME: Final = 4  # for each row that a man has not advanced: men at home guard the palace
_CLOSE: Final = 6  # for each step that the leading side's kings are nearer to their prey
_FEW: Final = 6  # pieces or fewer for which kings hunt


class _Men:
    """The value of one side's men."""

    def __init__(self, seat: int) -> None:
        self._worths = _worths(seat)
        self._known: dict[int, int] = {}

    def worth(self, men: int) -> int:
        found = self._known.get(men)
        if found is None:
            found = self._known[men] = sum(self._worths[point] for point in points_of(men))
        return found


@cache
def _worths(seat: int) -> list[int]:
    """Return the value of a man on each point."""
    rows = sorted({y for _, y in STAR.xy})
    come = [rows.index(y) for _, y in STAR.xy]
    return [_MAN + _AT_HOME * (row if seat else len(rows) - 1 - row) for row in come]


@cache
def _steps() -> list[dict[Point, int]]:
    return all_steps(STAR)


def _apart(kings: int, prey: int) -> int:
    """Return the sum of the steps from each king to each piece that it hunts."""
    steps = _steps()
    return sum(steps[king][p] for king in points_of(kings) for p in points_of(prey))


def solomon_evaluation(game: Solomon) -> Evaluation:
    """Evaluate by men and kings, men that stayed at home, and how close kings are to their prey."""
    ours, theirs = _Men(0), _Men(1)

    def score(position: int) -> int:
        white, black = game.kings(position, 0), game.kings(position, 1)
        white_men, black_men = game.men(position, 0), game.men(position, 1)
        lead = ours.worth(white_men) - theirs.worth(black_men)
        if white or black:
            lead += _KING * (white.bit_count() - black.bit_count())
            if game.occupancy(position).bit_count() <= _FEW:
                if lead > 0:
                    lead -= _CLOSE * _apart(white, black_men | black)
                elif lead < 0:
                    lead += _CLOSE * _apart(black, white_men | white)
        return lead

    def captures(_: int, moves: Sequence[Move]) -> bool:
        return game.jumps(moves[0])

    return Evaluation(score, captures, pace=2.5)


def solomon_shares(game: Solomon) -> Callable[[int], Shares]:
    """Return the shares by men, and by kings, which are worth nearly two men."""

    def shares(position: int) -> Shares:
        men, kings = (
            count(position, 0).bit_count() - count(position, 1).bit_count()
            for count in (game.men, game.kings)
        )
        return lead_shares(men + kings + 0.8 * kings)

    return shares
