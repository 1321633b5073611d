"""Solids seen obliquely from above, as filled outlines: nearer faces over farther ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, radians, sin

from hardware.artwork.shapes import XY
from hardware.assembly.paper import EDGE, THIN, Paper, View
from hardware.assembly.solids import Plan, Solid, triangles
from hardware.pieces.loft import Corner, Triangle

_LIGHT = (-0.35, 0.85, 0.4)
"""Where the light comes from: from the left, from above, and from the eye."""
_SMOOTH = 0.8
"""The cosine of the angle between two faces below which their edge is drawn."""
_NEAR = 1e-3
_Edge = tuple[Corner, Corner]


@dataclass(frozen=True)
class Oblique:
    """A view from above: the south side is in front.

    turn: how far the scene is turned counter-clockwise, tilt: how far the eye is above the horizon,
    in degrees. sheet: where the scene's origin is on the paper, and the scale.
    """

    sheet: View
    turn: float = 30.0
    tilt: float = 35.0

    def seen(self, corner: Corner) -> Corner:
        """Right, up, and towards the eye."""
        x, y, z = corner
        turn, tilt = radians(self.turn), radians(self.tilt)
        x, y = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
        return x, y * sin(tilt) + z * cos(tilt), z * sin(tilt) - y * cos(tilt)

    def at(self, x: float, y: float, z: float) -> XY:
        """The place on the paper."""
        right, up, _ = self.seen((x, y, z))
        return self.sheet.at(right, up)

    def all(self, *places: Corner) -> list[XY]:
        """The places on the paper."""
        return [self.at(*place) for place in places]


@dataclass
class _Face:
    """A flat face turned to the eye: its loops, its normal, and the edges to draw."""

    normal: Corner
    loops: list[list[Corner]]
    sharp: list[_Edge]

    @property
    def corners(self) -> list[Corner]:
        return [corner for loop in self.loops for corner in loop]


def draw_solid(
    paper: Paper, view: Oblique, solid: Solid, fill: str, weight: float = EDGE, opacity: float = 1
) -> None:
    """Draw a solid over what is there."""
    faces = _faces(view, solid)
    for face in _sorted(faces):
        x, y, z = face.normal
        light = x * _LIGHT[0] + y * _LIGHT[1] + z * _LIGHT[2]
        ink = _shaded(fill, min(1.0, 0.6 + 0.44 * max(0.0, light)))
        loops = [[view.sheet.at(u, v) for u, v, _ in loop] for loop in face.loops]
        line = ink if opacity == 1 else None
        paper.shape(loops[0], ink, line, 0.08, holes=loops[1:], opacity=opacity)
        for run in _runs(face.sharp):
            paper.line(*(view.sheet.at(u, v) for u, v, _ in run), weight=weight)


def draw_cylinder(
    paper: Paper,
    view: Oblique,
    at: tuple[float, float],
    low: float,
    high: float,
    radius: float,
    fill: str,
    weight: float = EDGE,
) -> None:
    """Draw an upright cylinder over what is there."""
    turns = [2 * pi * (i + 0.5) / 24 for i in range(24)]
    rings = [
        view.all(*((at[0] + radius * cos(t), at[1] + radius * sin(t), z) for t in turns))
        for z in (low, high)
    ]
    back = max(range(24), key=lambda i: rings[0][i].y)
    under, over = ([*ring[back:], *ring[:back]] for ring in rings)
    # From the left end around the front to the right end below, and back above.
    left = min(range(24), key=lambda i: under[i].x)
    right = max(range(24), key=lambda i: under[i].x)
    body = [*under[left : right + 1], *(over[i] for i in range(right, left - 1, -1))]
    paper.shape(body, _shaded(fill, 0.82), weight=weight)
    paper.shape(over, fill, weight=weight)


def draw_plate(paper: Paper, view: Oblique, plan: Plan, low: float, high: float, fill: str) -> None:
    """Draw a thin plate with many holes over what is there: its holes are just dark."""
    loops = [loop.tolist() for loop in plan.to_polygons()]
    outer, *holes = sorted(loops, key=lambda loop: (min(loop), len(loop)))
    dark = _shaded(fill, 0.6)
    paper.shape([view.at(x, y, high) for x, y in outer], dark, None)
    for (x, y), (u, v) in zip(outer, [*outer[1:], outer[0]], strict=True):
        if view.seen((v - y, x - u, 0))[1] < 0:  # it faces the eye
            side = view.all((x, y, low), (u, v, low), (u, v, high), (x, y, high))
            paper.shape(side, _shaded(fill, 0.75), weight=THIN)
    paper.shape(
        [view.at(x, y, high) for x, y in outer],
        fill,
        weight=THIN,
        holes=[[view.at(x, y, high) for x, y in hole] for hole in holes],
    )


def _faces(view: Oblique, solid: Solid) -> list[_Face]:
    made: list[Triangle] = [
        (view.seen(a), view.seen(b), view.seen(c)) for a, b, c in triangles(solid)
    ]
    normals = [_normal(*triangle) for triangle in made]
    owner = {
        (triangle[i], triangle[(i + 1) % 3]): number
        for number, triangle in enumerate(made)
        for i in range(3)
    }
    group = list(range(len(made)))

    def root(number: int) -> int:
        while group[number] != number:
            group[number] = group[group[number]]
            number = group[number]
        return number

    for (a, b), number in owner.items():
        other = owner.get((b, a))
        if other is not None and _level(made[number], made[other]):
            group[root(number)] = root(other)
    members: dict[int, list[int]] = {}
    for number in range(len(made)):
        members.setdefault(root(number), []).append(number)
    found = []
    for _, numbers in sorted(members.items()):
        normal = normals[max(numbers, key=lambda number: _area(made[number]))]
        if normal[2] < 1e-3:
            continue
        inside = set(numbers)
        edges = [
            (edge, owner.get((edge[1], edge[0])))
            for number in numbers
            for edge in ((made[number][i], made[number][(i + 1) % 3]) for i in range(3))
        ]
        rim = [(edge, other) for edge, other in edges if other not in inside]
        sharp = [
            edge
            for edge, other in rim
            if other is None or normals[other][2] < 1e-3 or _dot(normal, normals[other]) < _SMOOTH
        ]
        found.append(_Face(normal, _runs([edge for edge, _ in rim]), sharp))
    return found


def _runs(edges: Sequence[_Edge]) -> list[list[Corner]]:
    """The edges joined end to end; a run that is closed ends where it begins."""
    after: dict[Corner, list[Corner]] = {}
    ends: dict[Corner, int] = {}
    for start, end in edges:
        after.setdefault(start, []).append(end)
        ends[end] = ends.get(end, 0) + 1
    found = []
    while after:
        loose = [start for start in after if len(after[start]) > ends.get(start, 0)]
        at = min(loose or after)
        run = [at]
        while run[-1] in after:
            nexts = after[run[-1]]
            following = nexts.pop()
            if not nexts:
                del after[run[-1]]
            ends[following] -= 1
            run.append(following)
        found.append(run)
    return sorted(found, key=lambda run: (-len(run), run))


def _sorted(faces: list[_Face]) -> list[_Face]:
    """The faces, each after all that it may hide."""
    corners = [face.corners for face in faces]
    boxes = [
        (min(x for x, _, _ in c), min(y for _, y, _ in c),
         max(x for x, _, _ in c), max(y for _, y, _ in c))
        for c in corners
    ]  # fmt: skip
    sides: dict[tuple[int, int], tuple[bool, bool]] = {}

    def side(plane: int, of: int) -> tuple[bool, bool]:
        """Whether all of a face is in front of another's plane, and whether all is behind it."""
        if (plane, of) not in sides:
            normal, base = faces[plane].normal, corners[plane][0]
            level = _dot(normal, base)
            over = [_dot(normal, corner) - level for corner in corners[of]]
            sides[plane, of] = min(over) >= -_NEAR, max(over) <= _NEAR
        return sides[plane, of]

    waits: list[set[int]] = [set() for _ in faces]
    for a in range(len(faces)):
        for b in range(a):
            one, two = boxes[a], boxes[b]
            if (
                one[0] >= two[2] - _NEAR
                or two[0] >= one[2] - _NEAR
                or one[1] >= two[3] - _NEAR
                or two[1] >= one[3] - _NEAR
            ):
                continue
            b_front, b_behind = side(a, b)
            a_front, a_behind = side(b, a)
            first_a, first_b = b_front or a_behind, a_front or b_behind
            if first_a and not first_b:
                waits[b].add(a)
            elif first_b and not first_a:
                waits[a].add(b)
    depth = [sum(z for _, _, z in c) / len(c) for c in corners]
    left = sorted(range(len(faces)), key=lambda number: (round(depth[number], 3), number))
    found: list[_Face] = []
    done: set[int] = set()
    while left:
        chosen = next((n for n in left if waits[n] <= done), left[0])
        left.remove(chosen)
        done.add(chosen)
        found.append(faces[chosen])
    return found


def _level(one: Triangle, other: Triangle) -> bool:
    """Return whether two triangles lie in one plane: no corner of the smaller is off the larger's.

    The normals of slivers say little.
    """
    large, small = sorted((one, other), key=_area, reverse=True)
    normal = _normal(*large)
    facing = _dot(normal, _normal(*small))
    return facing > -0.5 and all(
        abs(_dot(normal, corner) - _dot(normal, large[0])) < _NEAR for corner in small
    )


def _area(triangle: Triangle) -> float:
    """Twice the area."""
    a, b, c = triangle
    u = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    v = (c[0] - a[0], c[1] - a[1], c[2] - a[2])
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    return float((n[0] ** 2 + n[1] ** 2 + n[2] ** 2) ** 0.5)


def _normal(a: Corner, b: Corner, c: Corner) -> Corner:
    u = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    v = (c[0] - a[0], c[1] - a[1], c[2] - a[2])
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    size = (n[0] ** 2 + n[1] ** 2 + n[2] ** 2) ** 0.5
    return (n[0] / size, n[1] / size, n[2] / size) if size > 1e-9 else (0.0, 0.0, 0.0)


def _dot(a: Corner, b: Corner) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _shaded(ink: str, light: float) -> str:
    parts = (int(ink[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(part * light)):02x}" for part in parts)
