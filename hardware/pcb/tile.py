"""The tile of one point: reed, diode, pixel, capacitor, and wires on all four sides.

On a grid the wires of a row run from west to east, those of a column from north to south. On the
star the diode is left out and its bridge closed, and so is the one from the row to ground: then
the column's wire is the reed's own.

The tile follows the layout of the printed board: reed, magnet and lamp are where the templates have
them. It serves the star, too, whose rows are closer together than its points: it is less high than
wide, has a second place for a pixel in the north-west, and in the star's southern half is turned by
half a turn, so that its lamps are south of their points.
"""

from __future__ import annotations

from math import floor, sqrt

from hardware.artwork.layout import (
    BOARDS,
    PITCH,
    STRAIGHT,
    InvalidLayout,
    Layout,
)
from hardware.pcb.kinds import BRIDGE, CAPACITOR, DIODE, PIXEL, hole, pins, reed
from hardware.pcb.plan import GROUND, Fitted, Plan, Width, Words

GAP = 2.0
"""What is left between two tiles."""
SUPPLY = "+5V"
DIODE_VALUE, DIODE_MAKER = "SD101CW", "Vishay SD101CW"
"""The diode of the catalogue in a case that machines place: hardly any capacity, which would pull
on a column."""
_BEND = 0.5
"""How far the middle of a bent lead is from where its bend begins."""
_EDGE_WIRES = 1.75
"""From an edge to the middle of its row of holes."""
_SOUTH = 13.8
"""From the point to the southern edge, at the least: the holes of a row."""
_PIXEL_EDGE = 3.3
"""From a pixel's middle to the edge: its pads, and half a millimetre and a bit."""


def tile(pitch: float = PITCH) -> Plan:
    """The tile for a pitch of this many mm. Raises InvalidLayout if it has no room."""
    layout = Layout(BOARDS["grid9"], pitch)
    measures = layout.measures
    lamp = layout.lamp_offset
    width = pitch - GAP
    apart = measures.glass + 2 * (STRAIGHT + _BEND)
    reeds = _reeds(layout)
    end = max(abs(east) for east, _ in reeds) + apart / 2
    # The star's rows are nearer to each other than its points.
    height = floor(10 * (pitch * sqrt(3) / 2 - GAP / 2)) / 10
    north = lamp + _PIXEL_EDGE
    if max(north, end + 1.3) > width / 2 or height - north < _SOUTH:
        raise InvalidLayout(
            f"pitch {pitch:g} mm: a tile has no room for the reed with its pixel; "
            "choose a wider pitch, or a strip of pixels"
        )

    def at(east: float, up: float) -> tuple[float, float]:
        """From the point, as the layout has it, to the plan."""
        return round(width / 2 + east, 4), round(north - up, 4)

    side = width / 2 - _EDGE_WIRES
    south = height - north - _EDGE_WIRES
    wires = -8.7  # south of the reeds
    ways = {"1": "ROW", "2": SUPPLY, "4": GROUND}
    mid = {"1": SUPPLY, "2": GROUND, "3": "COL"}
    reed_kind = reed(apart, measures.glass)
    pixel = {"1": SUPPLY, "3": GROUND, "4": "DIN", "2": "DOUT"}
    power = {"1": SUPPLY, "2": GROUND}
    chip, capacitor = ("WS2812B", "Worldsemi WS2812B"), ("100 nF", "any X7R, 16 V")
    parts = (
        *(
            Fitted(f"S{i}", reed_kind, "10–15 AT", at(*middle), 0, {"1": "MID", "2": "COL"},
                   "Littelfuse MDSR-7-10-15")
            for i, middle in enumerate(reeds, start=1)
        ),
        Fitted("D1", DIODE, DIODE_VALUE, at(-9, -6), 0, {"1": "ROW", "2": "MID"}, DIODE_MAKER,
               machine=True),
        Fitted("D2", PIXEL, chip[0], at(lamp, lamp), 180, pixel, chip[1], machine=True),
        Fitted("C1", CAPACITOR, capacitor[0], at(lamp - 5.6, lamp - 1), 270, power, capacitor[1],
               machine=True),
        Fitted("D3", PIXEL, chip[0], at(-lamp, lamp), 180, pixel, chip[1], machine=True,
               fitted=False),
        Fitted("C2", CAPACITOR, capacitor[0], at(5.6 - lamp, lamp - 1), 270, power, capacitor[1],
               machine=True, fitted=False),
        Fitted("J1", pins(4), "west", at(-side, wires), 0,
               {**ways, "3": "DIN"}, heavy=True),
        Fitted("J2", pins(4), "east", at(side, wires), 0,
               {**ways, "3": "DOUT"}, heavy=True),
        Fitted("J3", pins(3), "north", at(0, north - _EDGE_WIRES), 90, mid,
               heavy=True),
        Fitted("J4", pins(3), "south", at(0, -south), 90, mid, heavy=True),
        Fitted("JP1", BRIDGE, "star", at(-9, -9), 0, {"1": "ROW", "2": "MID"}),
        Fitted("JP2", BRIDGE, "star", at(-9, -12), 0, {"1": "ROW", "2": GROUND}),
        Fitted("H1", hole(2.2), "M2", at(-8, 8), 0, {}),
        Fitted("H2", hole(2.2), "M2", at(9, -10), 0, {}),
    )  # fmt: skip
    words = (
        Words(f"tile {pitch:g} mm", at(5, -6), 1.2),
        Words("+", at(0, 0 if len(reeds) > 1 else 2.4), 0.8),
        Words("N", at(6, north - _EDGE_WIRES), 1.2),
        *(
            Words(text, at(east * (side - 2.6), wires + 2.54 * (1.5 - i)), 0.8)
            for east, data in ((-1, "IN"), (1, "OUT"))
            for i, text in enumerate(("ROW", "5V", data, "0V"))
        ),
        *(
            Words(text, at(2.54 * (i - 1), up), 0.8)
            for up in (north - _EDGE_WIRES - 1.9, -south + 1.9)
            for i, text in enumerate(("5V", "0V", "COL"))
        ),
        Words("star: bridge JP1 and JP2, no D1", at(0, 4.8), 1.0, back=True),
    )
    return Plan(
        f"tile-{pitch:g}mm",
        f"The tile of one point, for a pitch of {pitch:g} mm",
        (width, height),
        parts,
        words,
        {SUPPLY: Width(1.2, 0.5), GROUND: Width(1.0, 0.4)},
        (SUPPLY, GROUND),
        order=(SUPPLY,),
        variants={
            "grid": {},
            "star": {"D1": ""},
            "star-west": {"D1": "", "D2": "", "C1": "", "D3": "WS2812B", "C2": "100 nF"},
        },
    )


def _reeds(layout: Layout) -> list[tuple[float, float]]:
    """How far the middle of each of a point's reeds is to the east and to the north of it."""
    point = layout.points[0]
    return [(round(m.x - point.x, 4), round(m.y - point.y, 4)) for m in layout.reeds(0)]
