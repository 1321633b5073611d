"""What a board is made of besides its circuit: wood, print, glue, solder, filament."""

from __future__ import annotations

from math import ceil

from hardware.artwork.drilled import DRILLED
from hardware.assembly.case import Case
from hardware.assembly.stack import STACK
from hardware.parts.boards import BoardBuild
from hardware.parts.catalogue import Part, bill
from hardware.parts.effort import all_joints
from hardware.parts.sets import filament, piece_set
from hardware.pieces.shapes import usual_sizes

SOLDER_PART = "solder"

SOLDER = 0.065
"""g for a joint: 20 mm of wire of 0.7 mm, with lead."""

STICK = 40
"""Reeds that a stick of hot glue holds, by a drop on both leads."""

_COMPUTER_SCREWS = {False: "M2.5", True: "M2"}  # of a Raspberry Pi, of a Pico

FELT_SHEET = 210 * 297
"""mm²; A4."""


def material_bill(built: BoardBuild) -> list[tuple[Part, int]]:
    """The materials that a board needs, with their counts."""
    return [(part, part.count(built)) for part in MATERIALS]


def whole_bill(built: BoardBuild) -> list[tuple[Part, int]]:
    """Everything that a board needs: the parts of its circuit, and the materials."""
    return bill(built) + material_bill(built)


def _size(built: BoardBuild) -> str:
    width, height = built.layout.size
    return f"{width:.0f} × {height:.0f} mm"


def _any(_: BoardBuild) -> str:
    return "any"


def _one(_: BoardBuild) -> int:
    return 1


def _felt(built: BoardBuild) -> int:
    width = usual_sizes(built.pitch).width
    return ceil(sum(piece_set(built.board).values()) * width**2 / FELT_SHEET)


def _sticks(built: BoardBuild) -> int:
    (reeds,) = [count for part, count in bill(built) if part.part == "reed switch"]
    return ceil(reeds / STICK)


def solder(joints: int) -> int:
    """Return the grams of solder for so many joints, rounded up to ten."""
    return ceil(joints * SOLDER / 10) * 10


def _screws(built: BoardBuild) -> int:
    return len(built.layout.screws)


MATERIALS = (
    Part(
        "printed board",
        lambda built: f"{_size(built)}, 3 mm of bleed",
        "matt paper, 200 g/m² or more",
        _any,
        lambda _: "tiles from a home printer",
        _one,
        "the playing surface",
    ),
    Part(
        "plywood",
        lambda built: f"{_size(built)} × {STACK.face:g} mm",
        "or acrylic",
        _any,
        _any,
        _one,
        "the face, with the lamps' holes",
    ),
    Part(
        "plywood",
        lambda built: f"{_size(built)} × {STACK.base:g} mm",
        "birch",
        _any,
        lambda _: f"{DRILLED.base:g} mm, to drill for upright reeds",
        _one,
        "the base, with slots, wells and channels",
    ),
    Part(
        "machine screw",
        lambda _: f"M4 × {STACK.screw:g} mm, with a nut",
        "countersunk",
        _any,
        lambda _: "shorter ones without the case, 70 mm with a drilled base",
        _screws,
        "holds the layers and the case together",
    ),
    Part(
        "machine screw",
        lambda built: f"{_COMPUTER_SCREWS[built.port == 'pico']} × 16 mm, with a nut",
        "any head",
        _any,
        _any,
        lambda _: 4,
        "holds the computer in the case",
    ),
    Part(
        "cable tie",
        lambda _: "3.6 mm wide or less",
        "",
        _any,
        _any,
        lambda built: len(Case(built.layout).ties) // 2,
        "holds jack, fuse, stripboard and wires in the case",
    ),
    Part(
        "foot",
        lambda _: f"rubber, {STACK.foot:g} mm high",
        "self-adhesive",
        _any,
        lambda _: "felt without the case",
        lambda _: 4,
        "one at each corner; higher than the screws' ends",
    ),
    Part(
        "felt",
        lambda _: "0.2 to 1 mm, self-adhesive",
        "sheets of A4",
        _any,
        lambda _: "paper",
        _felt,
        "a disc under each piece: covers the magnet, saves the print",
    ),
    Part("paint", lambda _: "matt, white", "a small tin", _any, _any, _one, "in the light wells"),
    Part("varnish", lambda _: "clear, matt", "a small tin", _any, _any, _one, "over the print"),
    Part(
        "glue",
        lambda _: "for paper on wood",
        "spray or PVA",
        _any,
        _any,
        _one,
        "for the print, and between the layers",
    ),
    Part("glue", lambda _: "epoxy", "two tubes", _any, _any, _one, "for the magnets"),
    Part(
        "glue",
        lambda _: "hot-melt",
        "sticks of 11 mm",
        _any,
        _any,
        _sticks,
        "a drop on both leads of each reed",
    ),
    Part(
        "stripboard",
        lambda _: "24 strips of 37 holes or more (64 × 95 mm)",
        "2.54 mm",
        _any,
        _any,
        _one,
        "carries the resistors, the level shifter and what belongs to it",
    ),
    Part(
        SOLDER_PART,
        lambda _: "0.7 mm, with flux",
        "",
        _any,
        _any,
        lambda built: solder(all_joints(built)),
        "for all joints",
        "g",
    ),
    Part(
        "filament",
        lambda _: "PLA, 1.75 mm",
        "",
        _any,
        _any,
        lambda built: filament(built.board),
        "for the pieces of every game of the board, by the slicer's weights",
        "g",
    ),
)
