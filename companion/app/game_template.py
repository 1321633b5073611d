"""Template: two players, three men each, on a square of nine points.

A position holds the points of White's men and of Black's, as frozensets, how many men have come on
the board, and whose turn it is. A move is the point that a man leaves (None while men come on the
board) and the point that it comes to.

The numbers of the rules in the comments are those of template.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.base.text import Text
from companion.rules import (
    NOBODY,
    ONGOING,
    Action,
    Game,
    InvalidPosition,
    Outcome,
    Piece,
    Seat,
    Stack,
    Step,
    placement,
    win,
)
from companion.rules.geometry import Board, Point

NAMES = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")

BOARD = Board(
    name="template",
    names=NAMES,
    rows=[[0, 1, 2], [3, 4, 5], [6, 7, 8]],  # from the top
    xy=[(x, y) for y in (2, 1, 0) for x in (0, 1, 2)],
    lines=[
        *([0, 1, 2], [3, 4, 5], [6, 7, 8]),
        *([0, 3, 6], [1, 4, 7], [2, 5, 8]),
        *([0, 4, 8], [2, 4, 6]),
    ],
)
MEN_A_SIDE = 3  # men of a player
LETTERS = "wb"
MEN = (Piece(Seat(0), Text("man"), "w"), Piece(Seat(1), Text("man"), "b"))


class Move(NamedTuple):
    """See the top of this file."""

    origin: Point | None
    to: Point


class Position(NamedTuple):
    """See the top of this file."""

    white: frozenset[Point]
    black: frozenset[Point]
    seat: int

    @property
    def men(self) -> tuple[frozenset[Point], frozenset[Point]]:
        """The points of both players' men."""
        return self.white, self.black


class TemplateGame(Game[Position, Move]):
    """See the top of this file."""

    name = "template"
    title = Text("Template")
    summary = Text("Get your three men in a row.")
    position_fields: tuple[Text, ...] = (Text("placement"), Text("player to act"))
    board = BOARD
    pieces = MEN
    seats = (Text("White"), Text("Black"))
    colours = ("white", "black")
    repetitions = 3  # rule 5: a draw

    def start(self) -> Position:
        """Return the empty board (rule 1)."""
        return Position(frozenset(), frozenset(), 0)

    def to_act(self, position: Position) -> Seat:
        """Return whose turn it is."""
        return NOBODY if self.outcome(position).over else Seat(position.seat)

    def moves(self, position: Position) -> Sequence[Move]:
        """Return all legal moves; none when the game is over."""
        if _row(position.men[1 - position.seat]):
            return []
        own = position.men[position.seat]
        vacant = [Point(p) for p in range(9) if p not in position.white | position.black]
        if len(own) < MEN_A_SIDE:  # rule 2
            return [Move(None, to) for to in vacant]
        return [  # rule 3
            Move(origin, to)
            for origin in sorted(own)
            for to in BOARD.neighbours(origin)
            if to in vacant
        ]

    def advance(self, position: Position, move: Move) -> Position:
        """Return the position after a move."""
        men = list(position.men)
        men[position.seat] = men[position.seat] - {move.origin} | {move.to}
        return Position(men[0], men[1], 1 - position.seat)

    def outcome(self, position: Position) -> Outcome:
        """Return who has won: with a row, or because the other cannot move (rule 4)."""
        return ONGOING if self.moves(position) else win(1 - position.seat)

    def conclusion(self, position: Position) -> Text:
        """Return why the game is over."""
        winner = 1 - position.seat
        if _row(position.men[winner]):
            return Text("{seat} has three in a row.", seat=self.seats[winner])
        return Text("{seat} cannot move.", seat=self.seats[position.seat])

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        """Return the pieces on each point: here, one man or none."""
        return tuple(
            MEN[:1] if p in position.white else MEN[1:] if p in position.black else ()
            for p in range(9)
        )

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return what hands do to make a move."""
        man = MEN[position.seat]
        if move.origin is None:
            return (Step(Action.ENTER, move.to, man, True),)
        return (
            Step(Action.LIFT, move.origin, man, False),
            Step(Action.PLACE, move.to, man, True),
        )

    def position_text(self, position: Position) -> str:
        """Return a text such as `w../.b./... w`."""
        cells = [stack[0].text if stack else "." for stack in self.stacks(position)]
        return f"{placement.write(BOARD, cells)} {LETTERS[position.seat]}"

    def parse_position(self, text: str) -> Position:
        """Read such a text; raise InvalidPosition if it is none."""
        placed, turn = placement.fields(text, self.position_fields)
        placement.one_of(turn, Text("the player to act"), tuple(LETTERS))
        cells = placement.read(BOARD, placed, lambda cell: cell in (".", "w", "b"))
        white, black = (
            frozenset(Point(p) for p, cell in enumerate(cells) if cell == letter)
            for letter in LETTERS
        )
        if max(len(white), len(black)) > MEN_A_SIDE or len(white) - len(black) != (
            LETTERS.index(turn) if len(black) < MEN_A_SIDE else 0
        ):
            raise InvalidPosition(
                Text(
                    "position {text!r}: the players have {each} men each",
                    text=text,
                    each=MEN_A_SIDE,
                )
            )
        return Position(white, black, LETTERS.index(turn))

    def move_text(self, position: Position, move: Move) -> str:
        """Return `b2` for a man that comes on the board, or `a1-b1`."""
        return NAMES[move.to] if move.origin is None else f"{NAMES[move.origin]}-{NAMES[move.to]}"

    def readable_move(self, text: str) -> bool:
        """Return whether a text looks like a move."""
        points = text.split("-")
        return len(points) <= 2 and all(point in NAMES for point in points)


def _row(men: frozenset[Point]) -> bool:
    """Return whether three men are in a row."""
    return any(men >= set(line) for line in BOARD.lines)
