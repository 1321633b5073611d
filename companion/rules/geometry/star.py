"""The 19-point star of Solomon.

             1
 2     3     4     5     6
       7           8
    9       10       11
       12          13
14    15    16    17    18
            19
"""

from __future__ import annotations

from math import cos, radians, sin, sqrt

from companion.rules.geometry.board import Board

_ROWS = (1, 5, 2, 3, 2, 5, 1)

# Nine lines of five points, by the points' names. Only these count as lines; 9-10-11 does not.
_LINES = (
    (1, 3, 7, 9, 14),
    (1, 5, 8, 11, 18),
    (2, 9, 12, 15, 19),
    (6, 11, 13, 17, 19),
    (2, 3, 4, 5, 6),
    (14, 15, 16, 17, 18),
    (1, 4, 10, 16, 19),
    (2, 7, 10, 13, 18),
    (6, 8, 10, 12, 14),
)

# Distance from the centre, in units of centre to midpoint, and the points at 30-degree steps.
_RINGS = (
    (2.0, {1: 90, 2: 150, 6: 30, 14: 210, 18: 330, 19: 270}),
    (1.0, {4: 90, 7: 150, 8: 30, 12: 210, 13: 330, 16: 270}),
    (2 / sqrt(3), {3: 120, 5: 60, 9: 180, 11: 0, 15: 240, 17: 300}),
)


def _star() -> Board:
    xy = {10: (0.0, 0.0)}
    for distance, places in _RINGS:
        for name, angle in places.items():
            xy[name] = (distance * cos(radians(angle)), distance * sin(radians(angle)))
    rows, first = [], 0
    for length in _ROWS:
        rows.append(range(first, first + length))
        first += length
    return Board(
        name="star",
        names=[str(n) for n in range(1, 20)],
        rows=rows,
        xy=[xy[n] for n in range(1, 20)],
        lines=[[n - 1 for n in line] for line in _LINES],
        palaces=(0, 18),
        style="points",
    )


STAR = _star()
