"""Levels and rise times of a board's switches, in the worst case.

These are the levels that a computer reads, and how fast columns rise. All currents flow from 3.3 V
through a column's pull-ups, its reed and diode into the row that is pulled low. With a piece on
every square of a row, the row's pin carries the current of all columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, log10

VOLTS = 3.3
LOW, HIGH = 0.8, 2.0
"""Volts: what both a Pi and a Pico surely read as low, and a Pico as high."""

INSIDE = (50e3, 80e3)
"""Ω: the pull-ups inside a Pico at their strongest and weakest; a Pi's are 50 to 65 kΩ."""

PULL_UP = 10e3
SERIES = 330.0
"""Ω between a pin and a column, a reed of its own or the button: if the pin ever drives high, 10 mA
flow, which a pin bears."""

PULL_DOWN = 10e3
"""Ω from the level shifter's input to ground."""

DATA_SERIES = (330.0, 470.0)
"""Ω in series with the data wire, at the first pixel: from, to."""

BULK, DECOUPLING = 1000e-6, 100e-9
"""Farads across the lamps' supply, and across that of the level shifter."""

I2C = 1.8e3
"""Ω: the pull-ups soldered to GPIO 2 and 3 of a Pi."""

CAPACITY = (100e-12, 200e-12)
"""Farads of a column with its wires: from a short cable to a long one."""

COLD = 0.05
"""Volts that a diode needs more at 0 °C than at 25 °C: 2 mV for each degree."""


@dataclass(frozen=True, slots=True)
class DiodeKind:
    """A diode, by its forward voltage.

    Between both currents, the voltage grows evenly with the logarithm of the current.

    Attributes:
        name: Its type.
        tenth: The forward voltage at 0.1 mA and 25 °C, in volts.
        full: The forward voltage at 1 mA and 25 °C, in volts.
        farads: Its capacitance without voltage.
        leaks: The reverse current at 3 V on a warm day, in amperes.
    """

    name: str
    tenth: float
    full: float
    farads: float
    leaks: float

    def forward(self, amperes: float) -> float:
        """The forward voltage at 0 °C."""
        return self.tenth + (self.full - self.tenth) * log10(amperes / 1e-4) + COLD


SD101C = DiodeKind("SD101C", 0.33, 0.39, 2.2e-12, 0.2e-6)
"""0.39 V at 1 mA, 2.2 pF and 0.2 µA at 30 V and 25 °C are the most that its sheet allows (Vishay);
60 mV less at 0.1 mA, as for any good Schottky diode. A 1N5711 is much the same."""

BAT85 = DiodeKind("BAT85", 0.24, 0.32, 18.7e-12, 2e-6)
"""The most that its sheets allow (Philips, Vishay): 10 pF at 1 V, which makes 18.7 pF without
voltage, and 2 µA at 25 V and 25 °C. On a Pico that is too much: see hardware/simulation."""

SILICON = DiodeKind("1N4148", 0.48, 0.58, 4e-12, 0.1e-6)
"""By the usual model (saturation current 2.52 nA, emission coefficient 1.752): sheets give no
limit for so little current. Vishay: at most 4 pF, 25 nA at 20 V and 25 °C."""

DIODE = SD101C
"""The one that diagrams and lists name."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A computer's pin.

    Attributes:
        name: The computer.
        ohms: The resistance to ground when the pin is pulled low, at the strength at which it is
            driven.
    """

    name: str
    ohms: float


PI = Pad("Raspberry Pi", 75.0)
"""At most 0.15 V at 2 mA (Compute Module 3's datasheet; not known for the Pi 4 and 5)."""

PICO = Pad("Pico", 0.5 / 12e-3)
"""At most 0.5 V at 12 mA (RP2040's datasheet), the strength that CircuitPython sets for outputs."""


def beside(one: float, other: float) -> float:
    """The resistance of two resistors in parallel."""
    return one * other / (one + other)


def row_level(
    pad: Pad, diode: DiodeKind, columns: int, pull_up: float = PULL_UP, more: float = 0.0
) -> float:
    """The voltage that a column's pin reads when its reed is closed and all reeds of its row are.

    The pull-up inside is at the pin, the other one behind SERIES: so the pin is a little above the
    column. The row's own pull-up counts, too. more: amperes that the row's pin carries besides.
    """
    inside, column = INSIDE[0], 0.0
    for _ in range(50):  # more than enough for it to settle
        own = (VOLTS - column) / (inside + SERIES)
        each = (VOLTS - column) / pull_up + own
        row = beside(pad.ohms, inside) * (columns * each + more + VOLTS / inside)
        column = row + diode.forward(each)
    return column + SERIES * (VOLTS - column) / (inside + SERIES)


def own_level(series: float = SERIES, pull_up: float = I2C) -> float:
    """The voltage of a pin whose reed goes to ground through a resistor."""
    return VOLTS * series / (series + beside(pull_up, INSIDE[0]))


def rise(pull_up: float | None, inside: float, farads: float) -> float:
    """The seconds in which a column rises from 0 V to HIGH."""
    ohms = inside if pull_up is None else beside(pull_up, inside)
    return -ohms * farads * log(1 - HIGH / VOLTS)
