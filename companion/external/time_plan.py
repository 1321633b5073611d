"""How long an engine may think in a match with a clock.

An engine that manages its time itself is told what the clock shows. One that does not is given a
share of it: enough for thirty more moves, and most of what each move adds. Whatever an engine does,
it has to end while there is time for its answer to be taken: a margin is left for the way.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.engines.time_left import TimeLeft
from companion.rules import Seat

MARGIN = 1.0
"""Seconds of a clock that an engine is not told of, for the way of its answer; a fifth of what is
left, if that is less."""

_FIFTH = 0.2
_MOVES = 30  # for which time is kept
_BONUS = 0.75  # of what a move adds that it may use
_LEAST = 0.01  # seconds


@dataclass(frozen=True, slots=True)
class EngineClock:
    """A clock as an engine is told of it.

    left:     the seconds that each seat has left, by seat.
    bonus:    the seconds that each move adds.
    per_move: whether that time is for one move, and begins anew with the next.
    most:     the most seconds that it may think about this move.
    """

    left: tuple[float, ...]
    bonus: float
    per_move: bool
    most: float


def plan(time: TimeLeft, seat: Seat, passed: float, longest: float) -> tuple[float, EngineClock]:
    """How many seconds a seat should think about a move, and what its engine is told of the clock.

    passed: seconds since the clock was read. longest: the most seconds that the engine may think
    about any move.
    """
    left = [max(seconds, 0.0) for seconds in time.left]
    own = max(left[seat] - passed, 0.0)
    own = left[seat] = max(own - min(MARGIN, own * _FIFTH), _LEAST)
    most = min(longest, own)
    share = most if time.per_move else min(most, own / _MOVES + time.bonus * _BONUS)
    told = tuple(round(seconds, 3) for seconds in left)
    clock = EngineClock(told, time.bonus, time.per_move, round(most, 3))
    return max(round(share, 3), _LEAST), clock
