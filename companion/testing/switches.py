"""The switches and the button of a board, for hands to close and press."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Protocol, Self

from companion.base.monotonic import Clock
from companion.device.ports.board_faults import Fault, FaultKind, FaultyBoard
from companion.device.ports.direct import DirectWiring
from companion.device.ports.port import Button, Frame, PortError, Report, ReportListener
from companion.device.ports.scan_thread import MakePeriodic, Periodic
from companion.device.ports.simulated import InvalidHandling
from companion.rules.geometry import STAR, Board, Occupancy, Point, Sensed, bits

Rgb = tuple[int, int, int]
"""The colour of a lamp: red, green and blue (0 to 255)."""

Pins = Mapping[str, int]
"""The GPIO number of each switch, by its name."""

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
        """Return the points whose switches are closed, as bits by point index.

        Raises:
            PortError: If the port is not open.
        """
        if self._listener is None:
            raise PortError("the switches cannot be read: the port is not open")
        return self._closed

    def pressed(self) -> bool:
        """Return whether the button is down."""
        return self._down

    def show(self, frame: Frame) -> None:
        """Keep a frame, while the port is open.

        Raises:
            ValueError: Unless it has 3 × `points` bytes.
        """
        if len(frame) != 3 * self.points:
            raise ValueError(f"a frame of {len(frame)} bytes does not fit {self.points} points")
        if self._listener is not None:
            self.frames.append(frame)

    def close(self) -> None:
        """Switch the lamps off and stop reporting."""
        self.show(bytes(3 * self.points))
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

    def change(self, number: int, closed: bool) -> None:
        """Close or open a switch, whether the port is open or not.

        Args:
            number: The index of its point; the one after the last is the button.
            closed: Whether it is closed.
        """
        if number == self.points:
            self._down = closed
            report: Report = Button(closed, self._clock())
        else:
            bit = 1 << number
            self._closed = Occupancy(self._closed | bit if closed else self._closed & ~bit)
            report = Sensed(Point(number), closed, self._clock())
        if self._listener is not None:
            self._listener(report)

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

    It knows on which points pieces stand. What the switches then sense may be out of order:

        bank.stuck("14")               # it stays closed
        bank.chatter("5")              # it opens and closes while a piece stands over it
        bank.mend("5")

    Args:
        board: Its wiring; or the pin of each switch, by its name, where there is no board.
        drive: Closes and opens the switch of a pin. As with real reeds, a switch may be closed
            before any program opens its pin.
        backend: The kind of pins, for messages.
        button: The pin of the button, where `board` is no wiring; None without one.

    Attributes:
        backend: The kind of pins, for messages.
        names: The names of the points.
    """

    def __init__(
        self,
        board: DirectWiring | Pins,
        drive: Drive,
        backend: str,
        *,
        button: int | None = None,
    ) -> None:
        self.backend = backend
        if isinstance(board, DirectWiring):
            self.names, self._pins = tuple(board.names), tuple(board.switches)
            self._button = board.button
        else:
            self.names, self._pins = tuple(board), tuple(board.values())
            self._button = button
        self._drive = drive
        self._reeds = FaultyBoard()
        self._clock: Clock = lambda: 0.0
        self._regular: Periodic | None = None
        self._heard: Callable[[], None] = lambda: None

    @classmethod
    def by_number(
        cls,
        names: Sequence[str],
        drive: Drive,
        backend: str,
        switches: Sequence[int] | None = None,
        button: int | None = None,
    ) -> Self:
        """Return switches that are driven by numbers of their own, not by pins.

        Args:
            names: The names of the points.
            drive: Closes and opens the switch with a number.
            backend: The kind of switches, for messages.
            switches: The number of each point's switch; by default the point's index.
            button: The number of the button; None without one.
        """
        numbers = range(len(names)) if switches is None else switches
        return cls(dict(zip(names, numbers, strict=True)), drive, backend, button=button)

    @property
    def standing(self) -> Occupancy:
        """The points on which pieces stand, as bits in the order of `names`."""
        return self._reeds.standing

    @property
    def sensed(self) -> Occupancy:
        """The points whose switches are closed, as bits in the order of `names`."""
        return self._reeds.sensed

    @property
    def has_button(self) -> bool:
        """Whether there is a button."""
        return self._button is not None

    def close(self, point: str) -> None:
        """Put a piece on a point."""
        self.set(point, True)

    def open(self, point: str) -> None:
        """Take the piece from a point."""
        self.set(point, False)

    def set(self, point: str, closed: bool) -> None:
        """Put a piece on a point (True), which closes its switch, or take it away.

        Raises:
            InvalidHandling: If the board has no such point.
        """
        self._sense(self._reeds.move(self._point(point), closed, self._clock()))

    def bounce(self, point: str, closed: bool, rng: Random) -> int:
        """Put a piece on a point (True) or take it away, with a burst of edges, as a reed does.

        Args:
            point: The name of the point.
            closed: The state after the burst.
            rng: The generator that chooses the number of edges.

        Returns:
            The number of edges; 0 if no switch senses it.

        Raises:
            InvalidHandling: If the board has no such point.
        """
        edges = 2 * rng.randint(1, 4) + 1
        changes = self._reeds.move(self._point(point), closed, self._clock())
        for change in changes:
            for i in range(edges):
                self._drive(self._pins[change.point], change.occupied == (i % 2 == 0))
        return edges * len(changes)

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

    # What is out of order

    def stuck(self, point: str) -> None:
        """Let the switch of a point stay closed."""
        self._break(FaultKind.STUCK, point)

    def dead(self, point: str) -> None:
        """Let the switch of a point stay open."""
        self._break(FaultKind.DEAD, point)

    def weak(self, point: str) -> None:
        """Let the switch of a point sense only every other piece that is put there."""
        self._break(FaultKind.WEAK, point)

    def chatter(self, point: str) -> None:
        """Let the switch of a point open and close while a piece stands there, as time passes.

        Raises:
            InvalidHandling: If no hands at a table use these switches yet, so that no time passes.
        """
        if self._regular is None:
            raise InvalidHandling(
                "a switch chatters as time passes: create the hands that use these switches first"
            )
        self._break(FaultKind.CHATTER, point)

    def swapped(self, point: str, other: str) -> None:
        """Exchange the wires of two switches."""
        self._break(FaultKind.SWAPPED, point, other)

    def between(self, point: str, other: str) -> None:
        """Put a piece between two points, where it closes the switches of both.

        It is lifted from the first one.
        """
        self._break(FaultKind.BETWEEN, point, other)
        self.set(point, True)

    def unlit(self, point: str) -> None:
        """Let the lamp of a point stay dark."""
        self._break(FaultKind.UNLIT, point)

    def miscoloured(self, point: str) -> None:
        """Let the lamp of a point show red for green, and green for red."""
        self._break(FaultKind.MISCOLOURED, point)

    def seen(self, pixels: Sequence[Rgb]) -> list[Rgb]:
        """Return what is seen of the lamps of all points, of which some may be out of order.

        Args:
            pixels: Red, green and blue of each point's lamp, in the order of `names`.
        """
        frame = self._reeds.seen(bytes(chain.from_iterable(pixels)), self._clock())
        return [(frame[at], frame[at + 1], frame[at + 2]) for at in range(0, len(frame), 3)]

    def mend(self, *points: str) -> None:
        """Mend the switches and lamps of these points, or of all points if none is named."""
        among = [self._point(point) for point in points] if points else None
        self._sense(self._reeds.mend(among, self._clock()))

    def follow(
        self, clock: Clock, periodic: MakePeriodic, heard: Callable[[], None] = lambda: None
    ) -> None:
        """Let faults that need time have it. `Hands` do this for the switches that they use.

        Args:
            clock: Returns the time (seconds).
            periodic: Calls a function regularly, as `VirtualTable.periodic` does.
            heard: Waits until the program has heard of a change, before more time passes.
        """
        self._heard = heard
        if self._regular is not None:
            self._regular.stop()
        self._clock = clock
        self._regular = periodic(self._pass)

    def _pass(self) -> float:
        now = self._clock()
        self._sense(self._reeds.tick(now))
        return min(self._reeds.due - now, _GLANCE)

    def _break(self, kind: FaultKind, *names: str) -> None:
        if len(set(names)) < len(names):
            raise InvalidHandling(f"{kind.value} needs two points, not {names[0]} twice")
        fault = Fault(kind, tuple(self._point(name) for name in names))
        self._sense(self._reeds.add(fault, self._clock()))

    def _point(self, name: str) -> Point:
        if name not in self.names:
            raise InvalidHandling(
                f"there is no point {name!r}; choose from {', '.join(self.names)}"
            )
        return Point(self.names.index(name))

    def _sense(self, changes: Iterable[Sensed]) -> None:
        for change in changes:
            self._drive(self._pins[change.point], change.occupied)
            self._heard()

    def _push(self, down: bool) -> None:
        if self._button is None:
            raise InvalidHandling("this board has no button; give [port] button a pin")
        self._drive(self._button, down)


_GLANCE = 0.01
"""The longest time (seconds) after which a bank looks whether a fault has changed a switch."""


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

    def occupancy(self) -> Occupancy:
        """Return the points on which pieces stand, as bits by point index."""
        standing = self._bank.standing
        return bits(
            Point(point)
            for point, name in enumerate(self._names)
            if standing >> self._bank.names.index(name) & 1
        )

    def set(self, point: Point, occupied: bool) -> None:
        """Put a piece on a point, or take it away, with a burst of edges."""
        self._bank.bounce(self._names[point], occupied, self._rng)

    def follow(self, clock: Clock, periodic: MakePeriodic) -> None:
        """Let faults that need time have it; see `SwitchBank.follow`."""
        self._bank.follow(clock, periodic)

    def press(self, down: bool) -> None:
        """Press the button (True), or release it."""
        if down:
            self._bank.press()
        else:
            self._bank.release()
