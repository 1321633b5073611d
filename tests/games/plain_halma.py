"""Halma's legal moves as they were found before that was made faster: every chain is followed by
the full rules, jump by jump. It is what `Halma.moves` is compared to, in tests and in `make bench`.

Rule numbers in the comments refer to docs/games/halma.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.games.halma import Halma, Move, Sent
from companion.games.halma import Position as Packed
from companion.rules.geometry import Point, bits, grid, points_of

_TRIANGLE, _CIRCLE = 1, 2
_TURNS = ((0, 90, 180, 270), (45, 180, 315), (0, 45, 90, 270, 315), (45, 135, 225, 315))
_FORWARD = {"s": 90, "w": 0, "n": 270, "e": 180}
_SECOND = {
    "s": "b2 c2 d2 e2 f2 g2 h2",
    "w": "b8 b7 b6 b5 b4 b3 b2",
    "n": "b8 c8 d8 e8 f8 g8 h8",
    "e": "h8 h7 h6 h5 h4 h3 h2",
}

_BOARD = grid(9, diagonal=True)
_MARGIN = int(bits(Point(p) for p, xy in enumerate(_BOARD.xy) if {0.0, 8.0} & set(xy)))
_INNER = _BOARD.full & ~_MARGIN

PlainHop = tuple[int, int, Point, bool]
"""The squares passed and the landing square, as bits; the one that must hold a piece; the landing
square; whether its direction is the piece's own."""


class _Side(NamedTuple):
    """The board as one player plays it; of each kind and point, the steps and the jumps."""

    first: tuple[Point, ...]
    second: tuple[Point, ...]
    home: int
    goal: int
    steps: list[list[list[Point]]]
    short: list[list[list[PlainHop]]]
    long: list[list[list[PlainHop]]]


class Position(NamedTuple):
    """The seat to act; every seat's squares, triangles, circles and diamonds, as bits; how many of
    each are in hand."""

    seat: int
    pieces: tuple[int, ...]
    hands: tuple[int, ...]


class _State(NamedTuple):
    """How far a chain has come: where it is, where it was before, whether it has never left the
    first rank, all other pieces, and the circles of each seat."""

    at: Point
    came: int
    within: bool
    others: int
    circles: tuple[int, ...]


def _side(letter: str, first: tuple[Point, ...], last: tuple[Point, ...]) -> _Side:
    home, goal = int(bits(first)), int(bits(last))
    angles = [{(_FORWARD[letter] + turn) % 360 for turn in turns} for turns in _TURNS]

    def steps(kind: int, point: Point) -> list[Point]:
        near = [ray[0] for angle, ray in _BOARD.rays[point].items() if angle in angles[kind]]
        rest = _INNER | goal | (home if home >> point & 1 else 0)  # Rule 4
        return [to for to in near if rest >> to & 1]

    def hops(kind: int, point: Point, reach: int) -> list[PlainHop]:
        found = []
        against = kind == _TRIANGLE and (_MARGIN & ~goal) >> point & 1  # Rule 5
        for angle, ray in _BOARD.rays[point].items():
            if angle in angles[kind] or against:
                for far in range(2, min(reach, len(ray)) + 1, 2):  # Rules 3 and 10
                    middle, landing = ray[far // 2 - 1], ray[far - 1]
                    own = angle in angles[kind]
                    found.append((int(bits(ray[:far])), 1 << middle, landing, own))
        return sorted(found, key=lambda hop: _BOARD.xy[hop[2]][::-1])

    points = [Point(p) for p in range(_BOARD.size)]
    second = tuple(_BOARD.index[name] for name in _SECOND[letter].split())
    return _Side(
        first,
        second,
        home,
        goal,
        [[steps(kind, p) for p in points] for kind in range(4)],
        [[hops(kind, p, 2) for p in points] for kind in range(4)],
        [[hops(kind, p, 8) for p in points] for kind in range(4)],
    )


class PlainHalma:
    """The moves of one game of Halma; it cannot be over."""

    def __init__(self, game: Halma) -> None:
        self._advanced = game.chosen["rules"] == "advanced"
        areas = {(area.kind, area.seat): area.points for area in game.areas}
        self._sides = [
            _side(piece.text[0], areas["home", piece.seat], areas["goal", piece.seat])
            for piece in game.pieces[::4]
        ]

    def moves(self, packed: Packed) -> list[Move]:
        """The legal moves, in the order of `Halma.moves`."""
        position = _unpacked(packed)
        if any(position.hands):
            return self._drops(position)
        return self._on_board(position) or [Move(())]

    def _drops(self, position: Position) -> list[Move]:
        vacant = self._sides[position.seat].home & ~_occupied(position)
        hand = position.hands[4 * position.seat :][:4]
        return [
            Move((to,), (), kind)
            for kind, count in enumerate(hand)
            if count
            for to in points_of(vacant)
        ]

    def _on_board(self, position: Position) -> list[Move]:
        found: dict[object, Move] = {}
        outjumps = self._outjumps(position)
        if outjumps:
            for kind, origin in outjumps:
                self._chains(position, kind, origin, found, True)
            return list(found.values())
        side = self._sides[position.seat]
        occupied = _occupied(position)
        for kind, own in enumerate(position.pieces[4 * position.seat :][:4]):
            for origin in points_of(own & ~side.goal):
                circles = self._begin(position, origin).circles
                for to in side.steps[kind][origin]:
                    if not occupied >> to & 1:
                        found[origin, to, circles] = Move((origin, to), (None,))
                self._chains(position, kind, origin, found, False)
        return list(found.values())

    def _outjumps(self, position: Position) -> list[tuple[int, Point]]:
        home = self._sides[position.seat].home
        return [
            (kind, origin)
            for kind, own in enumerate(position.pieces[4 * position.seat :][:4])
            for origin in points_of(own & home)
            if any(self._hops(position, kind, self._begin(position, origin), True))
        ]

    def _begin(self, position: Position, origin: Point) -> _State:
        within = self._sides[position.seat].home >> origin & 1 == 1
        circles = tuple(own & ~(1 << origin) for own in position.pieces[_CIRCLE::4])
        return _State(origin, -1, within, _occupied(position) ^ 1 << origin, circles)

    def _chains(
        self, position: Position, kind: int, origin: Point, found: dict[object, Move], out: bool
    ) -> None:
        begin = self._begin(position, origin)
        seen = {begin}
        level = [(begin, Move((origin,)))]
        while level:
            deeper = []
            for state, move in level:
                for after, sent in self._hops(position, kind, state, out):
                    if after in seen:
                        continue
                    seen.add(after)
                    longer = Move((*move.path, after.at), (*move.sent, sent))
                    deeper.append((after, longer))
                    if self._may_rest(position.seat, origin, after):
                        found.setdefault((origin, after.at, after.circles), longer)
            level, out = deeper, False

    def _may_rest(self, seat: int, origin: Point, state: _State) -> bool:
        side = self._sides[seat]
        rest = _INNER | side.goal | (side.home if state.within else 0)  # Rules 3 and 4
        return state.at != origin and rest >> state.at & 1 == 1

    def _hops(
        self, position: Position, kind: int, state: _State, out: bool
    ) -> Iterator[tuple[_State, Sent | None]]:
        at, came, within, others, circles = state
        seat = position.seat
        side = self._sides[seat]
        over = _compelling(position) if out else others
        exposed = self._exposed(seat, circles) if kind == _CIRCLE and self._advanced else 0
        turning = (_MARGIN & ~side.goal) >> at & 1
        table = side.long if self._advanced and not out else side.short
        for way, middle, to, own in table[kind][at]:
            if others & way != middle or not over & middle:
                continue
            if not (turning if to == came else own):  # Rule 5
                continue
            if out and not _INNER >> to & 1:  # Rule 7
                continue
            inside = within and side.home >> to & 1 == 1
            if not middle & exposed:
                yield _State(to, at, inside, others, circles), None
            elif (_INNER | side.goal) >> to & 1:  # Rule 12
                sent = self._sent(circles, others, middle, to)
                if sent is not None:
                    moved = middle | 1 << sent.to
                    after = list(circles)
                    after[sent.seat] ^= moved
                    yield _State(to, at, inside, others ^ moved, tuple(after)), sent

    def _exposed(self, seat: int, circles: Sequence[int]) -> int:
        """Rule 11: the enemy circles that a circle sends back."""
        mask = 0
        for owner, side in enumerate(self._sides):
            if owner != seat:
                mask |= circles[owner] & ~(side.home | side.goal)
        return mask

    def _sent(
        self, circles: Sequence[int], others: int, middle: int, landing: Point
    ) -> Sent | None:
        owner = next(seat for seat, own in enumerate(circles) if own & middle)
        side = self._sides[owner]
        for to in (*side.first, *side.second):
            if to != landing and not others >> to & 1:
                return Sent(owner, Point(middle.bit_length() - 1), to)
        return None


def _unpacked(packed: Packed) -> Position:
    pieces, hands = [0] * (len(packed) // 7 * 4), [0] * (len(packed) // 7 * 4)
    for number, place in enumerate(packed[:-1]):
        kind = number // 7 * 4 + number % 7 // 2
        if place < _BOARD.size:
            pieces[kind] |= 1 << place
        elif place == _BOARD.size:
            hands[kind] += 1
    return Position(packed[-1], tuple(pieces), tuple(hands))


def _occupied(position: Position) -> int:
    mask = 0
    for points in position.pieces:
        mask |= points
    return mask


def _compelling(position: Position) -> int:
    """Rule 7: the enemy pieces that compel an outjump over them."""
    mask = 0
    for index, points in enumerate(position.pieces):
        if index // 4 != position.seat and index % 4 != _CIRCLE:
            mask |= points
    return mask
