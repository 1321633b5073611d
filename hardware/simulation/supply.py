"""Decks of the lamps' supply: the voltage along the strip, and what flows when it is plugged in.

Wires and strips are resistors, both ways. A lamp takes a constant current, whatever its voltage.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from companion.device.lamps.power import milliamps
from hardware.artwork.layout import Layout
from hardware.parts.boards import PIXEL, BoardBuild
from hardware.parts.wires import COMMON, COPPER, FEED, MAIN, Wire
from hardware.simulation.lengths import STRIP_PIECE, Lengths
from hardware.simulation.netlist import GROUND, Deck, Netlist
from hardware.simulation.values import (
    BULK_OHMS,
    CONTACTS,
    CORD_HENRIES,
    CORD_OHMS,
    FUSE_OHMS,
    PIXEL_BYPASS,
    STRIP_OHMS,
    SUPPLY_HIGH,
    SUPPLY_LOW,
)
from hardware.wiring.levels import BULK

WHITE = milliamps(b"\xff\xff\xff") / 1000
DARK = milliamps(b"\0\0\0") / 1000
"""Amperes of a lamp in full white, and of a dark one, by the model behind the power budget."""

PLUGGED = 10e-6
"""Seconds after which the supply is plugged in."""

Currents = Sequence[float]
"""Amperes of every lamp, along the strip."""


def evenly(built: BoardBuild) -> Currents:
    """The whole power budget, shared by all lamps."""
    return [built.budget / built.points] * built.points


def farthest(built: BoardBuild) -> Currents:
    """The whole power budget, in as many white lamps as it allows, those farthest from a feed."""
    feeds = Lengths(Layout(built.board)).feeds
    by_distance = sorted(
        range(built.points), key=lambda lamp: -min(abs(lamp - feed) for feed in feeds)
    )
    bright = min(int((built.budget - built.points * DARK) / (WHITE - DARK)), built.points)
    lit = set(by_distance[:bright])
    return [WHITE if lamp in lit else DARK for lamp in range(built.points)]


def all_on(built: BoardBuild) -> Currents:
    """Every lamp at the most that its maker names: all their pulses at the same moment."""
    return [PIXEL / 1000] * built.points


def strip(built: BoardBuild, currents: Currents, feeds: Sequence[int] | None = None) -> Deck:
    """The voltage of every lamp, and the current of the supply.

    feeds: the lamps at which the strip is fed; as in the diagrams if not given.
    """
    made = Netlist()
    made.voltage("supply", "jack", GROUND, SUPPLY_LOW)
    made.resistor("fuse", "jack", "fused", FUSE_OHMS[built.fuse] + CONTACTS)
    _both(made, "main", ("fused", GROUND), ("main5", "main0"), _ohms(MAIN, COMMON))
    lengths = Lengths(Layout(built.board))
    for number, lamp in enumerate(lengths.feeds if feeds is None else feeds):
        metres = lengths.feed(lamp)
        made.note(f"feed {number} at lamp {lamp}: {metres:.2f} m of {MAIN}")
        _both(made, f"feed{number}", ("main5", "main0"), _lamp(lamp), _ohms(MAIN, metres))
    for (lamp, after), metres in zip(pairwise(range(built.points)), lengths.lamps, strict=True):
        wire = max(metres - STRIP_PIECE, 0) * COPPER / FEED.area
        _both(made, f"strip{lamp}", _lamp(lamp), _lamp(after), wire + STRIP_PIECE * STRIP_OHMS)
    for lamp, amperes in enumerate(currents):
        made.current(f"lamp{lamp}", *_lamp(lamp), amperes)
    probes = [f"v({plus},{minus})" for plus, minus in map(_lamp, range(built.points))]
    return made.deck(f"{built.name}: the strip", [*probes, "i(vsupply)"])


def inrush(built: BoardBuild, bulk: float = BULK) -> Deck:
    """The current and the lamps' voltage when the plug of a live adaptor is put in.

    bulk: farads of the large capacitor; 0: it is missing.
    """
    made = Netlist()
    steps = ((0, 0), (PLUGGED, 0), (PLUGGED + 1e-7, SUPPLY_HIGH))
    made.steps("supply", "adaptor", GROUND, steps)
    made.resistor("cord", "adaptor", "cord", CORD_OHMS)
    made.inductor("cord", "cord", "jack", CORD_HENRIES)
    wires = 2 * _ohms(MAIN, COMMON)
    made.resistor("fuse", "jack", "five", FUSE_OHMS[built.fuse] + CONTACTS + wires)
    if bulk:
        made.resistor("bulk", "five", "inside", BULK_OHMS)
        made.capacitor("bulk", "inside", GROUND, bulk)
    made.capacitor("pixels", "five", GROUND, built.points * PIXEL_BYPASS)
    made.resistor("leak", "five", GROUND, 10e3)
    return made.deck(f"{built.name}: plugged in", ["i(lcord)", "v(five)"], (2e-3, 1e-6))


def _lamp(number: int) -> tuple[str, str]:
    return f"plus{number}", f"minus{number}"


def _ohms(wire: Wire, metres: float) -> float:
    return metres * COPPER / wire.area


def _both(
    made: Netlist, name: str, start: tuple[str, str], end: tuple[str, str], ohms: float
) -> None:
    for which, one, other in zip("pm", start, end, strict=True):
        made.resistor(f"{name}{which}", one, other, ohms)
