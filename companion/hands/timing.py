"""The tracker's waiting times, and the earliest of several times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from companion.hands.responses import Wait

UNREAD = 0.4
"""Seconds in which nobody takes in what lamps and words have just told."""

OFFER = 4.0
"""Seconds after which a move that may be over is offered, where no pause ends it."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The tracker's waiting times (seconds).

    Attributes:
        settle: How long a board must hold to be judged.
        patience: How long a board may stay unexplained before it counts as astray.
        pause: When a move that could go on counts as finished; None: only when confirmed.
        tap: The shortest time that a tapped piece is in the air. Anything shorter comes from a weak
            magnet, or from a piece that is set down twice.
        longest_tap: The longest such time; `patience`, if that is longer.
    """

    settle: float = 0.2
    patience: float = 0.8
    pause: float | None = 4.0
    tap: float = 0.08
    longest_tap: float = 0.8

    def seconds(self, wait: Wait) -> float | None:
        """Return the length of a wait (seconds); None: forever."""
        match wait:
            case Wait.SETTLE:
                return self.settle
            case Wait.SLIDE:  # a piece lies on two points for 0.4 s at most if the table is smooth
                return min(2 * self.settle, self.patience)
            case Wait.PATIENCE:
                return self.patience
            case Wait.TAP:
                return max(self.patience, self.longest_tap)
            case Wait.PAUSE:
                return self.pause
        assert_never(wait)


def earliest(*times: float | None) -> float | None:
    """Return the earliest of these times; None if all are None."""
    return min((time for time in times if time is not None), default=None)
