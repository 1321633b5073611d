"""How many joints a board has, and how many hours it takes: counted, with assumed times."""

from __future__ import annotations

from functools import cache

from hardware.artwork.layout import REEDS, in_rows
from hardware.artwork.strip_files import JOINTS
from hardware.parts.boards import BoardBuild
from hardware.parts.sets import piece_set
from hardware.wiring.harness import Harness, board_harness, harnesses

FIRST_PIXEL, FURTHER_FEED = 3, 2
"""Joints where a strip begins (5 V, 0 V, data), and where it is fed again (5 V, 0 V)."""

SWITCHES = {False: 2 * REEDS, True: 2 * REEDS + 1}
"""Joints of a point's reeds, by whether they are wired in rows and columns: both leads of each, to
ground and to the point's wire, or to the column and to the diode; and from the diode to the row."""

MODULE = 40
"""Joints of the level shifter's stripboard, with fuse, jack and button."""

JOINT, POINT, MAGNET, FIXED = 1.0, 8.0, 1.5, 8 * 60.0
"""Minutes, assumed and not measured: for a joint with cutting and stripping; for a point's slots,
holes and well, and to lay and test its reeds; for a piece's magnet and felt; for what a board of
any size needs: the computer, print, saw, varnish, assembly."""


def lamp_joints(built: BoardBuild) -> int:
    """Return the joints of a board's strip of lamps."""
    layout = built.layout
    cuts = len(layout.strip_pieces) - 1 if built.uncut else built.points - 1
    return JOINTS * cuts + FIRST_PIXEL + FURTHER_FEED * (layout.feeds - 1)


def all_joints(built: BoardBuild) -> int:
    """Return all joints of a board."""
    harness = harness_of(built)
    through = sum("through" in wire.to for wire in harness.wires)
    # A wire to the computer is a joint; a resistor in it, or from a column to 3.3 V, is two more.
    wires = len(harness.wires) + 2 * through + 2 * built.lines[1]
    return lamp_joints(built) + SWITCHES[in_rows(built.board)] * built.points + wires + MODULE


def hours(built: BoardBuild) -> float:
    """Return the hours that a board takes, without the time that a printer prints."""
    pieces = sum(piece_set(built.board).values())
    minutes = all_joints(built) * JOINT + built.points * POINT + pieces * MAGNET + FIXED
    return minutes / 60


def harness_of(built: BoardBuild) -> Harness:
    """Return the harness of a board."""
    route = "pico" if built.port == "pico" else "spi"
    known = _all_harnesses().get(f"{built.board.name}-{route}")
    return known or board_harness(built.board, built.title)


@cache
def _all_harnesses() -> dict[str, Harness]:
    return {made.name: made for made in harnesses()}
