"""English draughts, or American checkers.

A position holds, as bits, the squares of Black's pieces, of White's, and of all kings; and the seat
to act. A move is its path: the origin and every landing.

The numbers of the rules in the comments are those of draughts.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.base.text import Text
from companion.rules import (
    NOBODY,
    ONGOING,
    Action,
    Area,
    Colour,
    Game,
    InvalidPosition,
    Look,
    Outcome,
    Piece,
    Seat,
    Shares,
    Stack,
    Step,
    Symmetry,
    lead_shares,
    placement,
    win,
)
from companion.rules.geometry import Occupancy, Point, bits, grid, points_of, symmetries

_BOARD = grid(8, orthogonal=False, diagonal=True)
_DARK = tuple(Point(p) for p, (x, y) in enumerate(_BOARD.xy) if (x + y) % 2 == 0)
_EACH = 12
_LETTERS = "bw"
_PIECES = {
    text: Piece(Seat(seat), kind, text, look)
    for text, seat, kind, look in (
        ("b", 0, Text("man"), Look()),
        ("w", 1, Text("man"), Look()),
        ("B", 0, Text("king"), Look(sign="crown")),
        ("W", 1, Text("king"), Look(sign="crown")),
    )
}
_RANK = tuple(bits(p for p in _DARK if _BOARD.xy[p][1] == y) for y in range(8))
_FAR = (_RANK[0], _RANK[7])  # where each side's men are crowned: Black plays down the board

Path = tuple[Point, ...]
Ways = tuple[tuple[Point, ...], tuple[tuple[Point, Point], ...]]  # steps; jumps: over and to


class Position(NamedTuple):
    """See the top of this file."""

    black: int
    white: int
    kings: int
    seat: int


def _ways(seat: int, king: bool, point: Point) -> Ways:
    # Rules 2 and 5: men go forward, kings both ways.
    rays = [
        ray for angle, ray in _BOARD.rays[point].items() if king or (angle > 180) == (seat == 0)
    ]
    return tuple(ray[0] for ray in rays), tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1)


_WAYS = tuple(
    tuple(tuple(_ways(seat, king, Point(p)) for p in range(_BOARD.size)) for king in (False, True))
    for seat in (0, 1)
)
_OVER = {(p, ray[1]): ray[0] for p in _DARK for ray in _BOARD.rays[p].values() if len(ray) > 1}


class Draughts(Game[Position, Path]):
    """Two players, twelve men each, forced jumps, kings."""

    name = "draughts"
    title = Text("English draughts")
    summary = Text(
        "Jump over every enemy man on the dark squares, or leave the other side without a move."
    )
    position_fields = (Text("placement"), Text("player to move"))
    board = _BOARD
    pieces: tuple[Piece, ...] = tuple(_PIECES.values())
    seats: tuple[Text, ...] = (Text("Black"), Text("White"))
    colours: tuple[Colour, ...] = ("black", "white")
    areas: tuple[Area, ...] = (Area("dark", _DARK),)
    repetitions = 3  # Rule 8

    def start(self) -> Position:
        black, white = (_RANK[a] | _RANK[b] | _RANK[c] for a, b, c in ((7, 6, 5), (2, 1, 0)))
        return Position(black, white, 0, 0)  # Rule 1: Black moves first.

    def to_act(self, position: Position) -> Seat:
        return Seat(position.seat) if self.moves(position) else NOBODY

    def moves(self, position: Position) -> Sequence[Path]:
        black, white, kings, seat = position
        own, other = (white, black) if seat else (black, white)
        vacant = ~(black | white)
        found: list[Path] = []
        for point in points_of(own):
            # The square that a piece has left is vacant for the rest of its move.
            self._jumps(seat, kings >> point & 1, (point,), other, vacant | 1 << point, found)
        if found:  # Rule 3: a jump is compulsory.
            return found
        for point in points_of(own):
            steps, _ = _WAYS[seat][kings >> point & 1][point]
            found += [(point, to) for to in steps if vacant >> to & 1]
        return found

    def _jumps(
        self, seat: int, king: int, path: Path, other: int, vacant: int, found: list[Path]
    ) -> None:
        """Add every chain of jumps that goes on from the end of `path`, each to its very end."""
        for over, to in _WAYS[seat][king][path[-1]][1]:
            if other >> over & 1 and vacant >> to & 1:
                longer, before = (*path, to), len(found)
                # Rule 4: no piece is jumped twice. Rule 5: a man that is crowned stops.
                if king or not _FAR[seat] >> to & 1:
                    self._jumps(seat, king, longer, other ^ 1 << over, vacant, found)
                if len(found) == before:
                    found.append(longer)

    def advance(self, position: Position, move: Path) -> Position:
        black, white, kings, seat = position
        start, goal = 1 << move[0], 1 << move[-1]
        taken = bits(_OVER[hop] for hop in pairwise(move) if hop in _OVER)
        own, other = (white, black) if seat else (black, white)
        own, other = own & ~start | goal, other & ~taken
        king = kings & start or goal & _FAR[seat]
        kings = kings & ~start & ~taken | (goal if king else 0)
        black, white = (other, own) if seat else (own, other)
        return Position(black, white, kings, 1 - seat)

    def outcome(self, position: Position) -> Outcome:
        # Rule 7: a player without a legal move, with pieces or without, loses.
        return ONGOING if self.moves(position) else win(1 - position.seat)

    def forced(self, position: Position) -> bool:
        return any((path[0], path[1]) in _OVER for path in self.moves(position)[:1])

    def evaluate(self, position: Position) -> Shares:
        black, white, kings, _ = position
        men = black.bit_count() - white.bit_count()
        return lead_shares(men + 0.5 * ((black & kings).bit_count() - (white & kings).bit_count()))

    def objection(self, position: Position, origin: Point, to: Point | None) -> Text:
        own = position.white if position.seat else position.black
        if to is None or not own >> origin & 1 or self.forced(position):
            return Text()
        if to not in _DARK:
            return Text("Pieces stay on the dark squares.")
        way = _BOARD.way(origin, to)
        king = position.kings >> origin & 1
        if way is not None and not king and (way[0] > 180) != (position.seat == 0):
            return Text("Men cannot go backwards.")  # Rule 2
        return Text()

    def conclusion(self, position: Position) -> Text:
        own = position.white if position.seat else position.black
        seat = self.seats[position.seat]
        if own:
            return Text("{seat} has no legal move.", seat=seat)  # Rule 7
        return Text("{seat} has no pieces left.", seat=seat)

    def symmetries(self) -> Sequence[Symmetry]:
        # Half a turn exchanges the sides, and with them who is to act.
        a1, h1, a8, h8 = (_BOARD.index[name] for name in ("a1", "h1", "a8", "h8"))
        turn = next(way for way in symmetries(_BOARD) if (way[a1], way[h1]) == (h8, a8))
        return (Symmetry(turn, "bBwW", "wWbB"),)

    def occupancy(self, position: Position) -> Occupancy:
        return Occupancy(position.black | position.white)

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        return tuple(() if cell == "." else (_PIECES[cell],) for cell in _cells(position))

    def steps(self, position: Position, move: Path) -> tuple[Step, ...]:
        cells = _cells(position)
        piece = _PIECES[cells[move[0]]]
        steps = []
        for origin, to in pairwise(move):
            steps += [Step(Action.LIFT, origin, piece, False), Step(Action.PLACE, to, piece, True)]
            over = _OVER.get((origin, to))
            if over is not None:
                steps.append(Step(Action.REMOVE, over, _PIECES[cells[over]], False))
        if piece.kind == "man" and _FAR[position.seat] >> move[-1] & 1:
            steps.append(Step(Action.TURN, move[-1], _PIECES[piece.text.upper()], True))
        return tuple(steps)

    def position_text(self, position: Position) -> str:
        return f"{placement.write(_BOARD, _cells(position))} {_LETTERS[position.seat]}"

    def parse_position(self, text: str) -> Position:
        placed, turn = placement.fields(text, self.position_fields)
        placement.one_of(turn, Text("the player to move"), tuple(_LETTERS))
        cells = placement.read(_BOARD, placed, lambda cell: cell == "." or cell in _PIECES)
        for point, cell in enumerate(cells):
            if cell != "." and point not in _DARK:
                raise InvalidPosition(
                    Text(
                        "square {point} shows {text!r}, but it is a light square",
                        point=_BOARD.names[point],
                        text=cell,
                    )
                )
            if cell in _LETTERS and _FAR[_LETTERS.index(cell)] >> point & 1:
                raise InvalidPosition(
                    Text(
                        "square {point} shows the man {man!r}, which is crowned there; "
                        "write {king!r}",
                        point=_BOARD.names[point],
                        man=cell,
                        king=cell.upper(),
                    )
                )
        letters = "".join(cells).lower()
        for letter in _LETTERS:
            if letters.count(letter) > _EACH:
                raise InvalidPosition(
                    Text(
                        "placement {text!r} has {number} pieces {side!r}; a side has {most}",
                        text=placed,
                        number=letters.count(letter),
                        side=letter,
                        most=_EACH,
                    )
                )
        black, white, kings = (
            bits(Point(p) for p, cell in enumerate(cells) if cell in which)
            for which in (("b", "B"), ("w", "W"), ("B", "W"))
        )
        return Position(black, white, kings, _LETTERS.index(turn))

    def move_text(self, position: Position, move: Path) -> str:
        mark = "x" if (move[0], move[1]) in _OVER else "-"
        return mark.join(_BOARD.names[p] for p in move)


def _cells(position: Position) -> list[str]:
    black, white, kings, _ = position
    cells = ["."] * _BOARD.size
    for letter, held in zip(_LETTERS, (black, white), strict=True):
        for point in points_of(held):
            cells[point] = letter.upper() if kings >> point & 1 else letter
    return cells
