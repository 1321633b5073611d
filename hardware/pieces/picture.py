"""A picture of all pieces, seen obliquely from above, and of their undersides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import cos, radians, sin

from hardware.pieces.loft import Corner, Ring, corners

_STEP = 2  # every second corner of a ring is enough to look at
_WIDE, _HIGH, _SCALE, _ACROSS = 34.0, 34.0, 6.0, 4
_LIGHT = (-0.45, -0.35, 0.82)
_FACE = (214, 164, 96)


def picture(pieces: Mapping[str, Sequence[Ring]]) -> bytes:
    """An SVG of every piece with its name, from above and from below."""
    rows = -(-len(pieces) // _ACROSS)
    width, height = 2 * _ACROSS * _WIDE * _SCALE / 1.6, rows * _HIGH * _SCALE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="Arial, Helvetica, sans-serif" '
        'font-size="17" text-anchor="middle" shape-rendering="crispEdges">',
        "<title>The printable pieces, from above and from below</title>",
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    cell = width / _ACROSS
    for number, (name, rings) in enumerate(pieces.items()):
        left, top = number % _ACROSS * cell, number // _ACROSS * _HIGH * _SCALE
        for share, below in ((0.28, False), (0.74, True)):
            lines += _piece(rings, left + share * cell, top + 0.5 * _HIGH * _SCALE, below)
        lines.append(
            f'<text x="{left + cell / 2:.0f}" y="{top + 0.95 * _HIGH * _SCALE:.0f}">{name}</text>'
        )
    return ("\n".join(lines) + "\n</svg>\n").encode("utf-8")


def _piece(rings: Sequence[Ring], x: float, y: float, below: bool) -> list[str]:
    faces = []
    for face in _faces(rings):
        turned = [_turned(corner, below) for corner in face]
        normal = _normal(turned)
        if normal[2] > 0.001:
            depth = sum(z for _, _, z in turned) / len(turned)
            light = sum(n * along for n, along in zip(normal, _LIGHT, strict=True))
            faces.append((round(depth, 3), max(0.25, 0.35 + 0.65 * light), turned))
    faces.sort(key=lambda face: face[0])
    found = []
    for _, light, turned in faces:
        ink = "#" + "".join(f"{min(255, round(part * light)):02x}" for part in _FACE)
        where = "L".join(
            f"{x + _SCALE * 0.8 * u:.1f} {y - _SCALE * 0.8 * v:.1f}" for u, v, _ in turned
        )
        found.append(f'<path d="M{where}z" fill="{ink}"/>')
    return found


def _faces(rings: Sequence[Ring]) -> list[list[Corner]]:
    placed = [corners(made)[::_STEP] for made in rings]
    count = len(placed[0])
    faces = [
        [inner[i], inner[(i + 1) % count], outer[(i + 1) % count], outer[i]]
        for inner, outer in pairwise(placed)
        for i in range(count)
    ]
    return [placed[0][::-1], *faces, placed[-1]]


def _turned(corner: Corner, below: bool) -> Corner:
    """A place as seen by the viewer: right, up, and towards the eye."""
    x, y, z = corner
    if below:
        y, z = -y, -z
    turn, tilt = radians(20), radians(52)
    x, y = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
    return x, y * sin(tilt) + z * cos(tilt), z * sin(tilt) - y * cos(tilt)


def _normal(face: Sequence[Corner]) -> Corner:
    """The normal by Newell's method, which also suits faces that are not quite flat."""
    total = [0.0, 0.0, 0.0]
    for (x, y, z), (u, v, w) in zip(face, [*face[1:], face[0]], strict=True):
        total[0] += (y - v) * (z + w)
        total[1] += (z - w) * (x + u)
        total[2] += (x - u) * (y + v)
    size = sum(part**2 for part in total) ** 0.5 or 1.0
    return total[0] / size, total[1] / size, total[2] / size
