"""Peg solitaire: jump until one piece is left.

A position is the occupancy; a move is a triple: the bits that it changes, origin and landing.

Rule numbers in the comments refer to docs/games/peg.md.
"""

from __future__ import annotations

from companion.base.text import Text
from companion.rules import (
    LOST,
    NOBODY,
    ONGOING,
    WON,
    Action,
    Game,
    InvalidPosition,
    Option,
    Outcome,
    Piece,
    Seat,
    Stack,
    Step,
    Symmetry,
    every_symmetry,
    placement,
)
from companion.rules.geometry import STAR, Board, Occupancy, Point, grid
from companion.rules.option import Chosen, choice

_PEG = Piece(None, Text("piece"), "o")
_BOARDS = {"star": STAR, "grid7": grid(7)}
_USUAL = {"star": "10", "grid7": "d2"}  # With its centre vacant, the grid cannot be solved.

Move = tuple[int, Point, Point]
Jump = tuple[Point, Point, Point]
"""The points that a piece jumps from, over and to."""


def _vacancies(chosen: Chosen) -> tuple[str, ...]:
    return _BOARDS[chosen["board"]].names


def _jumps(board: Board) -> tuple[Jump, ...]:
    # Rule 1: over a neighbour, to the vacant point immediately beyond.
    return tuple(
        (Point(point), ray[0], ray[1])
        for point in range(board.size)
        for ray in board.rays[point].values()
        if len(ray) > 1
    )


class Peg(Game[int, Move]):
    """One player: every point but one holds a piece, and every move is one jump.

    Attributes:
        jumps: Every jump that fits on the board.
    """

    name = "peg"
    title = Text("Peg solitaire")
    summary = Text(
        "Jump pegs over each other, taking off the one jumped over, until a single peg is left."
    )
    position_fields: tuple[Text, ...] = (Text("placement"),)
    menu_rank = 5
    minutes = 10
    options = (
        choice("board", Text("the board"), *_BOARDS, star=Text("star"), grid7=Text("7 × 7 grid")),
        Option(
            "vacant",
            Text("the point left empty"),
            _vacancies,
            lambda chosen: _USUAL[chosen["board"]],
        ),
    )
    pieces: tuple[Piece, ...] = (_PEG,)
    seats: tuple[Text, ...] = (Text("Player"),)

    def setup(self) -> None:
        self.board = _BOARDS[self.chosen["board"]]
        self.jumps = _jumps(self.board)
        # For each jump: the pieces it needs, the three points it depends on, and the move itself.
        self._ways = tuple(
            (1 << origin | 1 << over, seen, (seen, origin, to))
            for origin, over, to in self.jumps
            for seen in (1 << origin | 1 << over | 1 << to,)
        )

    def start(self) -> int:
        return self.board.full ^ 1 << self.board.index[self.chosen["vacant"]]

    def to_act(self, position: int) -> Seat:
        return NOBODY if self.outcome(position).over else Seat(0)

    def moves(self, position: int) -> list[Move]:
        return [move for needed, seen, move in self._ways if position & seen == needed]

    def advance(self, position: int, move: Move) -> int:
        return position ^ move[0]

    def outcome(self, position: int) -> Outcome:
        if self.moves(position):
            return ONGOING
        return WON if position.bit_count() == 1 else LOST  # Rule 3

    def objection(self, position: int, origin: Point, to: Point | None) -> Text:
        if to is None or position >> to & 1:
            return Text()
        return Text("A piece jumps over its neighbour to the vacant point behind it.")  # Rule 1

    def conclusion(self, position: int) -> Text:
        count = position.bit_count()
        if count == 1:
            return Text("One piece is left.")
        return Text("No jump is left, and {number} pieces remain.", number=count)

    def occupancy(self, position: int) -> Occupancy:
        return Occupancy(position)

    def stacks(self, position: int) -> tuple[Stack, ...]:
        return tuple((_PEG,) if position >> p & 1 else () for p in range(self.board.size))

    def steps(self, position: int, move: Move) -> tuple[Step, ...]:
        seen, origin, to = move
        over = Point((seen ^ 1 << origin ^ 1 << to).bit_length() - 1)
        return (
            Step(Action.LIFT, origin, _PEG, False),
            Step(Action.PLACE, to, _PEG, True),
            Step(Action.REMOVE, over, _PEG, False),
        )

    def position_text(self, position: int) -> str:
        cells = ["o" if position >> p & 1 else "." for p in range(self.board.size)]
        return placement.write(self.board, cells)

    def parse_position(self, text: str) -> int:
        cells = placement.read(self.board, text, lambda cell: cell in (".", "o"))
        pieces = cells.count("o")
        if not 0 < pieces < self.board.size:
            raise InvalidPosition(
                Text(
                    "placement {text!r} has {number} pieces; the game has 1 to {most}",
                    text=text,
                    number=pieces,
                    most=self.board.size - 1,
                )
            )
        return sum(1 << p for p, cell in enumerate(cells) if cell == "o")

    def move_text(self, position: int, move: Move) -> str:
        _, origin, to = move
        return f"{self.board.names[origin]}x{self.board.names[to]}"

    def symmetries(self) -> tuple[Symmetry, ...]:
        return every_symmetry(self.board)


GAME = Peg
