"""How long the tracker waits, and which of several times comes first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from companion.tracking.situations import Wait


@dataclass(frozen=True, slots=True)
class Timing:
    """Times in seconds.

    settle:   how long a board must hold to be judged.
    patience: how long a board may stay unexplained before it counts as astray.
    pause:    after which a move that could go on counts as finished; None: only when confirmed.
    tap, longest_tap: how long a piece is in the air at least, and at most, when it is tapped; at
              most `patience`, if that is longer. Anything shorter than a tap comes from
              a weak magnet, or from a piece that is set down twice.
    """

    settle: float = 0.2
    patience: float = 0.8
    pause: float | None = 4.0
    tap: float = 0.08
    longest_tap: float = 0.8

    def seconds(self, wait: Wait) -> float | None:
        """How long a wait is; None: forever."""
        match wait:
            case Wait.NONE:
                return 0.0
            case Wait.SETTLE:
                return self.settle
            case Wait.PATIENCE:
                return self.patience
            case Wait.TAP:
                return max(self.patience, self.longest_tap)
            case Wait.PAUSE:
                return self.pause
        assert_never(wait)


def earliest(*times: float | None) -> float | None:
    """Return the first of these times, of which any may be None; None if all are."""
    return min((time for time in times if time is not None), default=None)
