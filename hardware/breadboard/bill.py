"""What the first evening takes, and what its lamps draw."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.geometry import FIVE
from hardware.parts.boards import PIXEL
from hardware.parts.magnets import ARTICLE, PIECE
from hardware.parts.orders import Offer, OrderLine, offers, range_text, total_text

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


_BASIS = "usual at online shops, by general knowledge; not looked up"

_GUESSED = {
    "breadboard": Offer(estimate=(4.0, 12.0), basis=_BASIS),
    "jumper wires": Offer(estimate=(3.0, 10.0), basis=_BASIS),
    "1N4001": Offer(estimate=(0.05, 0.5), basis=_BASIS),
    "button": Offer(estimate=(0.1, 1.0), basis=_BASIS),
}
"""What no other board needs."""


class Line(NamedTuple):
    """A line of the list: how many, what, what becomes of it later, and its offer by its name."""

    number: int
    part: str
    example: str
    later: str
    offer: str

    @property
    def ordered(self) -> OrderLine:
        """What is ordered for it."""
        offer = _GUESSED.get(self.offer) or offers()[self.offer]
        return OrderLine(self.part, self.example, "", self.number, "piece", offer)


BILL = (
    Line(
        1,
        "Raspberry Pi Pico with pins (H), or a Raspberry Pi that you have",
        "Raspberry Pi Pico H (SC0917)",
        "runs the star as well",
        "Raspberry Pi Pico H (SC0917)",
    ),
    Line(
        1,
        "USB cable for it, with data lines; for a Pi its supply",
        "any",
        "the star's",
        "USB cable",
    ),
    Line(1, "breadboard of 830 holes", "any", "for the next idea", "breadboard"),
    Line(
        1,
        "set of jumper wires: 9 from socket to plug, 10 from plug to plug",
        "any",
        "for the next idea",
        "jumper wires",
    ),
    Line(
        FIVE.size,
        "reed switch",
        "Littelfuse MDSR-7-10-15",
        "five of the 42 of a star",
        "Littelfuse MDSR-7-10-15",
    ),
    Line(
        1,
        "beginning of a strip of pixels with its plug, cut behind the fifth; 30 a metre",
        "Adafruit 1376",
        "the star's",
        "Worldsemi WS2812B (Adafruit 1376)",
    ),
    Line(1, "diode", "1N4001, or any of 1N4001 to 1N4007", "-", "1N4001"),
    Line(
        1,
        "resistor, 330 Ω",
        "Yageo CFR-25JB-52-330R",
        "one of the star's",
        "Yageo CFR-25JB-52-330R",
    ),
    Line(1, "push button of 6 mm, four legs", "Adafruit 367", "-", "button"),
    Line(
        1,
        f"pack of disc magnets, {PIECE}, {PIECE.grade.name}",
        ARTICLE,
        "in the star's pieces",
        ARTICLE,
    ),
)


def pieces() -> int:
    """Return the number of parts."""
    return sum(line.number for line in BILL)


def cost() -> str:
    """Return the cost of all in words: together, and prices and estimates apart."""
    lines = [line.ordered for line in BILL]
    return f"{range_text(lines)} ({total_text(lines)})"


def worst() -> float:
    """Return the current (A) that all pixels draw if every one is stuck at white."""
    return FIVE.size * PIXEL / 1000


def pixel_volts() -> tuple[float, float]:
    """Return the least and the most voltage behind the diode."""
    return USB[0] - DIODE_DROP[1], USB[1] - DIODE_DROP[0]
