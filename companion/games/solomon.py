"""Solomon, the basic game: Martin Gardner's checkers on the star.

A position is one int: White's pieces in bits 0 to 18, Black's in bits 19 to 37, kings (of either
side) in bits 38 to 56, and bit 57 set when Black is to move. A move is a pair: the bits that it
changes, so that `advance` is one exclusive or, and its path, the origin and every landing point.

Rule numbers in the comments refer to docs/games/solomon.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

from companion.base.text import Text
from companion.rules import (
    DRAW,
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
    Symmetry,
    placement,
    win,
)
from companion.rules.geometry import STAR, Occupancy, Point, symmetries
from companion.rules.option import choice

_FULL: Final = STAR.full
_BLACK: Final = 19  # shift of Black's pieces
_KINGS: Final = 38  # shift of the kings
_TURN: Final = 1 << 57
_SHIFT: Final[tuple[int, ...]] = (0, _BLACK)
# Where each side's men are crowned.
_PALACE: Final[tuple[int, ...]] = (
    1 << STAR.index["1"],
    1 << STAR.index["19"],
)
_MEN_EACH: Final = 6

Path = tuple[Point, ...]
Move = tuple[int, Path]


@dataclass(frozen=True, slots=True)
class Hop:
    """A jump of a piece of one seat and rank from one point.

    Attributes:
        over: The point jumped over, as a bit.
        land: The landing point, as a bit.
        changes: The bits of a position that it changes, apart from the rank of the jumped piece.
        crowned: Whether it makes the jumper a king.
        to: The landing point.
    """

    over: int
    land: int
    changes: int
    crowned: bool
    to: Point


@dataclass(frozen=True, slots=True)
class Ways:
    """The moves of a piece of one seat and rank from one point.

    Attributes:
        near: The neighbouring points in its directions, as bits.
        slides: Its slides, by which of these points are vacant.
        lands: Where it might land, as bits, by which of these points it may jump over.
        hops: Its jumps, by the same.
        king: Whether the piece is a king.
        point: The point.
    """

    near: int
    slides: dict[int, tuple[Move, ...]]
    lands: dict[int, int]
    hops: dict[int, tuple[Hop, ...]]
    king: bool
    point: Point


_PIECES: Final = {
    text: Piece(Seat(seat), kind, text, look)
    for text, seat, kind, look in (
        ("w", 0, Text("man"), Look()),
        ("b", 1, Text("man"), Look()),
        ("W", 0, Text("king"), Look(sign="crown")),
        ("B", 1, Text("king"), Look(sign="crown")),
    )
}


def _sums(values: Iterable[int]) -> tuple[int, ...]:
    """Return the sum of every set of some values; bit i of an index is whether value i is in it."""
    found = [0]
    for value in values:
        found += [value + other for other in found]
    return tuple(found)


# The board turned by half, so that its last point comes first. Again in two halves.
_TURNED_LOW: Final = _sums(1 << 18 - p for p in range(10))
_TURNED_HIGH: Final = _sums(1 << 8 - p for p in range(9))
_OVER: Final = {
    (p, ray[1]): ray[0] for p in range(19) for ray in STAR.rays[p].values() if len(ray) > 1
}


def _forward(seat: int, king: bool, angle: int) -> bool:
    # Rule 3: a man goes forward or along a horizontal line; a king in any direction.
    return king or angle in (0, 180) or (angle < 180) == (seat == 0)


def _ways(seat: int, king: bool, point: Point) -> Ways:
    rays = [ray for angle, ray in STAR.rays[point].items() if _forward(seat, king, angle)]
    slides: dict[int, tuple[Move, ...]] = {}
    lands: dict[int, int] = {}
    hops: dict[int, tuple[Hop, ...]] = {}
    for count in range(len(rays) + 1):
        for some in combinations(rays, count):
            near = sum(1 << ray[0] for ray in some)
            slides[near] = tuple(
                (_TURN | _moved(seat, king, point, ray[0]), (point, ray[0])) for ray in some
            )
            hops[near] = tuple(_hop(seat, king, point, *ray[:2]) for ray in some if len(ray) > 1)
            lands[near] = sum(hop.land for hop in hops[near])
    return Ways(sum(1 << ray[0] for ray in rays), slides, lands, hops, king, point)


def _hop(seat: int, king: bool, origin: Point, over: Point, to: Point) -> Hop:
    changed = _moved(seat, king, origin, to) | 1 << over << _SHIFT[1 - seat]
    crowned = not king and 1 << to == _PALACE[seat]
    return Hop(1 << over, 1 << to, changed, crowned, to)


def _moved(seat: int, king: bool, origin: Point, to: Point) -> int:
    """Return the bits that change when a piece moves."""
    delta = (1 << origin | 1 << to) << _SHIFT[seat]
    if king:
        delta |= (1 << origin | 1 << to) << _KINGS
    elif 1 << to == _PALACE[seat]:  # Rule 5: a man that reaches the palace becomes a king.
        delta |= 1 << to << _KINGS
    return delta


def _by_bits(ways: Sequence[Ways], points: range) -> list[tuple[Ways, ...]]:
    """Return, for every set of these points, the ways of the pieces on them."""
    found: list[tuple[Ways, ...]] = [()]
    for point in points:  # each doubles the sets: without it, and with it
        found += [(*others, ways[point]) for others in found]
    return found


_WAYS: Final = tuple(
    tuple(tuple(_ways(seat, king, Point(p)) for p in range(19)) for king in (False, True))
    for seat in (0, 1)
)
# A set of 19 points is looked up in two halves: ten points, then nine.
_LOW: Final = tuple(tuple(_by_bits(ways, range(10)) for ways in side) for side in _WAYS)
_HIGH: Final = tuple(tuple(_by_bits(ways, range(10, 19)) for ways in side) for side in _WAYS)


class Solomon(Game[int, Move]):
    """Two players, six men each, forced jumps, kings."""

    name = "solomon"
    title = Text("Solomon")
    summary = Text(
        "Checkers on a star: capture every enemy man by jumping, or leave the other side "
        "without a move."
    )
    position_fields: tuple[Text, ...] = (Text("placement"), Text("player to move"))
    menu_rank = 7
    minutes = 15
    options = (
        choice("first", Text("who moves first"), "w", "b", w=Text("White"), b=Text("Black")),
    )
    board = STAR
    pieces: tuple[Piece, ...] = tuple(_PIECES.values())
    seats: tuple[Text, ...] = (Text("White"), Text("Black"))
    colours: tuple[Colour, ...] = ("white", "black")
    repetitions = 3

    def start(self) -> int:
        return self.parse_position(f"b/bbbbb/../.../../wwwww/w {self.chosen['first']}")

    def to_act(self, position: int) -> Seat:
        if self.outcome(position).over:
            return NOBODY
        return Seat(1) if position & _TURN else Seat(0)

    def moves(self, position: int) -> list[Move]:
        white = position & _FULL
        black = position >> _BLACK & _FULL
        kings = position >> _KINGS & _FULL
        occupied = white | black
        if occupied == kings and _drawn(white, black):
            return []
        if position & _TURN:
            seat, own, other = 1, black, white
        else:
            seat, own, other = 0, white, black
        vacant = occupied ^ _FULL
        men = own & ~kings
        low, high = _LOW[seat], _HIGH[seat]
        ways = low[0][men & 1023] + high[0][men >> 10]
        if men != own:
            crowned = own & kings
            ways += low[1][crowned & 1023] + high[1][crowned >> 10]
        found: list[Move] = []
        for way in ways:
            near = way.near
            beside = near & other
            if beside and way.lands[beside] & vacant:
                # Rule 4: if a jump is available it must be played.
                return self._jumps(_WAYS[seat], ways, other, vacant, kings)
            found += way.slides[near & vacant]
        return found

    def _jumps(
        self,
        side: tuple[tuple[Ways, ...], ...],
        pieces: Sequence[Ways],
        other: int,
        vacant: int,
        kings: int,
    ) -> list[Move]:
        found: list[Move] = []
        for way in pieces:
            beside = way.near & other
            if beside and way.lands[beside] & vacant:
                # Rule 2: the point that the jumping piece started from is vacant.
                free = vacant | 1 << way.point
                path, hops = (way.point,), way.hops[beside]
                self._chain(side[way.king], hops, path, _TURN, other, free, kings, found)
        return found

    def _chain(
        self,
        ways: tuple[Ways, ...],
        hops: tuple[Hop, ...],
        path: Path,
        changed: int,
        other: int,
        vacant: int,
        kings: int,
        found: list[Move],
    ) -> None:
        """Add every chain that continues from the end of `path`."""
        for hop in hops:
            if not hop.land & vacant:
                continue
            over = hop.over
            # Rule 2: the jumped piece leaves at once, before the next jump.
            delta = changed ^ hop.changes ^ (over & kings) << _KINGS
            longer = (*path, hop.to)
            left, free = other ^ over, vacant | over
            way = ways[hop.to]
            beside = way.near & left
            # Rule 5: a man's turn ends in the palace. Rule 4: all other chains must go on.
            if hop.crowned or not beside or not way.lands[beside] & free:
                found.append((delta, longer))
            else:
                self._chain(ways, way.hops[beside], longer, delta, left, free, kings, found)

    def jumps(self, move: Move) -> bool:
        """Return whether a move is a jump or a chain of jumps: it changes pieces of both sides."""
        changed = move[0]
        return changed & _FULL != 0 and changed >> _BLACK & _FULL != 0

    def advance(self, position: int, move: Move) -> int:
        return position ^ move[0]

    def outcome(self, position: int) -> Outcome:
        white, black = position & _FULL, position >> _BLACK & _FULL
        if white | black == position >> _KINGS & _FULL and _drawn(white, black):
            return DRAW
        if self.moves(position):
            return ONGOING
        return win(0 if position & _TURN else 1)  # Rule 6: a player who cannot move loses.

    def forced(self, position: int) -> bool:
        return any(self.jumps(move) for move in self.moves(position)[:1])

    def objection(self, position: int, origin: Point, to: Point | None) -> Text:
        seat = 1 if position & _TURN else 0
        own = position >> _SHIFT[seat] & _FULL
        occupied = self.occupancy(position)
        way = None if to is None else STAR.way(origin, to)
        if not own >> origin & 1 or way is None or to is None or occupied >> to & 1:
            return Text()
        if self.forced(position):
            return Text()
        angle, passed = way
        if not _forward(seat, bool(position >> _KINGS + origin & 1), angle):
            return Text("Men cannot go backwards.")  # Rule 3
        if len(passed) == 1 and own >> passed[0] & 1:
            return Text("You cannot jump over your own piece.")  # Rule 2
        if passed and not any(occupied >> point & 1 for point in passed):
            return Text("Without a jump, a piece moves one point only.")  # Rule 1
        return Text()

    def conclusion(self, position: int) -> Text:
        if self.outcome(position) == DRAW:
            return Text("Each side has one king, and neither can capture the other.")  # Rule 7
        seat = 1 if position & _TURN else 0
        # Rule 6
        held = position >> _SHIFT[seat] & _FULL
        return Text("{seat} has no legal move.", seat=self.seats[seat]) if held else Text()

    def men(self, position: int, seat: int) -> Occupancy:
        """Return the points that hold a man of a seat."""
        return Occupancy(position >> _SHIFT[seat] & ~(position >> _KINGS) & _FULL)

    def kings(self, position: int, seat: int) -> Occupancy:
        """Return the points that hold a king of a seat."""
        return Occupancy(position >> _SHIFT[seat] & position >> _KINGS & _FULL)

    def seen_by_mover(self, position: int) -> tuple[int, int, int]:
        """Return the pieces on a board turned so that the player to move goes up.

        Returns:
            As bits: the pieces of the player to move, those of the other player, and all kings.
        """
        white, black = position & _FULL, position >> _BLACK & _FULL
        kings = position >> _KINGS & _FULL
        if position & _TURN:
            return _turned(black), _turned(white), _turned(kings)
        return white, black, kings

    def occupancy(self, position: int) -> Occupancy:
        return Occupancy((position | position >> _BLACK) & _FULL)

    def stacks(self, position: int) -> tuple[Stack, ...]:
        return tuple(() if text == "." else (_PIECES[text],) for text in _cells(position))

    def steps(self, position: int, move: Move) -> tuple[Step, ...]:
        _, path = move
        cells = _cells(position)
        piece = _PIECES[cells[path[0]]]
        steps = []
        for origin, to in pairwise(path):
            steps += [Step(Action.LIFT, origin, piece, False), Step(Action.PLACE, to, piece, True)]
            over = _OVER.get((origin, to))
            if over is not None:
                steps.append(Step(Action.REMOVE, over, _PIECES[cells[over]], False))
        if piece.kind == "man" and 1 << path[-1] == _PALACE[piece.seat or 0]:
            steps.append(Step(Action.TURN, path[-1], _PIECES[piece.text.upper()], True))
        return tuple(steps)

    def position_text(self, position: int) -> str:
        return f"{placement.write(STAR, _cells(position))} {'b' if position & _TURN else 'w'}"

    def parse_position(self, text: str) -> int:
        placed, turn = placement.fields(text, self.position_fields)
        placement.one_of(turn, Text("the player to move"), ("w", "b"))
        cells = placement.read(STAR, placed, lambda cell: cell == "." or cell in _PIECES)
        position = _TURN if turn == "b" else 0
        for point, cell in enumerate(cells):
            if cell == ".":
                continue
            piece = _PIECES[cell]
            seat = piece.seat or 0
            if piece.kind == "man" and 1 << point == _PALACE[seat]:
                raise InvalidPosition(
                    Text(
                        "point {point} shows a man {man!r} in the palace, "
                        "where it would be a king {king!r}",
                        point=STAR.names[point],
                        man=cell,
                        king=cell.upper(),
                    )
                )
            position |= 1 << point << _SHIFT[seat]
            if piece.kind == "king":
                position |= 1 << point << _KINGS
        for seat, letter in enumerate("wb"):
            count = (position >> _SHIFT[seat] & _FULL).bit_count()
            if count > _MEN_EACH:
                raise InvalidPosition(
                    Text(
                        "placement {text!r} has {number} pieces of {side!r}; a side has {most}",
                        text=placed,
                        number=count,
                        side=letter,
                        most=_MEN_EACH,
                    )
                )
        return position

    def move_text(self, position: int, move: Move) -> str:
        _, path = move
        mark = "x" if (path[0], path[1]) in _OVER else "-"
        return mark.join(STAR.names[p] for p in path)

    def symmetries(self) -> tuple[Symmetry, ...]:
        north, south = STAR.palaces
        return tuple(
            Symmetry(points) if points[north] == north else Symmetry(points, "wbWB", "bwBW")
            for points in symmetries(STAR)
            if points[north] in (north, south)
        )


def _cells(position: int) -> list[str]:
    """Return the text of each point in a placement."""
    cells = []
    for point in range(19):
        text = "w" if position >> point & 1 else "b" if position >> _BLACK + point & 1 else "."
        cells.append(text.upper() if position >> _KINGS + point & 1 else text)
    return cells


def _turned(points: int) -> int:
    return _TURNED_LOW[points & 1023] | _TURNED_HIGH[points >> 10]


def _drawn(white: int, black: int) -> bool:
    """Apply rule 7 to a board on which all pieces are kings: return whether it is a draw."""
    if not white or not black or white & (white - 1) or black & (black - 1):
        return False
    for own, other in ((white, black), (black, white)):
        way = _WAYS[0][True][own.bit_length() - 1]
        if any(hop.over == other and not hop.land & own for hop in way.hops[way.near]):
            return False
    return True


GAME = Solomon
