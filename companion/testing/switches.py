"""The switches and the button of a board, for hands to close and press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from companion.base.monotonic import Clock
from companion.device.ports.direct import DirectWiring
from companion.device.ports.port import Button, Frame, PortError, Report, ReportListener
from companion.device.ports.simulated import InvalidHandling
from companion.rules.geometry import STAR, Board, Occupancy, Point, Sensed

Drive = Callable[[int, bool], None]
"""Closes (True) or opens the switch with a number: that of a GPIO pin, or of a point."""


class Switches(Protocol):
    """The switches of a board that hands close, and their states."""

    def occupancy(self) -> Occupancy:
        """Return the points whose switches are closed, as bits by point index."""

    def set(self, point: Point, occupied: bool) -> None:
        """Close the switch of a point (True), or open it."""

    def press(self, down: bool) -> None:
        """Press the button (True), or release it."""


class BareSwitches:
    """A port with switches and a button, which does not know the pieces that close them.

    Args:
        board: The board whose points have the switches.
        clock: Returns the time of a report (seconds).
        closed: The points whose switches are closed from the beginning, as bits.

    Attributes:
        points: The number of points.
        frames: The frames that were shown: 3 × `points` bytes each, red, green and blue of each
            point in the board's order.
    """

    pieces = None

    def __init__(self, board: Board, clock: Clock, closed: int = 0) -> None:
        self.points = board.size
        self.frames: list[Frame] = []
        self._names = board.names
        self._clock = clock
        self._closed = Occupancy(closed)
        self._down = False
        self._listener: ReportListener | None = None

    def open(self, listener: ReportListener) -> None:
        """Start reporting to `listener`."""
        self._listener = listener

    def occupancy(self) -> Occupancy:
        """Return the points whose switches are closed, as bits by point index."""
        return self._closed

    def pressed(self) -> bool:
        """Return whether the button is down."""
        return self._down

    def show(self, frame: Frame) -> None:
        """Keep a frame.

        Raises:
            ValueError: Unless it has 3 × `points` bytes.
        """
        if len(frame) != 3 * self.points:
            raise ValueError(f"a frame of {len(frame)} bytes does not fit {self.points} points")
        self.frames.append(frame)

    def close(self) -> None:
        """Stop reporting."""
        self._listener = None

    def set(self, point: Point, occupied: bool) -> None:
        """Close the switch of a point (True) or open it, and report that.

        Raises:
            InvalidHandling: If nothing would change.
            PortError: If the port is not open.
        """
        if bool(self._closed >> point & 1) == occupied:
            raise InvalidHandling(
                f"the switch of point {self._names[point]} is {'closed' if occupied else 'open'} "
                "already; look at occupancy() first"
            )
        self._closed = Occupancy(self._closed ^ 1 << point)
        self._report(Sensed(point, occupied, self._clock()))

    def press(self, down: bool) -> None:
        """Press the button (True) or release it, and report that.

        Raises:
            PortError: If the port is not open.
        """
        self._down = down
        self._report(Button(down, self._clock()))

    def _report(self, report: Report) -> None:
        if self._listener is None:
            raise PortError("the switches are not open: begin a game first")
        self._listener(report)


class SwitchBank:
    """The switches and the button of a wired board, by the names of its points.

    Args:
        board: Its wiring.
        drive: Closes and opens the switch of a pin. As with real reeds, a switch may be closed
            before any program opens its pin.
        backend: The kind of pins, for messages.

    Attributes:
        backend: The kind of pins, for messages.
    """

    def __init__(self, board: DirectWiring, drive: Drive, backend: str) -> None:
        self.backend = backend
        self._pins = dict(zip(board.names, board.switches, strict=True))
        self._button = board.button
        self._drive = drive

    def close(self, point: str) -> None:
        """Put a piece on a point."""
        self.set(point, True)

    def open(self, point: str) -> None:
        """Take the piece from a point."""
        self.set(point, False)

    def set(self, point: str, closed: bool) -> None:
        """Close the switch of a point (True), or open it.

        Raises:
            InvalidHandling: If the board has no such point.
        """
        if point not in self._pins:
            raise InvalidHandling(
                f"there is no point {point!r}; choose from {', '.join(self._pins)}"
            )
        self._drive(self._pins[point], closed)

    def bounce(self, point: str, closed: bool, rng: Random) -> int:
        """Close the switch of a point (True) or open it, with a burst of edges, as a reed does.

        Args:
            point: The name of the point.
            closed: The state after the burst.
            rng: The generator that chooses the number of edges.

        Returns:
            The number of edges.

        Raises:
            InvalidHandling: If the board has no such point.
        """
        extra = 2 * rng.randint(1, 4)
        for i in range(extra + 1):
            self.set(point, closed == (i % 2 == 0))
        return extra + 1

    def press(self) -> None:
        """Press the button and hold it.

        Raises:
            InvalidHandling: If the board has none.
        """
        self._push(True)

    def release(self) -> None:
        """Release the button.

        Raises:
            InvalidHandling: If the board has none.
        """
        self._push(False)

    def _push(self, down: bool) -> None:
        if self._button is None:
            raise InvalidHandling("this board has no button; give [port] button a pin")
        self._drive(self._button, down)


class PinSwitches:
    """The switches of a bank, for hands: by point index, and every change bounces.

    Args:
        bank: The switches.
        names: The names of the game's points on the wired board, which may be larger than the
            game's.
        seed: The seed of the bounces.
    """

    def __init__(self, bank: SwitchBank, names: Sequence[str] = STAR.names, seed: int = 4) -> None:
        self._bank = bank
        self._names = names
        self._rng = Random(seed)  # noqa: S311 - bounces, not secrets
        self._closed = Occupancy(0)

    def occupancy(self) -> Occupancy:
        """Return the points whose switches these hands have closed, as bits by point index."""
        return self._closed

    def set(self, point: Point, occupied: bool) -> None:
        """Close the switch of a point, or open it, with a burst of edges."""
        bit = 1 << point
        self._closed = Occupancy(self._closed | bit if occupied else self._closed & ~bit)
        self._bank.bounce(self._names[point], occupied, self._rng)

    def press(self, down: bool) -> None:
        """Press the button (True), or release it."""
        if down:
            self._bank.press()
        else:
            self._bank.release()
