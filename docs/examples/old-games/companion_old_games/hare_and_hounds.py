"""Hare and Hounds. The numbers of the rules are those of hare_and_hounds.md."""

from __future__ import annotations

from collections.abc import Iterator

from companion.base.text import Text
from companion.rules import (
    ONGOING,
    RIGHTWARD,
    VERTICAL,
    Look,
    MenGame,
    MenMove,
    MenPosition,
    Outcome,
    Piece,
    Seat,
    win,
)
from companion.rules.geometry import Board

BOARD = Board.from_rows(
    "hare_and_hounds",
    rows=[
        "b3 c3 d3",
        "a2 b2 c2 d2 e2",
        "b1 c1 d1",
    ],
    lines=[
        *("b3 c3 d3", "a2 b2 c2 d2 e2", "b1 c1 d1"),
        *("b1 b2 b3", "c1 c2 c3", "d1 d2 d3"),
        *("a2 b3", "a2 b1", "d3 e2", "d1 e2", "b1 c2 d3", "b3 c2 d1"),
    ],
)
_PATIENCE = 10  # moves in a row that bring no hound forward


class HareAndHounds(MenGame):
    """Three hounds that never go back, and a hare that slips past them."""

    name = "hare_and_hounds"
    title = Text("Hare and Hounds")
    summary = Text("Three hounds shut the hare in; the hare slips past them.")
    board = BOARD
    pieces = (
        Piece(Seat(0), Text("hound"), "d"),
        Piece(Seat(1), Text("hare"), "h", Look(letters="H")),
    )
    opening = "d../d...h/d.."  # Rule 1
    directions = {"d": RIGHTWARD | VERTICAL}  # Rule 2
    counters = (Text("moves of the hounds without an advance"),)

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        for man in self.men(position):
            yield from self.walks(position, man)  # Rules 2 and 3

    def counted(self, position: MenPosition, move: MenMove) -> tuple[int, ...]:
        if position.seat == 1:
            return position.counts
        here, there = (BOARD.xy[point][0] for point in move.path)
        return (position.counts[0] + 1 if here == there else 0,)

    def ended(self, position: MenPosition) -> Outcome:
        (hare,) = (BOARD.xy[point][0] for point in self.men(position, "h"))
        hounds = [BOARD.xy[point][0] for point in self.men(position, "d")]
        stalled = position.counts[0] >= _PATIENCE  # Rule 6
        return win(1) if stalled or hare < min(hounds) else ONGOING  # Rule 5

    def conclusion(self, position: MenPosition) -> Text:
        if position.counts[0] >= _PATIENCE:
            return Text("The hounds have not advanced for ten moves.")
        if self.ended(position).over:
            return Text("The hare has slipped past the hounds.")
        return super().conclusion(position)  # Rule 4

    def impossible(self, position: MenPosition) -> Text:
        if (position.cells.count("h"), position.cells.count("d")) != (1, 3):
            return Text("there must be one hare and three hounds")
        return Text()
