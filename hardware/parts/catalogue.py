"""The parts to buy for a board, and how many: the only place for parts and part numbers.

Numbers of makers are examples that fit; "or equal" holds for all of them. Shops' stock changes, so
look at the sheet of what you buy for what the column "look for" says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardware.artwork.layout import REEDS
from hardware.parts.boards import BoardBuild
from hardware.parts.lengths import feed_metres, main_metres, signal_metres
from hardware.parts.magnets import ARTICLE, PIECE
from hardware.parts.sets import magnets
from hardware.parts.wires import FEED, MAIN, SIGNAL
from hardware.wiring.levels import DIODE

Count = Callable[[BoardBuild], int]


@dataclass(frozen=True, slots=True)
class Part:
    """A line of a bill. `value` and the counts may be functions of the board."""

    part: str
    value: Callable[[BoardBuild], str]
    package: str
    number: Callable[[BoardBuild], str]
    other: Callable[[BoardBuild], str]
    count: Count
    purpose: str
    unit: str = ""


def bill(built: BoardBuild) -> list[tuple[Part, int]]:
    """The parts that a board needs, with their counts."""
    counted = [(part, part.count(built)) for part in PARTS]
    return [(part, count) for part, count in counted if count]


def _same(text: str) -> Callable[[BoardBuild], str]:
    return lambda _: text


def _one(_: BoardBuild) -> int:
    return 1


def _points(built: BoardBuild) -> int:
    return built.points


def _on(*ports: str) -> Count:
    return lambda built: int(built.port in ports)


_FUSES = {
    1.0: ("0218001.HXP", "S506-1-R"),
    2.0: ("0218002.HXP", "S506-2-R"),
}
_STRIPS = {30: "Worldsemi WS2812B (Adafruit 1376)", 60: "WS2812B, 60 per metre"}
_SUPPLIES = {
    3.0: ("Mean Well GST18A05-P1J", "Mean Well GST25A05-P1J (4 A)"),
    5.0: ("Mean Well GST40A05-P1J", "Mean Well GST60A05-P1J (6 A)"),
}

PARTS = (
    Part(
        "reed switch",
        _same("normally open, 10 to 15 AT"),
        "glass, 12.7 to 14 mm",
        _same("Littelfuse MDSR-7-10-15"),
        _same("Standex-Meder KSK-1A66-1015"),
        lambda built: REEDS * built.points,
        "two in parallel under each point sense the piece",
    ),
    Part(
        "diode",
        _same(f"{DIODE.name}, Schottky"),
        "DO-35",
        _same("Vishay SD101C-TAP"),
        _same("STMicroelectronics 1N5711"),
        lambda built: built.points if sum(built.lines) else 0,
        "in series with each pair of reeds, ring to the row: prevents ghosts",
    ),
    Part(
        "resistor",
        _same("10 kΩ"),
        "axial, 1/4 W",
        _same("Yageo CFR-25JB-52-10K"),
        _same("Bourns 4610X-101-103LF (9 in one row)"),
        lambda built: built.lines[1],
        "pulls each column up to 3.3 V",
    ),
    Part(
        "resistor",
        _same("330 Ω"),
        "axial, 1/4 W",
        _same("Yageo CFR-25JB-52-330R"),
        _same("Yageo MFR-25FBF52-330R"),
        lambda built: (built.lines[1] or built.points) + 2,
        "in series with each column (on the star each point), the button and the lamps' pin",
    ),
    Part(
        "pixel",
        _same("WS2812B, 5 V"),
        "strip, 30 per metre (at a pitch of 50 mm 60), 10 mm wide",
        lambda built: _STRIPS[built.density],
        _same("SK6812, RGB"),
        lambda built: built.pixels,
        "the lamp of each point",
    ),
    Part(
        "level shifter",
        _same("74AHCT125"),
        "DIP-14",
        _same("TI SN74AHCT125N"),
        _same("Adafruit 1787 (74AHCT125)"),
        _one,
        "raises the data signal from 3.3 V to 5 V; no other family",
    ),
    Part(
        "resistor",
        _same("10 kΩ"),
        "axial, 1/4 W",
        _same("Yageo CFR-25JB-52-10K"),
        _same("Yageo MFR-25FBF52-10K"),
        _one,
        "from the data input of the level shifter, pin 2, to ground",
    ),
    Part(
        "socket",
        _same("14 pins"),
        "DIP-14",
        _same("TE 1-2199298-3"),
        _same("Mill-Max 110-44-314-41-001000"),
        _one,
        "for the level shifter, which soldering heat can destroy",
    ),
    Part(
        "capacitor",
        _same("100 nF, 50 V, X7R"),
        "radial",
        _same("Vishay K104K15X7RF5TL2"),
        _same("KEMET C320C104K5R5TA"),
        _one,
        "between pins 14 and 7 of the level shifter",
    ),
    Part(
        "capacitor",
        _same("1000 µF, 10 V"),
        "radial, electrolytic",
        _same("Panasonic EEU-FR1A102"),
        _same("Nichicon UHE1A102MPD"),
        _one,
        "across the lamps' supply at the first pixel; observe the polarity",
    ),
    Part(
        "resistor",
        _same("330 Ω"),
        "axial, 1/4 W",
        _same("Yageo CFR-25JB-52-330R"),
        _same("Yageo MFR-25FBF52-330R"),
        _one,
        "in series with the data wire, at the first pixel",
    ),
    Part(
        "lamp supply",
        lambda built: f"5 V, {built.supply:g} A",
        "enclosed adaptor, plug 2.1 × 5.5 mm",
        lambda built: _SUPPLIES[built.supply][0],
        lambda built: _SUPPLIES[built.supply][1],
        _one,
        "for the lamps alone",
    ),
    Part(
        "supply jack",
        _same("2.1 × 5.5 mm, 5 A"),
        "screw terminals",
        _same("Adafruit 368"),
        _same("CUI Devices PJ-102AH (to solder)"),
        _one,
        "where the adaptor plugs in",
    ),
    Part(
        "fuse",
        lambda built: f"{built.fuse:g} A, slow-blow",
        "5 × 20 mm",
        lambda built: f"Littelfuse {_FUSES[built.fuse][0]}",
        lambda built: f"Eaton Bussmann {_FUSES[built.fuse][1]}",
        _one,
        "in the 5 V wire, next to the jack",
    ),
    Part(
        "fuse holder",
        _same("5 × 20 mm, 5 A or more, in-line"),
        "with wires of AWG 18",
        _same("any"),
        _same("any"),
        _one,
        "holds the fuse in the wire behind the jack; nothing to mount",
    ),
    Part(
        "push button",
        _same("normally open"),
        "for a hole of 12 to 16 mm",
        _same("Adafruit 1505"),
        _same("any for 12 to 16 mm"),
        _one,
        "confirms a move, opens the menu",
    ),
    Part(
        "Raspberry Pi",
        _same("4 B, 2 GB, with its supply and a 16 GB SD card"),
        "",
        _same("Raspberry Pi 4 Model B"),
        _same("Raspberry Pi 3 B+, 5 or Zero 2 WH"),
        _on("direct", "matrix"),
        "runs the program",
    ),
    Part(
        "header socket",
        _same("2 × 20, with ribbon cable"),
        "2.54 mm",
        _same("3M 89140-0101"),
        _same("Adafruit 1988"),
        _on("direct", "matrix"),
        "connects the board's wires to the Pi, and can be unplugged",
    ),
    Part(
        "Raspberry Pi Pico",
        _same("with pins soldered on"),
        "",
        _same("Raspberry Pi Pico H (SC0917)"),
        _same("Raspberry Pi Pico 2 with pins"),
        _on("pico"),
        "scans the board; any Pi or a laptop runs the program",
    ),
    Part(
        "USB cable",
        _same("micro-B, with data lines"),
        "",
        _same("any"),
        _same("any"),
        _on("pico"),
        "connects the Pico to the computer and powers it; must not be charge-only",
    ),
    Part(
        "wire, red and black",
        _same(f"{MAIN}, stranded"),
        "",
        _same("any"),
        _same("any"),
        lambda built: main_metres(built.layout),
        "supply, fuse, strip feeds",
        "m of each",
    ),
    Part(
        "wire, red, black, white",
        _same(f"{FEED}, stranded"),
        "",
        _same("any"),
        _same("any"),
        lambda built: feed_metres(built.layout, built.uncut),
        "from pixel to pixel, where the strip is cut",
        "m of each",
    ),
    Part(
        "wire, assorted colours",
        _same(f"{SIGNAL}, stranded"),
        "or ribbon cable",
        _same("any"),
        _same("any"),
        lambda built: signal_metres(built.layout),
        "reeds, button, data",
        "m",
    ),
    Part(
        "heat-shrink tube",
        _same("2 mm"),
        "",
        _same("any"),
        _same("any"),
        lambda built: -(-built.points // 15),
        "over the ends of reeds and diodes",
        "m",
    ),
    Part(
        "disc magnet",
        _same(f"{PIECE}, {PIECE.grade.name} only"),
        "axial, nickel-plated",
        _same(ARTICLE),
        _same(f"any {PIECE} disc of {PIECE.grade.name}"),
        lambda built: magnets(built.board),
        "one per piece; see pieces/README.md",
    ),
)
