"""How hard pieces push and pull each other, by magpylib, and what holds them in their places."""

from __future__ import annotations

from functools import cache
from math import pi

from magpylib import getFT
from magpylib.magnet import Cylinder

from hardware.magnets.reeds import Numbers
from hardware.parts.magnets import DENSITY, Disc
from hardware.pieces.loft import solid
from hardware.pieces.shapes import SIZES, Sizes, pieces

FRICTION = 0.3
"""Felt or printed plastic on varnished wood: an assumption, on the low side of what tables say."""

PLASTIC = 1.24e-3
"""Grams a mm³ of solid PLA."""

GRAVITY = 9.81

MAGNETLESS = ("crown", "gomony-cap-half")


def force(disc: Disc, apart: tuple[float, float, float], *, turned: bool = False) -> Numbers:
    """Return the force on a disc, in gram-force along x, y and z.

    The other disc is equal; both have their poles down, unless it is turned over.

    Args:
        disc: Both discs.
        apart: From the first disc to the other one, in mm.
        turned: Whether the other one is turned over.
    """
    size = (disc.diameter * 1e-3, disc.thickness * 1e-3)
    one = Cylinder(dimension=size, polarization=(0, 0, disc.remanence))
    other = Cylinder(
        dimension=size,
        polarization=(0, 0, -disc.remanence if turned else disc.remanence),
        position=tuple(part * 1e-3 for part in apart),
    )
    newtons: Numbers = getFT(one, other, meshing=200)[0]
    return newtons * 1000 / GRAVITY


def push(disc: Disc, apart: float) -> float:
    """How hard (gram-force) neighbouring pieces push each other, side by side, at the most."""
    return float(force(disc.strongest, (apart, 0, 0))[0])


def hold(disc: Disc, apart: float) -> float:
    """How hard (gram-force) pieces on one another hold on to each other, at the most."""
    return -float(force(disc.strongest, (0, 0, apart))[2])


def weight(name: str, sizes: Sizes = SIZES) -> float:
    """The weight (g) of a piece with its magnet, printed solid; of a marker, both halves."""
    plastic = _volume(name, sizes) * (2 if name == "gomony-half" else 1)
    magnet = pi / 4 * sizes.magnet.diameter**2 * sizes.magnet.thickness
    return plastic * PLASTIC + (0 if name in MAGNETLESS else magnet * DENSITY)


def lightest() -> float:
    """The weight (g) of the lightest piece that has a magnet."""
    return min(weight(name) for name in pieces() if name not in MAGNETLESS)


@cache
def _volume(name: str, sizes: Sizes) -> float:
    """The volume (mm³) of a model: the sum of the pyramids over its faces."""
    total = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in solid(pieces(sizes)[name]):
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return total / 6
