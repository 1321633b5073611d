"""A table on the wall clock, for boards that exist."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.base.monotonic import Clock
from companion.config import Config
from companion.testing.table import VirtualTable

_GLANCE = 0.002
"""Seconds between two looks for reports."""


class RealTimeTable(VirtualTable):
    """A table at which time passes by itself, for a board behind a cable or on real pins.

    `wait` waits, so a cable or a person has the time that it takes.

    Args:
        directory: The folder for the logs of games; it is made if missing.
        config: The configuration, except for the journal's directory.
        real_clock: Returns the time (seconds).
        sleep: Sleeps for some seconds.
        others: The other arguments of a `VirtualTable`.
    """

    def __init__(
        self,
        directory: Path,
        config: Config | None = None,
        *,
        real_clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        **others: Any,
    ) -> None:
        self._real_clock = real_clock
        self._sleep = sleep
        self._start = real_clock()
        super().__init__(directory, config, **others)
        self._zero = self.now

    def clock(self) -> float:
        """Return the time (seconds)."""
        return self._zero + self._real_clock() - self._start

    def start_at(self, now: float) -> None:
        """Let it be `now` (seconds)."""
        super().start_at(now)
        self._zero, self._start = now, self._real_clock()

    def _reach(self, time: float) -> bool:
        while (now := self.clock()) < time:
            if self.reports:
                break
            self._sleep(min(_GLANCE, time - now))
        self.now = max(self.now, self.clock())
        return self.now >= time
