"""Solids of boxes, cylinders and plates, cut out of each other; z up, in millimetres.

`manifold3d` keeps every result closed. Where two solids are cut, one of them reaches a little
further (EXTRA), so that no face is left between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import TypeAlias

from manifold3d import CrossSection, JoinType, Manifold

from hardware.pieces.loft import Corner, Triangle, stl

EXTRA = 1.0
"""How far what is cut away reaches beyond a face, in mm."""

_NEAR = 0.002
"""How far a solid may be from its own mesh, in mm: no printer can tell."""

Plan: TypeAlias = CrossSection
"""An outline with holes, seen from above."""

Solid: TypeAlias = Manifold
"""What is closed on all sides."""


def rectangle(left: float, bottom: float, right: float, top: float) -> Plan:
    """An upright rectangle."""
    return polygon([(left, bottom), (right, bottom), (right, top), (left, top)])


def polygon(corners: Sequence[tuple[float, float]]) -> Plan:
    """The inside of a polygon, whose corners run counter-clockwise."""
    return CrossSection([[(round(x, 4), round(y, 4)) for x, y in corners]])


def disc(x: float, y: float, radius: float, corners: int = 24) -> Plan:
    """A disc. Its corners are outside of the circle, so that what is round and as wide fits."""
    far = radius / cos(pi / corners)
    turns = [2 * pi * (i + 0.5) / corners for i in range(corners)]
    return polygon([(x + far * cos(turn), y + far * sin(turn)) for turn in turns])


def union(plans: Iterable[Plan]) -> Plan:
    """All that is in one of the plans."""
    whole = CrossSection()
    for plan in plans:
        whole = whole + plan
    return whole


def plate(plan: Plan, low: float, high: float) -> Solid:
    """A plan between two heights."""
    return plan.extrude(high - low).translate((0, 0, low))


def block(left: float, bottom: float, low: float, right: float, top: float, high: float) -> Solid:
    """A box between two of its corners."""
    return plate(rectangle(left, bottom, right, top), low, high)


def cone(x: float, y: float, low: float, high: float, below: float, above: float) -> Solid:
    """A cone or a cylinder between two heights, with its radius at both."""
    corners = 24
    out = 1 / cos(pi / corners)
    made = Manifold.cylinder(high - low, below * out, above * out, corners)
    return made.rotate((0, 0, 180 / corners)).translate((x, y, low))


def grown(plan: Plan, by: float) -> Plan:
    """A plan with its edge moved outwards, or inwards if `by` is below 0; corners stay sharp."""
    return plan.offset(by, JoinType.Miter, 4.0)


def upside_down(solid: Solid) -> Solid:
    """A solid turned over about the axis from west to east: as frames and carriers are printed."""
    return solid.rotate((180, 0, 0))


def triangles(solid: Solid) -> list[Triangle]:
    """Return the triangles of a solid, counter-clockwise from outside, to a ten-thousandth of a mm.

    Their order depends on nothing but the solid.
    """
    mesh = solid.simplify(_NEAR).to_mesh64()
    places: list[Corner] = [
        (round(x, 4) + 0.0, round(y, 4) + 0.0, round(z, 4) + 0.0)
        for x, y, z in mesh.vert_properties[:, :3].tolist()
    ]
    found = []
    for a, b, c in mesh.tri_verts.tolist():
        corners = (places[a], places[b], places[c])
        if len(set(corners)) < 3:  # two corners became one, and both neighbours share an edge now
            continue
        first = corners.index(min(corners))
        found.append((corners[first], corners[(first + 1) % 3], corners[(first + 2) % 3]))
    return sorted(found)


def model(name: str, solid: Solid) -> bytes:
    """The solid as a binary STL file."""
    return stl(name, triangles(solid))


def overlap(one: Solid, other: Solid) -> float:
    """How much (mm³) of one solid is inside the other."""
    return float((one ^ other).volume())
