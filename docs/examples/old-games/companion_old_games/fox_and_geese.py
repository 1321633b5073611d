"""Fox and Geese. The numbers of the rules are those of fox_and_geese.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.base.text import Text
from companion.rules import (
    DOWNWARD,
    HORIZONTAL,
    ONGOING,
    Look,
    MenGame,
    MenMove,
    MenPosition,
    Outcome,
    Piece,
    Seat,
    Shares,
    Symmetry,
    every_symmetry,
    lead_shares,
    win,
)
from companion.rules.geometry import Board
from companion.rules.option import choice

_ROWS = (
    *("c7 d7 e7", "c6 d6 e6"),
    *("a5 b5 c5 d5 e5 f5 g5", "a4 b4 c4 d4 e4 f4 g4", "a3 b3 c3 d3 e3 f3 g3"),
    *("c2 d2 e2", "c1 d1 e1"),
)
_FILES = (
    *("a3 a4 a5", "b3 b4 b5"),
    *("c1 c2 c3 c4 c5 c6 c7", "d1 d2 d3 d4 d5 d6 d7", "e1 e2 e3 e4 e5 e6 e7"),
    *("f3 f4 f5", "g3 g4 g5"),
)
_DIAGONALS = (
    *("a3 b4 c5 d6 e7", "c3 d4 e5", "c1 d2 e3 f4 g5"),
    *("a5 b4 c3 d2 e1", "c5 d4 e3", "c7 d6 e5 f4 g3"),
)
CROSS = Board.from_rows("cross", _ROWS, [*_ROWS, *_FILES, *_DIAGONALS])
_STRAIGHT = Board.from_rows("cross", _ROWS, [*_ROWS, *_FILES])
_FEWEST = 6  # geese that can still catch the fox, by rule 5


class FoxAndGeese(MenGame):
    """One fox that takes geese, and a flock that shuts it in."""

    name = "fox_and_geese"
    title = Text("Fox and Geese")
    summary = Text("The geese shut the fox in; the fox jumps over the geese and takes them.")
    options = (choice("geese", Text("the number of geese"), "13", "17"),)
    pieces = (
        Piece(Seat(0), Text("goose"), "g"),
        Piece(Seat(1), Text("fox"), "f", Look(letters="F")),
    )
    repetitions = 3  # Rule 6

    def setup(self) -> None:
        self.board, self.opening = CROSS, "ggg/ggg/ggggggg/...f.../......./.../..."
        if self.chosen["geese"] == "17":  # Rule 7
            self.board, self.opening = _STRAIGHT, "ggg/ggg/ggggggg/gg.f.gg/......./.../..."
            self.directions = {"g": DOWNWARD | HORIZONTAL}

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        for man in self.men(position):
            yield from self.walks(position, man)  # Rule 2
            if position.cells[man] == "f":
                yield from self.jumps(position, man, may_stop=True)  # Rule 3

    def ended(self, position: MenPosition) -> Outcome:
        return win(1) if position.cells.count("g") < _FEWEST else ONGOING  # Rule 5

    def conclusion(self, position: MenPosition) -> Text:
        if self.ended(position).over:
            return Text("Too few geese are left to shut the fox in.")
        return super().conclusion(position)  # Rule 4

    def evaluate(self, position: MenPosition) -> Shares:
        # Geese count, and so does every point to which the fox can move.
        fox_moves = len([*self.legal(position._replace(seat=1))])
        return lead_shares(0.5 * (position.cells.count("g") - 9) - 0.2 * fox_moves)

    def impossible(self, position: MenPosition) -> Text:
        return Text() if "f" in position.cells else Text("there is no fox")

    def symmetries(self) -> Sequence[Symmetry]:
        return every_symmetry(self.board) if not self.directions else ()
