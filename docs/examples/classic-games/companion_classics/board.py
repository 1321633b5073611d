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

# As on a grid of 7 × 7, so that the game can also be played on a larger wooden one. Each line has
# three points, and three men of one colour on it are a mill.
MORRIS = Board.from_rows(
    "morris",
    rows=[
        "a7 d7 g7",
        "b6 d6 f6",
        "c5 d5 e5",
        "a4 b4 c4 e4 f4 g4",
        "c3 d3 e3",
        "b2 d2 f2",
        "a1 d1 g1",
    ],
    lines=[
        # across
        *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4"),
        *("e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"),
        # up and down
        *("a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5"),
        *("d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1"),
    ],
)
