"""A port whose switches are read regularly, whatever reads them; for boards of other packages.

The button and the lamps are on the GPIO header, as on the program's own boards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import Lock
from typing import Any

from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.device.ports.direct import DirectPort, DirectWiring
from companion.device.ports.port import Frame, PortError, ReportListener
from companion.device.ports.scan_thread import Periodic, PeriodicThread, ScanResult, ScanTask
from companion.rules.geometry import Occupancy


class ScannedPort(ABC):
    """A port that reads its switches in a thread. A subclass defines what reads them.

    Args:
        points: The number of points.
        rest: The wiring of the button and the lamps, without switches.
        clock: Returns the time in seconds.
        pin_factory: A gpiozero pin factory, for tests.

    Attributes:
        points: The number of points.
    """

    pieces = None  # a physical board: only hands move its pieces

    def __init__(
        self, points: int, rest: DirectWiring, clock: Clock, pin_factory: Any = None
    ) -> None:
        self.points = points
        self._clock = clock
        self._rest = DirectPort(rest, clock, pin_factory)
        self._lock = Lock()  # one reader at a time: the thread or a caller of `occupancy`
        self._connected = False
        self._thread: Periodic | None = None

    # What a subclass defines

    @abstractmethod
    def connect(self) -> None:
        """Claim the hardware of the switches. The button and the lamps are open already.

        Raises:
            PortError: If it is unavailable.
        """

    @abstractmethod
    def read(self) -> Occupancy:
        """Return the points whose switches are closed now, as bits by point index.

        One thread at a time calls this. It may raise any exception.
        """

    def disconnect(self) -> None:  # noqa: B027 - not every board has something to release
        """Release the hardware of the switches, as far as it has been claimed."""

    # The port

    def open(self, listener: ReportListener) -> None:
        """Claim the hardware, and start reporting to `listener`.

        Raises:
            PortError: If any of it is unavailable; what has been claimed so far is released.
        """
        try:
            self._rest.open(listener)
            self.connect()
            self._connected = True
            task = ScanTask(self._scan, ScanResult(self.occupancy()), self._clock, listener)
            self._thread = PeriodicThread(task.tick)
        except BaseException:
            self.close()
            raise

    def occupancy(self) -> Occupancy:
        """Return the points whose switches are closed now.

        Raises:
            PortError: If they cannot be read.
        """
        if not self._connected:
            raise PortError(Text("the switches cannot be read: the port is not open"))
        try:
            return self._scan().occupied
        except Exception as error:
            raise PortError(
                Text("the switches cannot be read: {problem}", problem=error)
            ) from error

    def pressed(self) -> bool:
        """Return whether the button is down now.

        Raises:
            PortError: If it cannot be read.
        """
        return self._rest.pressed()

    @property
    def lamp_trouble(self) -> Text:
        """Why the last frame could not be shown; empty if it could."""
        return self._rest.lamp_trouble

    def show(self, frame: Frame) -> None:
        """Show a frame on the strip."""
        self._rest.show(frame)

    def close(self) -> None:
        """Stop reading, switch the lamps off and release the hardware."""
        if self._thread is not None:
            self._thread.stop()
            self._thread = None
        self._connected = False
        self.disconnect()
        self._rest.close()

    def _scan(self) -> ScanResult:
        with self._lock:
            return ScanResult(self.read())
