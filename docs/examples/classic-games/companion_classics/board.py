"""The board of Nine Men's Morris: three squares, one inside the other, joined at their midpoints.

7  a7 ------- d7 ------- g7
6  |  b6 ---- d6 ---- f6  |
5  |  |  c5 - d5 - e5  |  |
4  a4 b4 c4       e4 f4 g4
3  |  |  c3 - d3 - e3  |  |
2  |  b2 ---- d2 ---- f2  |
1  a1 ------- d1 ------- g1
"""

from __future__ import annotations

from companion.rules.geometry import Board

_ROWS = (
    ("a7", "d7", "g7"),
    ("b6", "d6", "f6"),
    ("c5", "d5", "e5"),
    ("a4", "b4", "c4", "e4", "f4", "g4"),
    ("c3", "d3", "e3"),
    ("b2", "d2", "f2"),
    ("a1", "d1", "g1"),
)

# Each line has three points, and three men of one colour on it are a mill.
_LINES = (
    # across
    ("a7", "d7", "g7"),
    ("b6", "d6", "f6"),
    ("c5", "d5", "e5"),
    ("a4", "b4", "c4"),
    ("e4", "f4", "g4"),
    ("c3", "d3", "e3"),
    ("b2", "d2", "f2"),
    ("a1", "d1", "g1"),
    # up and down
    ("a7", "a4", "a1"),
    ("b6", "b4", "b2"),
    ("c5", "c4", "c3"),
    ("d7", "d6", "d5"),
    ("d3", "d2", "d1"),
    ("e5", "e4", "e3"),
    ("f6", "f4", "f2"),
    ("g7", "g4", "g1"),
)


def _morris() -> Board:
    names = [name for row in _ROWS for name in row]
    index = {name: point for point, name in enumerate(names)}
    return Board(
        name="morris",
        names=names,
        rows=[[index[name] for name in row] for row in _ROWS],
        # As on a grid of 7 × 7, so that the game can also be played on a larger wooden one.
        xy=[(float("abcdefg".index(name[0])), float(name[1]) - 1) for name in names],
        lines=[[index[name] for name in line] for line in _LINES],
        style="lines",
    )


MORRIS = _morris()
