"""Gomony: checkers in which captured markers go under the captor, and columns change hands.

A position is a tuple: three sets of squares as bits (White's columns, Black's columns, and the
columns with a promoted marker on top), the seat to act, and the markers of each column as text,
bottom first. A move is its path: the origin and every landing square. They determine the jumped
squares.

Only dark squares have bits, in reading order from a8. A bit is left out after every second rank, so
the next square in each direction is always 4 or 5 bits away: higher down the board, lower up the
board. An unused bit is never vacant, so nothing leaves the board.

      0   1   2   3      rank 8
    4   5   6   7        rank 7
      9  10  11  12      rank 6
    13 ...               rank 5

Rule numbers in the comments refer to docs/games/gomony.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

from companion.base.text import Text, sense
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
from companion.rules.geometry import Occupancy, Point, bits, grid, symmetries
from companion.rules.option import choice

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
# The bit number of every point, and the point of every bit; -1 for the others.
_BIT_OF: Final = tuple(p // 2 + p // 16 if p in _DARK else -1 for p in range(64))
_BITS: Final = max(_BIT_OF) + 1
_POINT_OF: Final = tuple(_BIT_OF.index(n) if n in _BIT_OF else -1 for n in range(_BITS))
_ALL: Final = sum(1 << _BIT_OF[p] for p in _DARK)
_MARKERS: Final[tuple[str, ...]] = ("wW", "bB")  # of each side
_FAR: Final = tuple(  # where each side's markers are promoted
    sum(1 << _BIT_OF[p] for p in _DARK if _BOARD.xy[p][1] == y) for y in (7, 0)
)
_HOME: Final = tuple(p for p in _DARK if _BOARD.xy[p][1] not in (3, 4))

Path = tuple[Point, ...]
Hop = tuple[int, int, Point]
"""A jump: the squares jumped over and landed on, as bits; the landing point."""

Position = tuple[int, int, int, int, tuple[str, ...]]
"""A position; see the top of this file.

White's columns, Black's, those with a promoted marker on top, the seat to act, and the text of
each column by its bit: empty on a vacant square.
"""


@dataclass(frozen=True, slots=True)
class Ways:
    """The moves of a column of one seat, promoted or not, from one square.

    Attributes:
        near: The neighbouring squares in its directions, as bits.
        steps: Its steps, by which of these squares are vacant.
        hops: Its jumps.
    """

    near: int
    steps: dict[int, tuple[Path, ...]]
    hops: tuple[Hop, ...]


def _ways(seat: int, promoted: bool, point: Point) -> Ways:
    # Rules 2 and 6: an unpromoted top marker goes forward only, a promoted one both ways.
    rays = [
        ray for angle, ray in _BOARD.rays[point].items() if promoted or (angle < 180) == (seat == 0)
    ]
    steps: dict[int, tuple[Path, ...]] = {}
    for count in range(len(rays) + 1):
        for some in combinations(rays, count):
            steps[squares_of(ray[0] for ray in some)] = tuple((point, ray[0]) for ray in some)
    hops = tuple(
        (squares_of(ray[:1]), squares_of(ray[1:2]), ray[1]) for ray in rays if len(ray) > 1
    )
    return Ways(squares_of(ray[0] for ray in rays), steps, hops)


def squares_of(points: Iterable[Point]) -> int:
    """Return the bits of these dark squares."""
    return sum(1 << _BIT_OF[point] for point in points)


# By seat, rank and bit; the entries of unused bits are never used.
_WAYS: Final = tuple(
    tuple(
        tuple(_ways(seat, promoted, Point(p) if p >= 0 else _DARK[0]) for p in _POINT_OF)
        for promoted in (False, True)
    )
    for seat in (0, 1)
)


def _squares(_: object) -> tuple[str, ...]:
    return tuple(_BOARD.names[point] for point in _HOME)


class Gomony(Game[Position, Path]):
    """Two players, twelve markers each; nothing ever leaves the board."""

    name = "gomony"
    title = Text("Gomony")
    summary = Text(
        "Checkers in which captured markers stay: they go under their captor, in tall columns."
    )
    position_fields: tuple[Text, ...] = (Text("placement"), Text("player to move"))
    menu_rank = 2
    minutes = 30
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
        return self.position(columns, "wb".index(self.chosen["first"]))

    def position(self, columns: Sequence[str], seat: int) -> Position:
        """Return the position with these columns, one text for each point; `seat` is to act."""
        white = black = promoted = 0
        texts = [""] * _BITS
        for point in _DARK:
            text = columns[point]
            if text:
                number, top = _BIT_OF[point], text[-1]
                texts[number] = text
                white |= (top in "wW") << number
                black |= (top in "bB") << number
                promoted |= (top in "WB") << number
        return white, black, promoted, seat, tuple(texts)

    def columns(self, position: Position) -> tuple[str, ...]:
        """Return the columns, one text for each point."""
        columns = [""] * 64
        for point in _DARK:
            columns[point] = position[4][_BIT_OF[point]]
        return tuple(columns)

    def to_act(self, position: Position) -> Seat:
        return Seat(position[3]) if self.moves(position) else NOBODY

    def moves(self, position: Position) -> Sequence[Path]:
        white, black, promoted, seat, _ = position
        occupied = white | black
        vacant = occupied ^ _ALL
        # Rules 2 and 6: an unpromoted top marker goes forward only, a promoted one both ways.
        if seat:
            other, up, down = white, black & promoted, black
        else:
            other, up, down = black, white, white & promoted
        found: list[Path] = []
        jumpers = up & (other << 4 & vacant << 8 | other << 5 & vacant << 10)
        jumpers |= down & (other >> 4 & vacant >> 8 | other >> 5 & vacant >> 10)
        if jumpers:  # Rule 5: a player who can jump must jump.
            while jumpers:
                square = jumpers & -jumpers
                jumpers ^= square
                number = square.bit_length() - 1
                rank = 1 if promoted & square else 0
                # Rule 3: the square that the column started from is vacant during the move.
                path = (Point(_POINT_OF[number]),)
                self._chain(seat, rank, number, path, other, vacant | square, found)
            return found
        plain, crowned = _WAYS[seat]
        steppers = up & (vacant << 4 | vacant << 5) | down & (vacant >> 4 | vacant >> 5)
        while steppers:
            square = steppers & -steppers
            steppers ^= square
            ways = (crowned if promoted & square else plain)[square.bit_length() - 1]
            found += ways.steps[ways.near & vacant]
        return found

    def _chain(
        self,
        seat: int,
        promoted: int,
        number: int,
        path: Path,
        other: int,
        vacant: int,
        found: list[Path],
    ) -> bool:
        """Add every chain that continues from the end of `path`, the square with bit `number`.

        Returns whether there was one.
        """
        any_hop = False
        for over, land, to in _WAYS[seat][promoted][number].hops:
            if not (over & other and land & vacant):
                continue
            any_hop = True
            longer = (*path, to)
            # Rule 7: an unpromoted marker's turn ends on the far rank. Rule 5: others must go on.
            ends = not promoted and land & _FAR[seat]
            # Rule 5: no column is jumped twice. Rule 3: a single marker leaves its square vacant,
            # but no hop of this chain can end there: hops end on every other rank and file.
            if ends or not self._chain(
                seat, promoted, _BIT_OF[to], longer, other ^ over, vacant, found
            ):
                found.append(longer)
        return any_hop

    def jumps(self, move: Path) -> bool:
        """Return whether a move is a jump or a chain of jumps."""
        return abs(_BIT_OF[move[0]] - _BIT_OF[move[1]]) > 5

    def advance(self, position: Position, move: Path) -> Position:
        white, black, promoted, seat, before = position
        own, other = (black, white) if seat else (white, black)
        columns = list(before)
        origin, end = _BIT_OF[move[0]], _BIT_OF[move[-1]]
        start, goal = 1 << origin, 1 << end
        column = columns[origin]
        columns[origin] = ""
        if self.jumps(move):
            at = origin
            for point in move[1:]:
                to = _BIT_OF[point]
                number = (at + to) // 2
                taken, bit = columns[number], 1 << number
                at = to
                # Rule 4: only the top marker is captured, and it goes under the captor.
                rest = taken[:-1]
                column = taken[-1] + column
                columns[number] = rest
                other &= ~bit
                promoted &= ~bit
                if rest:
                    top = rest[-1]
                    if top in _MARKERS[seat]:
                        own |= bit
                    else:
                        other |= bit
                    if top in "WB":
                        promoted |= bit
        own = own & ~start | goal
        if promoted & start:
            promoted = promoted & ~start | goal
        elif goal & _FAR[seat]:
            column = column[:-1] + column[-1].upper()  # Rule 7.
            promoted |= goal
        columns[end] = column
        if seat:
            white, black = other, own
        else:
            white, black = own, other
        return white, black, promoted, 1 - seat, tuple(columns)

    def outcome(self, position: Position) -> Outcome:
        if self.moves(position):
            return ONGOING
        white, black, _, seat, _ = position
        # Rule 8: a player whose markers are all buried loses. Rule 9: being blocked is different.
        if (black if seat else white) and self.chosen["stalemate"] == "draw":
            return DRAW
        return win(1 - seat)

    def forced(self, position: Position) -> bool:
        return any(self.jumps(path) for path in self.moves(position)[:1])

    def objection(self, position: Position, origin: Point, to: Point | None) -> Text:
        white, black, promoted, seat, _ = position
        own = _occupancy(black if seat else white)
        occupied = self.occupancy(position)
        if to is None or not own >> origin & 1 or occupied >> to & 1:
            return Text()
        if to not in _DARK:
            return Text("Columns stay on the dark squares.")
        way = _BOARD.way(origin, to)
        if way is None or self.forced(position):
            return Text()
        angle, passed = way
        if not promoted >> _BIT_OF[origin] & 1 and (angle < 180) != (seat == 0):
            return Text("Only a promoted marker goes backwards.")  # Rules 2 and 6
        if len(passed) == 1 and own >> passed[0] & 1:
            return Text("You cannot jump over your own column.")  # Rule 3
        if passed and not any(occupied >> point & 1 for point in passed):
            return Text("Without a jump, a column moves one square only.")  # Rule 2
        return Text()

    def conclusion(self, position: Position) -> Text:
        white, black, _, seat, _ = position
        name = self.seats[seat]
        if black if seat else white:
            return Text("{seat} has no legal move.", seat=name)  # Rule 9
        return Text("All of {seat}'s markers are buried.", seat=name)  # Rule 8

    def symmetries(self) -> Sequence[Symmetry]:
        # A half turn exchanges the sides. No other symmetry keeps a1 dark and forward vertical.
        a1, h1, a8, h8 = (_BOARD.index[name] for name in ("a1", "h1", "a8", "h8"))
        turn = next(way for way in symmetries(_BOARD) if (way[a1], way[h1]) == (h8, a8))
        return (Symmetry(turn, "wWbB", "bBwW"),)

    def occupancy(self, position: Position) -> Occupancy:
        return _occupancy(position[0] | position[1])

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        return tuple(tuple(_PIECES[text] for text in column) for column in self.columns(position))

    def steps(self, position: Position, move: Path) -> tuple[Step, ...]:
        columns = self.columns(position)
        piece = _PIECES[columns[move[0]][-1]]
        steps = []
        for origin, to in pairwise(move):
            steps += [Step(Action.LIFT, origin, piece, False), Step(Action.PLACE, to, piece, True)]
            if self.jumps(move):
                # The captured marker goes under the captor at once; the markers below it stay.
                over = Point((origin + to) // 2)
                taken = columns[over]
                steps.append(Step(Action.REMOVE, over, _PIECES[taken[-1]], len(taken) > 1))
        if piece.text in "wb" and 1 << _BIT_OF[move[-1]] & _FAR[position[3]]:
            steps.append(Step(Action.TURN, move[-1], _PIECES[piece.text.upper()], True))
        return tuple(steps)

    def position_text(self, position: Position) -> str:
        cells = [
            column if len(column) == 1 else f"({column})" if column else "."
            for column in self.columns(position)
        ]
        return f"{placement.write(_BOARD, cells)} {'wb'[position[3]]}"

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
        return self.position(columns, "wb".index(turn))

    def move_text(self, position: Position, move: Path) -> str:
        mark = "x" if self.jumps(move) else "-"
        return mark.join(_BOARD.names[p] for p in move)


def _occupancy(squares: int) -> Occupancy:
    """Return the points of these squares."""
    return bits(p for p in _DARK if squares >> _BIT_OF[p] & 1)


def _known(cell: str) -> bool:
    stacked = cell.startswith("(") and cell.endswith(")") and len(cell) > 3
    return cell == "." or cell in _PIECES or (stacked and all(c in _PIECES for c in cell[1:-1]))


GAME = Gomony
