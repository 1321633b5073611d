"""Boards of few points, which are wired in an evening: a row of five, and three rows of three."""

from __future__ import annotations

from companion.rules.geometry.board import Board

FIVE = Board.from_rows(
    "five", rows=["1 2 3 4 5"], lines=["1 2", "2 3", "3 4", "4 5"], style="points"
)
"""Each line joins two neighbours: so a run is one point or two."""

NINE = Board.from_rows(
    "nine",
    rows=[
        "a3 b3 c3",
        "a2 b2 c2",
        "a1 b1 c1",
    ],
    lines=[
        *("a3 b3 c3", "a2 b2 c2", "a1 b1 c1"),
        *("a1 a2 a3", "b1 b2 b3", "c1 c2 c3"),
        *("a1 b2 c3", "a3 b2 c1"),
    ],
)
