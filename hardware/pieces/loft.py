"""Closed solids from rings of corners, and the files that printers read.

Every piece is a loft: it starts in the middle of the pocket's ceiling (or of its underside), runs
down and out, up its side, and in to the middle of its top. Each ring has one corner for each of the
same directions, so that neighbouring rings are joined corner by corner and nothing stays open.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise, repeat
from math import cos, pi, sin

CORNERS = 120
"""Corners of a ring: a multiple of 2, 3, 4, 5 and 8, so that every outline has its own corners."""

Corner = tuple[float, float, float]
Ring = tuple[tuple[float, float], ...]
"""Distance from the axis and height of each corner, in mm, from direction 0 on."""

Outline = Callable[[float], float]
"""The distance from the axis in a direction, given in radians."""

Triangle = tuple[Corner, Corner, Corner]


def ring(radius: float | Outline, height: float | Outline) -> Ring:
    """A ring whose distance and height are constant or functions of the direction."""
    radii = map(radius, angles()) if callable(radius) else repeat(radius, CORNERS)
    heights = map(height, angles()) if callable(height) else repeat(height, CORNERS)
    return tuple(zip(radii, heights, strict=True))


@cache
def angles() -> tuple[float, ...]:
    """The directions of the corners."""
    return tuple(2 * pi * i / CORNERS for i in range(CORNERS))


def corners(made: Ring) -> list[Corner]:
    """The places of a ring's corners, to a ten-thousandth of a millimetre."""
    return [
        (_exact(r * cos(angle)), _exact(r * sin(angle)), _exact(z))
        for (r, z), angle in zip(made, angles(), strict=True)
    ]


def solid(rings: Sequence[Ring]) -> list[Triangle]:
    """Return the triangles of a loft, counter-clockwise as seen from outside.

    The first and the last ring are level, and closed by a fan around the axis.
    """
    placed = [corners(made) for made in rings]
    first, last = placed[0], placed[-1]
    under, over = (0.0, 0.0, first[0][2]), (0.0, 0.0, last[0][2])
    found: list[Triangle] = []
    for i in range(CORNERS):
        j = (i + 1) % CORNERS
        found.append((under, first[j], first[i]))
        for inner, outer in pairwise(placed):
            found.append((inner[i], inner[j], outer[j]))
            found.append((inner[i], outer[j], outer[i]))
        found.append((over, last[i], last[j]))
    return found


def stl(name: str, triangles: Sequence[Triangle]) -> bytes:
    """A binary STL file, in millimetres."""
    head = f"board companion: {name}".encode("ascii").ljust(80)
    parts = [head, struct.pack("<I", len(triangles))]
    parts += [
        struct.pack("<12fH", *_normal(*triangle), *(x for corner in triangle for x in corner), 0)
        for triangle in triangles
    ]
    return b"".join(parts)


def _normal(a: Corner, b: Corner, c: Corner) -> Corner:
    u = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    v = (c[0] - a[0], c[1] - a[1], c[2] - a[2])
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    size = (n[0] ** 2 + n[1] ** 2 + n[2] ** 2) ** 0.5
    return (_exact(n[0] / size), _exact(n[1] / size), _exact(n[2] / size))


def _exact(number: float) -> float:
    """Round to four decimals and avoid -0.0, so that every computer gets the same."""
    return round(number, 4) + 0.0
