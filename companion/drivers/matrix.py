"""A board on the GPIO header of a Raspberry Pi whose reeds lie between rows and columns, each with
a diode.

A low column has a closed reed in the row that is pulled low (`drivers/lines.py`). A thread scans
the rows, as often as `drivers/scanning.py` says, and reports what changed; it decides nothing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Protocol

from companion.drivers.lines import Lgpio, Lines
from companion.drivers.pins import header
from companion.drivers.port import Button, Clock, Frame, Listener, PortError, Report
from companion.drivers.scanning import Cells, Pace, Scanner, occupied, read
from companion.drivers.settings import MatrixWiring
from companion.drivers.strip import Strip, open_strip
from companion.geometry import Occupancy, Sensed, points_of

log = logging.getLogger(__name__)

REST = 0.5
"""Seconds between attempts while the pins cannot be read."""


class Repeating(Protocol):
    """Something that is done again and again."""

    def stop(self) -> None:
        """End it; it is not being done any more when this returns."""


class Ticking:
    """Calls `tick` in a thread of its own; each call tells how many seconds after its beginning the
    next one is due."""

    def __init__(self, tick: Callable[[], float]) -> None:
        self._tick = tick
        self._stop = Lock()  # until it is let go of, which takes less waiting for than an event
        self._stop.acquire()
        self._thread = Thread(target=self._run, name="matrix", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        if self._thread.is_alive():
            self._stop.release()
            self._thread.join()

    def _run(self) -> None:
        due = time.monotonic()
        stopped = False
        while not stopped:
            due += self._tick()
            now = time.monotonic()
            due = max(due, now)  # what was missed is not made up for
            stopped = self._stop.acquire(timeout=due - now)


class MatrixPort:
    """A port over lgpio.

    lgpio, chip: the library and the number of the header's GPIO chip, for tests; left out: as
    found. ticking: what repeats the scan, for tests; left out: a thread.
    """

    pieces = None  # of wood: only hands move them

    def __init__(
        self,
        wiring: MatrixWiring,
        clock: Clock,
        lgpio: Lgpio | None = None,
        chip: int = 0,
        ticking: Callable[[Callable[[], float]], Repeating] | None = None,
    ) -> None:
        self.points = len(wiring.cells)
        self._wiring = wiring
        self._clock = clock
        self._given = None if lgpio is None else (lgpio, chip)
        self._ticking = ticking
        self._lock = Lock()  # one looks at a time: the thread, or who asks for the occupancy
        self._lines: Lines | None = None
        self._repeating: Repeating | None = None
        self._strip: Strip | None = None

    def open(self, listener: Listener) -> None:
        """Take the pins and the strip, and start reporting to `listener`.

        Raises PortError, having given everything back, when one of them cannot be had.
        """
        try:
            lgpio, chip = self._given or header()
            self._lines = Lines(lgpio, chip, self._wiring)
            self._strip = open_strip(self._wiring.strip)
            scanner = Scanner(self._read(), self._lines.look)
            watch = _Watch(
                self._wiring.cells, scanner, self._lines, self._lock, self._clock, listener
            )
            self._repeating = (self._ticking or Ticking)(watch.tick)
        except BaseException:
            self.close()
            raise

    def occupancy(self) -> Occupancy:
        """The points whose switches are closed now; PortError when they cannot be read."""
        return occupied(self._wiring.cells, self._read())

    def show(self, frame: Frame) -> None:
        """Show a frame on the strip."""
        if self._strip is not None:
            self._strip.show(frame)

    def close(self) -> None:
        """Lamps off, pins given back."""
        if self._repeating is not None:
            self._repeating.stop()
            self._repeating = None
        if self._strip is not None:
            self._strip.close()
            self._strip = None
        if self._lines is not None:
            self._lines.close()
            self._lines = None

    def _read(self) -> list[int]:
        if self._lines is None:
            raise PortError("the switches cannot be read: the port is not open")
        try:
            with self._lock:
                return read(len(self._wiring.rows), self._lines.look)
        except Exception as error:
            raise PortError(f"the switches cannot be read: {error}") from error


class _Watch:
    """What the thread does: scan, and report what has changed.

    What is closed when it is made is not reported.
    """

    def __init__(
        self,
        cells: Cells,
        scanner: Scanner,
        lines: Lines,
        lock: Lock,
        clock: Clock,
        listener: Listener,
    ) -> None:
        self._cells = cells
        self._scanner = scanner
        self._lines = lines
        self._lock = lock
        self._clock = clock
        self._listener = listener
        self._closed = scanner.closed[:]  # what has been reported
        self._pressed = lines.pressed
        self._pace = Pace()
        self._used = 0.0
        self._failing = False

    def tick(self) -> float:
        """Scan once; in how many seconds to scan again. Nothing may leave: an exception would end
        the thread, and with it every later report, in silence."""
        try:
            with self._lock:
                self._scanner.scan()
                pressed = self._lines.pressed
        except Exception as error:
            if not self._failing:
                log.error("the switches cannot be read, which is tried again: %s", error)
            self._failing = True
            return REST
        if self._failing:
            log.warning("the switches can be read again")
        self._failing = False
        # Compared with what was reported: a scan that fails may have seen a change before.
        changed = self._scanner.closed != self._closed or pressed != self._pressed
        if changed:
            self._report(pressed, self._clock())
        before, self._used = self._used, time.thread_time()
        return self._pace.wait(self._used - before, changed)

    def _report(self, pressed: bool, at: float) -> None:
        """Report what has changed."""
        before = occupied(self._cells, self._closed)
        self._closed = self._scanner.closed[:]
        now = occupied(self._cells, self._closed)
        for point in points_of(before ^ now):
            self._tell(Sensed(point, bool(now >> point & 1), at))
        if pressed != self._pressed:
            self._pressed = pressed
            self._tell(Button(pressed, at))

    def _tell(self, report: Report) -> None:
        try:
            self._listener(report)
        except Exception:
            log.exception("a change of the board was lost; later ones are still heard")
