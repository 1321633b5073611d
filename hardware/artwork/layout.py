"""Where everything lies on a wooden board, for any pitch.

The pitch is the distance between the points that lie closest to each other. Everything is measured
from the lower left corner of the board's outline, seen from the playing side, in millimetres.

What a point has, seen from above:

          ( o )    the lamp's hole, at a corner of the point's square: there a piece that stands
                   off its point does not cover it either
       ========    the slot of the eastern reed
          +        the point
    ========       the slot of the western reed
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from math import ceil, pi
from typing import ClassVar

from companion.base.errors import CompanionError
from companion.rules.geometry import NINE, STAR, Board, grid
from hardware.artwork.shapes import XY
from hardware.artwork.strips import StripPiece, StripSpacing, fitting_strip, strip_pieces

LEAST, PITCH, MOST = 30.0, 40.0, 100.0
"""The smallest pitch, the usual one, and the largest."""

BOARDS: dict[str, Board] = {board.name: board for board in (STAR, *map(grid, (7, 8, 9)), NINE)}
"""The boards whose files are published. `hardware.kit` makes those of any other."""


def in_rows(board: Board) -> bool:
    """Say whether a board's reeds are wired in rows and columns: if a header has too few pins."""
    return board.size > STAR.size


class InvalidLayout(CompanionError, ValueError):
    """A pitch or measures with which no board can be built."""


STRAIGHT = 3.0
"""How far from the glass a reed's lead may be bent at the nearest, by its makers' sheets (mm)."""

WALL = 1.2
"""What has to be left between two things that are hollowed out, in mm."""

REEDS = 2
"""Reeds under a point, in parallel: where a piece leaves one of them open, because it stands over
its middle or too far away, it closes the other. See `hardware/magnets`."""

COVER = 2.5
"""The most wood and print above a reed's glass, in mm."""


ROOM = 0.8
"""What a channel is longer than the uncut strip in it, in mm."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What depends on the parts that are bought, in mm; `make hardware` has an option for each.

    glass:  the length of a reed's glass. slot, slot_width: the slot for a reed with its bends; 20
            mm suit glass of up to 14 mm, 22 leave room for the bends themselves.
    offset: how far a reed's middle is from the point, along the reed: one reed is as far to the
            east as the other is to the west.
    lamp:   the width of a lamp's hole in the face. well: its width in the layers below.
    screw:  the width of a screw's hole.
    """

    glass: float = 14.0
    slot: float = 22.0
    slot_width: float = 3.0
    offset: float = 4.0
    lamp: float = 5.0
    well: float = 10.0
    screw: float = 4.0

    @property
    def aside(self) -> float:
        """How far a reed's middle is from the point, across the reed, in mm.

        The slots lie side by side, the eastern one further north.
        """
        return (self.slot_width + WALL) / 2

    @property
    def span(self) -> float:
        """How far the two slots of a point go to the east, and as far to the west."""
        return self.offset + self.slot / 2


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

SHORT = Measures(glass=12.7, slot=19.0, offset=3.0)
"""For points that are too close together for MEASURES."""


def measures_at(pitch: float) -> Measures:
    """The usual measures at a pitch."""
    return MEASURES if _file_width(pitch, MEASURES) >= Layout.lead_width else SHORT


def _file_width(pitch: float, measures: Measures) -> float:
    """The room for the wires of a grid's file, between the slots of two neighbours."""
    return min(Layout.wire_width, pitch - 2 * (measures.span + WALL))


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
    """The layout of one board at one pitch.

    Args:
        board: The board to lay out.
        pitch: The distance between neighbouring points, in mm.
        given: The measures of the wood; None for the usual ones of the pitch.

    Raises:
        InvalidLayout: If the board cannot be built.
    """

    board: Board
    pitch: float = PITCH
    given: InitVar[Measures | None] = None
    measures: Measures = field(init=False)

    strip_width: ClassVar[float] = 11.0
    """The channel that a strip of lamps lies in; strips are 10 mm wide."""
    wire_width: ClassVar[float] = 4.0
    lead_width: ClassVar[float] = 2.0

    def __post_init__(self, given: Measures | None) -> None:
        if not LEAST <= self.pitch <= MOST:
            raise InvalidLayout(
                f"pitch {self.pitch:g} mm: choose {LEAST:g} to {MOST:g} mm; closer, a magnet would "
                "close its neighbour's reeds"
            )
        given = given or measures_at(self.pitch)
        object.__setattr__(self, "measures", given)
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
        if _file_width(self.pitch, given) < self.lead_width:
            raise InvalidLayout(
                f"slot {given.slot:g} mm, {given.offset:g} mm off the point: at a pitch of "
                f"{self.pitch:g} mm no room is left for wires between two points; choose a shorter "
                "slot, a smaller offset or a wider pitch"
            )

    @cached_property
    def scale(self) -> float:
        """Millimetres for one unit of the board's own `xy`."""
        near = min(XY(*a).far(XY(*b)) for a, b in combinations(self.board.xy, 2))
        return self.pitch / near

    @property
    def margin(self) -> float:
        """The distance from the outermost points to the edge of the board, in mm.

        At small pitches it is what slots, trunk and screws need on the west side.
        """
        west = self.measures.span + 2 * (WALL + 0.01) + self.trunk_width
        return max(1.2 * self.pitch, west + self.screw_inset + self.screw_radius)

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
        """Return the side of a row on which its lamps are: 1 for north, -1 for south.

        The wires are on the other side. The star's lower half mirrors the upper one, so that no two
        lamps come close.
        """
        middle = sum(at.y for at in self.points) / self.board.size
        south = not self.board.columns and self.points[self.board.rows[row][0]].y < middle - 0.001
        return -1 if south else 1

    @cached_property
    def lamps(self) -> tuple[XY, ...]:
        """The centre of each point's lamp.

        It is east of the point, but west if another point is as near to that place.
        """
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

    def reeds(self, point: int) -> tuple[XY, XY]:
        """The middles of the reeds under a point: the eastern one, and the western one."""
        along, across = self.measures.offset, self.measures.aside
        at = self.points[point]
        return at.moved(along, across), at.moved(-along, -across)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slots for the reeds, the eastern and the western one of each point."""
        along, across = self.measures.slot / 2, self.measures.slot_width / 2
        middles = [middle for point in range(self.board.size) for middle in self.reeds(point)]
        return tuple(Slot(m.x - along, m.y - across, m.x + along, m.y + across) for m in middles)

    def slots_of(self, point: int) -> tuple[Slot, ...]:
        """The slots for the reeds under a point."""
        return self.slots[REEDS * point : REEDS * (point + 1)]

    @property
    def screw_inset(self) -> float:
        """How far the screws are from the edges."""
        return 0.2 * self.pitch

    @cached_property
    def screws(self) -> tuple[XY, ...]:
        """Screw holes: at the corners and in the middle of each side."""
        inset, (width, height) = self.screw_inset, self.size
        across = (inset, width / 2, width - inset)
        up = (inset, height / 2, height - inset)
        return tuple(XY(x, y) for y in up for x in across if (x, y) != (width / 2, height / 2))

    @property
    def feeds(self) -> int:
        """The number of places at which the strip is fed, since the voltage drops along it.

        With these, every lamp keeps its 4.5 V and some hundredths more (see `hardware/simulation`).
        """
        size = self.board.size
        return 1 if size <= 20 else 3 if size <= 64 else 4

    @cached_property
    def uncut(self) -> StripSpacing | None:
        """The strip that need not be cut within a row; None if no strip suits the pitch.

        The star's lamps change sides within its rows, so it has none.
        """
        return fitting_strip(self.pitch, len(self.board.columns)) if self.board.columns else None

    @cached_property
    def strip_pieces(self) -> tuple[StripPiece, ...]:
        """The pieces of that strip, in the order of the data, from the first row's left end on."""
        rows = [[self.lamps[point] for point in row] for row in self.board.rows]
        return tuple(strip_pieces(self.uncut, rows)) if self.uncut else ()

    @cached_property
    def turns(self) -> tuple[Slot, ...]:
        """The channels in the east for the wires from one piece of strip to the next.

        One piece ends and the next begins there. In the west, these wires run in the trunk.
        """
        # Under the ends of the strips, but not into the slots.
        free = max((slot.right for slot in self.slots), default=0.0) + WALL
        return tuple(
            Slot(left, after.places[0].y, left + self.wire_width, before.places[0].y)
            for before, after in pairwise(self.strip_pieces)
            if after.leftwards
            for left in [max(before.right - self.wire_width, free)]
        )

    @cached_property
    def trunk_wires(self) -> Bundle:
        """The wires that leave the board through the trunk.

        These are: a wire for each row and column of reeds, or for each reed and the ground of each
        row; data; a strip's three wires from row to row; feeds.
        """
        board = self.board
        across = max(map(len, board.rows))
        lines = len(board.rows) + (across if in_rows(board) else board.size)
        return Bundle(((lines + 1, SIGNAL_ACROSS), (3, FEED_ACROSS), (2 * self.feeds, MAIN_ACROSS)))

    def row_wires(self, row: int) -> Bundle:
        """What runs along a row beside its reeds. A grid's columns leave along its last row."""
        board = self.board
        if not in_rows(board):
            return Bundle(((len(board.rows[row]) + 1, SIGNAL_ACROSS),))
        last = row == len(board.rows) - 1
        return Bundle(((1 + last * max(map(len, board.rows)), SIGNAL_ACROSS),))

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
        wires'. A grid's reeds lie between rows and columns, so there each file but the first, which
        is beside the trunk, has a channel too.
        """
        half, wire = self.strip_width / 2, self.wire_width / 2
        main, points, span = self.trunk_width / 2, self.points, self.measures.span
        # West of the first file's slots, of which a wall remains at small pitches, too.
        beside = max(0.6 * self.pitch, span + WALL + 0.01 + main)
        trunk = min(at.x for at in points) - beside
        found = []
        for number, row in enumerate(self.board.rows):
            side, y = self.side(number), points[row[0]].y
            lamps, wires = y + side * self.lamp_offset, y - side * self._wires_away
            right = max(self.lamps[point].x for point in row) + half
            if self.strip_pieces:
                ends = self.strip_pieces[number].right + ROOM, *(turn.right for turn in self.turns)
                right = max(ends)
            found.append(Slot(trunk, lamps - half, right, lamps + half))
            # What a channel is wider than usual it is wider away from the slots.
            edges = sorted((wires + side * wire, wires + side * (wire - self.row_width(number))))
            found.append(Slot(trunk, edges[0], points[row[-1]].x + span, edges[1]))
            for point in row:
                found += self._leads(point, wires)
        low = min(slot.bottom for slot in found)
        found.insert(0, Slot(trunk - main, low, trunk + main, self.size[1]))
        if self.board.columns:
            high = max(at.y for at in points) + self.lamp_offset
            between = _file_width(self.pitch, self.measures) / 2
            files = [points[file[0]].x - self.pitch / 2 for file in self.board.columns[1:]]
            found += [Slot(x - between, low, x + between, high) for x in files]
        return (*found, *self.turns)

    @property
    def _wires_away(self) -> float:
        """How far the middle of a row's wires is from its points."""
        measures = self.measures
        near = measures.aside + measures.slot_width / 2 + self.wire_width / 2
        return max(0.2 * self.pitch, near)

    def _leads(self, point: int, wires: float) -> list[Slot]:
        """Return the channels from both ends of both slots of a point to the wires of its row.

        Two of them cross the other slot.
        """
        half = self.lead_width / 2
        return [
            Slot(x - half, low, x + half, high)
            for slot in self.slots_of(point)
            for low, high in ((wires, slot.bottom) if wires < slot.bottom else (slot.top, wires),)
            for x in (slot.left + 2 * half, slot.right - 2 * half)
        ]


def check_room(layout: Layout) -> None:
    """Check that a board of any shape can be cut: each row is straight, and nothing meets.

    Raises:
        InvalidLayout: If it cannot.
    """
    board = layout.board
    for row in board.rows:
        if len({round(layout.points[point].y, 3) for point in row}) > 1:
            raise InvalidLayout(
                f"the row {' '.join(board.names[point] for point in row)} of the board "
                f"{board.name} is not straight; its wires and lamps would not be in one line"
            )
    hollows = [
        *((f"a slot of {board.names[n // REEDS]}", slot) for n, slot in enumerate(layout.slots)),
        *(
            (f"the lamp of {name}", _around(at, layout.well_radius))
            for name, at in zip(board.names, layout.lamps, strict=True)
        ),
        *(
            (f"screw {n}", _around(at, layout.screw_radius))
            for n, at in enumerate(layout.screws, 1)
        ),
    ]
    for (one, first), (other, second) in combinations(hollows, 2):
        if _apart(first, second) < WALL - 0.001:
            raise InvalidLayout(
                f"pitch {layout.pitch:g} mm: {one} and {other} of the board {board.name} would "
                "meet; choose a wider pitch or shorter slots"
            )


def _around(at: XY, radius: float) -> Slot:
    return Slot(at.x - radius, at.y - radius, at.x + radius, at.y + radius)


def _apart(one: Slot, other: Slot) -> float:
    """How far two upright rectangles are apart along the axis on which they are further apart."""
    return max(
        one.left - other.right,
        other.left - one.right,
        one.bottom - other.top,
        other.bottom - one.top,
    )


def _half_up(width: float) -> float:
    return ceil(2 * width) / 2
