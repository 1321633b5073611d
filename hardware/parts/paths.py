"""The joints and hours of each way to wire a board: by hand, or with circuit boards.

The joints of the circuit boards are counted from the same plans as the boards themselves: whatever
an assembly house does not place is soldered by hand, and so is each wire from tile to tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hardware.artwork.layout import in_rows
from hardware.parts.boards import BoardBuild
from hardware.parts.effort import JOINT, all_joints, hours
from hardware.pcb.controllers import SERVED, controller
from hardware.pcb.plan import Fitted, Plan
from hardware.pcb.tile import tile

ENDS = 2
"""Joints of a wire."""

BUTTON = 2
"""Joints of the button."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to wire a board.

    Attributes:
        name: Its name.
        joints: The joints that are soldered by hand.
        hours: The hours of work, with those for wood and pieces.
    """

    name: str
    joints: int
    hours: float


def ways(built: BoardBuild) -> tuple[Way, ...]:
    """Return the ways to wire a board."""
    if built.board.name not in SERVED:
        return (Way("wired by hand", all_joints(built), hours(built)),)
    wired, tiled = all_joints(built), tile_joints(built)
    saved = (wired - tiled) * JOINT / 60
    return (
        Way("wired by hand", wired, hours(built)),
        Way("a tile for each point", tiled, hours(built) - saved),
    )


def tile_joints(built: BoardBuild) -> int:
    """Return the joints of a board with a tile for each point and the computer's circuit board."""
    plan, board, size = tile(built.pitch), built.board, built.points
    east, south, data = (_pins(plan, "J2"), _pins(plan, "J4"), 1)
    joints = size * sum(len(part.nets) for part in by_hand(plan.parts) if part.maker)
    if in_rows(board):
        rows, columns = len(board.rows), max(map(len, board.rows))
        wires = east * rows * (columns - 1) + south * (rows - 1) * columns
        wires += data * (rows - 1) + rows + columns
    else:
        # A star's tile has its two bridges closed, a wire of its own, and three to the next one.
        joints += size * sum(part.ref.startswith("JP") for part in plan.parts)
        wires = size + (size - 1) * (east - 1)
    wires += data + 2 * built.feeds
    return joints + ENDS * wires + _computer(built) + BUTTON


def by_hand(parts: Iterable[Fitted]) -> list[Fitted]:
    """Return the parts that no assembly house places, without holes for wires."""
    return [part for part in parts if part.fitted and not part.machine and part.nets]


def _computer(built: BoardBuild) -> int:
    """Return the joints of the computer's circuit board that are soldered by hand."""
    plan = controller("pico" if built.port == "pico" else "pi")
    return sum(len(part.kind.pins) for part in by_hand(plan.parts) if part.maker)


def _pins(plan: Plan, ref: str) -> int:
    (part,) = [part for part in plan.parts if part.ref == ref]
    return len(part.nets)
