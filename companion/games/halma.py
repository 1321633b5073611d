"""Pythagoreic Halma: two to four players bring seven pieces of four kinds across the board.

A position is a string of bytes: the places of each seat's seven pieces (two squares, two triangles,
two circles, a diamond), then the seat to act. Two pieces of a kind are in the order of their
points, so equal positions are equal strings.

Chains with the same result count as one move. Its path is the chain with the fewest jumps; among
equals, the one whose squares come first, rank by rank from a1. Chains are searched breadth first,
trying the landing squares in that order, so the first chain to reach a result is the right one.

Most chains leave all other pieces in place and need not begin with an outjump. For these it makes
no difference from where a piece came to a square: the most that it could do with it is turn back to
where it has been. `_roam` finds them square by square. `_chains` finds all others, using every
rule.

Rule numbers in the comments refer to docs/games/halma.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from typing import Final, NamedTuple

from companion.base.text import Text
from companion.rules import (
    NOBODY,
    ONGOING,
    Action,
    Area,
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
from companion.rules.geometry import Occupancy, Point, bits, grid, points_of, symmetries
from companion.rules.option import choice

_BOARD: Final = grid(9, diagonal=True)
_KINDS: Final = "STCD"
_USUAL: Final = "STCDCTS"
"""The kinds along the first rank, as pieces are placed for a player: mirrored, so nobody's left or
right is better."""

_NAMES = (Text("square"), Text("triangle"), Text("circle"), Text("diamond"))
_UNABLE = (
    Text("A square cannot move in that direction."),
    Text("A triangle cannot move in that direction."),
    Text("A circle cannot move in that direction."),
    Text("A diamond cannot move in that direction."),
)
_LOOKS = (Look(shape="square"), Look(shape="triangle"), Look(), Look(shape="diamond"))
_EACH: Final = (2, 2, 2, 1)  # pieces of each kind that a player has
PIECES: Final = sum(_EACH)
KIND: Final = bytes(kind for kind, count in enumerate(_EACH) for _ in range(count))
"""The kind of each piece of a seat."""

_FIRST: Final = bytes(KIND.index(kind) for kind in range(4))
"""The number of the first piece of each kind."""

_PARTNER: Final = bytes(
    PIECES * seat + partner for seat in range(4) for partner in (1, 0, 3, 2, 5, 4, 6)
)
"""The other piece of the same kind and seat; the piece itself if there is no other."""

HAND: Final = _BOARD.size
"""The place of a piece that has not been dropped yet."""

_ABSENT: Final = _BOARD.size + 1
"""The place of a piece that has no part in the game, as in positions of lessons."""

_BYTE: Final = tuple(bytes((place,)) for place in range(_ABSENT + 1))

_BIT: Final = (*(1 << point for point in range(_BOARD.size)), 0, 0)
"""A point as a bit; 0 for a piece in hand, or absent."""

_TRIANGLE: Final = _KINDS.index("T")
_CIRCLE: Final = _KINDS.index("C")
# The directions of each kind, counter-clockwise from forward.
_TURNS = ((0, 90, 180, 270), (45, 180, 315), (0, 45, 90, 270, 315), (45, 135, 225, 315))
_MARGIN: Final = bits(Point(p) for p, xy in enumerate(_BOARD.xy) if {0.0, 8.0} & set(xy))
_INNER: Final = _BOARD.full & ~_MARGIN
_MOST_KNOWN: Final = 1000  # the most patterns of pieces around a square to cache
_MOST_CHAINS: Final = 10_000  # the most chains of a player to cache
_PLAYERS = {"2": "sn", "3": "swn", "4": "swne"}

Hop = tuple[int, int, int, Point]
"""A jump as (number, middle, target, landing).

The number of its landing square, counted rank by rank from a1; the square jumped over and the
landing square, as bits; the landing square.
"""

Reach = tuple[int, dict[int, tuple[Hop, ...]]]
"""The jumps in one direction.

The squares that matter, as bits; and the jump, if any, by which of them are occupied.
"""

Path = tuple[Point, ...]


class Sent(NamedTuple):
    """A circle of `seat` that is sent back from `origin` to `to`."""

    seat: int
    origin: Point
    to: Point


class Move:
    """A step or chain along `path`; a drop of a piece of `kind` on `path[0]`; or a pass (no path).

    Attributes:
        path: The squares from the origin to the end; the square of a drop; empty for a pass.
        sent: For each jump of a chain, the circle that it sends back, or None.
        kind: The kind of a dropped piece.
    """

    __slots__ = ("_hash", "kind", "path", "sent")

    def __init__(
        self,
        path: tuple[Point, ...],
        sent: tuple[Sent | None, ...] = (),
        kind: int | None = None,
    ) -> None:
        self.path = path
        self.sent = sent
        self.kind = kind
        # A search looks every move up in a table, again and again.
        self._hash = hash((path, sent, kind))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Move):
            return NotImplemented
        return self.path == other.path and self.sent == other.sent and self.kind == other.kind

    def __repr__(self) -> str:
        return f"Move({self.path!r}, {self.sent!r}, {self.kind!r})"


class _Open:
    """The moves of a piece, with certain pieces around it.

    Attributes:
        steps: The possible steps.
        hops: The possible jumps, in the order of their numbers.
        landings: The landing points of the jumps.
        over: The squares that they jump over, as bits.
    """

    __slots__ = ("hops", "landings", "over", "steps")

    def __init__(self, steps: tuple[Move, ...], hops: tuple[Hop, ...]) -> None:
        self.steps = steps
        self.hops = hops
        self.landings = bytes([hop[3] for hop in hops])
        self.over = sum({hop[1] for hop in hops})


class _Ways:
    """The steps and jumps of a piece of one kind from one square, computed on first use.

    Attributes:
        ends: The targets of the steps, as bits.
    """

    __slots__ = ("_known", "_near", "_reaches", "_steps", "ends")

    def __init__(self, steps: tuple[Move, ...], reaches: tuple[Reach, ...]) -> None:
        self._steps, self._reaches = steps, reaches
        self.ends = self._near = int(bits(step.path[1] for step in steps))
        for squares, _ in reaches:
            self._near |= squares
        self._known: dict[int, _Open] = {}

    def among(self, others: int) -> _Open:
        """Return the moves possible with these pieces on the board (bits).

        It makes no difference whether they include the moving piece.
        """
        near = others & self._near
        found = self._known.get(near)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            steps = tuple(one for one in self._steps if not near >> one.path[1] & 1)
            hops = tuple(sorted(_possible(self._reaches, near)))
            found = self._known[near] = _Open(steps, hops)
        return found


class _Chain:
    """The start of a chain of jumps that sends nothing back.

    Attributes:
        path: The squares so far.
        at: The square that the piece is on.
        within: Whether all squares so far lie in the first rank.
        move: The chain as a move; None if a piece may not stop there.
        longer: The known chains with one more jump, by its landing square.
    """

    __slots__ = ("at", "longer", "move", "path", "within")

    def __init__(self, path: Path, *, within: bool, rests: bool) -> None:
        self.path = path
        self.at = path[-1]
        self.within = within
        self.move = Move(path, (None,) * (len(path) - 1)) if rests else None
        self.longer: dict[int, _Chain] = {}


class _Chains:
    """The known chains of one player, so that each is created only once.

    Args:
        home: The player's first rank, as bits.
        rests: Whether a piece from outside the first rank may rest on each point.
    """

    __slots__ = ("_begun", "_count", "_home", "_rests")

    def __init__(self, home: int, rests: bytes) -> None:
        self._home, self._rests = home, rests
        self._begun: dict[int, _Chain] = {}
        self._count = 0

    def begin(self, origin: Point) -> _Chain:
        """Return the chain without a jump from this square."""
        found = self._begun.get(origin)
        if found is None:
            within = self._home >> origin & 1 == 1
            found = self._begun[origin] = _Chain((origin,), within=within, rests=False)
        return found

    def lengthen(self, chain: _Chain, to: Point) -> _Chain:
        """Return the chain with one more jump."""
        self._count += 1
        if self._count > _MOST_CHAINS:
            self._begun.clear()
            self._count = 0
        # Rule 4: in the first rank only if it never left it.
        within = chain.within and self._home >> to & 1 == 1
        rests = within or self._rests[to] == 1
        found = chain.longer[to] = _Chain((*chain.path, to), within=within, rests=rests)
        return found


@dataclass(frozen=True, slots=True)
class _Side:
    """The board from the point of view of one player.

    Attributes:
        name: The player's side.
        first: The player's first rank, in the order of rule 11.
        second: The player's second rank, likewise.
        home: The first rank, as bits.
        goal: The rank to reach, as bits.
        at_goal: Whether a point is on the goal, for each point, then for in hand and absent.
        rest: Where any piece may rest, as bits; on its home it may only under rule 4.
        chains: The known chains that send nothing back.
        outjumps: For each kind and point of the home, the squares that an outjump passes, and the
            one that it jumps over, as bits.
        short: For each kind and point, its steps, with the jumps over a neighbour.
        long: The same with the jumps of any length.
    """

    name: Text
    first: tuple[Point, ...]
    second: tuple[Point, ...]
    home: int
    goal: int
    at_goal: bytes
    rest: int
    chains: _Chains
    outjumps: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
    short: tuple[tuple[_Ways, ...], ...]
    long: tuple[tuple[_Ways, ...], ...]


def _reaches(most: int) -> tuple[dict[int, Reach], ...]:
    """Return, for each point and direction, the jumps that span `most` squares at most.

    The landing square counts.
    """
    numbers = {xy: number for number, xy in enumerate(sorted(_BOARD.xy, key=lambda xy: xy[::-1]))}
    found = []
    for rays in _BOARD.rays:
        reaches: dict[int, Reach] = {}
        for angle, ray in rays.items():
            way = ray[: min(most, len(ray)) // 2 * 2]
            hops: dict[int, tuple[Hop, ...]] = {}
            # Rules 3 and 10: the only piece on the way stands half-way to the landing.
            for far in range(2, len(way) + 1, 2):
                middle, to = 1 << way[far // 2 - 1], way[far - 1]
                hop = numbers[_BOARD.xy[to]], middle, 1 << to, to
                for beyond in product(*((0, 1 << point) for point in way[far:])):
                    hops[middle | sum(beyond)] = (hop,)
            if hops:
                reaches[angle] = int(bits(way)), hops
        found.append(reaches)
    return tuple(found)


_SHORT: Final = _reaches(2)
_LONG: Final = _reaches(8)


def _points(names: str) -> tuple[Point, ...]:
    return tuple(_BOARD.index[name] for name in names.split())


def _side(name: Text, forward: int, first: str, second: str, last: str) -> _Side:
    home, goal = bits(_points(first)), bits(_points(last))
    angles = [{(forward + turn) % 360 for turn in turns} for turns in _TURNS]

    def steps(kind: int, point: Point) -> tuple[Move, ...]:
        near = [ray[0] for angle, ray in _BOARD.rays[point].items() if angle in angles[kind]]
        # Rule 4: a step may end in the first rank only if it began there.
        rest = _INNER | goal | (home if home >> point & 1 else 0)
        return tuple(Move((point, to), (None,)) for to in near if rest >> to & 1)

    def jumps(reaches: dict[int, Reach], kind: int) -> tuple[Reach, ...]:
        return tuple(reach for angle, reach in reaches.items() if angle in angles[kind])

    def outjumps(kind: int, point: Point) -> tuple[tuple[int, int], ...]:
        # Rule 7: an outjump never lands on the margin.
        hops = [hop for _, found in jumps(_SHORT[point], kind) for (hop,) in found.values()]
        return tuple((over | to, over) for _, over, to, _ in hops if to & _INNER)

    def ways(reaches: Sequence[dict[int, Reach]]) -> tuple[tuple[_Ways, ...], ...]:
        return tuple(
            tuple(_Ways(steps(kind, p), jumps(reaches[p], kind)) for p in points)
            for kind in range(4)
        )

    points = [Point(p) for p in range(_BOARD.size)]
    return _Side(
        name,
        _points(first),
        _points(second),
        home,
        goal,
        bytes(goal >> p & 1 for p in (*points, HAND, _ABSENT)),
        _INNER | goal,
        _Chains(home, bytes((_INNER | goal) >> p & 1 for p in points)),
        tuple(
            tuple(outjumps(kind, p) if home >> p & 1 else () for p in points) for kind in range(4)
        ),
        ways(_SHORT),
        ways(_LONG),
    )


_RANK1, _RANK2 = "b1 c1 d1 e1 f1 g1 h1", "b2 c2 d2 e2 f2 g2 h2"
_RANK9, _RANK8 = "b9 c9 d9 e9 f9 g9 h9", "b8 c8 d8 e8 f8 g8 h8"
_FILE_A, _FILE_B = "a8 a7 a6 a5 a4 a3 a2", "b8 b7 b6 b5 b4 b3 b2"
_FILE_I, _FILE_H = "i8 i7 i6 i5 i4 i3 i2", "h8 h7 h6 h5 h4 h3 h2"
_SIDES: Final = {
    "s": _side(Text("South"), 90, _RANK1, _RANK2, _RANK9),
    "w": _side(Text("West"), 0, _FILE_A, _FILE_B, _FILE_I),
    "n": _side(Text("North"), 270, _RANK9, _RANK8, _RANK1),
    "e": _side(Text("East"), 180, _FILE_I, _FILE_H, _FILE_A),
}


Position = bytes
"""The pieces' places, as points or `HAND`, and the seat to act. See the top of this file."""


class _State(NamedTuple):
    """A chain in progress, with everything that determines how it may continue.

    Attributes:
        at: The square that the piece is on.
        came: The square before it (-1: none).
        within: Whether all squares so far lie in the first rank.
        others: All pieces except the jumping one, as bits.
        circles: The circles of each seat as bits, again without the jumping one.
    """

    at: Point
    came: int
    within: bool
    others: int
    circles: tuple[int, ...]


Result = tuple[Point, tuple[int, ...]]
"""The features that distinguish the moves of a piece.

The point where it ends, and each seat's other circles afterwards, as bits.
"""

_PASS: Final = Move(())
_DROPS: Final = tuple(
    tuple(Move((Point(point),), (), kind) for point in range(_BOARD.size)) for kind in range(4)
)


class Halma(Game[Position, Move]):
    """Two to four players, seven pieces each; jumps help, and nothing is captured."""

    name = "halma"
    title = Text("Pythagoreic Halma")
    summary = Text(
        "Race seven pieces of four kinds across the board, stepping and jumping; nothing "
        "is captured."
    )
    position_fields: tuple[Text, ...] = (
        Text("placement"),
        Text("seat to act"),
        Text("pieces in hand"),
    )
    menu_rank = 1
    minutes = 40
    options = (
        choice("players", Text("the number of players"), *_PLAYERS),
        choice(
            "rules",
            Text("with long jumps and circles sent back, or without"),
            "simple",
            "advanced",
            simple=Text("simple"),
            advanced=Text("advanced"),
        ),
    )
    board = _BOARD
    repetitions = 3

    def setup(self) -> None:
        self._letters = _PLAYERS[self.chosen["players"]]
        self._advanced = self.chosen["rules"] == "advanced"
        self._sides = tuple(_SIDES[letter] for letter in self._letters)
        self._goals = tuple((seat * PIECES, side.at_goal) for seat, side in enumerate(self._sides))
        # For each seat, the number of its first circle.
        self._circle_numbers = tuple(first + _FIRST[_CIRCLE] for first, _ in self._goals)
        self.pieces = tuple(
            Piece(Seat(seat), name, letter + kind, look)
            for seat, letter in enumerate(self._letters)
            for kind, name, look in zip(_KINDS, _NAMES, _LOOKS, strict=True)
        )
        self.seats = tuple(side.name for side in self._sides)
        self.areas = (
            Area("margin", tuple(points_of(_MARGIN))),
            *(Area("home", side.first, Seat(i)) for i, side in enumerate(self._sides)),
            *(Area("goal", tuple(points_of(s.goal)), Seat(i)) for i, s in enumerate(self._sides)),
        )

    def start(self) -> Position:
        return bytes((*(HAND,) * (PIECES * len(self._sides)), 0))

    def held(self, position: Position, seat: int) -> Occupancy:
        """Return the points that hold a piece of a seat."""
        return Occupancy(_mask(position[PIECES * seat : PIECES * (seat + 1)]))

    def in_hand(self, position: Position, seat: int) -> int:
        """Return the number of a seat's pieces that have yet to enter."""
        return position.count(HAND, PIECES * seat, PIECES * (seat + 1))

    def _kind_on(self, position: Position, point: Point) -> int | None:
        """Return the kind of the piece on a point if it belongs to the seat to act, or None."""
        first = PIECES * position[-1]
        number = position.find(point, first, first + PIECES)
        return None if number < 0 else KIND[number - first]

    def _circles(self, position: Position) -> tuple[int, ...]:
        """Return the points of every seat's circles, as bits."""
        return tuple([_BIT[position[n]] | _BIT[position[n + 1]] for n in self._circle_numbers])

    def to_act(self, position: Position) -> Seat:
        return NOBODY if self.outcome(position).over else Seat(position[-1])

    def moves(self, position: Position) -> Sequence[Move]:
        if self.outcome(position).over:
            return []
        if HAND in position:
            return self._drops(position)
        return self._on_board(position) or [_PASS]  # Rule 8.

    def _drops(self, position: Position) -> list[Move]:
        # Rule 1: on any vacant square of the player's first rank.
        first = PIECES * position[-1]
        home = self._sides[position[-1]].home & ~self.occupancy(position)
        vacant = list(points_of(home))
        found: list[Move] = []
        before = -1
        for number in range(PIECES):
            kind = KIND[number]
            if position[first + number] == HAND and kind != before:
                found += [_DROPS[kind][to] for to in vacant]
                before = kind
        return found

    def _on_board(self, position: Position) -> list[Move]:
        """Return the moves of the pieces on the board."""
        found: list[Move] = []
        occupied = int(self.occupancy(position))
        outjumps = self._outjumps(position, occupied)
        if outjumps:
            # Rule 7: the first jump must be an outjump.
            for kind, origin in outjumps:
                found += self._chains(position, kind, origin, True)
            return found
        seat = position[-1]
        side = self._sides[seat]
        at_goal = side.at_goal
        all_ways = side.long if self._advanced else side.short
        for number in range(PIECES):
            origin = Point(position[PIECES * seat + number])
            if at_goal[origin] or origin == _ABSENT:  # Rule 6: a piece on its goal stays.
                continue
            kind = KIND[number]
            first = all_ways[kind][origin].among(occupied)
            found += first.steps
            if first.over:
                # A jump leads an even number of squares away, and a step one, so no chain ends
                # where a step does.
                found += self._roam(position, kind, origin, occupied)
        return found

    def _roam(self, position: Position, kind: int, origin: Point, occupied: int) -> list[Move]:
        """Return the chains of a piece that need not begin with an outjump."""
        seat = position[-1]
        side = self._sides[seat]
        all_ways, exposed = side.short[kind], 0
        if self._advanced:
            all_ways = side.long[kind]
            if kind == _CIRCLE:
                exposed = self._exposed(seat, self._circles(position))
        others = occupied ^ _BIT[origin]
        found: list[Move] = []
        chains = side.chains
        # Where any chain has been, and where chains that never left the first rank have been.
        seen, seen_at_home = {origin}, {origin}
        level = [chains.begin(origin)]
        while level:
            deeper: list[_Chain] = []
            for chain in level:
                jumps = all_ways[chain.at].among(others)
                if exposed and jumps.over & exposed:
                    # It is sent back, and the other pieces change.
                    return self._chains(position, kind, origin, False)
                within, known = chain.within, chain.longer
                for to in jumps.landings:
                    if not within and to in seen:
                        continue
                    longer = known.get(to)
                    if longer is None:
                        longer = chains.lengthen(chain, Point(to))
                    if longer.within:
                        if to in seen_at_home:
                            continue
                        seen_at_home.add(Point(to))
                    elif to in seen:
                        continue
                    seen.add(Point(to))
                    deeper.append(longer)
                    if longer.move is not None:
                        found.append(longer.move)
            level = deeper
        return found

    def _outjumps(self, position: Position, occupied: int) -> list[tuple[int, Point]]:
        """Return the pieces, with their kinds, that rule 7 compels to jump."""
        seat = position[-1]
        side = self._sides[seat]
        first = PIECES * seat
        if not self.held(position, seat) & side.home:
            return []
        over = self._compelling(position)
        found: list[tuple[int, Point]] = []
        for number in range(PIECES):
            kind, origin = KIND[number], position[first + number]
            for way, middle in side.outjumps[kind][origin] if side.home >> origin & 1 else ():
                if occupied & way == middle and over & middle:
                    found.append((kind, Point(origin)))
                    break
        return found

    def _begin(self, position: Position, origin: Point) -> _State:
        within = self._sides[position[-1]].home >> origin & 1 == 1
        others = self.occupancy(position) ^ 1 << origin
        # A circle may be sent back to the origin, where it can be jumped again.
        circles = tuple(own & ~(1 << origin) for own in self._circles(position))
        return _State(origin, -1, within, others, circles)

    def _chains(self, position: Position, kind: int, origin: Point, out: bool) -> list[Move]:
        """Return all chains of a piece that lead to a new result.

        `out` says whether they begin with outjumps.
        """
        begin = self._begin(position, origin)
        found: dict[Result, Move] = {}
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
                    if self._may_rest(position[-1], origin, after):
                        found.setdefault((after.at, after.circles), longer)
            level, out = deeper, False
        return list(found.values())

    def _may_rest(self, seat: int, origin: Point, state: _State) -> bool:
        side = self._sides[seat]
        # Rule 3: not where the chain began. Rule 4: in the first rank only if it never left it.
        rest = side.rest | (side.home if state.within else 0)
        return state.at != origin and rest >> state.at & 1 == 1

    def _hops(
        self, position: Position, kind: int, state: _State, out: bool
    ) -> list[tuple[_State, Sent | None]]:
        """Return the jumps that may continue a chain, in order; with `out`, only outjumps."""
        at, came, within, others, circles = state
        seat = position[-1]
        side = self._sides[seat]
        over = self._compelling(position) if out else others
        exposed = self._exposed(seat, circles) if kind == _CIRCLE and self._advanced else 0
        far = self._advanced and not out
        hops = (side.long if far else side.short)[kind][at].among(others).hops
        if not (_MARGIN & ~side.goal) >> at & 1:  # Rule 5.
            hops = tuple([hop for hop in hops if hop[3] != came])
        elif kind == _TRIANGLE:
            back = _possible((_LONG if far else _SHORT)[at].values(), others)
            hops = tuple(sorted({*hops, *(hop for hop in back if hop[3] == came)}))
        found: list[tuple[_State, Sent | None]] = []
        for _, middle, end, to in hops:
            if not over & middle:
                continue
            if out and not _INNER & end:  # Rule 7: an outjump never lands on the margin.
                continue
            inside = within and side.home & end != 0
            if not middle & exposed:
                found.append((_State(to, at, inside, others, circles), None))
            elif side.rest & end:  # Rule 12: nor a send-back, except at the goal.
                sent = self._sent(circles, others, middle, to)
                if sent is not None:
                    moved = middle | 1 << sent.to
                    after = list(circles)
                    after[sent.seat] ^= moved
                    found.append((_State(to, at, inside, others ^ moved, tuple(after)), sent))
        return found

    def _compelling(self, position: Position) -> int:
        """Return the enemy pieces that compel an outjump over them, as bits.

        Rule 7: all but the circles.
        """
        own = PIECES * position[-1]
        mask = 0
        for first, _ in self._goals:
            if first != own:
                circles = first + _FIRST[_CIRCLE]
                mask |= _mask(position[first:circles]) | _BIT[position[circles + 2]]
        return mask

    def _exposed(self, seat: int, circles: tuple[int, ...]) -> int:
        """Return the enemy circles that a circle sends back (rule 11)."""
        mask = 0
        for owner, side in enumerate(self._sides):
            if owner != seat:
                mask |= circles[owner] & ~(side.home | side.goal)
        return mask

    def _sent(
        self, circles: tuple[int, ...], others: int, middle: int, landing: Point
    ) -> Sent | None:
        """Send back the circle on `middle`. Returns None if there is no vacant square for it."""
        owner = next(seat for seat, own in enumerate(circles) if own & middle)
        side = self._sides[owner]
        # Rule 11: the jumper's origin is vacant; its landing square and the circle's are not.
        for to in (*side.first, *side.second):
            if to != landing and not others >> to & 1:
                return Sent(owner, Point(middle.bit_length() - 1), to)
        return None

    def advance(self, position: Position, move: Move) -> Position:
        seat = position[-1]
        after = position
        if move.kind is not None:
            number = PIECES * seat + _FIRST[move.kind]
            while position[number] != HAND:
                number += 1
            after = _moved(position, number, move.path[0])
        elif move.path:
            number, origin = PIECES * seat, move.path[0]
            while position[number] != origin:
                number += 1
            after = _moved(position, number, move.path[-1])
            for sent in move.sent if self._advanced else ():
                if sent is not None:
                    number = self._circle_numbers[sent.seat]
                    while after[number] != sent.origin:
                        number += 1
                    after = _moved(after, number, sent.to)
        return after[:-1] + _BYTE[(seat + 1) % len(self._sides)]

    def outcome(self, position: Position) -> Outcome:
        for first, at_goal in self._goals:
            # Rule 9: all of them are on the goal.
            number = first
            while at_goal[position[number]]:
                number += 1
                if number == first + PIECES:
                    return win(first // PIECES)
        return ONGOING

    def usual_placement(self, position: Position) -> Move | None:
        """Return the next piece on its square of the usual order, or on the first vacant one."""
        if HAND not in position:
            return None
        drops = self._drops(position)
        first = self._sides[position[-1]].first
        usual = {_DROPS[_KINDS.index(kind)][to] for kind, to in zip(_USUAL, first, strict=True)}
        return next((drop for drop in drops if drop in usual), drops[0] if drops else None)

    def forced(self, position: Position) -> bool:
        if HAND in position:
            return False
        return bool(self._outjumps(position, self.occupancy(position)))

    def objection(self, position: Position, origin: Point, to: Point | None) -> Text:
        side, kind = self._sides[position[-1]], self._kind_on(position, origin)
        if to is None or kind is None or HAND in position or self.occupancy(position) >> to & 1:
            return Text()
        if side.goal >> origin & 1:
            return Text("A piece on its goal stays there.")  # Rule 6
        if self.forced(position):
            return Text()
        if not (side.rest | side.home) >> to & 1:
            return Text("A piece cannot stop on the margin.")  # Rule 4
        if side.home >> to & 1 and not side.home >> origin & 1:
            return Text("A piece cannot return to its first rank.")  # Rule 4
        if to in _BOARD.neighbours(origin) and not side.short[kind][origin].ends >> to & 1:
            return _UNABLE[kind]  # Rule 2
        return Text()

    def conclusion(self, position: Position) -> Text:
        winner = self.outcome(position).winner
        if winner is None:
            return Text()
        return Text("{seat} has all seven pieces on the goal.", seat=self.seats[winner])

    def is_pass(self, move: Move) -> bool:
        return not move.path

    def symmetries(self) -> Sequence[Symmetry]:
        # A mirror image, left to right. But West acts before East, and circles are sent back to
        # vacant squares in order from left to right.
        if self._advanced or len(self._sides) > 2:
            return ()
        (a1, a9), (i1, i9) = _points("a1 a9"), _points("i1 i9")
        mirror = next(way for way in symmetries(_BOARD) if (way[a1], way[a9]) == (i1, i9))
        return (Symmetry(mirror),)

    def occupancy(self, position: Position) -> Occupancy:
        mask = 0
        for first, _ in self._goals:
            mask |= _mask(position[first : first + PIECES])
        return Occupancy(mask)

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        found: list[Stack] = [()] * _BOARD.size
        for number, point in enumerate(position[:-1]):
            if point < HAND:
                kind = KIND[number % PIECES]
                found[point] = (self.pieces[4 * (number // PIECES) + kind],)
        return tuple(found)

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        if move.kind is not None:
            piece = self.pieces[4 * position[-1] + move.kind]
            return (Step(Action.ENTER, move.path[0], piece, True),)
        if not move.path:
            return ()
        (piece,) = self.stacks(position)[move.path[0]]
        steps = []
        for (origin, to), sent in zip(pairwise(move.path), move.sent, strict=True):
            steps += [Step(Action.LIFT, origin, piece, False), Step(Action.PLACE, to, piece, True)]
            if sent is not None:
                circle = self.pieces[4 * sent.seat + _CIRCLE]
                steps += [
                    Step(Action.LIFT, sent.origin, circle, False),
                    Step(Action.PLACE, sent.to, circle, True),
                ]
        return tuple(steps)

    def position_text(self, position: Position) -> str:
        cells = [stack[0].text if stack else ".." for stack in self.stacks(position)]
        hands = [
            "".join(
                _KINDS[kind]
                for kind, place in zip(KIND, position[first : first + PIECES], strict=True)
                if place == HAND
            )
            or "-"
            for first, _ in self._goals
        ]
        placed = placement.write(_BOARD, cells)
        return f"{placed} {self._letters[position[-1]]} {','.join(hands)}"

    def parse_position(self, text: str) -> Position:
        placed, turn, in_hand = placement.fields(text, self.position_fields)
        placement.one_of(turn, Text("the seat to act"), tuple(self._letters))
        seat = self._letters.index(turn)
        texts = [piece.text for piece in self.pieces]
        cells = placement.read(_BOARD, placed, lambda cell: cell == ".." or cell in texts, width=2)
        hands = self._hands(in_hand, seat)
        found: list[list[Point]] = [[] for _ in texts]
        for point, cell in enumerate(cells):
            if cell != "..":
                index = texts.index(cell)
                side = self._sides[index // 4]
                # Rule 1: no piece moves before all are dropped. Rule 4.
                rest = side.home if any(hands) else side.home | side.rest
                if not rest >> point & 1:
                    name = _BOARD.names[point]
                    raise InvalidPosition(
                        Text(
                            "square {point} shows {piece!r}, which cannot rest there "
                            "while pieces are being dropped",
                            point=name,
                            piece=cell,
                        )
                        if any(hands)
                        else Text(
                            "square {point} shows {piece!r}, which cannot rest there at any time",
                            point=name,
                            piece=cell,
                        )
                    )
                found[index].append(Point(point))
        for index, text_ in enumerate(texts):
            count = len(found[index]) + hands[index]
            if count > _EACH[index % 4]:
                raise InvalidPosition(
                    Text(
                        "there are {number} pieces {piece!r} on the board and in hand; "
                        "a player has {most}",
                        number=count,
                        piece=text_,
                        most=_EACH[index % 4],
                    )
                )
        places: list[int] = []
        for points, in_hand_, most in zip(found, hands, _EACH * len(self._sides), strict=True):
            here = [*points, *[HAND] * in_hand_]
            places += [*here, *[_ABSENT] * (most - len(here))]
        return bytes((*places, seat))

    def _hands(self, text: str, seat: int) -> tuple[int, ...]:
        """Parse the numbers of pieces in hand. Raises InvalidPosition if `seat` cannot be due."""
        hands = text.split(",")
        if len(hands) != len(self._sides):
            raise InvalidPosition(
                Text(
                    "pieces in hand {text!r} are for {number} players, not {players}",
                    text=text,
                    number=len(hands),
                    players=len(self._sides),
                )
            )
        for hand in hands:
            if not re.fullmatch("-|(?=.)S{0,2}T{0,2}C{0,2}D?", hand):
                raise InvalidPosition(
                    Text(
                        "pieces in hand are {text!r} instead of '-' or some of 'SSTTCCD' "
                        "in that order",
                        text=hand,
                    )
                )
        counts = [len(hand.strip("-")) for hand in hands]
        for player, count in enumerate(counts):
            # Rule 1: players drop in turn, so those before the player to act have dropped one more.
            if any(counts) and count != counts[seat] - (player < seat):
                raise InvalidPosition(
                    Text(
                        "pieces in hand {text!r} are impossible with {seat!r} to act: "
                        "the players drop their pieces in turn",
                        text=text,
                        seat=self._letters[seat],
                    )
                )
        return tuple(hand.count(kind) for hand in hands for kind in _KINDS)

    def move_text(self, position: Position, move: Move) -> str:
        path = "-".join(_BOARD.names[point] for point in move.path)
        return path or "pass" if move.kind is None else f"{_KINDS[move.kind]}@{path}"

    def parse_move(self, position: Position, text: str) -> Move:
        """Parse a move; any legal chain is accepted for the move with the same result."""
        names = text.split("-")
        over = self.outcome(position).over or HAND in position
        if len(names) > 1 and not over and all(name in _BOARD.index for name in names):
            made = self._chain(position, [_BOARD.index[name] for name in names])
            if made is not None:
                after = self.advance(position, made)
                return next(m for m in self.moves(position) if self.advance(position, m) == after)
        return super().parse_move(position, text)

    def _chain(self, position: Position, path: Sequence[Point]) -> Move | None:
        """Return the chain along these squares, or None if it is not legal."""
        seat = position[-1]
        kind = self._kind_on(position, path[0])
        if kind is None or self._sides[seat].at_goal[path[0]]:  # Rule 6
            return None
        out = bool(self._outjumps(position, self.occupancy(position)))
        if out and not self._sides[seat].home >> path[0] & 1:  # Rule 7
            return None
        state, circles = self._begin(position, path[0]), list[Sent | None]()
        for to in path[1:]:
            hops = self._hops(position, kind, state, out)
            found = [(after, sent) for after, sent in hops if after.at == to]
            if not found:
                return None
            (state, sent), out = found[0], False
            circles.append(sent)
        if not self._may_rest(seat, path[0], state):
            return None
        return Move(tuple(path), tuple(circles))

    def readable_move(self, text: str) -> bool:
        square = "[a-i][1-9]"
        return re.fullmatch(f"pass|[STCD]@{square}|{square}(-{square})+", text) is not None


@lru_cache(1 << 12)
def _mask(places: bytes) -> int:
    """Return the points among these places, as bits."""
    mask = 0
    for place in places:
        mask |= _BIT[place]
    return mask


def _moved(position: Position, number: int, to: int) -> Position:
    """Return the position with one piece elsewhere.

    It is kept in order with the other piece of its kind.
    """
    other = _PARTNER[number]
    if other == number:
        return position[:number] + _BYTE[to] + position[number + 1 :]
    there = position[other]
    pair = _BYTE[to] + _BYTE[there] if to < there else _BYTE[there] + _BYTE[to]
    first = number if number < other else other
    return position[:first] + pair + position[first + 2 :]


def _possible(reaches: Iterable[Reach], others: int) -> list[Hop]:
    found: list[Hop] = []
    for squares, hops in reaches:
        found += hops.get(others & squares, ())
    return found


GAME = Halma
