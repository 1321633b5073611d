"""A thread that reads a board's switches regularly and reports what has changed.

It decides nothing. How often it reads is set by `device/ports/scanning.py`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import NamedTuple, Protocol

from companion.base.monotonic import Clock
from companion.device.ports.port import Button, Report, ReportListener
from companion.device.ports.scanning import ScanRate
from companion.rules.geometry import Occupancy, Sensed, points_of

_log = logging.getLogger(__name__)

RETRY_INTERVAL = 0.5
"""Seconds between attempts while the switches cannot be read."""


class Periodic(Protocol):
    """A periodic task."""

    def stop(self) -> None:
        """Stop the task. It is not running any more when this returns."""


MakePeriodic = Callable[[Callable[[], float]], Periodic]
"""Begins to call a function, which returns the seconds from its start to its next call."""


class PeriodicThread:
    """Calls `tick` in a thread of its own.

    Args:
        tick: Returns the seconds from its start to the next call.
    """

    def __init__(self, tick: Callable[[], float]) -> None:
        self._tick = tick
        self._stop = Lock()  # released to stop the thread; cheaper to wait for than an Event
        self._stop.acquire()
        self._thread = Thread(target=self._run, name="scan", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread."""
        if self._thread.is_alive():
            self._stop.release()
            self._thread.join()

    def _run(self) -> None:
        due = time.monotonic()
        stopped = False
        while not stopped:
            due += self._tick()
            now = time.monotonic()
            due = max(due, now)  # missed calls are not made up for
            stopped = self._stop.acquire(timeout=due - now)


class ScanResult(NamedTuple):
    """The result of a scan.

    Attributes:
        occupied: The occupied points.
        pressed: Whether the button is down.
    """

    occupied: Occupancy
    pressed: bool = False


class ScanTask:
    """The thread's task: scan, and report what has changed.

    Args:
        read: Scans the switches; may raise any exception.
        before: What is known already, and is not reported.
        clock: Returns the time of a change, in seconds.
        listener: Takes the reports.
    """

    def __init__(
        self,
        read: Callable[[], ScanResult],
        before: ScanResult,
        clock: Clock,
        listener: ReportListener,
    ) -> None:
        self._read = read
        self._clock = clock
        self._listener = listener
        self._reported = before
        self._rate = ScanRate()
        self._used = 0.0
        self._failing = False

    def tick(self) -> float:
        """Scan once, and return the seconds from the start to the next scan.

        No exception may escape: it would silently end the thread and all later reports.
        """
        try:
            now = self._read()
        except Exception as error:
            if not self._failing:
                _log.error("the switches cannot be read; trying again: %s", error)
            self._failing = True
            return RETRY_INTERVAL
        if self._failing:
            _log.warning("the switches can be read again")
        self._failing = False
        # Compare with what was reported: a scan that failed may have seen a change first.
        before, self._reported = self._reported, now
        if now != before:
            self._report(before, now, self._clock())
        used, self._used = self._used, time.thread_time()
        return self._rate.next_delay(self._used - used, now != before)

    def _report(self, before: ScanResult, now: ScanResult, at: float) -> None:
        for point in points_of(Occupancy(before.occupied ^ now.occupied)):
            self._tell(Sensed(point, bool(now.occupied >> point & 1), at))
        if now.pressed != before.pressed:
            self._tell(Button(now.pressed, at))

    def _tell(self, report: Report) -> None:
        try:
            self._listener(report)
        except Exception:
            _log.exception("a change was lost; later changes are still reported")
