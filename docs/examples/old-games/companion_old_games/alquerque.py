"""Alquerque. The numbers of the rules are those of alquerque.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.base.text import Text
from companion.rules import (
    MenGame,
    MenMove,
    MenPosition,
    Shares,
    Symmetry,
    every_symmetry,
    lead_shares,
)
from companion.rules.geometry import Board

BOARD = Board.from_rows(
    "alquerque",
    rows=[
        "a5 b5 c5 d5 e5",
        "a4 b4 c4 d4 e4",
        "a3 b3 c3 d3 e3",
        "a2 b2 c2 d2 e2",
        "a1 b1 c1 d1 e1",
    ],
    lines=[
        *("a5 b5 c5 d5 e5", "a4 b4 c4 d4 e4", "a3 b3 c3 d3 e3", "a2 b2 c2 d2 e2", "a1 b1 c1 d1 e1"),
        *("a1 a2 a3 a4 a5", "b1 b2 b3 b4 b5", "c1 c2 c3 c4 c5", "d1 d2 d3 d4 d5", "e1 e2 e3 e4 e5"),
        *("a1 b2 c3 d4 e5", "a5 b4 c3 d2 e1", "a3 b4 c5", "c5 d4 e3", "e3 d2 c1", "c1 b2 a3"),
    ],
)


class Alquerque(MenGame):
    """Two players, twelve men each, forced jumps in all directions."""

    name = "alquerque"
    title = Text("Alquerque")
    summary = Text("Jump over all enemy men, along the lines in any direction.")
    board = BOARD
    opening = "bbbbb/bbbbb/bb.ww/wwwww/wwwww"  # Rule 1
    compulsory = True  # Rule 3
    repetitions = 3  # Rule 5

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        for man in self.men(position):
            yield from self.walks(position, man)  # Rule 2
            yield from self.jumps(position, man)  # Rule 3

    def evaluate(self, position: MenPosition) -> Shares:
        return lead_shares(position.cells.count("w") - position.cells.count("b"))

    def symmetries(self) -> Sequence[Symmetry]:
        return every_symmetry(BOARD)
