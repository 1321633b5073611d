"""A board on the GPIO header of a Raspberry Pi with its reeds in a matrix.

Each reed, with a diode, connects a row to a column. While a row is pulled low, a low column means a
closed reed (`device/ports/matrix_gpio.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Lock

from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.device.ports.gpio_pins import find_header
from companion.device.ports.lamp_route import Strip
from companion.device.ports.matrix_gpio import Lgpio, MatrixGpio, MatrixWiring
from companion.device.ports.port import Frame, PortError, ReportListener, lamp_trouble_of
from companion.device.ports.scan_thread import Periodic, PeriodicThread, ScanResult, ScanTask
from companion.device.ports.scanning import Scanner, occupancy_of, read_rows
from companion.rules.geometry import Occupancy


class MatrixPort:
    """A port over lgpio.

    Args:
        wiring: The wiring of the board.
        clock: Returns the time in seconds.
        lgpio: The library, for tests; found automatically by default.
        chip: The number of the header's GPIO chip, if `lgpio` is given.
        periodic: Repeats the scan, for tests; a thread by default.
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

        Raises:
            PortError: If any of them is unavailable; everything claimed so far is released.
        """
        try:
            lgpio, chip = self._given or find_header()
            self._gpio = MatrixGpio(lgpio, chip, self._wiring)
            self._strip = self._wiring.strip.open()
            scanner = Scanner(self._read()[0], self._gpio.read_columns)
            scan, before = (
                partial(self._scan, scanner, self._gpio),
                self._known(scanner, self._gpio),
            )
            task = ScanTask(scan, before, self._clock, listener)
            self._periodic = (self._make_periodic or PeriodicThread)(task.tick)
        except BaseException:
            self.close()
            raise

    def occupancy(self) -> Occupancy:
        """Return the points whose switches are closed now.

        Raises:
            PortError: If they cannot be read.
        """
        return occupancy_of(self._wiring.cells, self._read()[0])

    def pressed(self) -> bool:
        """Return whether the button is down now.

        Raises:
            PortError: If it cannot be read.
        """
        return self._read()[1]

    @property
    def lamp_trouble(self) -> Text:
        """Why the last frame could not be shown; empty if it could."""
        return lamp_trouble_of(self._strip)

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

    def _scan(self, scanner: Scanner, gpio: MatrixGpio) -> ScanResult:
        with self._lock:
            scanner.scan()
            return self._known(scanner, gpio)

    def _known(self, scanner: Scanner, gpio: MatrixGpio) -> ScanResult:
        return ScanResult(occupancy_of(self._wiring.cells, scanner.closed), gpio.pressed)

    def _read(self) -> tuple[list[int], bool]:
        """Return the columns that are low in each row, and whether the button is down.

        Raises:
            PortError: If they cannot be read.
        """
        if self._gpio is None:
            raise PortError(Text("the switches cannot be read: the port is not open"))
        try:
            with self._lock:
                rows = read_rows(len(self._wiring.rows), self._gpio.read_columns)
                return rows, self._gpio.pressed
        except Exception as error:
            raise PortError(
                Text("the switches cannot be read: {problem}", problem=error)
            ) from error
