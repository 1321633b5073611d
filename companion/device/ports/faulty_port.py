"""A board with faults that somebody asked for: its switches, its lamps or its cable fail."""

from __future__ import annotations

from collections.abc import Sequence
from threading import RLock

from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.device.ports.board_faults import Fault, FaultyBoard
from companion.device.ports.port import (
    Frame,
    PieceTable,
    Port,
    PortError,
    Report,
    ReportListener,
    read_button,
)
from companion.device.ports.scan_thread import MakePeriodic, Periodic, PeriodicThread
from companion.rules.geometry import Occupancy, Sensed, bits, points_of

_BOUNCE = 0.1
"""How long a simulated switch may bounce (seconds), and more."""

_GLANCE = 0.02
"""The longest time (seconds) after which it is looked whether a fault has changed a switch."""


class FaultyPort:
    """A port whose switches, lamps or cable have faults.

    The times of the faults count from the opening of the port.

    Args:
        port: The port in order. It is opened and closed with this one.
        faults: The faults.
        clock: Returns the time (seconds).
        periodic: Calls a function regularly; by default in a thread of its own.

    Attributes:
        points: The number of points.
    """

    def __init__(
        self,
        port: Port,
        faults: Sequence[Fault],
        clock: Clock,
        periodic: MakePeriodic = PeriodicThread,
    ) -> None:
        self.points = port.points
        self._port = port
        self._faults = tuple(faults)
        self._clock = clock
        self._make_periodic = periodic
        self._guard = RLock()
        self._reeds = FaultyBoard()
        self._listener: ReportListener | None = None
        self._periodic: Periodic | None = None
        self._told = Occupancy(0)  # what the listener knows
        self._frame: Frame = bytes(3 * port.points)
        self._shown: Frame = self._frame  # what its lamps made of that
        self._out = False  # whether the cable is out

    @property
    def pieces(self) -> PieceTable | None:
        """The simulated pieces of the port in order."""
        return self._port.pieces

    @property
    def lamp_trouble(self) -> Text:
        """Why the last frame was not shown; empty if it was."""
        return Text("the cable of the board is out") if self._out else Text()

    def open(self, listener: ReportListener) -> None:
        """Start reporting to `listener`.

        Raises:
            PortError: If the hardware is unavailable.
        """
        with self._guard:
            now = self._clock()
            self._reeds = FaultyBoard(_BOUNCE)
            for fault in self._faults:
                at = fault._replace(start=now + fault.start, end=now + fault.end)
                self._reeds.add(at, now)
            self._port.open(self._hear)
            self._reeds.stand(self._port.occupancy(), now)
            self._told = self._reeds.sensed
            self._out = self._reeds.unplugged(now)
            self._listener = listener
        self._periodic = self._make_periodic(self._tick)

    def occupancy(self) -> Occupancy:
        """Return what every switch senses now.

        Raises:
            PortError: If they cannot be read.
        """
        with self._guard:
            self._pass()
            self._require_cable()
            self._port.occupancy()  # which may fail
            return self._reeds.sensed

    def pressed(self) -> bool | None:
        """Return whether the button is down now; None if that cannot be known.

        Raises:
            PortError: If it cannot be read.
        """
        self._require_cable()
        return read_button(self._port)

    def show(self, frame: Frame) -> None:
        """Show a frame of 3 × `points` bytes."""
        with self._guard:
            self._frame = frame
            self._pass()
            if not self._out:
                self._light()

    def seen(self, frame: Frame) -> Frame:
        """Return what lamps that are out of order make of a frame."""
        with self._guard:
            return self._reeds.seen(frame, self._clock())

    def close(self) -> None:
        """Switch the lamps off and release the hardware."""
        self._listener = None
        if self._periodic is not None:
            self._periodic.stop()
            self._periodic = None
        self._port.close()

    def _require_cable(self) -> None:
        if self._out:
            raise PortError(Text("the cable of the board is out"))

    def _hear(self, report: Report) -> None:
        """Take a report of the port in order."""
        with self._guard:
            if isinstance(report, Sensed):
                self._tell(self._reeds.move(report.point, report.occupied, report.at))
            elif not self._out and self._listener is not None:
                self._listener(report)

    def _tick(self) -> float:
        with self._guard:
            self._pass()
            return max(0.0, min(self._reeds.due - self._clock(), _GLANCE))

    def _pass(self) -> None:
        """Let time pass until now."""
        now = self._clock()
        self._tell(self._reeds.tick(now))
        out = self._reeds.unplugged(now)
        if out == self._out:
            if not out and self._reeds.seen(self._frame, now) != self._shown:
                self._light()
            return
        self._out = out
        if not out:  # as a board on a cable that is back
            missed = points_of(Occupancy(self._told ^ self._reeds.sensed))
            self._tell([Sensed(p, bool(self._reeds.sensed >> p & 1), now) for p in missed])
            self.show(self._frame)

    def _light(self) -> None:
        self._shown = self._reeds.seen(self._frame, self._clock())
        self._port.show(self._shown)

    def _tell(self, changes: Sequence[Sensed]) -> None:
        for change in changes:
            if self._out or bool(self._told >> change.point & 1) == change.occupied:
                continue
            self._told = Occupancy(self._told ^ bits([change.point]))
            if self._listener is not None:
                self._listener(change)
