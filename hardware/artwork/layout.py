"""Where everything lies on a wooden board, for any pitch.

The pitch is the distance between the points that lie closest to each other. Everything is measured
from the lower left corner of the board's outline, seen from the playing side, in millimetres.

What a point has, seen from above:

    ( o )        the lamp's hole, north of the point: there a piece does not cover it
      +====      the point, and the reed's slot, which begins just west of the point
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from companion.geometry import STAR, Board, grid
from companion.rules.errors import CompanionError
from hardware.artwork.shapes import XY

OPERATE = 12.0
"""XY this distance a disc of 6 × 2 mm, N35, closes a reed of 10 to 20 ampere-turns: a rule of
thumb, to be measured on the board that is built. Points should be two to three times as far
apart."""

LEAST, PITCH, MOST = 2.5 * OPERATE, 40.0, 100.0
"""The smallest pitch, the usual one, which is above three times OPERATE, and the largest."""

BOARDS: dict[str, Board] = {board.name: board for board in (STAR, *map(grid, (7, 8, 9)))}


class InvalidPitch(CompanionError, ValueError):
    """A pitch with which no board can be built."""


@dataclass(frozen=True, slots=True)
class Slot:
    """An upright rectangle, given by its edges."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True)
class Layout:
    """The layout of one board at one pitch. Raises InvalidPitch if it cannot be built."""

    board: Board
    pitch: float = PITCH

    lamp_radius: ClassVar[float] = 2.5
    glass: ClassVar[float] = 14.0
    """The length of a reed's glass. Its middle lies half of that from the magnet's axis: a disc
    centred over a reed pulls on both ends alike and leaves it open."""
    slot_length: ClassVar[float] = 16.0
    slot_width: ClassVar[float] = 3.0
    screw_radius: ClassVar[float] = 2.0
    strip_width: ClassVar[float] = 11.0
    """The channel that a strip of lamps lies in; strips are 10 mm wide."""
    wire_width: ClassVar[float] = 4.0
    lead_width: ClassVar[float] = 2.0

    def __post_init__(self) -> None:
        if not LEAST <= self.pitch <= MOST:
            raise InvalidPitch(
                f"pitch {self.pitch:g} mm: choose {LEAST:g} to {MOST:g} mm; closer, a magnet would "
                "close its neighbour's reed"
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
        """How far north of its point a lamp is: outside a piece of 0.6 pitches, inside a square."""
        return 0.375 * self.pitch

    @cached_property
    def lamps(self) -> tuple[XY, ...]:
        """The centre of each point's lamp."""
        return tuple(at.moved(0, self.lamp_offset) for at in self.points)

    @property
    def reed_offset(self) -> float:
        """How far the centre of a reed is to the east of its point."""
        return self.glass / 2

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slot for each point's reed."""
        along, across = self.slot_length / 2, self.slot_width / 2
        middles = [at.moved(self.reed_offset, 0) for at in self.points]
        return tuple(Slot(m.x - along, m.y - across, m.x + along, m.y + across) for m in middles)

    @cached_property
    def screws(self) -> tuple[XY, ...]:
        """Screw holes: at the corners and in the middle of each side."""
        inset, (width, height) = 0.2 * self.pitch, self.size
        across = (inset, width / 2, width - inset)
        up = (inset, height / 2, height - inset)
        return tuple(XY(x, y) for y in up for x in across if (x, y) != (width / 2, height / 2))

    @cached_property
    def channels(self) -> tuple[Slot, ...]:
        """Grooves in the underside, which run into each other.

        The trunk runs along the west side and leaves the board at its north edge. For each row the
        strip's channel takes in the lamps, and leads join both ends of each reed's slot to the
        wires'. A grid's reeds lie between rows and columns, so there each file has a channel too.
        """
        half, wire, lead = self.strip_width / 2, self.wire_width / 2, self.lead_width / 2
        trunk = min(at.x for at in self.points) - 0.6 * self.pitch
        low = min(at.y for at in self.points) - 0.2 * self.pitch - wire
        found = [Slot(trunk - half, low, trunk + half, self.size[1])]
        for row in self.board.rows:
            y, right = self.points[row[0]].y, self.points[row[-1]].x
            lamps, wires = y + self.lamp_offset, y - 0.2 * self.pitch
            found.append(Slot(trunk, lamps - half, right + half, lamps + half))
            end = self.slots[row[-1]].right
            found.append(Slot(trunk, wires - wire, end, wires + wire))
            found += [
                Slot(x - lead, wires, x + lead, slot.bottom)
                for slot in (self.slots[point] for point in row)
                for x in (slot.left + lead, slot.right - lead)
            ]
        if self.board.columns:
            high = max(at.y for at in self.points) + self.lamp_offset
            files = [self.points[file[0]].x - self.pitch / 4 for file in self.board.columns]
            found += [Slot(x - wire, low, x + wire, high) for x in files]
        return tuple(found)
