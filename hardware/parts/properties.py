"""The parts that were chosen for a property, and the calculation that counts on it.

An article that is bought under a number has the property that its maker states, and not the one
that somebody calculated with. So both are in one table, and a test compares them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter

from hardware.parts.magnets import ARTICLE, ARTICLES, GRADES

Numbers = tuple[float, ...]


def _equal(stated: Numbers, used: Numbers) -> bool:
    return stated == used


def _within(stated: Numbers, used: Numbers) -> bool:
    return used[0] <= stated[0] and stated[-1] <= used[-1]


def _at_most(stated: Numbers, used: Numbers) -> bool:
    return all(one <= other for one, other in zip(stated, used, strict=True))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A property of a part that a calculation counts on.

    Attributes:
        part: The part, as in the bills.
        number: The part number that has the property.
        what: The property.
        stated: The numbers that the maker states.
        source: Where that is stated, and what is not known of it.
        names: The numbers that are calculated with, by their names in `hardware`, as in
            "magnets.zones:KEEN".
        fits: Whether numbers that are stated are good enough for those that are used.
    """

    part: str
    number: str
    what: str
    stated: Numbers
    source: str
    names: tuple[str, ...]
    fits: Callable[[Numbers, Numbers], bool] = _equal

    @property
    def used(self) -> Numbers:
        """The numbers that are calculated with."""
        return tuple(map(_value, self.names))


def _value(name: str) -> float:
    module, _, path = name.partition(":")
    return float(attrgetter(path)(import_module(f"hardware.{module}")))


_DISC, _GRADE = ARTICLES[ARTICLE]

CHOSEN = (
    Chosen(
        "disc magnet",
        ARTICLE,
        "diameter and thickness (mm)",
        (_DISC.diameter, _DISC.thickness),
        "the shop's page, as two public repositories of parts quote it in October 2026",
        ("parts.magnets:PIECE.diameter", "parts.magnets:PIECE.thickness"),
    ),
    Chosen(
        "disc magnet",
        ARTICLE,
        f"least and most remanence of {_GRADE} (T)",
        (GRADES[_GRADE].least, GRADES[_GRADE].most),
        "the grade as above; its range from three public tables, see magnets/README.md",
        ("parts.magnets:PIECE.remanence", "parts.magnets:PIECE.strongest.remanence"),
        _within,
    ),
    Chosen(
        "reed switch",
        "Littelfuse MDSR-7-10-15",
        "least and most ampere-turns that close it",
        (10, 15),
        "its order code. They hold in that maker's test coil, which is not known here; the "
        "calculation is matched to another maker's reed, RRE SM-1322",
        ("magnets.zones:KEEN", "magnets.zones:DULL"),
        _within,
    ),
    Chosen(
        "diode",
        "Vishay SD101C-TAP",
        "most forward voltage at 1 mA (V), most capacitance (F)",
        (0.39, 2.2e-12),
        "Vishay's datasheet of the SD101",
        ("wiring.levels:DIODE.full", "wiring.levels:DIODE.farads"),
        _at_most,
    ),
    Chosen(
        "pixel",
        "Worldsemi WS2812B (Adafruit 1376)",
        "from one pixel to the next (m)",
        (1 / 30,),
        "the article's page: 30 pixels a metre",
        ("simulation.lengths:STRIP_PIECE",),
    ),
    Chosen(
        "pixel",
        "Worldsemi WS2812B (Adafruit 1376)",
        "most current, all white (mA)",
        (60,),
        "three LEDs of 20 mA, by the makers' sheets of the WS2812B; newer ones draw less",
        ("parts.boards:PIXEL",),
        _at_most,
    ),
    Chosen(
        "level shifter",
        "TI SN74AHCT125N",
        "most voltage that it needs to read high (V)",
        (2.0,),
        "Texas Instruments' datasheet of the SN74AHCT125",
        ("simulation.values:GATE_HIGH",),
        _at_most,
    ),
    Chosen(
        "resistor",
        "Yageo CFR-25JB-52-10K",
        "resistance (Ω)",
        (10e3,),
        "its order code; ± 5 %",
        ("wiring.levels:PULL_UP",),
    ),
    Chosen(
        "resistor",
        "Yageo CFR-25JB-52-330R",
        "resistance (Ω)",
        (330,),
        "its order code; ± 5 %",
        ("wiring.levels:SERIES",),
    ),
)
"""Every part whose property a calculation counts on."""

WITHOUT = {
    "socket": "holds the level shifter",
    "capacitor": "its value is all that counts, and it is in the bill",
    "lamp supply": "sized from its amperes, which are in the bill",
    "supply jack": "its amperes are in the bill",
    "fuse": "sized from its amperes, which are in the bill",
    "push button": "any that closes",
    "Raspberry Pi": "any of those named",
    "Raspberry Pi Pico": "its pins are those of every Pico",
    "header socket": "fits the header",
}
"""Parts or part numbers of which no calculation counts on more than the bill says, and why."""


def property_rows() -> list[tuple[str, ...]]:
    """Return a row for each property: part, number, property, stated, source, where it is used."""
    return [
        (
            chosen.part,
            chosen.number,
            chosen.what,
            _range(chosen.stated),
            chosen.source,
            ", ".join(
                f"`{name}` = {value:g}"
                for name, value in zip(chosen.names, chosen.used, strict=True)
            ),
        )
        for chosen in CHOSEN
    ]


def _range(numbers: Numbers) -> str:
    return ", ".join(f"{number:.4g}" for number in numbers)
