"""The switches and the button of a board, for hands to close and press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from companion.drivers.port import Button, Clock, Frame, PortError, Report, ReportListener
from companion.drivers.settings import DirectWiring
from companion.drivers.simulated import InvalidHandling
from companion.geometry import STAR, Board, Occupancy, Point, Sensed

Drive = Callable[[int, bool], None]
"""Closes (True) or opens the switch of a number: of a GPIO pin, or of a point."""


class Switches(Protocol):
    """What hands can do to a board, and see of it."""

    def occupancy(self) -> Occupancy:
        """The points whose switches are closed."""

    def set(self, point: Point, occupied: bool) -> None:
        """Close the switch of a point (True), or open it."""

    def press(self, down: bool) -> None:
        """Push the button down (True), or let it go."""


class BareSwitches:
    """A port with switches and a button. Nothing in it knows which pieces close them.

    board:  whose points the switches are under.
    clock:  gives the times of the reports, in seconds.
    closed: the points whose switches are closed from the beginning, as bits.

    `frames` are the frames that were shown: 3 × `points` bytes each, red, green and blue of each
    point in the board's order.
    """

    pieces = None

    def __init__(self, board: Board, clock: Clock, closed: int = 0) -> None:
        self.points = board.size
        self.frames: list[Frame] = []
        self._names = board.names
        self._clock = clock
        self._closed = Occupancy(closed)
        self._listener: ReportListener | None = None

    def open(self, listener: ReportListener) -> None:
        """Start reporting to `listener`."""
        self._listener = listener

    def occupancy(self) -> Occupancy:
        """The points whose switches are closed."""
        return self._closed

    def show(self, frame: Frame) -> None:
        """Keep a frame. Raises ValueError unless it has 3 × `points` bytes."""
        if len(frame) != 3 * self.points:
            raise ValueError(f"a frame of {len(frame)} bytes does not fit {self.points} points")
        self.frames.append(frame)

    def close(self) -> None:
        """Stop reporting."""
        self._listener = None

    def set(self, point: Point, occupied: bool) -> None:
        """Close or open the switch of a point and report that. Raises InvalidHandling if nothing
        would change, and PortError if the port is not open."""
        if bool(self._closed >> point & 1) == occupied:
            raise InvalidHandling(
                f"the switch of point {self._names[point]} is {'closed' if occupied else 'open'} "
                "already; look at occupancy() first"
            )
        self._closed = Occupancy(self._closed ^ 1 << point)
        self._report(Sensed(point, occupied, self._clock()))

    def press(self, down: bool) -> None:
        """Push the button down or let it go, and report that. Raises PortError if the port is not
        open."""
        self._report(Button(down, self._clock()))

    def _report(self, report: Report) -> None:
        if self._listener is None:
            raise PortError("the switches are not open: begin a game first")
        self._listener(report)


class SwitchBank:
    """The switches and the button of a wired board, by the names of its points.

    board:   its wiring.
    drive:   closes and opens the switch of a pin. As with real reeds, a switch may be closed before
             any program opens its pin.
    backend: what the pins are, for messages.
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
        """Put or take. Raises InvalidHandling if the board has no such point."""
        if point not in self._pins:
            raise InvalidHandling(
                f"there is no point {point!r}; choose from {', '.join(self._pins)}"
            )
        self._drive(self._pins[point], closed)

    def bounce(self, point: str, closed: bool, rng: Random) -> int:
        """Put or take, with a burst of edges as a reed makes. Returns how many edges."""
        extra = 2 * rng.randint(1, 4)
        for i in range(extra + 1):
            self.set(point, closed == (i % 2 == 0))
        return extra + 1

    def press(self) -> None:
        """Hold the button down. Raises InvalidHandling if the board has none."""
        self._push(True)

    def release(self) -> None:
        """Let the button go. Raises InvalidHandling if the board has none."""
        self._push(False)

    def _push(self, down: bool) -> None:
        if self._button is None:
            raise InvalidHandling("this board has no button; give [port] button a pin")
        self._drive(self._button, down)


class PinSwitches:
    """The switches of a bank, for hands: by point, and every change bounces.

    bank:  the switches.
    names: the names of the game's points on the wired board, which may be larger than the game's.
    seed:  decides the bounces.
    """

    def __init__(self, bank: SwitchBank, names: Sequence[str] = STAR.names, seed: int = 4) -> None:
        self._bank = bank
        self._names = names
        self._rng = Random(seed)  # noqa: S311 - bounces, not secrets
        self._closed = Occupancy(0)

    def occupancy(self) -> Occupancy:
        """The points whose switches these hands have closed."""
        return self._closed

    def set(self, point: Point, occupied: bool) -> None:
        """Close the switch of a point, or open it, with a burst of edges."""
        bit = 1 << point
        self._closed = Occupancy(self._closed | bit if occupied else self._closed & ~bit)
        self._bank.bounce(self._names[point], occupied, self._rng)

    def press(self, down: bool) -> None:
        """Push the button down, or let it go."""
        if down:
            self._bank.press()
        else:
            self._bank.release()
