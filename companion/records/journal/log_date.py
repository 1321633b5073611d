"""When a log began, also if the computer's clock is set while the game is played.

A Raspberry Pi has no clock that goes on without power: it starts at some earlier time, and sets its
clock over the network, seconds or minutes later. A wrong date may lie in the future as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from companion.base.monotonic import Clock

SET = 60.0
"""The seconds that a clock must be off to count as set; a smaller correction changes no date."""

_TIME_ERROR = 5
"""What adjtimex(2) returns while the clock is not synchronized."""

_TIMEX_SIZE = 1024
"""More bytes than adjtimex(2) writes on any machine."""


def boot_seconds() -> float:
    """Return seconds that nobody can set, and that go on while the computer sleeps."""
    kind = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if kind is None else time.clock_gettime(kind)


def clock_is_synchronized() -> bool:
    """Return whether the computer's clock is known to be right: kept so over the network."""
    import ctypes

    try:
        adjtimex = ctypes.CDLL(None).adjtimex
    except (AttributeError, OSError, TypeError):  # not Linux
        return False
    time_state = ctypes.create_string_buffer(_TIMEX_SIZE)  # zeros: change nothing
    return adjtimex(time_state) not in (-1, _TIME_ERROR)


class LogDate:
    """The date and time when something began, which is now.

    Args:
        now: Returns local date and time.
        wall: Returns the seconds of the clock that can be set.
        steady: Returns seconds that nobody can set.

    Attributes:
        date: The date and time, as far as known.
    """

    def __init__(
        self,
        now: Callable[[], datetime] = datetime.now,
        wall: Callable[[], float] = time.time,
        steady: Clock = boot_seconds,
    ) -> None:
        self._now, self._wall, self._steady = now, wall, steady
        self._began = steady()
        self._lead = wall() - self._began
        self.date = now()

    def correct(self) -> bool:
        """Correct the date if the clock has been set since; return whether it was."""
        passed = self._steady()
        lead = self._wall() - passed
        if abs(lead - self._lead) < SET:
            return False
        self._lead = lead
        self.date = self._now() - timedelta(seconds=passed - self._began)
        return True
