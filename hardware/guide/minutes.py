"""How long each step takes: the hours of the parts page, divided among the steps."""

from __future__ import annotations

from hardware.artwork.layout import in_rows
from hardware.parts.boards import BoardBuild
from hardware.parts.effort import (
    FIRST_PIXEL,
    FIXED,
    JOINT,
    MAGNET,
    MODULE,
    POINT,
    SWITCHES,
    harness_of,
    lamp_joints,
)
from hardware.parts.sets import piece_set

_SHARES = (60, 30, 20, 30, 40, 150, 20, 20, 20, 20, 60, 10)
"""Minutes of each step that a board of any size takes; FIXED together."""

_JACK, _BUTTON = 4, 2
"""Joints of MODULE that are not on the stripboard: jack and fuse, and the button."""

_WOOD = 5
"""Of the POINT minutes of each point: its slots, holes and well. The others are for its reeds."""


def minutes(built: BoardBuild) -> list[float]:
    """Return the minutes of each step; together they are `effort.hours`."""
    found = [FIXED / sum(_SHARES) * share for share in _SHARES]
    wires = harness_of(built).wires
    through = sum("through" in wire.to for wire in wires)
    reeds = SWITCHES[in_rows(built.board)]
    joints = {
        2: len(wires) + 2 * through + 2 * built.lines[1] + MODULE - _JACK - _BUTTON,
        3: reeds,
        4: FIRST_PIXEL + _JACK,
        8: reeds * (built.points - 1),
        9: _BUTTON,
        10: lamp_joints(built) - FIRST_PIXEL,
    }
    for step, count in joints.items():
        found[step - 1] += JOINT * count
    found[5] += _WOOD * built.points
    found[7] += (POINT - _WOOD) * built.points
    found[6] += MAGNET * sum(piece_set(built.board).values())
    return found
