"""The ways to wire a board, by hand or with circuit boards: joints, hours, and what to order.

All of it is counted from the same plans as the boards themselves: whatever an assembly house does
not place is soldered by hand, and so is each wire from board to board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.artwork.layout import in_rows
from hardware.parts.assembled import Run, by_hand, with_circuit_boards
from hardware.parts.boards import BoardBuild
from hardware.parts.catalogue import Part
from hardware.parts.effort import JOINT, SWITCHES, all_joints, hours, lamp_joints
from hardware.parts.materials import SOLDER_PART, solder, whole_bill
from hardware.parts.orders import OrderLine, order_of
from hardware.pcb.controllers import GRID, SERVED, STAR_BOARD, controller
from hardware.pcb.plan import Plan
from hardware.pcb.row import row_board
from hardware.pcb.tile import tile

ENDS = 2
"""Joints of a wire from one circuit board to another, or to a point's hole at the computer's."""

TERMINAL = 1
"""Joints of a wire that ends in a screw terminal of the computer's circuit board."""

BUTTON = 2 * ENDS
"""Joints of the button's two wires."""

CENTRAL = (
    *("resistor", "level shifter", "socket", "capacitor", "supply jack", "fuse holder"),
    *("header socket", "stripboard"),
)
"""What the computer's circuit board replaces."""

CELLS = ("diode", "pixel")
"""What circuit boards under the points replace besides."""


@dataclass(frozen=True)
class Way:
    """A way to wire a board.

    Attributes:
        key: What its order's file is called by; "" for the usual way.
        name: Its name.
        built: The board.
        joints: The joints that are soldered by hand.
        parts: What it takes.
    """

    key: str
    name: str
    built: BoardBuild
    joints: int
    parts: tuple[Part, ...]

    @property
    def hours(self) -> float:
        """The hours of work, with those for wood and pieces."""
        return hours(self.built) - (all_joints(self.built) - self.joints) * JOINT / 60

    @property
    def bill(self) -> list[tuple[Part, int]]:
        """The parts with their counts."""
        return [
            (part, solder(self.joints) if part.part == SOLDER_PART else part.count(self.built))
            for part in self.parts
        ]

    @property
    def order(self) -> list[OrderLine]:
        """What to order."""
        return order_of(self.built, self.bill)

    @property
    def file(self) -> str:
        """The name of its order's file."""
        return "-".join(filter(None, (self.built.name, self.key, "order.csv")))


def ways(built: BoardBuild) -> tuple[Way, ...]:
    """Return the ways to wire a board, beginning with the one by hand."""
    parts = tuple(part for part, _ in whole_bill(built))
    by_hand_alone = Way("", "by hand, with a stripboard", built, all_joints(built), parts)
    if built.board.name not in SERVED:
        return (by_hand_alone,)

    def way(key: str, name: str, joints: int, runs: Sequence[Run], more: Sequence[str]) -> Way:
        replaced = (*CENTRAL, *more)
        runs = (Run(_controller(built), 1, _variant(built)), *runs)
        found = with_circuit_boards(parts, built, runs, replaced)
        return Way(key, name, built, joints, tuple(found))

    tiles = Run(tile(built.pitch), built.points, _variant(built))
    rows = []
    if in_rows(built.board):
        count, columns = built.lines
        boards = Run(row_board(columns, built.pitch), count, GRID)
        rows.append(way("rows", "a board for each row", row_joints(built), (boards,), CELLS))
    return (
        by_hand_alone,
        way("controller", "by hand, with the computer's circuit board", controller_joints(built),
            (), ()),
        way("tiles", "a tile for each point", tile_joints(built), (tiles,), CELLS),
        *rows,
    )  # fmt: skip


def controller_joints(built: BoardBuild) -> int:
    """Return the joints of a board with strips of pixels and the computer's circuit board."""
    rows = in_rows(built.board)
    # One wire brings the star's reeds to ground.
    wires = sum(built.lines) if rows else built.points + 1
    return lamp_joints(built) + SWITCHES[rows] * built.points + wires + _computer(built) + BUTTON


def tile_joints(built: BoardBuild) -> int:
    """Return the joints of a board with a tile for each point and the computer's circuit board."""
    plan, board, size = tile(built.pitch), built.board, built.points
    east, south, data = (_pins(plan, "J2"), _pins(plan, "J4"), 1)
    joints = size * _by_hand(plan)
    if in_rows(board):
        rows, columns = len(board.rows), max(map(len, board.rows))
        wires = east * rows * (columns - 1) + south * (rows - 1) * columns
        wires += data * (rows - 1) + rows + columns
    else:
        # A star's tile has its two bridges closed, a wire of its own, and three to the next one.
        joints += size * sum(part.ref.startswith("JP") for part in plan.parts)
        wires = size + (size - 1) * (east - 1)
    return joints + ENDS * wires + _supplied(built) + _computer(built) + BUTTON


def row_joints(built: BoardBuild) -> int:
    """Return the joints of a grid with a board for each row and the computer's circuit board."""
    count, columns = built.lines
    plan = row_board(columns, built.pitch)
    holes = {part.ref: len(part.nets) for part in plan.parts if part.value == "south"}
    # Each hole of a southern edge is joined to the one that it faces in the next row.
    wires = sum(holes.values()) * (count - 1) + count + columns
    return count * _by_hand(plan) + ENDS * wires + _supplied(built) + _computer(built) + BUTTON


def _supplied(built: BoardBuild) -> int:
    """Return the joints of the wires from the screw terminals: the data, and every feed's two."""
    return TERMINAL * (1 + 2 * built.feeds)


def _controller(built: BoardBuild) -> Plan:
    return controller("pico" if built.port == "pico" else "pi")


def _variant(built: BoardBuild) -> str:
    return GRID if in_rows(built.board) else STAR_BOARD


def _computer(built: BoardBuild) -> int:
    """Return the joints of the computer's circuit board that are soldered by hand."""
    return _by_hand(_controller(built))


def _by_hand(plan: Plan) -> int:
    """Return the joints of a circuit board's parts that are soldered by hand."""
    return sum(len(part.kind.pins) for part in by_hand(plan.parts) if part.maker)


def _pins(plan: Plan, ref: str) -> int:
    (part,) = [part for part in plan.parts if part.ref == ref]
    return len(part.nets)
