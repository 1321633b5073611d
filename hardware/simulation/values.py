"""What the decks take for true: values from datasheets, and assumptions, which say so.

Nothing here is a maker's model file: every number is a fact from a sheet, or an estimate. What the
project itself decides is not here, but where the diagrams and lists take it from.
"""

from __future__ import annotations

KNOWN: list[Known] = []
"""All values, in the order in which the page lists them."""


class Known(float):
    """A number with what it is, its unit, its source, and whether it is assumed."""

    what: str
    unit: str
    source: str
    assumed: bool

    def __new__(
        cls, number: float, unit: str, what: str, source: str, assumed: bool = False
    ) -> Known:
        """Add a value to the list."""
        made = super().__new__(cls, number)
        made.what, made.unit, made.source, made.assumed = what, unit, source, assumed
        KNOWN.append(made)
        return made


# Switches

REED_OHMS = Known(
    0.15, "Ω", "contact of a closed reed", "sheets of such reeds: 0.1 to 0.15 Ω at most"
)
REED_FARADS = Known(0.3e-12, "F", "contacts of an open reed", "sheets of such reeds: 0.2 to 0.5 pF")
PIN_FARADS = Known(5e-12, "F", "a pin as an input", "Compute Module 1 and 3: 5 pF")
ALONE_FARADS = Known(
    40e-12, "F", "a metre of a wire that lies alone", "two wires some centimetres apart", True
)
BUNDLED_FARADS = Known(
    100e-12,
    "F",
    "a metre of a wire in a bundle or ribbon",
    "sheets of ribbon cables: 50 to 75 pF; loosely bundled PVC has more",
    True,
)
COUPLED = Known(
    0.3, "", "share of that to each of the two neighbours", "no sheet for a loose bundle", True
)
PICO_WAIT = Known(
    1.2e-6,
    "s",
    "from the release of a row to the first read of the next one, on a Pico",
    "CircuitPython 10, KeyMatrix.c: about 150 instructions at 125 MHz, and a delay of up to 1 µs "
    "besides, which is not counted",
    True,
)
PICO_READ = Known(
    0.2e-6,
    "s",
    "of that, from pulling the next row low",
    "the same source, about 25 instructions",
    True,
)
PI_WAIT = Known(
    5e-6,
    "s",
    "from switching rows to reading columns, on a Pi, without settling",
    "two system calls; 18 µs on a fast PC",
    True,
)
PICO_NEXT = Known(
    0.3e-6,
    "s",
    "from the read of a column to that of the next one, on a Pico",
    "the same source, about 40 instructions",
    True,
)
PIN_AMPERES = Known(
    12e-3, "A", "the most that a pin should carry", "RP2040: its strongest setting; a Pi: 16 mA"
)
PIN_HIGH = Known(2.62, "V", "a pin that drives high, at least", "RP2040")
PIN_STRONG = Known(25.0, "Ω", "a pin that drives hard", "RP2040's curves, at 12 mA", True)
PIN_EDGE = Known(1.7e-9, "s", "the edges of a pin", "Compute Module 1 and 3: 1.6 to 1.7 ns")

# The lamps' data

LINE_OHMS = Known(
    120.0,
    "Ω",
    "wave impedance of a wire beside its ground",
    "HP: 100 Ω for twisted pairs and ribbons; a loose wire has more",
    True,
)
LINE_DELAY = Known(5.5e-9, "s", "a wave's time for a metre", "AMP ribbon cable: 1.51 ns a foot")
GATE_LOW, GATE_HIGH = (
    Known(0.8, "V", "74AHCT125: surely low below", "TI, Nexperia"),
    Known(2.0, "V", "74AHCT125: surely high above", "TI, Nexperia"),
)
GATE_FARADS = Known(10e-12, "F", "74AHCT125: an input", "TI: 10 pF at most")
GATE_WEAK = Known(
    (4.5 - 3.8) / 8e-3,
    "Ω",
    "74AHCT125: an output at its weakest",
    "TI: 3.8 V at least at 8 mA and 4.5 V",
)
GATE_STRONG = Known(
    20.0, "Ω", "74AHCT125: an output at its strongest", "half of TI's usual value", True
)
GATE_EDGE = Known(2e-9, "s", "74AHCT125: its edges at their fastest", "no sheet says", True)
GATE_SKEW = Known(
    7.5e-9, "s", "74AHCT125: what a pulse may become longer or shorter", "TI: delays of 1 to 8.5 ns"
)
GATE_MOST = Known(7.0, "V", "74AHCT125: what an input bears", "TI")
GATE_BEYOND = Known(
    0.8,
    "V",
    "74AHCT125: an input below ground, while its diode carries less than 20 mA",
    "TI: −0.5 V, or 20 mA",
)
GATE_LEAK = Known(1e-6, "A", "74AHCT125: an input, whether it is powered or not", "TI, Nexperia")
PIXEL_FARADS = Known(15e-12, "F", "a pixel's data input", "Worldsemi WS2812B: 15 pF at most")
PIXEL_HIGH, PIXEL_LOW = (
    Known(0.7, "", "share of its supply above which a pixel reads high", "Worldsemi WS2812B"),
    Known(0.3, "", "share of its supply below which a pixel reads low", "Worldsemi WS2812B"),
)
PIXEL_BEYOND = Known(
    0.5, "V", "what a pixel's input bears beyond its supply and ground", "Worldsemi WS2812B"
)
PICO_ZERO, PICO_ONE = (
    Known(4 / 12.8e6, "s", "a 0 as a Pico sends it", "CircuitPython 10, neopixel_write"),
    Known(9 / 12.8e6, "s", "a 1 as a Pico sends it", "CircuitPython 10, neopixel_write"),
)
PWM_ZERO, PWM_ONE = (
    Known(1 / 2.4e6, "s", "a 0 as the PWM route sends it", "rpi_ws281x: one of three parts"),
    Known(2 / 2.4e6, "s", "a 1 as the PWM route sends it", "rpi_ws281x: two of three parts"),
)

# The lamps' supply

SUPPLY_LOW, SUPPLY_HIGH = (
    Known(4.75, "V", "the supply at its lowest", "5 V less 5 %, as most adaptors promise"),
    Known(5.25, "V", "the supply at its highest", "5 V and 5 %"),
)
FUSE_OHMS = {
    1.0: Known(0.117, "Ω", "the fuse T 1 A, cold", "Littelfuse 213, of the same type as 218"),
    2.0: Known(0.044, "Ω", "the fuse T 2 A, cold", "Littelfuse 213"),
}
FUSE_MELTS = {
    1.0: Known(19.2, "A²s", "the fuse T 1 A melts", "Littelfuse 213"),
    2.0: Known(92.7, "A²s", "the fuse T 2 A melts", "Littelfuse 213"),
}
FUSE_SHARE = Known(
    0.22, "", "share of that which a fuse bears 100 000 times", "Littelfuse, Fuseology"
)
CONTACTS = Known(0.03, "Ω", "jack, holder and screws together", "some mΩ each when new", True)
STRIP_OHMS = Known(0.2, "Ω", "a metre of a strip's 5 V or 0 V", "published: 0.1 to 0.2 Ω", True)
CORD_OHMS, CORD_HENRIES = (
    Known(0.05, "Ω", "the adaptor's cord, both ways", "1.2 m of AWG 18", True),
    Known(1e-6, "H", "the adaptor's cord, its loop", "about 0.8 µH a metre", True),
)
BULK_OHMS = Known(0.03, "Ω", "the large capacitor in series", "low-impedance types, 1000 µF", True)
PIXEL_BYPASS = Known(100e-9, "F", "the capacitor beside each pixel of a strip", "most strips", True)
PIXEL_VOLTS = {
    "characteristics": Known(4.5, "V", "a WS2812B keeps its sheet", "Worldsemi: 4.5 to 5.5 V"),
    "works": Known(3.7, "V", "a WS2812B-V5 works", "Worldsemi: 3.7 to 5.3 V; WS2812B from 3.5 V"),
    "most": Known(5.3, "V", "a pixel bears at most", "Worldsemi: 5.3 V"),
}
