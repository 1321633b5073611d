"""What the first evening takes, and what its lamps draw."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.geometry import FIVE
from hardware.parts.boards import PIXEL
from hardware.parts.magnets import ARTICLE, PIECE

USB = (4.75, 5.25)
"""Volts of a USB socket, by its standard: the least and the most."""

USB_CURRENT = 0.5
"""A; what every USB 2 socket gives a device that asks for it."""

PICO_DRAWS = 0.1
"""A; the most that a Pico draws itself, by its datasheet (93 mA in its example, rounded up)."""

DIODE_DROP = (0.6, 0.95)
"""Volts across a 1N4001: at a few milliamperes, and at 0.3 A. Its sheets allow 1.1 V at 1 A."""

PIXEL_LEAST = 3.5
"""Volts that a WS2812B needs at the least, by its maker's sheet."""

HIGH_SHARE = 0.7
"""The share of its supply that a pixel reads as high."""

PIN_HIGH = 3.3
"""Volts of a pin that is high; it carries next to nothing."""


class Line(NamedTuple):
    """A line of the list: how many, what, and what becomes of it later."""

    number: int
    part: str
    example: str
    later: str


BILL = (
    Line(
        1,
        "Raspberry Pi Pico with pins (H), or a Raspberry Pi that you have",
        "Raspberry Pi Pico H (SC0917)",
        "runs the star as well",
    ),
    Line(1, "USB cable for it, with data lines; for a Pi its supply", "any", "the star's"),
    Line(1, "breadboard of 830 holes", "any", "for the next idea"),
    Line(
        1,
        "set of jumper wires: 9 from socket to plug, 10 from plug to plug",
        "any",
        "for the next idea",
    ),
    Line(FIVE.size, "reed switch", "Littelfuse MDSR-7-10-15", "five of the 42 of a star"),
    Line(
        1,
        "beginning of a strip of pixels with its plug, cut behind the fifth; 30 a metre",
        "Adafruit 1376",
        "the star's",
    ),
    Line(1, "diode", "1N4001, or any of 1N4001 to 1N4007", "-"),
    Line(1, "resistor, 330 Ω", "Yageo CFR-25JB-52-330R", "one of the star's"),
    Line(1, "push button of 6 mm, four legs", "Adafruit 367", "-"),
    Line(1, f"pack of disc magnets, {PIECE}, {PIECE.grade.name}", ARTICLE, "in the star's pieces"),
)


def pieces() -> int:
    """Return the number of parts."""
    return sum(line.number for line in BILL)


def worst() -> float:
    """Return the current (A) that all pixels draw if every one is stuck at white."""
    return FIVE.size * PIXEL / 1000


def pixel_volts() -> tuple[float, float]:
    """Return the least and the most voltage behind the diode."""
    return USB[0] - DIODE_DROP[1], USB[1] - DIODE_DROP[0]
