"""Gomony: checkers in which captured markers go under the captor, and columns change hands.

A position holds three sets of squares as bits (White's columns, Black's columns, and the columns
with a promoted marker on top), the seat to act, and the markers of each column as text, bottom
first. A move is its path: the origin and every landing square. They determine the squares jumped.

Rule numbers in the comments refer to docs/games/gomony.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from companion.geometry import Occupancy, Point, bits, grid, points_of, symmetries
from companion.rules import (
    DRAW,
    NOBODY,
    ONGOING,
    Action,
    Area,
    Colour,
    Game,
    InvalidPosition,
    Look,
    Option,
    Outcome,
    Piece,
    Seat,
    Stack,
    Step,
    Symmetry,
    placement,
    win,
)
from companion.rules.option import choice
from companion.text import Text, sense

_BOARD: Final = grid(8, orthogonal=False, diagonal=True)
_DARK: Final = tuple(Point(p) for p, (x, y) in enumerate(_BOARD.xy) if (x + y) % 2 == 0)
_EACH: Final = 12  # markers of each colour
_PIECES: Final = {
    text: Piece(Seat(seat), kind, text, look)
    for text, seat, kind, look in (
        ("w", 0, Text("marker"), Look()),
        ("b", 1, Text("marker"), Look()),
        ("W", 0, Text("promoted marker"), Look(sign="star")),
        ("B", 1, Text("promoted marker"), Look(sign="star")),
    )
}
_RANK: Final = tuple(bits(p for p in _DARK if _BOARD.xy[p][1] == y) for y in range(8))
_FAR: Final = (_RANK[7], _RANK[0])  # where each side's markers are promoted
_HOME: Final = tuple(p for p in _DARK if _BOARD.xy[p][1] not in (3, 4))

Path = tuple[Point, ...]
Hop = tuple[int, int, Point]  # bit jumped over, bit landed on, point landed on


@dataclass(frozen=True, slots=True)
class Ways:
    """What a column of one seat, promoted or not, can do on one square.

    near:  the squares beside it in its directions, as bits.
    steps: its steps, by which of these squares are vacant.
    hops:  its jumps.
    """

    near: int
    steps: dict[int, tuple[Path, ...]]
    hops: tuple[Hop, ...]


class Position(NamedTuple):
    """See the top of this file. `columns[p]` is the text of point p's markers, bottom first."""

    white: int
    black: int
    promoted: int
    seat: int
    columns: tuple[str, ...]


def _ways(seat: int, promoted: bool, point: Point) -> Ways:
    # Rules 2 and 6: an unpromoted top marker goes forward only, a promoted one both ways.
    rays = [
        ray for angle, ray in _BOARD.rays[point].items() if promoted or (angle < 180) == (seat == 0)
    ]
    steps: dict[int, tuple[Path, ...]] = {}
    for count in range(len(rays) + 1):
        for some in combinations(rays, count):
            vacant = sum(1 << ray[0] for ray in some)
            steps[vacant] = tuple((point, ray[0]) for ray in some)
    hops = tuple((1 << ray[0], 1 << ray[1], ray[1]) for ray in rays if len(ray) > 1)
    return Ways(sum(1 << ray[0] for ray in rays), steps, hops)


_WAYS: Final = tuple(
    tuple(tuple(_ways(seat, promoted, Point(p)) for p in range(64)) for promoted in (False, True))
    for seat in (0, 1)
)
_OVER: Final = {
    (p, ray[1]): ray[0] for p in _DARK for ray in _BOARD.rays[p].values() if len(ray) > 1
}


def _squares(_: object) -> tuple[str, ...]:
    return tuple(_BOARD.names[point] for point in _HOME)


class Gomony(Game[Position, Path]):
    """Two players, twelve markers each; nothing ever leaves the board."""

    name = "gomony"
    title = Text("Gomony")
    summary = Text(
        "Checkers in which captured markers stay: they go under their captor, in tall columns."
    )
    position_fields = (Text("placement"), Text("player to move"))
    menu_rank = 2
    options = (
        Option(
            "promoted",
            Text("squares whose markers start promoted, a handicap"),
            _squares,
            many=True,
        ),
        choice(
            "stalemate",
            Text("the result when a player has columns but no move"),
            "draw",
            "loses",
            draw=sense("a result", "draw"),
            loses=Text("loses"),
        ),
        choice("first", Text("who moves first"), "w", "b", w=Text("White"), b=Text("Black")),
    )
    board = _BOARD
    pieces: tuple[Piece, ...] = tuple(_PIECES.values())
    areas: tuple[Area, ...] = (Area("dark", _DARK),)
    seats: tuple[Text, ...] = (Text("White"), Text("Black"))
    colours: tuple[Colour, ...] = ("white", "black")
    repetitions = 3

    def start(self) -> Position:
        promoted = self.chosen["promoted"].split(",")
        columns = [""] * 64
        for point in _HOME:
            marker = "w" if _BOARD.xy[point][1] < 3 else "b"
            # Rule 10: a handicap.
            columns[point] = marker.upper() if _BOARD.names[point] in promoted else marker
        return _position(columns, "wb".index(self.chosen["first"]))

    def to_act(self, position: Position) -> Seat:
        return Seat(position.seat) if self.moves(position) else NOBODY

    def moves(self, position: Position) -> Sequence[Path]:
        white, black, promoted, seat, columns = position
        own, other = (black, white) if seat else (white, black)
        vacant = ~(white | black)
        plain, crowned = _WAYS[seat]
        found: list[Path] = []
        steps: list[Path] = []
        for point in _squares_of(own):
            rank = promoted >> point & 1
            ways = (crowned if rank else plain)[point]
            near = ways.near
            if near & other:
                for over, land, _ in ways.hops:
                    if over & other and land & vacant:
                        # Rule 3: the square that the column started from is vacant during the move.
                        free = vacant | 1 << point
                        self._chain(seat, rank, (point,), other, free, columns, found)
                        break
            if not found:
                steps += ways.steps[near & vacant]
        return found or steps  # Rule 5: a player who can jump must jump.

    def _chain(
        self,
        seat: int,
        promoted: int,
        path: Path,
        other: int,
        vacant: int,
        columns: Sequence[str],
        found: list[Path],
    ) -> bool:
        """Add every chain that goes on from the end of `path`. Returns whether there was one."""
        any_hop = False
        for over, land, to in _WAYS[seat][promoted][path[-1]].hops:
            if not (over & other and land & vacant):
                continue
            any_hop = True
            longer = (*path, to)
            # Rule 7: an unpromoted marker's turn ends on the far rank. Rule 5: others must go on.
            ends = not promoted and land & _FAR[seat]
            # Rule 3: a single marker leaves its square vacant. Rule 5: no column is jumped twice.
            single = over if len(columns[over.bit_length() - 1]) == 1 else 0
            if ends or not self._chain(
                seat, promoted, longer, other ^ over, vacant | single, columns, found
            ):
                found.append(longer)
        return any_hop

    def advance(self, position: Position, move: Path) -> Position:
        white, black, promoted, seat, before = position
        own, other = (black, white) if seat else (white, black)
        columns = list(before)
        origin, end = move[0], move[-1]
        start, goal = 1 << origin, 1 << end
        column = columns[origin]
        columns[origin] = ""
        for hop in pairwise(move):
            over = _OVER.get(hop)
            if over is not None:
                # Rule 4: only the top marker is captured, and it goes under the captor.
                rest, bit = columns[over][:-1], 1 << over
                column = columns[over][-1] + column
                columns[over] = rest
                other &= ~bit
                promoted &= ~bit
                if rest:
                    if _PIECES[rest[-1]].seat == seat:
                        own |= bit
                    else:
                        other |= bit
                    if rest[-1] in "WB":
                        promoted |= bit
        own = own & ~start | goal
        if promoted & start:
            promoted = promoted & ~start | goal
        elif goal & _FAR[seat]:
            column = column[:-1] + column[-1].upper()  # Rule 7.
            promoted |= goal
        columns[end] = column
        white, black = (other, own) if seat else (own, other)
        return Position(white, black, promoted, 1 - seat, tuple(columns))

    def outcome(self, position: Position) -> Outcome:
        if self.moves(position):
            return ONGOING
        own = position.black if position.seat else position.white
        # Rule 8: a player whose markers are all buried loses. Rule 9: being blocked is different.
        if own and self.chosen["stalemate"] == "draw":
            return DRAW
        return win(1 - position.seat)

    def forced(self, position: Position) -> bool:
        return any((path[0], path[1]) in _OVER for path in self.moves(position)[:1])

    def objection(self, position: Position, origin: Point, to: Point | None) -> Text:
        own = position.black if position.seat else position.white
        occupied = self.occupancy(position)
        if to is None or not own >> origin & 1 or occupied >> to & 1:
            return Text()
        if to not in _DARK:
            return Text("Columns stay on the dark squares.")
        way = _BOARD.way(origin, to)
        if way is None or self.forced(position):
            return Text()
        angle, passed = way
        if not position.promoted >> origin & 1 and (angle < 180) != (position.seat == 0):
            return Text("Only a promoted marker goes backwards.")  # Rules 2 and 6
        if len(passed) == 1 and own >> passed[0] & 1:
            return Text("You cannot jump over your own column.")  # Rule 3
        if passed and not any(occupied >> point & 1 for point in passed):
            return Text("Without a jump, a column moves one square only.")  # Rule 2
        return Text()

    def conclusion(self, position: Position) -> Text:
        seat = self.seats[position.seat]
        if position.black if position.seat else position.white:
            return Text("{seat} has no legal move.", seat=seat)  # Rule 9
        return Text("All of {seat}'s markers are buried.", seat=seat)  # Rule 8

    def symmetries(self) -> Sequence[Symmetry]:
        # A half turn exchanges the sides. No other symmetry keeps a1 dark and forward vertical.
        a1, h1, a8, h8 = (_BOARD.index[name] for name in ("a1", "h1", "a8", "h8"))
        turn = next(way for way in symmetries(_BOARD) if (way[a1], way[h1]) == (h8, a8))
        return (Symmetry(turn, "wWbB", "bBwW"),)

    def occupancy(self, position: Position) -> Occupancy:
        return Occupancy(position.white | position.black)

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        return tuple(tuple(_PIECES[text] for text in column) for column in position.columns)

    def steps(self, position: Position, move: Path) -> tuple[Step, ...]:
        columns = position.columns
        piece = _PIECES[columns[move[0]][-1]]
        steps = []
        for origin, to in pairwise(move):
            steps += [Step(Action.LIFT, origin, piece, False), Step(Action.PLACE, to, piece, True)]
            over = _OVER.get((origin, to))
            if over is not None:
                # The captured marker goes under the captor at once; the markers below it stay.
                taken = columns[over]
                steps.append(Step(Action.REMOVE, over, _PIECES[taken[-1]], len(taken) > 1))
        if piece.text in "wb" and 1 << move[-1] & _FAR[position.seat]:
            steps.append(Step(Action.TURN, move[-1], _PIECES[piece.text.upper()], True))
        return tuple(steps)

    def position_text(self, position: Position) -> str:
        cells = [
            column if len(column) == 1 else f"({column})" if column else "."
            for column in position.columns
        ]
        return f"{placement.write(_BOARD, cells)} {'wb'[position.seat]}"

    def parse_position(self, text: str) -> Position:
        placed, turn = placement.fields(text, self.position_fields)
        placement.one_of(turn, Text("the player to move"), ("w", "b"))
        columns = []
        for point, cell in enumerate(placement.read(_BOARD, placed, _known)):
            columns.append("" if cell == "." else cell.strip("()"))
            if columns[-1] and point not in _DARK:
                raise InvalidPosition(
                    Text(
                        "square {point} shows {text!r}, but it is a light square",
                        point=_BOARD.names[point],
                        text=cell,
                    )
                )
        markers = "".join(columns).lower()
        for letter in "wb":
            if markers.count(letter) > _EACH:
                raise InvalidPosition(
                    Text(
                        "placement {text!r} has {number} markers of {side!r}; a side has {most}",
                        text=placed,
                        number=markers.count(letter),
                        side=letter,
                        most=_EACH,
                    )
                )
        return _position(columns, "wb".index(turn))

    def move_text(self, position: Position, move: Path) -> str:
        mark = "x" if (move[0], move[1]) in _OVER else "-"
        return mark.join(_BOARD.names[p] for p in move)


@lru_cache(1 << 12)
def _squares_of(columns: int) -> tuple[Point, ...]:
    return tuple(points_of(columns))


def _known(cell: str) -> bool:
    stacked = cell.startswith("(") and cell.endswith(")") and len(cell) > 3
    return cell == "." or cell in _PIECES or (stacked and all(c in _PIECES for c in cell[1:-1]))


def _position(columns: Sequence[str], seat: int) -> Position:
    def tops(markers: str) -> int:
        return bits(
            Point(p) for p, column in enumerate(columns) if column and column[-1] in markers
        )

    return Position(tops("wW"), tops("bB"), tops("WB"), seat, tuple(columns))


GAME = Gomony
