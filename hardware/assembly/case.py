"""A case for a board: a frame below the base, a floor that closes it, and what is inside.

The frame is as large as the board, so that the board's screws go through it. It is printed in four
corners, each with a dovetail on one end and a groove on the other, or sawn from wood of the same
thickness. The floor lies inside the walls, against the blocks around the screws. If a printer's bed
takes them whole, frame and floor are one part each.

A small board has no room for a Raspberry Pi beside what else is in the case. Then the case takes a
Pico, and its gate lets a Pi's ribbon cable through.

Places are those of the board, seen from above; heights are measured from the base's underside down
(z below 0).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from companion.base.errors import CompanionError
from hardware.artwork.layout import Layout
from hardware.artwork.shapes import XY
from hardware.assembly.solids import (
    EXTRA,
    Plan,
    Solid,
    block,
    cone,
    disc,
    grown,
    plate,
    polygon,
    rectangle,
    union,
)
from hardware.assembly.stack import LINED, STACK, WALL_OF_DIFFUSER, Stack

SLACK = 0.1
"""What a printed hole is wider than a drilled one, at its radius, in mm."""

BED = 220.0
"""The length and width of a usual printer's bed, in mm."""

WHOLE = "whole"
"""The name of a part that is not divided."""


class CaseTooLarge(CompanionError, ValueError):
    """A board whose case cannot be printed in four parts."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer's board; all lengths in mm.

    Attributes:
        size: Its width and depth.
        holes: Where its holes are, from the lower left corner.
        hole: How wide its holes are.
        plug: Where its cables plug in, on one of its edges; also from the lower left corner.
    """

    name: str
    size: tuple[float, float]
    holes: tuple[tuple[float, float], ...]
    hole: float
    plug: tuple[float, float]


PI_BOARD = Computer(
    "Raspberry Pi",
    (85.0, 56.0),
    ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5)),
    2.7,
    (11.2, 0.0),
)
"""Raspberry Pi 4 Model B; 3 B+ and 5 have the same holes. From its mechanical drawing,
https://datasheets.raspberrypi.com/rpi4/raspberry-pi-4-mechanical-drawing.pdf"""

PICO_BOARD = Computer(
    "Raspberry Pi Pico",
    (21.0, 51.0),
    ((4.8, 2.0), (16.2, 2.0), (4.8, 49.0), (16.2, 49.0)),
    2.1,
    (10.5, 51.0),
)
"""Raspberry Pi Pico, its USB socket at the upper edge. From the chapter "Mechanical specification"
of its datasheet, https://datasheets.raspberrypi.com/pico/pico-datasheet.pdf"""


@dataclass(frozen=True, slots=True)
class CaseSizes:
    """What depends on the parts in the case and on the printer, in mm.

    wall:    the thickness of the walls. block: the width of the blocks around the screws.
    play:    between floor and walls, all around. fit: between a dovetail and its groove.
    jack:    width and height of the opening for the supply's jack, which lies on the floor.
    cable:   the width of the opening for the computer's cable, and its height.
    ribbon:  the width of the opening if a Pi's ribbon cable goes through it.
    button:  the width of the button's hole.
    tie:     the width of the slots for cable ties.
    plug:    the length of a plug with the bend of its cable.
    stripboard: its size across its strips and along them.
    """

    wall: float = 4.0
    block: float = 16.0
    play: float = 0.3
    fit: float = 0.15
    jack: tuple[float, float] = (15.0, 14.0)
    cable: tuple[float, float] = (7.0, 9.0)
    ribbon: float = 53.0
    button: float = 16.0
    tie: float = 4.0
    plug: float = 40.0
    stripboard: tuple[float, float] = (64.0, 95.0)


CASE_SIZES = CaseSizes()


@dataclass(frozen=True, slots=True)
class Thing:
    """What lies in the case: a box from its lower to its upper corner, on the floor."""

    name: str
    left: float
    bottom: float
    right: float
    top: float
    high: float

    @property
    def middle(self) -> XY:
        """Its middle, from above."""
        return XY((self.left + self.right) / 2, (self.bottom + self.top) / 2)


@dataclass(frozen=True, slots=True)
class Cable:
    """A cable that leaves the case; all lengths in mm.

    Attributes:
        across: How thick it is.
        way: Its way as seen from above, from its plug to outside.
        high: The height of its middle above the floor.
    """

    name: str
    across: float
    way: tuple[XY, ...]
    high: float


@dataclass(frozen=True)
class Case:
    """The case of a board."""

    layout: Layout
    stack: Stack = STACK
    sizes: CaseSizes = field(default=CASE_SIZES)

    @property
    def size(self) -> tuple[float, float]:
        """Width and depth, which are the board's."""
        return self.layout.size

    @property
    def low(self) -> float:
        """The lower edge of the walls, which is the underside of the floor."""
        return -self.stack.room - self.stack.floor

    # Things and cables.

    @cached_property
    def pi(self) -> Thing:
        """The Raspberry Pi, at the north side.

        The socket of its supply faces north, its sockets for USB and network face west.
        """
        width, depth = self.size
        right = width - self.sizes.block - 14
        top = depth - self.sizes.wall - self.sizes.plug
        return Thing(
            PI_BOARD.name,
            right - PI_BOARD.size[0],
            top - PI_BOARD.size[1],
            right,
            top,
            self._computer,
        )

    @cached_property
    def pico(self) -> Thing:
        """The Pico, in the place of the Pi's plugs: a board has the one or the other."""
        left = max(self.size[0] / 2 + self.sizes.block + 2, self.shifter.right + 4)
        top = self.pi.top
        return Thing(
            PICO_BOARD.name,
            left,
            top - PICO_BOARD.size[1],
            left + PICO_BOARD.size[0],
            top,
            self._computer,
        )

    @property
    def _computer(self) -> float:
        return self.stack.stand + self.stack.computer

    @cached_property
    def jack(self) -> Thing:
        """The jack with its screw terminals, in its opening in the north wall."""
        width, depth = self.size
        middle, half = width / 4, self.sizes.jack[0] / 2 - 0.5
        return Thing("jack", middle - half, depth - 38, middle + half, depth, 13.0)

    @cached_property
    def fuse(self) -> Thing:
        """The in-line fuse holder behind the jack."""
        at = self.jack.middle.x
        return Thing("fuse", at - 8, self.jack.bottom - 70, at + 8, self.jack.bottom - 18, 16.0)

    @cached_property
    def shifter(self) -> Thing:
        """The stripboard with the level shifter."""
        left, top = self.jack.right + 12, self.jack.bottom - 18
        across, along = self.sizes.stripboard
        return Thing("level shifter", left, top - along, left + across, top, 20.0)

    @cached_property
    def button(self) -> XY:
        """The middle of the button in the south wall, from above, beside the stripboard."""
        beside = self.shifter.right + self.sizes.button / 2 + 4
        return XY(max(self.size[0] * 0.75, beside), 0.0)

    @cached_property
    def computers(self) -> tuple[Computer, ...]:
        """The computers that have room: beside the stripboard, a Pi needs a board like the star."""
        return (PI_BOARD, PICO_BOARD) if self.pi.left > self.shifter.right else (PICO_BOARD,)

    def things(self, computer: Computer) -> tuple[Thing, ...]:
        """All that lies in the case of a board with this computer."""
        return self.pi if computer is PI_BOARD else self.pico, self.jack, self.fuse, self.shifter

    def cables(self, computer: Computer) -> tuple[Cable, ...]:
        """The cables that leave the case, and those to the button."""
        depth = self.size[1]
        socket = self.socket(computer)
        gate = self.gate(computer)
        jack = self.jack.middle.x
        return (
            Cable(
                "the computer's cable",
                5.0,
                (socket, XY(gate, socket.y + 20), XY(gate, depth + 5)),
                self.sizes.cable[1] / 2,
            ),
            Cable("the lamps' supply", 10.0, (XY(jack, depth - 1), XY(jack, depth + 5)), 6.5),
        )

    def socket(self, computer: Computer) -> XY:
        """Where the computer's cable plugs in."""
        if computer is PI_BOARD:  # turned by half a turn
            return XY(self.pi.right - PI_BOARD.plug[0], self.pi.top)
        return XY(self.pico.left + PICO_BOARD.plug[0], self.pico.top)

    def gate(self, computer: Computer) -> float:
        """Where along the north wall its cable leaves."""
        return self.socket(computer).x

    def holes(self, computer: Computer) -> tuple[XY, ...]:
        """Where the computer is screwed to the floor."""
        if computer is PI_BOARD:
            return tuple(XY(self.pi.right - x, self.pi.top - y) for x, y in PI_BOARD.holes)
        return tuple(XY(self.pico.left + x, self.pico.bottom + y) for x, y in PICO_BOARD.holes)

    @cached_property
    def vents(self) -> tuple[tuple[float, float, float, float], ...]:
        """Slots in the floor below the Pi, where there is no stand."""
        at = self.pi
        if PI_BOARD not in self.computers:
            return ()
        return tuple(
            (left, at.bottom + 10, left + 3, at.top - 10)
            for left in (at.right - 16 - 7 * count for count in range(6))
        )

    @cached_property
    def ties(self) -> tuple[tuple[float, float, float, float], ...]:
        """Pairs of slots in the floor for cable ties.

        The ties hold jack, fuse, stripboard and the wires that come from the board's trunk.
        """
        half, found = self.sizes.tie / 2, []
        inside = min(self.layout.margin / 2 + self.sizes.block, self.fuse.left - self.sizes.block)
        trunk = XY(inside, self.size[1] * 0.62)
        for middle, apart in (
            (XY(self.jack.middle.x, self.jack.bottom + 12), 9.5),
            (self.fuse.middle, 10.0),
            (XY(self.shifter.middle.x, self.shifter.bottom - 3), 8.0),
            (trunk, 9.0),
        ):
            for side in (-1, 1):
                x = middle.x + side * apart
                found.append((x - 1, middle.y - half, x + 1, middle.y + half))
        return tuple(found)

    # Plans.

    @cached_property
    def blocks(self) -> Plan:
        """The blocks around the screws.

        They are at the corners, and twice as wide in the middle of the sides, where two parts of
        the frame meet.
        """
        half = self.sizes.block / 2
        width, depth = self.size
        made = []
        for at in self.layout.screws:
            wide = half * (1 + (abs(at.x - width / 2) < 1))
            high = half * (1 + (abs(at.y - depth / 2) < 1))
            made.append(rectangle(at.x - wide, at.y - high, at.x + wide, at.y + high))
        return union(made) ^ rectangle(0, 0, width, depth)

    @cached_property
    def _screws(self) -> Plan:
        return union(
            disc(at.x, at.y, self.layout.screw_radius + SLACK, 16) for at in self.layout.screws
        )

    def _walls(self) -> Plan:
        outer = rectangle(0, 0, *self.size)
        return outer - grown(outer, -self.sizes.wall)

    @cached_property
    def frame(self) -> Solid:
        """The whole frame with its openings."""
        whole = plate(self._walls(), self.low, 0)
        whole = whole + plate(self.blocks, -self.stack.room, 0)
        whole = whole - plate(self._screws, self.low - EXTRA, EXTRA)
        for opening in self.openings():
            whole = whole - opening
        return whole

    def openings(self) -> Iterable[Solid]:
        """Return what is cut out of the walls.

        That is: gates that are open below, so that a cable is laid in with its plug on, and the
        button's hole, with a roof of 45 degrees so that it can be printed either way up.
        """
        depth, wall = self.size[1], self.sizes.wall
        floor = -self.stack.room
        for x, (wide, high) in self.gates():
            yield block(
                x - wide / 2, depth - wall - EXTRA, self.low - EXTRA,
                x + wide / 2, depth + EXTRA, floor + high,
            )  # fmt: skip
        radius, middle = self.sizes.button / 2, floor / 2
        hole = teardrop(radius).extrude(wall + 2 * EXTRA).rotate((90, 0, 0))
        yield hole.translate((self.button.x, wall + EXTRA, middle))

    def gates(self) -> tuple[tuple[float, tuple[float, float]], ...]:
        """The gates in the north wall: where they are, and how wide and high."""
        jack = self.jack.middle.x, self.sizes.jack
        if PI_BOARD in self.computers:
            return jack, *((self.gate(each), self.sizes.cable) for each in self.computers)
        # Between the blocks in the middle and at the corner.
        width, half = self.size[0], self.sizes.block / 2
        middle = (width / 2 + 2 * half + width - 2 * half) / 2
        return jack, (middle, (self.sizes.ribbon, self.sizes.cable[1]))

    @cached_property
    def floor_plan(self) -> Plan:
        """The floor with all its holes."""
        plan = grown(rectangle(0, 0, *self.size), -self.sizes.wall - self.sizes.play)
        plan = plan - self._screws
        plan = plan - union(rectangle(*slot) for slot in (*self.vents, *self.ties))
        for computer in self.computers:
            for at in self.holes(computer):
                plan = plan - disc(at.x, at.y, computer.hole / 2 + SLACK, 12)
        return plan

    @cached_property
    def floor(self) -> Solid:
        """The whole floor with the stands of the computers."""
        low, top = self.low, -self.stack.room
        whole = plate(self.floor_plan, low, top)
        for computer in self.computers:
            inner = computer.hole / 2 + SLACK
            for at in self.holes(computer):
                stand = disc(at.x, at.y, inner + 1.6, 12) - disc(at.x, at.y, inner, 12)
                whole = whole + plate(stand, low, top + self.stack.stand)
        return whole

    # Parts.

    @property
    def whole(self) -> bool:
        """Whether a bed takes frame and floor in one part each."""
        return max(self.size) <= BED

    def corners(self) -> dict[str, Plan]:
        """The quarters of the board, by the points of the compass."""
        width, depth = self.size
        over = 50.0
        return {
            "sw": rectangle(-over, -over, width / 2, depth / 2),
            "se": rectangle(width / 2, -over, width + over, depth / 2),
            "ne": rectangle(width / 2, depth / 2, width + over, depth + over),
            "nw": rectangle(-over, depth / 2, width / 2, depth + over),
        }

    def joints(self, inset: float, neck: float, head: float) -> dict[str, Plan]:
        """Return the dovetails of the quarters, by the quarter that has it.

        Each points to the next quarter, counter-clockwise.

        Args:
            inset: How far the middle of a dovetail is from the board's edge, in mm.
            neck: Its width at the joint, in mm.
            head: Its width at its end, in mm.
        """
        width, depth = self.size
        long, half, wide = 7.0, neck / 2, head / 2
        return {
            "sw": polygon([
                (width / 2 - 1, inset - half), (width / 2, inset - half),
                (width / 2 + long, inset - wide), (width / 2 + long, inset + wide),
                (width / 2, inset + half), (width / 2 - 1, inset + half),
            ]),
            "se": polygon([
                (width - inset + half, depth / 2 - 1), (width - inset + half, depth / 2),
                (width - inset + wide, depth / 2 + long), (width - inset - wide, depth / 2 + long),
                (width - inset - half, depth / 2), (width - inset - half, depth / 2 - 1),
            ]),
            "ne": polygon([
                (width / 2 + 1, depth - inset + half), (width / 2, depth - inset + half),
                (width / 2 - long, depth - inset + wide), (width / 2 - long, depth - inset - wide),
                (width / 2, depth - inset - half), (width / 2 + 1, depth - inset - half),
            ]),
            "nw": polygon([
                (inset - half, depth / 2 + 1), (inset - half, depth / 2),
                (inset - wide, depth / 2 - long), (inset + wide, depth / 2 - long),
                (inset + half, depth / 2), (inset + half, depth / 2 + 1),
            ]),
        }  # fmt: skip

    def _quarters(self, whole: Solid, joints: list[dict[str, Plan]]) -> dict[str, Solid]:
        low, high = self.low - EXTRA, EXTRA
        quarters, found = self.corners(), {}
        for name, quarter in quarters.items():
            area = quarter
            for joint in joints:
                for owner, tail in joint.items():
                    area = area + tail if owner == name else area - grown(tail, self.sizes.fit)
            found[name] = whole ^ plate(area, low, high)
        return found

    @cached_property
    def frames(self) -> dict[str, Solid]:
        """The frame's four corners, or the whole. Raises CaseTooLarge if one does not fit a bed."""
        if self.whole:
            return {WHOLE: self.frame}
        inset = self.layout.screws[0].x
        tails = self.joints(inset, 8.0, 12.0)
        return self._fitting(self._quarters(self.frame, [tails]))

    @cached_property
    def floors(self) -> dict[str, Solid]:
        """The floor's quarters, or the whole. Raises CaseTooLarge if one does not fit a bed."""
        if self.whole:
            return {WHOLE: self.floor}
        inset = min(self.size) / 4
        return self._fitting(self._quarters(self.floor, [self.joints(inset, 10.0, 16.0)]))

    def _fitting(self, parts: dict[str, Solid]) -> dict[str, Solid]:
        for name, part in parts.items():
            left, bottom, _, right, top, _ = part.bounding_box()
            if max(right - left, top - bottom) > BED:
                raise CaseTooLarge(
                    f"the case's {name} corner is {right - left:.0f} × {top - bottom:.0f} mm, and "
                    f"a bed takes {BED:g} mm: saw the case from the panels"
                )
        return parts

    @cached_property
    def diffuser(self) -> Solid:
        """The white cup that lines a light well, printed with its skin on the bed."""
        outer = self.layout.well_radius - LINED
        high = self.stack.base
        cup = cone(0, 0, 0, high, outer, outer)
        inner = outer - WALL_OF_DIFFUSER
        return cup - cone(0, 0, self.stack.skin, high + EXTRA, inner, inner)


def teardrop(radius: float) -> Plan:
    """A circle with a roof of 45 degrees above and below."""
    far = radius * 2**0.5
    roofs = polygon([(far, 0), (0, far), (-far, 0), (0, -far)])
    return disc(0, 0, radius) + (roofs ^ rectangle(-radius, -far, radius, far))
