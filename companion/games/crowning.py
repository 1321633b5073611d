"""The Crowning Problem: make nine kings out of eighteen pieces, in as few moves as possible.

A position is one int: the occupied points in bits 0 to 18, the kings among them in bits 19 to 37.
A move is a triple: the bits that it changes, origin and landing.

Rule numbers in the comments refer to docs/games/crowning.md.
"""

from __future__ import annotations

from functools import cache
from itertools import product

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
from companion.rules.geometry import STAR, Occupancy, Point

_PIECE = Piece(None, Text("piece"), "o")
_CROWN = 19  # shift of the kings
_PIECES = 18
_KINGS = 9  # the most that eighteen pieces can make
_SINGLE, _KING = 1, 2  # pieces that a move over such a point passes

Move = tuple[int, Point, Point]
# One ray from a point: the bits that its moves depend on, and the moves for each of their values.
Ray = tuple[int, dict[int, tuple[Move, ...]]]


def _ray(origin: Point, ray: tuple[Point, ...]) -> Ray:
    found = {}
    for held in product((0, _SINGLE, _KING), repeat=len(ray)):
        bits, passed, moves = 0, 0, []
        for point, pieces in zip(ray, held, strict=True):
            # Rule 2: over exactly two pieces, onto a vacant point or a single piece.
            if passed == 2 and pieces != _KING:
                lands = 1 << point << (_CROWN if pieces else 0)  # Rule 3: crowned where it stands.
                moves.append((lands | 1 << origin, origin, point))
            passed += pieces
            bits |= (1 << point if pieces else 0) | (pieces == _KING) << point << _CROWN
        found[bits] = tuple(moves)
    reach = sum(1 << point for point in ray)
    return reach | reach << _CROWN, found


@cache
def _rays() -> tuple[tuple[int, tuple[Ray, ...]], ...]:
    """Return each point as a bit, with those of its rays that are long enough for a move."""
    return tuple(
        (1 << p, tuple(_ray(Point(p), ray) for ray in STAR.rays[p].values() if len(ray) > 1))
        for p in range(STAR.size)
    )


class Crowning(Game[int, Move]):
    """One player makes nine kings, by moves that pass over exactly two pieces."""

    name = "crowning"
    title = Text("The Crowning Problem")
    summary = Text(
        "Crown nine kings out of eighteen pieces: every move passes over exactly two pieces."
    )
    position_fields: tuple[Text, ...] = (Text("placement"),)
    menu_rank = 3
    minutes = 15
    options = (
        Option("vacant", Text("the point left empty"), lambda _: STAR.names, lambda _: "10"),
    )
    board = STAR
    pieces: tuple[Piece, ...] = (_PIECE,)
    seats: tuple[Text, ...] = (Text("Player"),)

    def setup(self) -> None:
        self._rays = _rays()
        self.best = 11 if self.chosen["vacant"] == "10" else 9

    def start(self) -> int:
        return STAR.full ^ 1 << STAR.index[self.chosen["vacant"]]

    def to_act(self, position: int) -> Seat:
        return NOBODY if self.outcome(position).over else Seat(0)

    def moves(self, position: int) -> list[Move]:
        singles = position & STAR.full & ~(position >> _CROWN)  # Rule 3: a king never moves.
        found: list[Move] = []
        for origin, rays in self._rays:
            if singles & origin:
                for reach, moves in rays:
                    found += moves[position & reach]
        return found

    def advance(self, position: int, move: Move) -> int:
        return position ^ move[0]

    def outcome(self, position: int) -> Outcome:
        if not self.kings_to_make(position):
            return WON  # Rule 4
        return ONGOING if self.moves(position) else LOST

    def kings_to_make(self, position: int) -> int:
        """Return the number of kings still to be made."""
        return _KINGS - (position >> _CROWN).bit_count()

    def objection(self, position: int, origin: Point, to: Point | None) -> Text:
        if position >> _CROWN + origin & 1:
            return Text("A king does not move.")  # Rule 3
        if to is None:
            return Text()
        way = STAR.way(origin, to)
        if way is None:
            return Text("A piece moves along a line.")
        if sum((position >> p & 1) + (position >> _CROWN + p & 1) for p in way[1]) != 2:
            return Text("A move passes over exactly two pieces.")  # Rule 2
        return Text("{point} holds a king already.", point=STAR.names[to])

    def conclusion(self, position: int) -> Text:
        missing = self.kings_to_make(position)
        if not missing:
            return Text("All nine kings are made.")
        return Text(
            "No move is left, and {made} of {all} kings are made.",
            made=_KINGS - missing,
            all=_KINGS,
        )

    def occupancy(self, position: int) -> Occupancy:
        return Occupancy(position & STAR.full)

    def stacks(self, position: int) -> tuple[Stack, ...]:
        return tuple(
            (_PIECE,) * ((position >> p & 1) + (position >> p + _CROWN & 1))
            for p in range(STAR.size)
        )

    def steps(self, position: int, move: Move) -> tuple[Step, ...]:
        _, origin, to = move
        return Step(Action.LIFT, origin, _PIECE, False), Step(Action.PLACE, to, _PIECE, True)

    def position_text(self, position: int) -> str:
        shown = (".", "o", "(oo)")
        return placement.write(STAR, [shown[len(stack)] for stack in self.stacks(position)])

    def parse_position(self, text: str) -> int:
        cells = placement.read(STAR, text, lambda cell: cell in (".", "o", "(oo)"))
        count = sum(cell.count("o") for cell in cells)
        if count > _PIECES:
            raise InvalidPosition(
                Text(
                    "placement {text!r} has {number} pieces; the game has {most}",
                    text=text,
                    number=count,
                    most=_PIECES,
                )
            )
        position = 0
        for point, cell in enumerate(cells):
            position |= (cell != ".") << point | (cell == "(oo)") << point + _CROWN
        return position

    def move_text(self, position: int, move: Move) -> str:
        _, origin, to = move
        return f"{STAR.names[origin]}-{STAR.names[to]}"

    def symmetries(self) -> tuple[Symmetry, ...]:
        return every_symmetry(STAR)


GAME = Crowning
