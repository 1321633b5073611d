"""Everything that is simulated, each beside its limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from companion.device.ports.matrix_gpio import RISE_TIME
from companion.device.ports.pixel_sheets import PIXEL_SHEETS
from companion.device.ports.pixel_timing import TIMINGS
from companion.rules.geometry import STAR
from hardware.parts.boards import BoardBuild, boards
from hardware.simulation.back_power import computer_off, lamps_off
from hardware.simulation.data_line import (
    FIVE,
    LONGEST,
    PERIOD,
    SHORTEST,
    SPI_SLOWEST,
    Bit,
    DataLine,
    data_line,
    shifter_input,
    spi_bits,
)
from hardware.simulation.netlist import Deck
from hardware.simulation.ngspice import Curves
from hardware.simulation.pi_board import pull_up_to_remove, pwm_input
from hardware.simulation.reeds import (
    PI_READER,
    PICO_READER,
    START,
    Matrix,
    beside_falling,
    driven_high,
    full_row,
    only_open,
    own_reed,
    settling,
)
from hardware.simulation.supply import all_on, evenly, farthest, inrush, strip
from hardware.simulation.values import (
    FUSE_MELTS,
    FUSE_SHARE,
    GATE_BEYOND,
    GATE_HIGH,
    GATE_LOW,
    GATE_MOST,
    PICO_ONE,
    PICO_ZERO,
    PIN_AMPERES,
    PIN_STRONG,
    PIXEL_BEYOND,
    PIXEL_HIGH,
    PIXEL_LOW,
    PIXEL_VOLTS,
    PWM_ONE,
    PWM_ZERO,
)
from hardware.simulation.waves import above, at_time, integral, settled
from hardware.wiring.levels import BAT85, HIGH, LOW

Run = Callable[[Deck], Curves]
"""What simulates a deck."""

BARELY = 0.3
"""Volts at which nothing that is off begins to work."""

HOLDS_AN_HOUR = 1.5
"""What a slow-blow fuse carries for an hour, by its rating (IEC 60127-2, sheet 3)."""

LARGEST = 9
"""Rows of the largest grid, the worst case of a matrix."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A unit, how many of it make one of the base unit, and after how many digits it is rounded."""

    unit: str
    factor: float
    digits: int

    def text(self, value: float) -> str:
        """The value without its unit."""
        rounded = round(value * self.factor, self.digits)
        return f"{rounded + 0.0:.{self.digits}f}".replace("-", "−")


VOLTS = Quantity("V", 1, 2)
MICROSECONDS = Quantity("µs", 1e6, 1)
NANOSECONDS = Quantity("ns", 1e9, 0)
MILLIAMPERES = Quantity("mA", 1e3, 1)
AMPERES = Quantity("A", 1, 2)
HEAT = Quantity("A²s", 1, 2)
PULSES = Quantity("pulses", 1, 0)


@dataclass(frozen=True, slots=True)
class Result:
    """Something simulated: its smallest and largest value, and the limits of both.

    where: the board or part. least, most: None if there is no such limit.
    """

    what: str
    where: str
    values: tuple[float, ...]
    quantity: Quantity
    least: float | None = None
    most: float | None = None

    @property
    def holds(self) -> bool:
        """Whether all values are within the limits."""
        low = self.least is None or min(self.values) >= self.least
        return low and (self.most is None or max(self.values) <= self.most)

    @property
    def found(self) -> str:
        """The values as text: one, or from the smallest to the largest."""
        texts = [self.quantity.text(value) for value in (min(self.values), max(self.values))]
        return " to ".join(dict.fromkeys(texts)) + f" {self.quantity.unit}"

    @property
    def limit(self) -> str:
        """The limits as text."""
        texts = [None if v is None else self.quantity.text(v) for v in (self.least, self.most)]
        if texts[0] == texts[1]:
            return f"{texts[0]} {self.quantity.unit}"
        if None not in texts:
            return f"{texts[0]} to {texts[1]} {self.quantity.unit}"
        word = "at least" if texts[1] is None else "at most"
        return f"{word} {texts[1] or texts[0]} {self.quantity.unit}"


def results(run: Run) -> list[Result]:
    """Simulate what the diagrams and lists say. All of it has to hold."""
    return [*switches(run), *data(run), *supply(run), *off(run)]


def switches(run: Run) -> Iterator[Result]:
    """Rows, columns, and reeds with pins of their own."""
    for reader in (PI_READER, PICO_READER):
        matrix = Matrix(LARGEST, reader)
        where = f"grid9, {reader.name}"
        levels = _all(run(full_row(matrix)))
        yield Result("low level of a full row", where, levels, VOLTS, most=LOW)
        yield _rise("column rises after a closed reed", run, matrix, 0, reader.wait)
        yield _vacant("column of the last vacant square, when read", run, matrix)
        levels = _all(run(only_open(matrix, 1, 4)))
        yield Result("the same at rest, with warm, leaking diodes", where, levels, VOLTS, HIGH)
    slow = Matrix(LARGEST, PI_READER, None)
    yield _rise("column rises without its 10 kΩ, for the slow read", run, slow, 4, RISE_TIME)
    levels = _all(run(own_reed()))
    yield Result("closed reed on GPIO 2", "star, Raspberry Pi", levels, VOLTS, most=LOW)
    decks = own_reed(driven=True), driven_high(Matrix(LARGEST, PICO_READER))
    currents = tuple(_peak(run(deck), "i(vwrong)") for deck in decks)
    what = "a pin driven high on a closed reed"
    yield Result(what, "star, grid9", currents, MILLIAMPERES, most=PIN_AMPERES)


def data(run: Run) -> Iterator[Result]:
    """The data line, from the computer's pin to the first pixel."""
    for name, timing in TIMINGS.items():
        fast, slow = spi_bits(timing), spi_bits(timing, SPI_SLOWEST)
        yield from _lengths(run, name, "SPI", fast, slow)
    for name in PIXEL_SHEETS:
        yield from _lengths(run, name, "Pico", _PICO_BITS, _PICO_BITS)
    yield from _lengths(run, "WS2812B", "PWM", _PWM_BITS, _PWM_BITS)
    bits = spi_bits(TIMINGS["WS2812B-V5"])
    yield _counted("two bits, as the pixel sees them", run, DataLine())
    ends = [run(data_line(bits, corner)) for corner in (SHORTEST, LONGEST)]
    for what, node, low, high in (
        ("level shifter's input while data is sent", "v(input)", -GATE_BEYOND, GATE_MOST),
        ("pixel's input while data is sent", "v(din)", -PIXEL_BEYOND, FIVE + PIXEL_BEYOND),
    ):
        values = [value for end in ends for value in end.probes[node]]
        yield Result(what, "all boards", (min(values), max(values)), VOLTS, low, high)
    for where, deck in (("all boards", shifter_input), ("circuit board for a Pi, PWM", pwm_input)):
        booting, driven = (_all(run(deck(pulled_up))) for pulled_up in (True, False))
        yield Result(_BOOTING, where, booting, VOLTS, most=GATE_LOW)
        what = "level shifter's input, pin driven high"
        yield Result(what, where, driven, VOLTS, least=GATE_HIGH)


def supply(run: Run) -> Iterator[Result]:
    """The lamps' supply: along the strip, through the fuse, and when it is plugged in."""
    for built in _builds():
        keeps, works = PIXEL_VOLTS["characteristics"], PIXEL_VOLTS["works"]
        for what, currents, least in (
            ("farthest lamp, budget shared by all", evenly(built), keeps),
            ("farthest lamp, budget in the farthest", farthest(built), keeps),
            ("farthest lamp, all pulses at once", all_on(built), works),
        ):
            along = run(strip(built, currents))
            yield Result(what, built.board.name, (_lowest(along),), VOLTS, least)
        # `along` is now the one with all pulses at once.
        peak = _peak(along, "i(vsupply)")
        what = "supply, all pulses at once"
        yield Result(what, built.board.name, (peak,), AMPERES, most=built.supply)
        heats = (peak * built.budget) ** 0.5
        what = "fuse, root mean square of such pulses"
        most = HOLDS_AN_HOUR * built.fuse
        yield Result(what, built.board.name, (heats,), AMPERES, most=most)
    for built in _builds():
        plugged = run(inrush(built))
        heat = integral(plugged.times, [i * i for i in plugged.probes["i(lcord)"]])
        most = FUSE_SHARE * FUSE_MELTS[built.fuse]
        yield Result("fuse, when it is plugged in", built.board.name, (heat,), HEAT, most=most)
        high = max(plugged.probes["v(five)"])
        what, most = "lamps, when it is plugged in", PIXEL_VOLTS["most"]
        yield Result(what, built.board.name, (high,), VOLTS, most=most)


def off(run: Run) -> Iterator[Result]:
    """One side is off: what flows from the other one."""
    built = _built("grid9-matrix")
    driven = run(lamps_off(built))
    current = (_peak(driven, "i(vpin)"),)
    what = "lamps off: the pin of the lamps, driven high"
    yield Result(what, "all boards", current, MILLIAMPERES, most=PIN_AMPERES)
    what = "lamps off: their 5 V after two seconds of that"
    yield Result(what, "all boards", (driven.last("v(five)"),), VOLTS, most=BARELY)
    what = "computer off: its pin of the lamps"
    yield Result(what, "all boards", _all(run(computer_off())), VOLTS, most=BARELY)


def refused(run: Run) -> list[Result]:
    """Simulate what the pages advise against. Nothing of it holds."""
    pico, largest = Matrix(LARGEST, PICO_READER), _built("grid9-matrix")
    far = replace(PICO_READER, cable=1.0)
    bits = spi_bits(TIMINGS["WS2812B-V5"])
    bare = run(data_line(bits, LONGEST, DataLine(series=0.001)))
    beyond = max(bare.probes["v(din)"]) - FIVE
    one_end = _lowest(run(strip(largest, evenly(largest), feeds=(0,))))
    ringing = max(run(inrush(largest, bulk=0)).probes["v(five)"])
    clamped = _peak(run(lamps_off(largest, "74HCT125", 0)), "i(vpin)")
    pull_up = pull_up_to_remove()
    one, most = PIXEL_VOLTS["characteristics"], PIXEL_VOLTS["most"]
    return [
        _vacant("last vacant square, with BAT85", run, replace(pico, diode=BAT85)),
        _vacant("last vacant square, without 10 kΩ", run, replace(pico, pull_up=None)),
        _vacant("last vacant square, 1 m of cable", run, replace(pico, reader=far)),
        _counted("two bits, without 330 Ω at the pin", run, DataLine(source=0.001)),
        next(iter(_lengths(run, "WS2812B-V5", "PWM", _PWM_BITS, _PWM_BITS))),
        Result(
            "pixel's input beyond its 5 V, without the resistor there",
            "all boards",
            (beyond,),
            VOLTS,
            most=PIXEL_BEYOND,
        ),
        Result(
            f"{_BOOTING}, with {pull_up}",
            "circuit board for a Pi, PWM",
            _all(run(pwm_input(True, pull_up))),
            VOLTS,
            most=GATE_LOW,
        ),
        Result("farthest lamp, fed at one end only", "grid9", (one_end,), VOLTS, one),
        Result(
            "lamps, when it is plugged in without 1000 µF", "grid9", (ringing,), VOLTS, most=most
        ),
        Result(
            "lamps off: the pin, with a 74HCT125 and without 330 Ω",
            "all boards",
            (clamped,),
            MILLIAMPERES,
            most=PIN_AMPERES,
        ),
    ]


_BOOTING = "level shifter's input, pin pulled up inside"

_PICO_BITS: tuple[Bit, Bit] = ((PICO_ZERO, PERIOD), (PICO_ONE, PERIOD))
_PWM_BITS: tuple[Bit, Bit] = ((PWM_ZERO, PERIOD), (PWM_ONE, PERIOD))


def _builds() -> list[BoardBuild]:
    """The star and the grids, each once: a Pico changes nothing about the lamps."""
    return [built for built in boards() if built.port != "pico" and built.points >= STAR.size]


def _built(name: str) -> BoardBuild:
    return next(built for built in boards() if built.name == name)


def _all(curves: Curves) -> tuple[float, ...]:
    return tuple(curves.last(probe) for probe in curves.probes)


def _peak(curves: Curves, probe: str) -> float:
    return max(map(abs, curves.probes[probe]))


def _lowest(along: Curves) -> float:
    return min(along.last(probe) for probe in along.probes if probe.startswith("v"))


def _rise(what: str, run: Run, matrix: Matrix, column: int, most: float) -> Result:
    """When a column is surely high after the row before was released, to stay so."""
    curves = run(settling(matrix, 0, column))
    at = settled(curves.times, curves.probes[f"v(pin_column{column})"], HIGH, START) - START
    where = f"grid{matrix.size}, {matrix.reader.name}"
    return Result(what, where, (at,), MICROSECONDS, most=most)


def _vacant(what: str, run: Run, matrix: Matrix) -> Result:
    """Return the level of the only vacant square's column at the moment at which it is read.

    The column was low before, or high; the result has both.
    """
    reader, found = matrix.reader, []
    for column in (0, 1, matrix.size // 2):
        read = reader.read + column * reader.following
        for deck, pulled in (
            (settling(matrix, 0, column), START + reader.wait - reader.read),
            (beside_falling(matrix, 1, column), START),
        ):
            curves = run(deck)
            level = curves.probes[f"v(pin_column{column})"]
            found.append(at_time(curves.times, level, pulled + read))
    where = f"grid{matrix.size}, {reader.name}"
    return Result(what, where, tuple(found), VOLTS, least=HIGH)


def _lengths(
    run: Run, name: str, route: str, fast: tuple[Bit, Bit], slow: tuple[Bit, Bit]
) -> Iterator[Result]:
    """How long the first pixel sees a 0 and a 1 as high, at least and at most."""
    sheet = PIXEL_SHEETS[name]
    short, long = (
        above(curves.times, curves.probes["v(din)"], share * FIVE)
        for curves, share in (
            (run(data_line(fast, SHORTEST)), PIXEL_HIGH),
            (run(data_line(slow, LONGEST)), PIXEL_LOW),
        )
    )
    for bit, limits in enumerate((sheet.zero_high, sheet.one_high)):
        least, most = (limit * 1e-9 for limit in limits)
        what = f"a {bit} is high, for {name}"
        yield Result(what, route, (short[bit], long[bit]), NANOSECONDS, least, most)


def _counted(what: str, run: Run, line: DataLine) -> Result:
    """How many pulses the first pixel sees of two, at a level where it may see them."""
    bits, hard = spi_bits(TIMINGS["WS2812B-V5"]), replace(SHORTEST, pin=PIN_STRONG)
    curves = run(data_line(bits, hard, line))
    counts = [
        len(above(curves.times, curves.probes["v(din)"], share * FIVE))
        for share in (PIXEL_LOW, PIXEL_HIGH)
    ]
    return Result(what, f"{line.cable:g} m of cable", tuple(map(float, counts)), PULSES, 2, 2)
