"""Where everything lies on a wooden board, for any pitch.

The pitch is the distance between the points that lie closest to each other. Everything is measured
from the lower left corner of the board's outline, seen from the playing side, in millimetres.

What a point has, seen from above:

          ( o )    the lamp's hole, at a corner of the point's square: there a piece that stands
                   off its point does not cover it either
    ===+=======    the point, and the reed's slot
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import ceil, pi
from typing import ClassVar

from companion.geometry import STAR, Board, grid
from companion.rules.errors import CompanionError
from hardware.artwork.shapes import XY

OPERATE = 12.0
"""At this distance a disc of 6 × 2 mm, N35, closes a reed of 10 to 20 ampere-turns: a rule of
thumb, to be measured on the board that is built. Points should be two to three times as far
apart."""

LEAST, PITCH, MOST = 2.5 * OPERATE, 40.0, 100.0
"""The smallest pitch, the usual one, which is above three times OPERATE, and the largest."""

BOARDS: dict[str, Board] = {board.name: board for board in (STAR, *map(grid, (7, 8, 9)))}


class InvalidLayout(CompanionError, ValueError):
    """A pitch or measures with which no board can be built."""


STRAIGHT = 3.0
"""How far from the glass a reed's lead may be bent at the nearest, by its makers' sheets (mm)."""

WALL = 1.2
"""What has to be left between two things that are hollowed out, in mm."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What depends on the parts that are bought, in mm; `make hardware` has an option for each.

    glass:  the length of a reed's glass. slot, slot_width: the slot for a reed with its bends; 20
            mm suit glass of up to 14 mm, 22 leave room for the bends themselves.
    offset: how far a reed's middle is from the magnet's axis: a disc centred over a reed pulls on
            both ends alike and leaves it open.
    lamp:   the width of a lamp's hole in the face. well: its width in the layers below.
    screw:  the width of a screw's hole.
    """

    glass: float = 14.0
    slot: float = 22.0
    slot_width: float = 3.0
    offset: float = 7.0
    lamp: float = 5.0
    well: float = 10.0
    screw: float = 4.0


RANGES: Mapping[str, tuple[float, float]] = {
    "glass": (5.0, 20.0),
    "slot": (11.0, 26.0),
    "slot_width": (2.0, 6.0),
    "offset": (0.0, 10.0),
    "lamp": (2.0, 8.0),
    "well": (2.0, 10.5),
    "screw": (2.0, 5.0),
}
"""The smallest and the largest value of each measure."""

MEASURES = Measures()


@dataclass(frozen=True, slots=True)
class Bundle:
    """Wires that lie in a channel together: how many of each outer width (mm)."""

    wires: tuple[tuple[int, float], ...]

    @property
    def section(self) -> float:
        """The section (mm²) of the channel that they need: loosely laid, they fill FILL of it."""
        return sum(count * pi / 4 * across**2 for count, across in self.wires) / FILL


FILL = 0.55
SIGNAL_ACROSS, FEED_ACROSS, MAIN_ACROSS = 1.3, 1.6, 2.1
"""The outer widths (mm) of AWG 26, 22 and 18 with usual insulation of PVC (UL 1007, nominal)."""
WIRES_DEEP = 6.0
"""The depth (mm) of the channels for wires."""


@dataclass(frozen=True, slots=True)
class Slot:
    """An upright rectangle, given by its edges."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True)
class Layout:
    """The layout of one board at one pitch. Raises InvalidLayout if it cannot be built."""

    board: Board
    pitch: float = PITCH
    measures: Measures = MEASURES

    strip_width: ClassVar[float] = 11.0
    """The channel that a strip of lamps lies in; strips are 10 mm wide."""
    wire_width: ClassVar[float] = 4.0
    lead_width: ClassVar[float] = 2.0

    def __post_init__(self) -> None:
        if not LEAST <= self.pitch <= MOST:
            raise InvalidLayout(
                f"pitch {self.pitch:g} mm: choose {LEAST:g} to {MOST:g} mm; closer, a magnet would "
                "close its neighbour's reed"
            )
        given = self.measures
        for name, (least, most) in RANGES.items():
            if not least <= getattr(given, name) <= most:
                raise InvalidLayout(
                    f"{name} {getattr(given, name):g} mm: choose {least:g} to {most:g} mm"
                )
        if given.slot < given.glass + 2 * STRAIGHT:
            raise InvalidLayout(
                f"slot {given.slot:g} mm: glass of {given.glass:g} mm needs "
                f"{given.glass + 2 * STRAIGHT:g} mm at least, because a lead may be bent no nearer "
                f"than {STRAIGHT:g} mm to the glass"
            )
        if given.well < given.lamp:
            raise InvalidLayout(
                f"well {given.well:g} mm: choose at least the width of the lamp's hole, "
                f"{given.lamp:g} mm"
            )
        # A grid's wires run along its files, west of the slots.
        west = self.pitch / 4 - self.wire_width / 2 - WALL
        reach = given.slot / 2 - given.offset
        east = 0.75 * self.pitch - self.wire_width / 2 - WALL
        if reach > west or given.slot / 2 + given.offset > east:
            raise InvalidLayout(
                f"slot {given.slot:g} mm, {given.offset:g} mm off the point: it meets the wires' "
                f"channels at a pitch of {self.pitch:g} mm; choose a shorter slot or a wider pitch"
            )

    @cached_property
    def scale(self) -> float:
        """Millimetres for one unit of the board's own `xy`."""
        near = min(XY(*a).far(XY(*b)) for a, b in combinations(self.board.xy, 2))
        return self.pitch / near

    @property
    def margin(self) -> float:
        """The distance from the outermost points to the edge of the board."""
        return 1.2 * self.pitch

    @cached_property
    def points(self) -> tuple[XY, ...]:
        """The place of each point, in the board's order. The magnet of a piece is centred on it."""
        left = min(x for x, _ in self.board.xy)
        low = min(y for _, y in self.board.xy)
        return tuple(
            XY(self.margin + (x - left) * self.scale, self.margin + (y - low) * self.scale)
            for x, y in self.board.xy
        )

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the board."""
        return (
            max(at.x for at in self.points) + self.margin,
            max(at.y for at in self.points) + self.margin,
        )

    @property
    def lamp_offset(self) -> float:
        """How far a lamp is from its point, both up or down the board and to a side."""
        return 0.375 * self.pitch

    def side(self, row: int) -> int:
        """On which side of a row its lamps are: 1 for north, -1 for south. The wires are on the
        other. The star's lower half mirrors the upper one, so that no two lamps come close."""
        middle = sum(at.y for at in self.points) / self.board.size
        south = not self.board.columns and self.points[self.board.rows[row][0]].y < middle - 0.001
        return -1 if south else 1

    @cached_property
    def lamps(self) -> tuple[XY, ...]:
        """The centre of each point's lamp: east of the point, but west where another point is as
        near to that place."""
        away = self.lamp_offset
        found = {}
        for number, row in enumerate(self.board.rows):
            for point in row:
                at = self.points[point]
                lamp = at.moved(away, self.side(number) * away)
                beside = min(lamp.far(other) for other in self.points if other != at)
                west = beside < 1.2 * lamp.far(at)
                found[point] = at.moved(-away, self.side(number) * away) if west else lamp
        return tuple(lamp for _, lamp in sorted(found.items()))

    @property
    def lamp_radius(self) -> float:
        """Half the width of a lamp's hole."""
        return self.measures.lamp / 2

    @property
    def well_radius(self) -> float:
        """Half the width of the light well below a lamp's hole."""
        return self.measures.well / 2

    @property
    def screw_radius(self) -> float:
        """Half the width of a screw's hole."""
        return self.measures.screw / 2

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slot for each point's reed."""
        along, across = self.measures.slot / 2, self.measures.slot_width / 2
        middles = [at.moved(self.measures.offset, 0) for at in self.points]
        return tuple(Slot(m.x - along, m.y - across, m.x + along, m.y + across) for m in middles)

    @cached_property
    def screws(self) -> tuple[XY, ...]:
        """Screw holes: at the corners and in the middle of each side."""
        inset, (width, height) = 0.2 * self.pitch, self.size
        across = (inset, width / 2, width - inset)
        up = (inset, height / 2, height - inset)
        return tuple(XY(x, y) for y in up for x in across if (x, y) != (width / 2, height / 2))

    @property
    def feeds(self) -> int:
        """The number of places at which the strip is fed, since the voltage drops along it."""
        return 1 if self.board.size <= 20 else 2 if self.board.size < 64 else 3

    @cached_property
    def trunk_wires(self) -> Bundle:
        """What leaves the board through the trunk: a wire for each row and column of reeds, or for
        each reed and the ground of each row; data; a strip's three wires from row to row; feeds."""
        board = self.board
        lines = len(board.rows) + (len(board.columns) if board.columns else board.size)
        return Bundle(((lines + 1, SIGNAL_ACROSS), (3, FEED_ACROSS), (2 * self.feeds, MAIN_ACROSS)))

    def row_wires(self, row: int) -> Bundle:
        """What runs along a row beside its reeds. A grid's columns leave along its last row."""
        board = self.board
        if not board.columns:
            return Bundle(((len(board.rows[row]) + 1, SIGNAL_ACROSS),))
        last = row == len(board.rows) - 1
        return Bundle(((1 + last * len(board.columns), SIGNAL_ACROSS),))

    @cached_property
    def trunk_width(self) -> float:
        """The width of the trunk, to half a millimetre."""
        return max(self.strip_width, _half_up(self.trunk_wires.section / WIRES_DEEP))

    def row_width(self, row: int) -> float:
        """The width of the channel for a row's wires, to half a millimetre."""
        return max(self.wire_width, _half_up(self.row_wires(row).section / WIRES_DEEP))

    @cached_property
    def channels(self) -> tuple[Slot, ...]:
        """Grooves in the underside, which run into each other.

        The trunk runs along the west side and leaves the board at its north edge. For each row the
        strip's channel takes in the lamps, and leads join both ends of each reed's slot to the
        wires'. A grid's reeds lie between rows and columns, so there each file has a channel too.
        """
        half, wire, lead = self.strip_width / 2, self.wire_width / 2, self.lead_width / 2
        main, points = self.trunk_width / 2, self.points
        # West of the first file's channel, of which a wall remains at small pitches, too.
        beside = max(0.6 * self.pitch, self.pitch / 4 + wire + WALL + 0.01 + main)
        trunk = min(at.x for at in points) - beside
        found = []
        for number, row in enumerate(self.board.rows):
            side, y = self.side(number), points[row[0]].y
            lamps, wires = y + side * self.lamp_offset, y - side * 0.2 * self.pitch
            right = max(self.lamps[point].x for point in row) + half
            found.append(Slot(trunk, lamps - half, right, lamps + half))
            # What a channel is wider than usual it is wider away from the slots.
            edges = sorted((wires + side * wire, wires + side * (wire - self.row_width(number))))
            found.append(Slot(trunk, edges[0], self.slots[row[-1]].right, edges[1]))
            for slot in (self.slots[point] for point in row):
                low, high = (wires, slot.bottom) if side > 0 else (slot.top, wires)
                found += [
                    Slot(x - lead, low, x + lead, high)
                    for x in (slot.left + lead, slot.right - lead)
                ]
        low = min(slot.bottom for slot in found)
        found.insert(0, Slot(trunk - main, low, trunk + main, self.size[1]))
        if self.board.columns:
            high = max(at.y for at in points) + self.lamp_offset
            files = [points[file[0]].x - self.pitch / 4 for file in self.board.columns]
            found += [Slot(x - wire, low, x + wire, high) for x in files]
        return tuple(found)


def _half_up(width: float) -> float:
    return ceil(2 * width) / 2
