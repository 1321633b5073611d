"""Decks of the switches: the whole matrix of a grid, and one reed of the star.

The matrix has every reed and diode. A row is pulled low by the resistance of the computer's pin,
and columns rise through their pull-ups. Wires are capacitors: in this time no wave on them counts.
In a bundle, each wire is coupled to its two neighbours in the harness.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log

from hardware.artwork.layout import BOARDS, Layout
from hardware.simulation.lengths import CABLE, INSIDE_CABLE, Lengths
from hardware.simulation.netlist import GROUND, Deck, Netlist, Steps
from hardware.simulation.values import (
    ALONE_FARADS,
    BUNDLED_FARADS,
    COUPLED,
    PI_WAIT,
    PICO_NEXT,
    PICO_READ,
    PICO_WAIT,
    PIN_FARADS,
    REED_FARADS,
    REED_OHMS,
)
from hardware.wiring.harness import Harness, harnesses
from hardware.wiring.levels import (
    DIODE,
    I2C,
    INSIDE,
    PI,
    PICO,
    PULL_UP,
    SERIES,
    VOLTS,
    DiodeKind,
)

THERMAL = 0.025865
"""Volts: kT/q at the 27 °C at which ngspice takes a model's values."""

START = 0.2e-6
"""Seconds before anything changes."""

EDGE = 5e-9
"""Seconds in which a pin changes."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Reader:
    """What scans a matrix.

    route: of its harness. pad: Ω of a pin that pulls a row low. pushes: whether it drives a row
    high before it lets go of it. inside: Ω of its pull-ups, strongest and weakest. wait: seconds
    from the release of a row to the read of the next one; read: those of them after that one was
    pulled low; following: seconds from the read of a column to that of the next one. cable: metres.
    """

    name: str
    route: str
    pad: float
    pushes: bool
    inside: tuple[float, float]
    wait: float
    read: float
    following: float
    cable: float


PI_READER = Reader("Raspberry Pi", "spi", PI.ohms, False, INSIDE, PI_WAIT, PI_WAIT, 0.0, CABLE)
PICO_READER = Reader(
    "Pico", "pico", PICO.ohms, True, INSIDE, PICO_WAIT, PICO_READ, PICO_NEXT, INSIDE_CABLE
)


@dataclass(frozen=True)
class Matrix:
    """A grid of this many rows, wired to a reader. pull_up: Ω of each column to 3.3 V, or None."""

    size: int
    reader: Reader
    pull_up: float | None = PULL_UP
    diode: DiodeKind = DIODE

    @cached_property
    def harness(self) -> Harness:
        """The wires to the computer."""
        name = f"grid{self.size}-{self.reader.route}"
        (made,) = [harness for harness in harnesses() if harness.name == name]
        return made

    @cached_property
    def lengths(self) -> Lengths:
        """The lengths of its wires."""
        return Lengths(Layout(BOARDS[f"grid{self.size}"]), self.reader.cable)

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """The row and column of every reed."""
        return frozenset((r, c) for r in range(self.size) for c in range(self.size))

    def closed_but(self, *vacant: Cell) -> frozenset[Cell]:
        """All reeds but these."""
        return self.cells - set(vacant)


def circuit(
    matrix: Matrix,
    closed: frozenset[Cell],
    low: Mapping[int, Steps],
    high: Mapping[int, Steps] | None = None,
    weak: bool = False,
) -> Netlist:
    """Write a matrix with these reeds closed.

    low, high: when a row is pulled low or pushed high (1: it is). weak: take the pull-ups inside
    at their weakest and diodes that leak, not the strongest and those that drop most.
    """
    made, reader = Netlist(), matrix.reader
    inside = reader.inside[1 if weak else 0]
    made.voltage("supply", "v33", GROUND, VOLTS)
    made.switch_model("pad", reader.pad)
    _diode_model(made, matrix.diode)
    wires: list[tuple[str, float]] = []
    numbers = {"row": 0, "column": 0}
    for wire in matrix.harness.wires:
        kind = wire.what.split()[0]
        if kind not in numbers:
            continue
        number, node = numbers[kind], f"{kind}{numbers[kind]}"
        numbers[kind] += 1
        made.note(f"{wire.what}: {wire.signal}, pin {wire.pin}, {wire.colour}")
        lengths = matrix.lengths
        alone, bundled = lengths.row(number) if kind == "row" else lengths.column(number)
        grounded = alone * ALONE_FARADS + bundled * BUNDLED_FARADS * (1 - 2 * COUPLED)
        made.capacitor(f"wire_{node}", node, GROUND, grounded)
        wires.append((node, bundled))
        if kind == "row":
            _row_pin(made, number, inside, low.get(number), (high or {}).get(number))
        else:
            _column_pin(made, number, inside, matrix.pull_up)
    for (one, long), (other, longer) in pairwise(wires):
        shared = min(long, longer) * BUNDLED_FARADS * COUPLED
        made.capacitor(f"between_{one}_{other}", one, other, shared)
    for r, c in sorted(matrix.cells):
        middle = f"reed{r}_{c}"
        if (r, c) in closed:
            made.resistor(f"reed_{r}_{c}", f"column{c}", middle, REED_OHMS)
        else:
            made.capacitor(f"reed_{r}_{c}", f"column{c}", middle, REED_FARADS)
            made.resistor(f"apart_{r}_{c}", f"column{c}", middle, 1e9)
        made.diode(f"_{r}_{c}", middle, f"row{r}", matrix.diode.name)
        if weak:
            made.resistor(f"leak_{r}_{c}", middle, f"row{r}", 3 / matrix.diode.leaks)
    return made


def full_row(matrix: Matrix) -> Deck:
    """The level of every column when a row is read with all reeds of the board closed."""
    row = matrix.size - 1
    made = circuit(matrix, matrix.cells, {row: _ALWAYS})
    probes = [f"v(pin_column{c})" for c in range(matrix.size)]
    return made.deck(f"grid{matrix.size} on a {matrix.reader.name}: a full row", probes)


def only_open(matrix: Matrix, row: int, column: int) -> Deck:
    """The level of the column of the only open reed, while all others leak on a warm day."""
    made = circuit(matrix, matrix.closed_but((row, column)), {row: _ALWAYS}, weak=True)
    title = f"grid{matrix.size} on a {matrix.reader.name}: the only open reed"
    return made.deck(title, [f"v(pin_column{column})"])


def settling(matrix: Matrix, row: int, column: int) -> Deck:
    """Return a column that was low and rises before the next row is read.

    All reeds are closed but the column's in that next row.
    """
    reader, closed = matrix.reader, matrix.closed_but((row + 1, column))
    pulled = START + reader.wait - reader.read
    low = {row: _until(START), row + 1: _from(pulled)}
    high = {row: _between(START, pulled - 10 * EDGE)} if reader.pushes else {}
    made = circuit(matrix, closed, low, high, weak=True)
    title = f"grid{matrix.size} on a {reader.name}: column {column} after a closed reed"
    return made.deck(title, [f"v(pin_column{column})"], (START + _shown(matrix), 10e-9))


def beside_falling(matrix: Matrix, row: int, column: int) -> Deck:
    """A column that is high while all others fall with a row that is pulled low."""
    closed = matrix.closed_but((row, column))
    made = circuit(matrix, closed, {row: _from(START)}, weak=True)
    title = f"grid{matrix.size} on a {matrix.reader.name}: column {column} beside others that fall"
    return made.deck(title, [f"v(pin_column{column})"], (START + _shown(matrix), 10e-9))


def driven_high(matrix: Matrix) -> Deck:
    """Return a column's pin that another program drives high, over a closed reed into a low row.

    The deck reports the current of that pin.
    """
    made = circuit(matrix, frozenset({(0, 0)}), {0: _ALWAYS})
    made.voltage("wrong", "pin_column0", GROUND, VOLTS)
    return made.deck(f"grid{matrix.size}: a column driven high", ["i(vwrong)"])


def own_reed(pull_up: float = I2C, driven: bool = False) -> Deck:
    """Return a closed reed of the star on its pin.

    Args:
        pull_up: The pull-up besides the one inside, in ohms.
        driven: Whether the pin is driven high; then the deck reports its current.
    """
    made = Netlist()
    made.voltage("supply", "v33", GROUND, VOLTS)
    made.resistor("inside", "v33", "pin", INSIDE[0])
    made.resistor("pull_up", "v33", "pin", pull_up)
    made.resistor("series", "pin", "wire", SERIES)
    made.resistor("reed", "wire", GROUND, REED_OHMS)
    if driven:
        made.voltage("wrong", "pin", GROUND, VOLTS)
    return made.deck("star: a closed reed", ["i(vwrong)" if driven else "v(pin)"])


_ALWAYS: Steps = ((0, 1), (1, 1))


def _from(at: float) -> Steps:
    return ((0, 0), (at, 0), (at + EDGE, 1))


def _until(at: float) -> Steps:
    return ((0, 1), (at, 1), (at + EDGE, 0))


def _between(start: float, end: float) -> Steps:
    return (*_from(start), (end, 1), (end + EDGE, 0))


def _shown(matrix: Matrix) -> float:
    """How long a column is watched: until it has surely settled."""
    return 6e-6 if matrix.pull_up else 60e-6


def _row_pin(
    made: Netlist, number: int, inside: float, low: Steps | None, high: Steps | None
) -> None:
    row = f"row{number}"
    made.resistor(f"inside_{row}", "v33", row, inside)
    made.capacitor(f"pin_{row}", row, GROUND, PIN_FARADS)
    for name, steps, to in (("low", low, GROUND), ("high", high, "v33")):
        if steps:
            made.steps(f"{name}_{row}", f"{name}{number}", GROUND, steps)
            made.switch(f"{name}_{row}", row, to, f"{name}{number}", "pad")


def _column_pin(made: Netlist, number: int, inside: float, pull_up: float | None) -> None:
    column = f"column{number}"
    made.resistor(f"inside_{column}", "v33", f"pin_{column}", inside)
    made.capacitor(f"pin_{column}", f"pin_{column}", GROUND, PIN_FARADS)
    made.resistor(f"series_{column}", f"pin_{column}", column, SERIES)
    if pull_up is not None:
        made.resistor(f"pull_up_{column}", "v33", column, pull_up)


def _diode_model(made: Netlist, kind: DiodeKind) -> None:
    """The diode that has `kind.forward` at 0.1 and 1 mA, and its capacity."""
    slope = (kind.forward(1e-3) - kind.forward(1e-4)) / log(10)
    saturation = 1e-4 / (2.718281828459045 ** (kind.forward(1e-4) / slope) - 1)
    made.diode_model(kind.name, saturation, slope / THERMAL, kind.farads)
