"""The things in the pictures, as solids: pieces, reeds, pixels, a stripboard, a computer, wires."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, degrees, dist, hypot

import numpy as np
from manifold3d import Manifold

from hardware.artwork.layout import Layout, Slot
from hardware.assembly.case import PI_BOARD
from hardware.assembly.exploded import base_plan, face_plan
from hardware.assembly.harness import PIXEL_WIDE, STRIP_WIDE
from hardware.assembly.solids import (
    Solid,
    block,
    cone,
    disc,
    plate,
    rectangle,
    triangles,
    union,
)
from hardware.assembly.stack import STACK
from hardware.guide.stripboard import COLUMNS, PITCH, SIZE, STRIPS, Hole, Stripboard
from hardware.pictures.renderer import Array, Look, Scene
from hardware.pieces.loft import CORNERS, corners
from hardware.pieces.shapes import SIZES, pieces

FACE = Look((0.93, 0.80, 0.60), grain=0.05, shine=0.05)
BASE = Look((0.83, 0.63, 0.39), grain=0.10, shine=0.04)
TABLE = Look((0.70, 0.68, 0.65), grain=0.025)
PLASTIC = Look((0.80, 0.83, 0.86), shine=0.10)
DARK, LIGHT = Look((0.38, 0.22, 0.12), grain=0.12, shine=0.25), Look((0.95, 0.86, 0.70), 0.08, 0.2)
BOARD, BLACK = Look((0.12, 0.45, 0.26), shine=0.2), Look((0.10, 0.10, 0.11), shine=0.3)
METAL, GLASS = Look((0.75, 0.76, 0.78), shine=0.8), Look((0.72, 0.90, 0.94), shine=0.9)
WHITE, FELT = Look((0.95, 0.95, 0.94), shine=0.05), Look((0.18, 0.19, 0.20))
COPPER, PERTINAX = Look((0.85, 0.52, 0.30), shine=0.5), Look((0.80, 0.62, 0.38), shine=0.1)
LIT = Look((1.0, 0.93, 0.62), glow=1.15)
RESISTOR, BLUE = Look((0.88, 0.79, 0.60), shine=0.1), Look((0.15, 0.28, 0.60), shine=0.3)
WIRES = {
    "red": Look((0.78, 0.10, 0.10), shine=0.2),
    "black": BLACK,
    "white": WHITE,
    "orange": Look((0.90, 0.48, 0.05), shine=0.2),
    "grey": Look((0.62, 0.62, 0.64), shine=0.1),
    "brown": Look((0.42, 0.24, 0.12), shine=0.2),
    "yellow": Look((0.93, 0.80, 0.15), shine=0.2),
    "green": Look((0.15, 0.55, 0.25), shine=0.2),
    "blue": Look((0.15, 0.30, 0.75), shine=0.2),
    "violet": Look((0.50, 0.25, 0.65), shine=0.2),
}
DIODE = Look((0.86, 0.45, 0.22), shine=0.6)
GLUE = Look((0.95, 0.88, 0.68), shine=0.6)

_COARSE = 5
"""Every fifth corner of a piece's rings is enough to look at."""


def mesh(solid: Solid) -> Array:
    """Return the triangles of a solid."""
    return np.array(triangles(solid))


def table(scene: Scene, level: float, middle: tuple[float, float], wide: float = 1500) -> None:
    """Add the table that everything lies on."""
    x, y = middle
    edges = np.linspace(-wide, wide, 26)
    found = []
    for west, east in pairwise(edges):
        for south, north in pairwise(edges):
            a, b = (x + west, y + south, level), (x + east, y + south, level)
            c, d = (x + east, y + north, level), (x + west, y + north, level)
            found += [(a, b, c), (a, c, d)]
    scene.add(np.array(found), TABLE, around=True)


def add(scene: Scene, solid: Solid, look: Look, origin: tuple[float, float] = (0, 0)) -> None:
    """Add a solid to a scene."""
    scene.add(mesh(solid), look, origin)


def man(scene: Scene, x: float, y: float, z: float, look: Look, name: str = "man") -> None:
    """Add a piece, standing on a height."""
    rings = [corners(made)[::_COARSE] for made in pieces(SIZES)[name]]
    count = CORNERS // _COARSE
    found = []
    under, over = (0.0, 0.0, rings[0][0][2]), (0.0, 0.0, rings[-1][0][2])
    for i in range(count):
        j = (i + 1) % count
        found += [(under, rings[0][j], rings[0][i]), (over, rings[-1][i], rings[-1][j])]
        for inner, outer in pairwise(rings):
            found += [(inner[i], inner[j], outer[j]), (inner[i], outer[j], outer[i])]
    scene.add(np.array(found) + np.array((x, y, z)), look)


def rod(start: Sequence[float], end: Sequence[float], radius: float, sides: int = 10) -> Solid:
    """A round rod between two places."""
    x, y, z = (b - a for a, b in zip(start, end, strict=True))
    made = Manifold.cylinder(dist(start, end), radius, radius, sides)
    tilt = degrees(atan2(hypot(x, y), z))
    return made.rotate((0, tilt, degrees(atan2(y, x)))).translate(tuple(start))


def wire(scene: Scene, places: Sequence[Sequence[float]], look: Look, radius: float = 0.9) -> None:
    """Add a wire through places."""
    for start, end in pairwise(places):
        add(scene, rod(start, end, radius, 8), look)


def reed(slot: Slot, top: float, low: float, glass: float) -> list[tuple[Solid, Look]]:
    """Return a reed in its slot: its glass at the top, its leads down to a height."""
    y, middle, z = (slot.bottom + slot.top) / 2, (slot.left + slot.right) / 2, top - STACK.glass
    made = [(rod((middle - glass / 2, y, z), (middle + glass / 2, y, z), 1.15), GLASS)]
    thin = 0.3
    ends = slot.left + 0.8, slot.right - 0.8
    made.append((rod((ends[0], y, z), (ends[1], y, z), thin, 6), METAL))
    made += [(rod((x, y, z + thin), (x, y, low), thin, 6), METAL) for x in ends]
    return made


def base(layout: Layout) -> Solid:
    """The base, from 0 up."""
    return plate(base_plan(layout), 0, STACK.base)


def face(layout: Layout) -> Solid:
    """The face, on the base."""
    return plate(face_plan(layout), STACK.base, STACK.base + STACK.face)


def turned(solid: Solid, layout: Layout) -> Solid:
    """A solid with the board turned over, left for right; the underside of the base is at 0."""
    return solid.rotate((0, 180, 0)).translate((layout.size[0], 0, 0))


def pixel(x: float, y: float, low: float) -> list[tuple[Solid, Look]]:
    """Return a piece of strip with its pixel, below a height."""
    half = STRIP_WIDE / 2
    long = 14.0
    return [
        (block(x - long, y - half, low - STACK.tape, x + long, y + half, low), WHITE),
        (
            block(
                x - PIXEL_WIDE / 2, y - PIXEL_WIDE / 2, low - STACK.tape - STACK.pixel,
                x + PIXEL_WIDE / 2, y + PIXEL_WIDE / 2, low - STACK.tape,
            ),
            Look((0.98, 0.95, 0.80), shine=0.3),
        ),
    ]  # fmt: skip


def computer(x: float, y: float, z: float) -> list[tuple[Solid, Look]]:
    """Return a Raspberry Pi, with its lower left corner at a place."""
    wide, deep = PI_BOARD.size
    holes = [disc(hx, hy, PI_BOARD.hole / 2, 12) for hx, hy in PI_BOARD.holes]
    plan = rectangle(0, 0, wide, deep)
    for hole in holes:
        plan = plan - hole
    made = [(plate(plan, 0, 1.5), BOARD), (block(7, 50, 1.5, 58, 55, 10), BLACK)]
    pins = [(8.3 + 2.54 * n, 51.3 + 2.54 * row) for n in range(20) for row in (0, 1)]
    made += [(rod((px, py, 9), (px, py, 13), 0.4, 6), METAL) for px, py in pins]
    for low, high, tall in ((2.3, 15.7, 15), (20.3, 33.7, 15), (37.8, 53.7, 13.5)):
        made.append((block(67, low, 1.5, 88, high, 1.5 + tall), METAL))
    for left, right in ((6.7, 15.7), (22.5, 29.5), (36, 43)):
        made.append((block(left, -1.5, 1.5, right, 6, 4.6), METAL))
    made += [(block(22, 22, 1.5, 37, 37, 3.9), METAL), (block(40, 26, 1.5, 52, 38, 2.6), BLACK)]
    return [(solid.translate((x, y, z)), look) for solid, look in made]


Looked = list[tuple[Solid, Look]]
"""Solids with their looks."""


def strip_board(made: Stripboard) -> dict[str, Looked]:
    """Return a stripboard with its parts: strips along x, its lower left corner at the origin.

    Returns:
        The solids of each part, by its name in the parts list, and of the links, as "".
    """
    across, along = SIZE
    found: dict[str, Looked] = {"stripboard": [(block(0, 0, 0, along, across, 1.6), PERTINAX)]}

    def at(hole: Hole) -> tuple[float, float]:
        edge = (along - (COLUMNS - 1) * PITCH) / 2
        return (
            edge + PITCH * (hole.column - 1),
            across / 2 + PITCH * ((len(STRIPS) + 1) / 2 - hole.strip),
        )

    holes = union(
        rectangle(x - 0.45, y - 0.45, x + 0.45, y + 0.45)
        for strip in range(1, len(STRIPS) + 1)
        for column in range(1, COLUMNS + 1)
        for x, y in [at(Hole(strip, column))]
    )
    found["stripboard"].append((plate(holes, 1.6, 1.63), FELT))
    links: Looked = []
    for link in made.links:
        (x, y), (u, v) = at(link.start), at(link.end)
        look = WIRES["red" if link.why == "5 V" else "black" if link.why == "ground" else "orange"]
        links.append((rod((x, y, 2.6), (u, v, 2.6), 0.6, 8), look))
    found[""] = links
    for part in made.parts:
        ends = [at(hole) for hole in part.legs.values()]
        if part.name == "chip":
            xs, ys = zip(*ends, strict=True)
            west, south, east, north = min(xs), min(ys), max(xs), max(ys)
            frame = rectangle(west - 1, south - 1.5, east + 1, north + 1.5)
            inside = rectangle(west + 1, south + 1.5, east - 1, north - 1.5)
            found["socket"] = [(plate(frame - inside, 1.6, 5), BLACK)]
            contact = (rod((x, y, 4.9), (x, y, 5.1), 0.5, 6) for x, y in ends)
            found["socket"] += [(solid, METAL) for solid in contact]
            body = block(west + 0.8, south - 1, 5.1, east - 0.8, north + 1, 8)
            found["level shifter"] = [(body, FELT)]
            continue
        (x, y), (u, v) = ends
        if part.name == "decoupling":
            body = block(x - 1, v + 0.5, 1.6, x + 1, y - 0.5, 6)
            found["capacitor"] = [(body, BLUE)]
            continue
        found.setdefault("resistor", []).extend(_resistor((x, y), (u, v), part.value))
    return found


def _resistor(start: tuple[float, float], end: tuple[float, float], value: str) -> Looked:
    """A resistor that lies flat between two holes, with two of its rings."""
    (x, y), (u, v) = start, end
    way = hypot(u - x, v - y)
    dx, dy = (u - x) / way, (v - y) / way
    middle = (x + u) / 2, (y + v) / 2

    def along(shift: float) -> tuple[float, float, float]:
        return middle[0] + shift * dx, middle[1] + shift * dy, 2.9

    found: Looked = [(rod(along(-3.2), along(3.2), 1.15), RESISTOR)]
    inks = ("orange", "orange") if value.startswith("330") else ("brown", "black")
    for shift, ink in zip((-1.6, 0.2), inks, strict=True):
        found.append((rod(along(shift - 0.3), along(shift + 0.3), 1.22), WIRES[ink]))
    found.append((rod((x, y, 2.9), (u, v, 2.9), 0.3, 6), METAL))
    return found + [(rod((a, b, 1.6), (a, b, 3.0), 0.3, 6), METAL) for a, b in (start, end)]


def tin(x: float, y: float, low: float, label: Look) -> Looked:
    """Return a tin of paint, varnish or glue with a lid, standing on a height."""
    return [
        (cone(x, y, low, low + 60, 28, 28), METAL),
        (cone(x, y, low + 12, low + 48, 28.5, 28.5), label),
        (cone(x, y, low + 60, low + 64, 25, 25), METAL),
        (disc_at(x, y, low + 64, 22), label),
    ]


def disc_at(x: float, y: float, low: float, radius: float) -> Solid:
    """A thin disc on a height."""
    return cone(x, y, low, low + 0.4, radius, radius)


def diode(start: Sequence[float], end: Sequence[float]) -> Looked:
    """Return a diode between two places, its ring at the second one."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    way = (b - a) / dist(start, end)
    middle = (a + b) / 2

    def along(low: float, high: float, radius: float) -> Solid:
        return rod((middle + low * way).tolist(), (middle + high * way).tolist(), radius)

    return [
        (rod(start, end, 0.35, 6), METAL),
        (along(-2, 2, 1.0), DIODE),
        (along(1.0, 1.7, 1.1), BLACK),
    ]


def foot(x: float, y: float, low: float) -> Solid:
    """A rubber foot below a height."""
    return cone(x, y, low - STACK.foot, low, 8, 9)


def moved(
    parts: Iterable[tuple[Solid, Look]], x: float, y: float, z: float, turn: float = 0
) -> list[tuple[Solid, Look]]:
    """Return parts turned about their origin, in degrees, and then moved."""
    return [(s.rotate((0, 0, turn)).translate((x, y, z)), look) for s, look in parts]


def add_all(scene: Scene, parts: Iterable[tuple[Solid, Look]]) -> None:
    """Add solids with their looks to a scene."""
    for solid, look in parts:
        add(scene, solid, look)
