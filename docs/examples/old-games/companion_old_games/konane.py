"""Konane, or Hawaiian checkers. The numbers of the rules are those of konane.md."""

from __future__ import annotations

from collections.abc import Iterator

from companion.base.text import Text
from companion.rules import Colour, MenGame, MenMove, MenPosition, Piece, Seat, Shares, lead_shares
from companion.rules.geometry import grid
from companion.rules.option import choice


class Konane(MenGame):
    """A full board of stones that jump over each other until one player cannot."""

    name = "konane"
    title = Text("Konane")
    summary = Text("Jump over enemy stones in a straight line; whoever cannot jump loses.")
    options = (choice("size", Text("the number of rows"), "8", "6"),)
    pieces = (Piece(Seat(0), Text("stone"), "b"), Piece(Seat(1), Text("stone"), "w"))
    seats = (Text("Black"), Text("White"))
    colours: tuple[Colour, ...] = ("black", "white")

    def setup(self) -> None:
        size = int(self.chosen["size"])
        self.board = grid(size)
        self.opening = "/".join((("bw", "wb")[row % 2] * size)[:size] for row in range(size))

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        vacant = self.vacant(position)
        if len(vacant) > 1:
            for stone in self.men(position):
                yield from self.jumps(position, stone, may_stop=True, straight=True)  # Rule 4
        elif vacant:
            yield from (MenMove((), (stone,)) for stone in self.board.neighbours(*vacant))  # Rule 3
        else:
            size = len(self.board.rows)
            for place in (0, size // 2 - 1, size // 2, size - 1):
                yield MenMove((), (self.board.rows[place][place],))  # Rule 2

    def evaluate(self, position: MenPosition) -> Shares:
        # The player with more moves is likely to have the last one.
        black, white = (len([*self.legal(position._replace(seat=seat))]) for seat in (0, 1))
        return lead_shares(0.3 * (black - white))

    def impossible(self, position: MenPosition) -> Text:
        many = len(self.vacant(position))
        if many < 2 and many != position.seat:
            return Text("it is not the turn of this player")
        return Text()
