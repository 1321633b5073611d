"""Decks of the lamps' data: from the computer's pin through the level shifter to a pixel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.device.ports.pixel_timing import SPI_CLOCK, PixelTiming
from hardware.simulation.lengths import CABLE, DATA
from hardware.simulation.netlist import GROUND, Deck, Netlist, Steps
from hardware.simulation.values import (
    GATE_EDGE,
    GATE_FARADS,
    GATE_HIGH,
    GATE_LOW,
    GATE_SKEW,
    GATE_STRONG,
    GATE_WEAK,
    LINE_DELAY,
    LINE_OHMS,
    PIN_EDGE,
    PIN_HIGH,
    PIN_STRONG,
    PIXEL_FARADS,
)
from hardware.wiring.levels import DATA_SERIES, INSIDE, PI, PULL_DOWN, SERIES, VOLTS

SPI_SLOWEST = 6_250_000
"""Hertz: what a Pi makes of SPI_CLOCK with an even divider."""

PERIOD = 1.25e-6
"""Seconds of a bit of the routes other than SPI."""

FIVE = 5.0

Bit = tuple[float, float]
"""For how long a bit is high, and how long it lasts."""


@dataclass(frozen=True, slots=True)
class Corner:
    """The parts of the line at one end of their tolerances.

    pin, output: Ω. threshold: volts of the level shifter's input. skew: seconds by which it makes
    pulses longer.
    """

    pin: float
    output: float
    threshold: float
    skew: float


SHORTEST = Corner(PI.ohms, GATE_WEAK, GATE_HIGH, -GATE_SKEW)
LONGEST = Corner(PIN_STRONG, GATE_STRONG, GATE_LOW, GATE_SKEW)


@dataclass(frozen=True, slots=True)
class DataLine:
    """What of the line a builder chooses.

    cable: metres from the computer to the level shifter. wire: metres from there to the pixel.
    source: Ω at the computer's pin. series: Ω behind the level shifter; at_pixel: whether at the
    pixel's end of the wire.
    """

    cable: float = CABLE
    wire: float = DATA
    source: float = SERIES
    series: float = DATA_SERIES[0]
    at_pixel: bool = True


def spi_bits(timing: PixelTiming, clock: float = SPI_CLOCK) -> tuple[Bit, Bit]:
    """A 0 and a 1 as SPI sends them."""
    zero, one = ((byte.bit_count() / clock, 8 / clock) for byte in (timing.zero, timing.one))
    return zero, one


def pulses(bits: Sequence[Bit], volts: float, longer: float = 0.0) -> Steps:
    """The pin's voltage for these bits. longer: seconds by which each pulse is longer."""
    steps, start = [(0.0, 0.0)], 50e-9
    for high, period in bits:
        end = start + high + longer
        steps += [(start, 0), (start + PIN_EDGE, volts), (end, volts), (end + PIN_EDGE, 0)]
        start += period
    return tuple(steps)


def data_line(bits: Sequence[Bit], corner: Corner, line: DataLine | None = None) -> Deck:
    """The first pixel's data input, and the nodes before it, while these bits are sent."""
    line = line or DataLine()
    made = Netlist()
    made.steps("data", "driver", GROUND, pulses(bits, VOLTS, corner.skew))
    made.resistor("pin", "driver", "pin", corner.pin + line.source)
    _wire(made, "cable", "pin", "input", line.cable)
    made.capacitor("input", "input", GROUND, GATE_FARADS)
    made.clamp_model("clamp")
    made.diode("input_ground", GROUND, "input", "clamp")
    made.resistor("pull_down", "input", GROUND, PULL_DOWN)
    made.gate("gate", "input", "gate", corner.threshold, FIVE)
    made.resistor("edge", "gate", "edge", 100)
    made.capacitor("edge", "edge", GROUND, GATE_EDGE / 2.2 / 100)
    made.follower("output", "edge", "output")
    made.resistor("output", "output", "y", corner.output)
    node = "y"
    if not line.at_pixel:
        made.resistor("series", "y", "wire", line.series)
        node = "wire"
    _wire(made, "wire", node, "end", line.wire)
    made.resistor("series_end", "end", "din", line.series if line.at_pixel else 0.01)
    made.capacitor("din", "din", GROUND, PIXEL_FARADS)
    made.voltage("five", "v5", GROUND, FIVE)
    made.diode("din_ground", GROUND, "din", "clamp")
    made.diode("din_five", "din", "v5", "clamp")
    length = 100e-9 + sum(period for _, period in bits)
    title = f"data through {line.wire:g} m and {line.series:g} Ω"
    return made.deck(title, ["v(din)", "v(y)", "v(input)"], (length, 0.25e-9))


def shifter_input(pulled_up: bool) -> Deck:
    """The level shifter's input at rest: while the pin is driven high, or only pulled up inside."""
    made = Netlist()
    made.voltage("pin", "pin", GROUND, VOLTS if pulled_up else PIN_HIGH)
    made.resistor("source", "pin", "input", SERIES + (INSIDE[0] if pulled_up else 0))
    made.resistor("pull_down", "input", GROUND, PULL_DOWN)
    return made.deck("the level shifter's input at rest", ["v(input)"])


def _wire(made: Netlist, name: str, one: str, other: str, metres: float) -> None:
    made.line(name, one, other, LINE_OHMS, metres * LINE_DELAY)
