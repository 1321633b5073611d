"""The time that an engine may think in a match with a clock.

An engine that manages its own time is told the clock. Any other engine is given a share of it:
enough for thirty more moves, plus most of the bonus per move. Either way, it must finish while
there is time to play its answer, so a margin is kept for that.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.opponents.time_left import TimeLeft
from companion.rules import Seat

MARGIN = 1.0
"""Seconds of the clock kept back for playing the answer.

A fifth of the time left, if that is less.
"""

_FIFTH = 0.2
_MOVES = 30  # moves to keep time for
_BONUS = 0.75  # the usable part of the bonus
_LEAST = 0.01  # seconds


@dataclass(frozen=True, slots=True)
class EngineClock:
    """The clock as told to an engine.

    Attributes:
        left: The seconds left, by seat.
        bonus: The seconds added for each move.
        per_move: Whether the time is for a single move, and restarts with the next one.
        most: The most seconds for this move.
    """

    left: tuple[float, ...]
    bonus: float
    per_move: bool
    most: float


def plan(time: TimeLeft, seat: Seat, passed: float, longest: float) -> tuple[float, EngineClock]:
    """Plan the seconds to think about a move, and the clock to tell the engine.

    Args:
        time: The match's clock.
        seat: The seat to act.
        passed: The seconds since the clock was read.
        longest: The most seconds that the engine may think about any move.
    """
    left = [max(seconds, 0.0) for seconds in time.left]
    own = max(left[seat] - passed, 0.0)
    own = left[seat] = max(own - min(MARGIN, own * _FIFTH), _LEAST)
    most = min(longest, own)
    share = most if time.per_move else min(most, own / _MOVES + time.bonus * _BONUS)
    told = tuple(round(seconds, 3) for seconds in left)
    clock = EngineClock(told, time.bonus, time.per_move, round(most, 3))
    return max(round(share, 3), _LEAST), clock
