"""A game that leans on everything the contract provides, and whose every answer depends on the
position: two players walk one king over nine squares, and whoever comes to c3 wins."""

from __future__ import annotations

from companion.base.text import Text, verbatim
from companion.rules import (
    NOBODY,
    ONGOING,
    Action,
    Game,
    InvalidPosition,
    Option,
    Outcome,
    Piece,
    Seat,
    Stack,
    Step,
    win,
)
from companion.rules.geometry import Point, grid
from tests import needs

needs.uncompiled_rules()

Position = tuple[Point, Seat]

_BOARD = grid(3, diagonal=True)
_GOAL = _BOARD.index["c3"]
_KING = Piece(None, Text("king"), "k")


class Walk(Game[Position, Point]):
    name = "walk"
    title = Text("Walk")
    options = (
        Option("blocked", Text("squares nobody enters"), lambda _: ("b1", "b2", "b3"), many=True),
        Option(
            "from", Text("where it begins"), lambda chosen: ("a1", *chosen["blocked"].split(","))
        ),
    )
    board = _BOARD
    pieces = (_KING,)
    seats = (Text("White"), Text("Black"))
    repetitions = 2

    def setup(self) -> None:
        blocked = self.chosen["blocked"].split(",")
        self._free = [p for p in range(_BOARD.size) if _BOARD.names[p] not in blocked]

    def start(self) -> Position:
        return _BOARD.index["a1"], Seat(0)

    def to_act(self, position: Position) -> Seat:
        return NOBODY if position[0] == _GOAL else position[1]

    def moves(self, position: Position) -> list[Point]:
        near = _BOARD.neighbours(position[0])
        return [] if position[0] == _GOAL else [p for p in near if p in self._free]

    def advance(self, position: Position, move: Point) -> Position:
        return move, Seat(1 - position[1])

    def outcome(self, position: Position) -> Outcome:
        return win(1 - position[1]) if position[0] == _GOAL else ONGOING

    def repeated(self, position: Position) -> Outcome:
        return win(position[1])

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        return tuple((_KING,) if p == position[0] else () for p in range(_BOARD.size))

    def steps(self, position: Position, move: Point) -> tuple[Step, ...]:
        lifted = Step(Action.LIFT, position[0], _KING, False)
        return lifted, Step(Action.PLACE, move, _KING, True)

    def position_text(self, position: Position) -> str:
        return f"{_BOARD.names[position[0]]} {'wb'[position[1]]}"

    def parse_position(self, text: str) -> Position:
        name, _, seat = text.partition(" ")
        if name not in _BOARD.index or seat not in ("w", "b"):
            raise InvalidPosition(verbatim(f"{text!r} is no position of {self.title}"))
        return _BOARD.index[name], Seat("wb".index(seat))

    def move_text(self, position: Position, move: Point) -> str:
        return f"{_BOARD.names[position[0]]}-{_BOARD.names[move]}"
