"""A board on the GPIO header of a Raspberry Pi with its reeds in a matrix: each reed, with a diode,
connects a row to a column.

While a row is pulled low, a low column means a closed reed (`drivers/matrix_gpio.py`). A thread
scans the rows at the rate set by `drivers/scanning.py` and reports changes; it decides nothing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Protocol

from companion.drivers.matrix_gpio import Lgpio, MatrixGpio
from companion.drivers.pins import find_header
from companion.drivers.port import Button, Clock, Frame, PortError, Report, ReportListener
from companion.drivers.scanning import Cells, Scanner, ScanRate, occupancy_of, read_rows
from companion.drivers.settings import MatrixWiring
from companion.drivers.strip import Strip, open_strip
from companion.geometry import Occupancy, Sensed, points_of
from companion.text import Text

_log = logging.getLogger(__name__)

RETRY_INTERVAL = 0.5
"""Seconds between attempts while the pins cannot be read."""


class Periodic(Protocol):
    """A periodic task."""

    def stop(self) -> None:
        """Stop the task. It is not running any more when this returns."""


class PeriodicThread:
    """Calls `tick` in a thread of its own. Each call returns how many seconds after its start the
    next one is due."""

    def __init__(self, tick: Callable[[], float]) -> None:
        self._tick = tick
        self._stop = Lock()  # released to stop the thread; cheaper to wait for than an Event
        self._stop.acquire()
        self._thread = Thread(target=self._run, name="matrix", daemon=True)
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


class MatrixPort:
    """A port over lgpio.

    lgpio, chip: the library and the number of the header's GPIO chip, for tests; found
    automatically by default. periodic: what repeats the scan, for tests; a thread by default.
    """

    pieces = None  # a physical board: only hands move its pieces

    def __init__(
        self,
        wiring: MatrixWiring,
        clock: Clock,
        lgpio: Lgpio | None = None,
        chip: int = 0,
        periodic: Callable[[Callable[[], float]], Periodic] | None = None,
    ) -> None:
        self.points = len(wiring.cells)
        self._wiring = wiring
        self._clock = clock
        self._given = None if lgpio is None else (lgpio, chip)
        self._make_periodic = periodic
        self._lock = Lock()  # one reader at a time: the thread or a caller of `occupancy`
        self._gpio: MatrixGpio | None = None
        self._periodic: Periodic | None = None
        self._strip: Strip | None = None

    def open(self, listener: ReportListener) -> None:
        """Claim the pins and the strip, and start reporting to `listener`.

        Raises PortError if any of them is unavailable; everything claimed so far is released.
        """
        try:
            lgpio, chip = self._given or find_header()
            self._gpio = MatrixGpio(lgpio, chip, self._wiring)
            self._strip = open_strip(self._wiring.strip)
            scanner = Scanner(self._read(), self._gpio.read_columns)
            scan = _ScanTask(
                self._wiring.cells, scanner, self._gpio, self._lock, self._clock, listener
            )
            self._periodic = (self._make_periodic or PeriodicThread)(scan.tick)
        except BaseException:
            self.close()
            raise

    def occupancy(self) -> Occupancy:
        """Return the points whose switches are closed now. Raises PortError if they cannot be
        read."""
        return occupancy_of(self._wiring.cells, self._read())

    def show(self, frame: Frame) -> None:
        """Show a frame on the strip."""
        if self._strip is not None:
            self._strip.show(frame)

    def close(self) -> None:
        """Switch the lamps off and release the pins."""
        if self._periodic is not None:
            self._periodic.stop()
            self._periodic = None
        if self._strip is not None:
            self._strip.close()
            self._strip = None
        if self._gpio is not None:
            self._gpio.close()
            self._gpio = None

    def _read(self) -> list[int]:
        if self._gpio is None:
            raise PortError(Text("the switches cannot be read: the port is not open"))
        try:
            with self._lock:
                return read_rows(len(self._wiring.rows), self._gpio.read_columns)
        except Exception as error:
            raise PortError(
                Text("the switches cannot be read: {problem}", problem=error)
            ) from error


class _ScanTask:
    """The thread's task: scan, and report what has changed.

    Switches that are closed at the start are not reported.
    """

    def __init__(
        self,
        cells: Cells,
        scanner: Scanner,
        gpio: MatrixGpio,
        lock: Lock,
        clock: Clock,
        listener: ReportListener,
    ) -> None:
        self._cells = cells
        self._scanner = scanner
        self._gpio = gpio
        self._lock = lock
        self._clock = clock
        self._listener = listener
        self._closed = scanner.closed[:]  # what has been reported
        self._pressed = gpio.pressed
        self._rate = ScanRate()
        self._used = 0.0
        self._failing = False

    def tick(self) -> float:
        """Scan once, and return the seconds until the next scan. No exception may escape: it would
        silently end the thread and all later reports."""
        try:
            with self._lock:
                self._scanner.scan()
                pressed = self._gpio.pressed
        except Exception as error:
            if not self._failing:
                _log.error("the switches cannot be read; trying again: %s", error)
            self._failing = True
            return RETRY_INTERVAL
        if self._failing:
            _log.warning("the switches can be read again")
        self._failing = False
        # Compare with what was reported: a scan that failed may have seen a change first.
        changed = self._scanner.closed != self._closed or pressed != self._pressed
        if changed:
            self._report(pressed, self._clock())
        before, self._used = self._used, time.thread_time()
        return self._rate.next_delay(self._used - before, changed)

    def _report(self, pressed: bool, at: float) -> None:
        """Report what has changed."""
        before = occupancy_of(self._cells, self._closed)
        self._closed = self._scanner.closed[:]
        now = occupancy_of(self._cells, self._closed)
        for point in points_of(before ^ now):
            self._tell(Sensed(point, bool(now >> point & 1), at))
        if pressed != self._pressed:
            self._pressed = pressed
            self._tell(Button(pressed, at))

    def _tell(self, report: Report) -> None:
        try:
            self._listener(report)
        except Exception:
            _log.exception("a change was lost; later changes are still reported")
