"""A matrix of reeds and diodes behind lgpio's calls, with its currents simulated.

    with mock_matrix(wired(grid(7))) as switches:    # a `SwitchBank`, as for any other board
        switches.close("c5")
        ...

The program under test gets it in place of lgpio. Its scanning thread is replaced: it scans whenever
a reed or the button changes, so that no test waits and no change is missed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from enum import Enum
from unittest.mock import patch

from companion.device.ports import matrix_gpio, matrix_port
from companion.device.ports.matrix_gpio import MatrixWiring
from companion.testing.scans import Scans
from companion.testing.switches import SwitchBank


class Diode(Enum):
    """The part between a reed and its row, and the directions in which it lets current through.

    The value has two flags: from the column to the row, and from the row to the column.
    """

    GOOD = (True, False)
    MISSING = (True, True)  # a wire in its place
    REVERSED = (False, True)
    BROKEN = (False, False)


class ReedMatrix(Scans):
    """The reeds of a matrix, and lgpio's calls over its pins.

    Args:
        wiring: The wiring of the board.

    Attributes:
        wiring: The wiring of the board.
        closed: The points whose reeds are closed.
        pressed: Whether the button is down.
        diodes: The diodes that are not good, by point.
        slow: Whether columns rise slowly: one that was low at the last reading is still low, unless
            there was a pause.
        fault: An exception that reading and writing raise; None for no fault.
        refused: The pins that are in use.
        reads: The number of readings.
    """

    SET_OPEN_DRAIN, SET_PULL_UP = 8, 32

    class error(Exception):  # noqa: N801 - lgpio's own name
        """The exception that lgpio raises."""

    def __init__(self, wiring: MatrixWiring) -> None:
        super().__init__()
        self.wiring = wiring
        self.closed: set[int] = set()
        self.pressed = False
        self.diodes: dict[int, Diode] = {}
        self.slow = False
        self.fault: Exception | None = None
        self.refused: set[int] = set()
        self.reads = 0
        self._opened = 0
        self._outputs: dict[int, int] = {}  # the level of each
        self._groups: dict[int, list[int]] = {}
        self._low: set[int] = set()  # the columns that were low when last read
        self._paused = True

    # The hands' side

    def drive(self, point: int, closed: bool) -> None:
        """Close or open the reed of a point; beyond the last point: the button."""
        if point == len(self.wiring.cells):
            self.pressed = closed
        else:
            (self.closed.add if closed else self.closed.discard)(point)
        self.scan()

    def pause(self, _seconds: float) -> None:
        """Let time pass, in which columns rise."""
        self._paused = True

    # lgpio's side

    def gpiochip_open(self, number: int, /) -> int:
        assert number == 0
        self._opened += 1
        return self._opened

    def gpiochip_close(self, handle: int, /) -> None:
        assert handle == self._opened
        assert all(self._outputs.values()), "a row was left low"
        self._outputs.clear()
        self._groups.clear()

    def group_claim_input(self, handle: int, pins: list[int], flags: int, /) -> None:
        assert flags == self.SET_PULL_UP, "an input without a pull-up floats"
        self._claim(handle, pins)

    def group_claim_output(
        self, handle: int, pins: list[int], levels: list[int], flags: int, /
    ) -> None:
        # A driven row can short another one; one with a pull-down keeps its columns low.
        assert flags == self.SET_OPEN_DRAIN | self.SET_PULL_UP
        self._claim(handle, pins)
        self._outputs |= dict(zip(pins, levels, strict=True))

    def group_free(self, handle: int, leader: int, /) -> None:
        for pin in self._groups.pop(leader):
            self._outputs.pop(pin, None)

    def group_read(self, handle: int, leader: int, /) -> tuple[int, int]:
        self._work(handle)
        self.reads += 1
        low = self._pulled_down()
        late = self._low if self.slow and not self._paused else set()
        self._low = low
        group = self._groups[leader]
        return len(group), sum(
            1 << i for i, pin in enumerate(group) if not self._is_low(pin, low | late)
        )

    def group_write(self, handle: int, leader: int, levels: int, mask: int, /) -> None:
        self._work(handle)
        self._paused = False
        for i, pin in enumerate(self._groups[leader]):
            if mask >> i & 1:
                self._outputs[pin] = levels >> i & 1

    def _claim(self, handle: int, pins: list[int]) -> None:
        assert handle == self._opened
        taken = {pin for group in self._groups.values() for pin in group} | self.refused
        if taken & set(pins):
            raise self.error("'GPIO busy'")
        self._groups[pins[0]] = pins

    def _work(self, handle: int) -> None:
        assert handle == self._opened
        if self.fault is not None:
            raise self.fault

    def _is_low(self, pin: int, columns: set[int]) -> bool:
        if pin == self.wiring.button:
            return self.pressed
        return self.wiring.columns.index(pin) in columns

    def _pulled_down(self) -> set[int]:
        """Return the columns from which current finds a way to a row that is low."""
        rows = [r for r, pin in enumerate(self.wiring.rows) if not self._outputs[pin]]
        columns: set[int] = set()
        for row in rows:  # which grows on the way
            for point in self.closed:
                r, column = self.wiring.cells[point]
                down, _ = self.diodes.get(point, Diode.GOOD).value
                if r == row and down and column not in columns:
                    columns.add(column)
                    rows += self._against(column, rows)
        return columns

    def _against(self, column: int, but: list[int]) -> list[int]:
        """Return the rows to which current flows up from a column, which no good diode allows."""
        odd = [p for p in self.closed & self.diodes.keys() if self.diodes[p].value[1]]
        cells = [self.wiring.cells[p] for p in odd]
        return [row for row, c in cells if c == column and row not in but]


@contextmanager
def mock_matrix(wiring: MatrixWiring, reeds: ReedMatrix | None = None) -> Iterator[SwitchBank]:
    """Provide the switches of a board with this wiring.

    Args:
        wiring: The wiring of the board.
        reeds: The reeds, for tests that need more than to close them; new ones by default.
    """
    made = reeds or ReedMatrix(wiring)
    points = len(wiring.cells)
    button = None if wiring.button is None else points
    with ExitStack() as stack:
        stack.enter_context(patch.object(matrix_port, "find_header", lambda: (made, 0)))
        stack.enter_context(patch.object(matrix_port, "PeriodicThread", made.ticking))
        stack.enter_context(patch.object(matrix_gpio, "sleep", made.pause))
        yield SwitchBank.by_number(wiring.names, made.drive, "matrix", button=button)
