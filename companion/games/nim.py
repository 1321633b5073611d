"""Solomon Nim: take a run of neighbouring pieces off a line.

A position is one int: the pieces in the lowest bits, one for each point of the board, and the next
bit set when Black is to move. On the star that is bit 19. A move is the bits that it changes: the
run, and the turn.

Rule numbers in the comments refer to docs/games/nim.md.
"""

from __future__ import annotations

from functools import cache

from companion.base.text import Text
from companion.rules import (
    NOBODY,
    ONGOING,
    Action,
    Colour,
    Game,
    Outcome,
    Piece,
    Seat,
    Stack,
    Step,
    Symmetry,
    every_symmetry,
    placement,
    win,
)
from companion.rules.geometry import FIVE, NINE, STAR, Board, Occupancy, Point, bits
from companion.rules.option import choice

_PIECE = Piece(None, Text("piece"), "o")
_BOARDS = {"star": STAR, "nine": NINE, "five": FIVE}


@cache
def _runs(board: Board) -> dict[int, tuple[Point, ...]]:
    """Return every run of rule 1 by its bits.

    The points of a line start at its lower-numbered end.
    """
    found: dict[int, tuple[Point, ...]] = {1 << p: (Point(p),) for p in range(board.size)}
    for line in board.lines:
        for first in range(len(line)):
            for last in range(first + 2, len(line) + 1):
                found[bits(line[first:last])] = line[first:last]
    return found


class Nim(Game[int, int]):
    """Two players, a piece on every point; whether taking the last one loses is an option."""

    name = "nim"
    title = Text("Solomon Nim")
    summary = Text("Take pieces off the board, a run at a time; whoever takes the last one loses.")
    position_fields: tuple[Text, ...] = (Text("placement"), Text("player to act"))
    menu_rank = 4
    on_parts = False  # The places in the menus of the grids are printed on the card.
    minutes = 5
    options = (
        choice(
            "board",
            Text("the board"),
            *_BOARDS,
            star=Text("star"),
            nine=Text("nine points"),
            five=Text("five points"),
        ),
        choice(
            "last",
            Text("what the player who takes the last piece does"),
            "loses",
            "wins",
            loses=Text("loses"),
            wins=Text("wins"),
        ),
    )
    pieces: tuple[Piece, ...] = (_PIECE,)
    seats: tuple[Text, ...] = (Text("White"), Text("Black"))
    colours: tuple[Colour, ...] = ("white", "black")

    def setup(self) -> None:
        self.board = _BOARDS[self.chosen["board"]]
        self._turn = 1 << self.board.size
        self._runs = _runs(self.board)
        self._moves = tuple((run, run | self._turn) for run in self._runs)

    def start(self) -> int:
        return self.board.full

    def to_act(self, position: int) -> Seat:
        if not position & self.board.full:
            return NOBODY
        return Seat(1) if position & self._turn else Seat(0)

    def moves(self, position: int) -> list[int]:
        return [move for run, move in self._moves if position & run == run]

    def advance(self, position: int, move: int) -> int:
        return position ^ move

    def outcome(self, position: int) -> Outcome:
        if position & self.board.full:
            return ONGOING
        # Rule 2: the player to act is not the one who took the last piece.
        to_act = 1 if position & self._turn else 0
        return win(to_act if self.chosen["last"] == "loses" else 1 - to_act)

    def objection(self, position: int, origin: Point, to: Point | None) -> Text:
        if to is not None:
            return Text("Pieces are taken off, not moved.")
        return Text()

    def conclusion(self, position: int) -> Text:
        to_act = 1 if position & self._turn else 0
        return Text("{seat} took the last piece.", seat=self.seats[1 - to_act])

    def run(self, move: int) -> Occupancy:
        """Return the points that a move clears."""
        return Occupancy(move & self.board.full)

    def occupancy(self, position: int) -> Occupancy:
        return Occupancy(position & self.board.full)

    def stacks(self, position: int) -> tuple[Stack, ...]:
        return tuple((_PIECE,) if position >> p & 1 else () for p in range(self.board.size))

    def steps(self, position: int, move: int) -> tuple[Step, ...]:
        return tuple(Step(Action.REMOVE, p, _PIECE, False) for p in self._runs[move ^ self._turn])

    def position_text(self, position: int) -> str:
        cells = ["o" if position >> p & 1 else "." for p in range(self.board.size)]
        return f"{placement.write(self.board, cells)} {'b' if position & self._turn else 'w'}"

    def parse_position(self, text: str) -> int:
        placed, turn = placement.fields(text, self.position_fields)
        placement.one_of(turn, Text("the player to act"), ("w", "b"))
        cells = placement.read(self.board, placed, lambda cell: cell in (".", "o"))
        pieces = bits(Point(p) for p, cell in enumerate(cells) if cell == "o")
        return pieces | (self._turn if turn == "b" else 0)

    def move_text(self, position: int, move: int) -> str:
        run = self._runs[move ^ self._turn]
        ends = run if len(run) == 1 else (run[0], run[-1])
        return ":".join(self.board.names[p] for p in ends)

    def readable_move(self, text: str) -> bool:
        ends = text.split(":")
        return len(ends) in (1, 2) and all(end in self.board.index for end in ends)

    def symmetries(self) -> tuple[Symmetry, ...]:
        return every_symmetry(self.board)


GAME = Nim
