"""The smallest of games, for tests of how games are added: two players fill a board in turn, and
whoever fills it loses. Below it, what packages may bring that is no game."""

from __future__ import annotations

from typing import cast

from companion.base.text import Text
from companion.opponents import Knowledge
from companion.opponents.tables import ExactValue
from companion.rules import (
    NOBODY,
    ONGOING,
    Action,
    Colour,
    Game,
    InvalidPosition,
    Look,
    Outcome,
    Piece,
    Seat,
    Stack,
    Step,
    placement,
    win,
)
from companion.rules.geometry import STAR, Board, Occupancy, Point, bits
from companion.rules.option import choice

ROW = Board(
    "row9",
    [f"p{n}" for n in range(1, 10)],
    [range(9)],
    [(float(n), 0.0) for n in range(9)],
    [range(9)],
    style="points",
)

Position = tuple[int, int]
"""The points of White's pieces, and of Black's."""

_PIECES = (Piece(Seat(0), Text("stone"), "w"), Piece(Seat(1), Text("stone"), "b"))


class Tiny(Game[Position, Point]):
    name = "tiny"
    title = Text("Tiny")
    board = ROW
    pieces = _PIECES
    seats: tuple[Text, ...] = (Text("White"), Text("Black"))
    colours: tuple[Colour, ...] = ("white", "black")

    def start(self) -> Position:
        return 0, 0

    def to_act(self, position: Position) -> Seat:
        return NOBODY if self.outcome(position).over else Seat(self._turn(position))

    def moves(self, position: Position) -> list[Point]:
        held = position[0] | position[1]
        return [Point(p) for p in range(self.board.size) if not held >> p & 1]

    def advance(self, position: Position, move: Point) -> Position:
        white, black = position
        bit = 1 << move
        return (white, black | bit) if self._turn(position) else (white | bit, black)

    def outcome(self, position: Position) -> Outcome:
        return ONGOING if self.moves(position) else win(self._turn(position))

    def occupancy(self, position: Position) -> Occupancy:
        return Occupancy(position[0] | position[1])

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        white, black = position
        return tuple(
            _PIECES[:1] if white >> p & 1 else _PIECES[1:] if black >> p & 1 else ()
            for p in range(self.board.size)
        )

    def steps(self, position: Position, move: Point) -> tuple[Step, ...]:
        return (Step(Action.ENTER, move, _PIECES[self._turn(position)], True),)

    def position_text(self, position: Position) -> str:
        return placement.write(
            self.board, [stack[0].text if stack else "." for stack in self.stacks(position)]
        )

    def parse_position(self, text: str) -> Position:
        cells = placement.read(self.board, text, lambda cell: cell in (".", "w", "b"))
        white, black = (
            int(bits(Point(p) for p, cell in enumerate(cells) if cell == letter)) for letter in "wb"
        )
        if white.bit_count() - black.bit_count() not in (0, 1):
            raise InvalidPosition(
                Text("position {text!r}: White and Black fill the board in turn", text=text)
            )
        return white, black

    def move_text(self, position: Position, move: Point) -> str:
        return self.board.names[move]

    def readable_move(self, text: str) -> bool:
        return text in self.board.index

    @staticmethod
    def _turn(position: Position) -> int:
        return position[0].bit_count() - position[1].bit_count()


class Plain(Tiny):
    """A game with words as packages had them before there were texts."""

    name = "plain"
    title = cast(Text, "Plain")
    seats = (cast(Text, "White"), cast(Text, "Black"))
    pieces = (Piece(Seat(0), cast(Text, "stone"), "w"), Piece(Seat(1), cast(Text, "stone"), "b"))


class OnStar(Tiny):
    name = "aaa"
    title = Text("Aaa, the first of all")
    board = STAR


class Namesake(Tiny):
    name = "solomon"


class Untitled(Tiny):
    title = Text()


class Misnamed(Tiny):
    name = "Tiny game"


class Unfinished(Game[Position, Point]):
    name = "unfinished"
    title = Text("Unfinished")


class Crowded(Tiny):
    seats = tuple(Text("Player {number}", number=n) for n in range(7))
    colours = ()


class Mistaken(Tiny):
    def steps(self, position: Position, move: Point) -> tuple[Step, ...]:
        return ()


class Unreadable(Tiny):
    def parse_position(self, text: str) -> Position:
        return 1, 0


class Undisplayed(Tiny):
    def stacks(self, position: Position) -> tuple[Stack, ...]:
        return (_PIECES[:1], *super().stacks(position)[1:])


class Stuck(Tiny):
    def moves(self, position: Position) -> list[Point]:
        return []


class Renamed(Tiny):
    def parse_move(self, position: Position, text: str) -> Point:
        return Point(8)


class Colourless(Tiny):
    colours = ("white",)


class Boardless(Tiny):
    board = cast(Board, "row9")


class Scribbled(Tiny):
    pieces = (Piece(Seat(0), Text("stone"), "w", Look(drawing="<script>")), _PIECES[1])


class Broken(Tiny):
    options = (choice("size", Text("how large"), "small", "large"),)

    def setup(self) -> None:
        if self.chosen["size"] == "large":
            raise RuntimeError("no large board\nyet")


class Elsewhere(Tiny):
    board = Board("star", [f"p{n}" for n in range(9)], [range(9)], ROW.xy, [range(9)])


class Narrow(Tiny):
    board = Board("row4", "abcd", [range(4)], ROW.xy[:4], [range(4)])


LAME = Board("row9", [f"q{n}" for n in range(9)], [range(8)], ROW.xy, [range(9)])
STRANGE_STAR = Board("star", [f"q{n}" for n in range(9)], [range(9)], ROW.xy, [range(9)])


def quits() -> None:
    raise SystemExit(3)


class TinyKnowledge(Knowledge[Position, Point]):
    """Whoever fills the board loses, so each position has a known value."""

    name = "tiny"

    def value(self, position: Position) -> ExactValue:
        left = ROW.size - (position[0] | position[1]).bit_count()
        return ExactValue(-1 if left % 2 else 1, left)
