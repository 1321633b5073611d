"""The parts of a board, sorted into a bag for each step, and one for the bench."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hardware.artwork.layout import REEDS
from hardware.parts.boards import BoardBuild
from hardware.parts.catalogue import Part
from hardware.parts.materials import whole_bill

BENCH = 0
"""The bag of what is used in many steps: wire, solder, filament, glue for magnets."""

_STEPS: dict[str, int] = {
    "Raspberry Pi": 1,
    "stripboard": 2,
    "socket": 2,
    "header socket": 2,
    "level shifter": 4,
    "lamp supply": 4,
    "supply jack": 4,
    "fuse": 4,
    "fuse holder": 4,
    "printed board": 5,
    "plywood": 6,
    "paint": 6,
    "varnish": 6,
    "disc magnet": 7,
    "reed switch": 8,
    "diode": 8,
    "push button": 9,
    "pixel": 10,
    "machine screw": 11,
    "cable tie": 11,
    "foot": 11,
}
"""The step of each part, by its name."""

_PURPOSES: dict[str, int] = {
    "pulls each column up to 3.3 V": 2,
    "in series with each column (on the star each point), the button and the lamps' pin": 2,
    "from the data input of the level shifter, pin 2, to ground": 2,
    "between pins 14 and 7 of the level shifter": 2,
    "across the lamps' supply at the first pixel; observe the polarity": 4,
    "in series with the data wire, at the first pixel": 4,
    "for the print, and between the layers": 6,
    "a drop on both leads of each reed": 8,
}
"""The step of parts whose name says too little, by what they are for."""

FIRST = {"reed switch": (3, REEDS), "diode": (3, 1), "disc magnet": (3, 1), "pixel": (4, 1)}
"""What is tried loose before: the step, and how many."""

ON_THE_BENCH = frozenset(
    {
        "wire, red and black",
        "wire, red, black, white",
        "wire, assorted colours",
        "heat-shrink tube",
        "felt",
        "glue",
        "solder",
        "filament",
    }
)


class Share(NamedTuple):
    """A part in a bag."""

    bag: int
    part: Part
    number: int


class NoBag(KeyError):
    """A part of the list that no step uses."""


def shares(built: BoardBuild) -> list[Share]:
    """Return the parts of a board with their bags: all of the parts list, and nothing else.

    Raises:
        NoBag: If no step is known for a part.
    """
    found = []
    for part, count in whole_bill(built):
        bag = _PURPOSES.get(part.purpose, _STEPS.get(part.part))
        if bag is None:
            if part.part not in ON_THE_BENCH:
                raise NoBag(f"{part.part}, {part.purpose}: in which step is it used?")
            bag = BENCH
        step, first = FIRST.get(part.part, (bag, 0))
        if first:
            found.append(Share(step, part, first))
        if count > first:
            found.append(Share(bag, part, count - first))
    return found


def contents(built: BoardBuild, bag: int) -> Iterable[str]:
    """Return the contents of a bag in words; what is the same is counted together."""
    found: dict[str, int] = {}
    for share in shares(built):
        if share.bag == bag:
            value = share.part.value(built)
            unit = f" {share.part.unit}" if share.part.unit else " ×"
            what = f"{unit} {share.part.part}{f' ({value})' if value else ''}"
            found[what] = found.get(what, 0) + share.number
    return [f"{number}{what}" for what, number in found.items()]
