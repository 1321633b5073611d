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

from dataclasses import dataclass
from functools import cached_property
from math import floor, sqrt

from hardware.artwork.layout import (
    BOARDS,
    PITCH,
    STRAIGHT,
    InvalidLayout,
    Layout,
)
from hardware.pcb.kinds import BRIDGE, CAPACITOR, DIODE, PIXEL, hole, pins, reed
from hardware.pcb.plan import GROUND, At, Fitted, Kind, Plan, Width, Words

GAP = 2.0
"""What is left between two tiles."""
SUPPLY = "+5V"
DIODE_VALUE, DIODE_MAKER = "SD101CW", "Vishay SD101CW"
"""The diode of the catalogue in a case that machines place: hardly any capacity, which would pull
on a column."""
REED = "10–15 AT", "Littelfuse MDSR-7-10-15"
CHIP = "WS2812B", "Worldsemi WS2812B"
BYPASS = "100 nF", "any X7R, 16 V"
"""Values and makers' numbers of reed, pixel and the pixel's capacitor."""
DIODE_AT = (-9, -6)
"""Where a diode is, from its point."""
BYPASS_AT = (-5.6, -1)
"""Where a pixel's capacitor is, from the pixel."""
SCREWS = (-8, 8), (9, -10)
"""Where screws are, from a point."""
WIRES = -8.7
"""Where the holes along the eastern and western edges are: south of the reeds."""
_BEND = 0.5
"""How far the middle of a bent lead is from where its bend begins."""
EDGE_WIRES = 1.75
"""From an edge to the middle of its row of holes."""
_SOUTH = 13.8
"""From the point to the southern edge, at the least: the holes of a row."""
_PIXEL_EDGE = 3.3
"""From a pixel's middle to the edge: its pads, and half a millimetre and a bit."""


@dataclass(frozen=True)
class Cell:
    """What lies around a point of a grid, measured in mm from the point: to the east, to the north.

    Raises:
        InvalidLayout: If there is no room for it.
    """

    layout: Layout
    height: float

    def __post_init__(self) -> None:
        end = max(abs(east) for east, _ in self.reeds) + self.apart / 2
        if max(self.north, end + 1.3) > self.width / 2 or self.height - self.north < _SOUTH:
            raise InvalidLayout(
                f"pitch {self.layout.pitch:g} mm: a tile has no room for the reed with its pixel; "
                "choose a wider pitch, or a strip of pixels"
            )

    @property
    def lamp(self) -> float:
        """How far the pixel is to the east and to the north."""
        return self.layout.lamp_offset

    @property
    def north(self) -> float:
        """How far the northern edge is."""
        return self.lamp + _PIXEL_EDGE

    @property
    def south(self) -> float:
        """How far the southern edge is."""
        return self.height - self.north

    @property
    def width(self) -> float:
        """The width that is left beside a gap to the next one."""
        return self.layout.pitch - GAP

    @property
    def side(self) -> float:
        """How far the holes along the eastern and the western edge are."""
        return self.width / 2 - EDGE_WIRES

    @property
    def apart(self) -> float:
        """How far apart the holes of a reed's leads are."""
        return self.layout.measures.glass + 2 * (STRAIGHT + _BEND)

    @property
    def reed_kind(self) -> Kind:
        """The reed as it lies on the board."""
        return reed(self.apart, self.layout.measures.glass)

    @cached_property
    def reeds(self) -> list[At]:
        """How far the middle of each reed is."""
        point = self.layout.points[0]
        return [(round(m.x - point.x, 4), round(m.y - point.y, 4)) for m in self.layout.reeds(0)]


def tile(pitch: float = PITCH) -> Plan:
    """The tile for a pitch of this many mm. Raises InvalidLayout if it has no room."""
    # The star's rows are nearer to each other than its points.
    height = floor(10 * (pitch * sqrt(3) / 2 - GAP / 2)) / 10
    cell = Cell(Layout(BOARDS["grid9"], pitch), height)
    width, north, lamp, side, reeds = cell.width, cell.north, cell.lamp, cell.side, cell.reeds

    def at(east: float, up: float) -> tuple[float, float]:
        """From the point, as the layout has it, to the plan."""
        return round(width / 2 + east, 4), round(north - up, 4)

    south = cell.south - EDGE_WIRES
    ways = {"1": "ROW", "2": SUPPLY, "4": GROUND}
    mid = {"1": SUPPLY, "2": GROUND, "3": "COL"}
    pixel = {"1": SUPPLY, "3": GROUND, "4": "DIN", "2": "DOUT"}
    power = {"1": SUPPLY, "2": GROUND}
    parts = (
        *(
            Fitted(f"S{i}", cell.reed_kind, REED[0], at(*middle), 0, {"1": "MID", "2": "COL"},
                   REED[1])
            for i, middle in enumerate(reeds, start=1)
        ),
        Fitted("D1", DIODE, DIODE_VALUE, at(*DIODE_AT), 0, {"1": "ROW", "2": "MID"}, DIODE_MAKER,
               machine=True),
        Fitted("D2", PIXEL, CHIP[0], at(lamp, lamp), 180, pixel, CHIP[1], machine=True),
        Fitted("C1", CAPACITOR, BYPASS[0], at(lamp + BYPASS_AT[0], lamp + BYPASS_AT[1]), 270,
               power, BYPASS[1], machine=True),
        Fitted("D3", PIXEL, CHIP[0], at(-lamp, lamp), 180, pixel, CHIP[1], machine=True,
               fitted=False),
        Fitted("C2", CAPACITOR, BYPASS[0], at(-lamp - BYPASS_AT[0], lamp + BYPASS_AT[1]), 270,
               power, BYPASS[1], machine=True, fitted=False),
        Fitted("J1", pins(4), "west", at(-side, WIRES), 0,
               {**ways, "3": "DIN"}, heavy=True),
        Fitted("J2", pins(4), "east", at(side, WIRES), 0,
               {**ways, "3": "DOUT"}, heavy=True),
        Fitted("J3", pins(3), "north", at(0, north - EDGE_WIRES), 90, mid,
               heavy=True),
        Fitted("J4", pins(3), "south", at(0, -south), 90, mid, heavy=True),
        Fitted("JP1", BRIDGE, "star", at(-9, -9), 0, {"1": "ROW", "2": "MID"}),
        Fitted("JP2", BRIDGE, "star", at(-9, -12), 0, {"1": "ROW", "2": GROUND}),
        Fitted("H1", hole(2.2), "M2", at(*SCREWS[0]), 0, {}),
        Fitted("H2", hole(2.2), "M2", at(*SCREWS[1]), 0, {}),
    )  # fmt: skip
    words = (
        Words(f"tile {pitch:g} mm", at(5, -6), 1.2),
        Words("+", at(0, 0 if len(reeds) > 1 else 2.4), 0.8),
        Words("N", at(6, north - EDGE_WIRES), 1.2),
        *(
            Words(text, at(east * (side - 2.6), WIRES + 2.54 * (1.5 - i)), 0.8)
            for east, data in ((-1, "IN"), (1, "OUT"))
            for i, text in enumerate(("ROW", "5V", data, "0V"))
        ),
        *(
            Words(text, at(2.54 * (i - 1), up), 0.8)
            for up in (north - EDGE_WIRES - 1.9, -south + 1.9)
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
