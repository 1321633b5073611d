"""Where everything goes on the stripboard of a board: resistors, level shifter, wires.

Each pin of the computer has a strip, in the order of the pins, so the ribbon cable fans out without
a crossing. Its resistor lies over a cut of the strip. The level shifter stands right of them, its
input on the strip of the lamps:

    pin ─── 330 Ω over a cut ─── wire to the board     ‖ cut ‖   74AHCT125
            and, for a column, 10 kΩ over the next cut to 3.3 V
"""

from __future__ import annotations

from itertools import pairwise

from hardware.guide.nets import CHIP_IN, Circuit, pin
from hardware.guide.stripboard import STRIPS, Hole, Landing, Link, Part, Stripboard

PIN, SERIES, CUT, BOARD = 2, (4, 9), 6, 11
"""Columns: the ribbon cable, the resistor's legs, the cut below it, the wire to the board."""

PULL_UP, PULL_UP_CUT, CHAIN = (13, 18), 15, (19, 20)
"""Columns of a pull-up's legs, of the cut below it, and of the links from one to the next."""

APART = 22
"""The column at which the strips of the level shifter are cut off from the left."""

CHIP, CHIP_CUT = (27, 30), 28
"""Columns of the chip's two rows of pins, and of the cuts between them."""

VOLTS_3, GROUND, VOLTS_5 = (STRIPS.index(letter) + 1 for letter in "VWX")
"""The strips of 3.3 V, ground and 5 V."""

FIRST_GROUND = 4
"""The column of the first ground wire."""


def stripboard(circuit: Circuit) -> Stripboard:
    """Return the stripboard of a board's circuit."""
    harness = circuit.harness
    signals = sorted(
        (wire for wire in harness.wires if wire.what not in ("ground", "3.3 V")),
        key=lambda wire: wire.pin,
    )
    strip = {wire.what: number for number, wire in enumerate(signals, 1)}
    top = strip["lamps"] - CHIP_IN + 1
    shifted = range(top, top + 7)
    cuts = [Hole(number, CHIP_CUT) for number in shifted]
    parts, links, landings = list(_shifter(top)), list(_supplies(top)), list[Landing]()
    for wire in signals:
        number, what = strip[wire.what], wire.what
        landings.append(Landing(pin(wire), Hole(number, PIN)))
        if what != "lamps":
            landings.append(Landing(f"wire {what}", Hole(number, BOARD)))
            if number in shifted:
                cuts.append(Hole(number, APART))
        if not what.startswith("row "):
            cuts.append(Hole(number, CUT))
            legs = {"pin": Hole(number, SERIES[0]), "board": Hole(number, SERIES[1])}
            parts.append(Part(f"series {what}", "330 Ω", legs))
    columns = circuit.wires("column")
    for wire in columns:
        number = strip[wire.what]
        cuts.append(Hole(number, PULL_UP_CUT))
        legs = {"a": Hole(number, PULL_UP[0]), "b": Hole(number, PULL_UP[1])}
        parts.append(Part(f"pull-up {wire.what}", "10 kΩ", legs))
    if columns:
        chain = [*sorted(strip[wire.what] for wire in columns), VOLTS_3]
        for count, (one, other) in enumerate(pairwise(chain)):
            at = CHAIN[count % 2]
            links.append(Link(Hole(one, at), Hole(other, at), "3.3 V"))
        landings.append(Landing(pin(circuit.wire("3.3 V")), Hole(VOLTS_3, PIN)))
    landings += _grounds(circuit)
    landings.append(Landing("wire data", Hole(top + 2, 26)))
    landings.append(Landing("wire 5 V", Hole(VOLTS_5, FIRST_GROUND)))
    return Stripboard(tuple(sorted(cuts)), tuple(parts), tuple(links), tuple(landings))


def ground_wires(circuit: Circuit) -> list[str]:
    """Return the names of the wires that bring ground to the board, as they lie on its strip."""
    rows = [] if circuit.matrix else [f"ground {n}" for n in range(1, len(circuit.board.rows) + 1)]
    return [*rows, "ground button", "0 V"]


def _grounds(circuit: Circuit) -> list[Landing]:
    landed = [Landing(pin(circuit.wire("ground")), Hole(GROUND, PIN))]
    for count, name in enumerate(ground_wires(circuit)):
        landed.append(Landing(f"wire {name}", Hole(GROUND, FIRST_GROUND + 2 * count)))
    return landed


def _shifter(top: int) -> list[Part]:
    """The chip in its socket, its input's resistor to ground, and its capacitor."""
    left, right = CHIP
    legs = {str(n + 1): Hole(top + n, left) for n in range(7)}
    legs |= {str(14 - n): Hole(top + n, right) for n in range(7)}
    return [
        Part("chip", "74AHCT125 in its socket", legs),
        Part("pull-down", "10 kΩ", {"a": Hole(top + 1, 23), "b": Hole(top + 6, 23)}),
        Part("decoupling", "100 nF", {"a": Hole(top, 37), "b": Hole(top + 2, 37)}),
    ]


def _supplies(top: int) -> list[Link]:
    """The links between the chip's pins, to 5 V and to ground."""
    ground, five = "ground", "5 V"
    ways = (
        (0, 24, 4, ground),
        (4, 25, 6, ground),
        (6, 24, GROUND - top, ground),
        (3, 26, VOLTS_5 - top, five),
        (0, 32, 1, five),
        (1, 33, 4, five),
        (4, 34, VOLTS_5 - top, five),
        (2, 35, 5, ground),
        (5, 36, GROUND - top, ground),
    )
    return [Link(Hole(top + a, at), Hole(top + b, at), why) for a, at, b, why in ways]
