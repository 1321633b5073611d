"""Which piece may stand on which point, by the order of edges: evidence about explanations.

Every piece has a number that it keeps over plies, takebacks and rests; a set of pieces is an int
with the bits of their numbers. Bit 0 means any piece from beside the board.

 1. A piece that is alone in the air and comes down on its own point is the same piece. So is one
    that comes down on it within a moment, whatever else is in the air.
 2. A switch that closed before another one opened is not where that piece has arrived. There are
    three exceptions: the points are neighbours and the piece was slid, it lay on both, or one
    switch was late.
 3. If several pieces are in the air, a point that closes holds one of them, and so does every place
    that is left.
 4. A piece that is put down may also come from beside the board. If it is put where a legal move
    replaces a piece, either may be in the hand from then on.
 5. A ply that is played says where its pieces are. A piece that was off the board and comes back
    with the same look keeps its number: that is how an answer about it is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.hands.whereabouts import carried
from companion.rules import Action, Played, Stack, TrackedGame
from companion.rules.geometry import Point, bits, points_of

BESIDE = 1  # a piece from beside the board

KNOWN = 4.0
"""Seconds for which a piece that is put back on its point is surely the same."""

SLIDE = 0.6
"""Seconds for which a piece that is slid closes two neighbouring switches."""

_SOON = 0.25  # seconds in which no hand exchanges two pieces
_BRIEF = 0.15  # the same, if another piece was in the air that may have been put there
_EDGE = 0.3  # seconds between the closings of two points on which one piece may lie
_LATE = 0.03  # seconds that one switch may be later than another
_REMEMBERED = 8  # plies of a resumed match whose pieces are followed
_KEPT = 512  # moves whose effect on the pieces is kept

PieceMap = dict[int, int]
"""The piece on each point."""


class Effect(NamedTuple):
    """What a move does with the pieces.

    Attributes:
        went: The point where each piece that is moved ends, by its origin; None: off the board.
        entered: The piece that comes from beside the board, by its point.
    """

    went: Mapping[Point, Point | None]
    entered: Mapping[Point, Stack]


class Clash(NamedTuple):
    """Where the order of edges contradicts an explanation, as bits of points.

    Attributes:
        surely: The points that hold another piece than it says.
        left: The points that those pieces have left which seem to stand there instead.
        perhaps: The points that probably do.
        moved: The points that hold a piece that it takes off the board.
    """

    surely: int
    left: int
    perhaps: int
    moved: int


NO_CLASH = Clash(0, 0, 0, 0)


def effect_of(game: TrackedGame, position: Any, move: Any) -> Effect:
    """Return what a move does with the pieces."""
    steps = game.steps(position, move)
    return Effect(carried(steps), {s.point: (s.piece,) for s in steps if s.action is Action.ENTER})


class Flow:
    """The pieces of one board.

    Attributes:
        who: The pieces that may stand on each occupied point.
        put_back: The points where a piece was put back, as far as edges can tell; as bits.
    """

    def __init__(self, game: TrackedGame) -> None:
        self.who: dict[int, int] = {}
        self.put_back = 0
        self._game = game
        self._past: list[Played] = []
        self._layouts: list[PieceMap | None] = []  # before each ply, and the present one
        self._looks: dict[int, Stack] = {}
        self._count = 0
        self._air: list[int] = []  # what was lifted and not put down again, piece by piece
        self._loose = 0  # pieces that may be in the air beside those
        # Unless the last ply is right: the pieces still in the air, and those on its points.
        self._held = 0
        self._doubted: dict[int, int] = {}
        self._lifted: dict[int, tuple[float, int]] = {}
        # When a piece came to a point, and for how long it may be one that is being slid there.
        self._put: dict[int, tuple[float, float]] = {}
        self._closed: dict[int, float] = {}
        self._effects: dict[Any, Effect] = {}

    # What is played

    def follow(self, position: Any, past: Sequence[Played], board: int, carry: int = 0) -> None:
        """Believe in a position.

        Args:
            position: The position.
            past: The plies that led to it.
            board: What the switches show, as bits.
            carry: The points already touched for the next ply, as bits.
        """
        known = self._past
        if not self._layouts:
            first = max(0, len(past) - _REMEMBERED)
            known[:] = past[:first]
            start = past[first].position if past[first:] else position
            self._layouts = [None] * first + [self._fresh(start)]
            self._extend(past, carry)
            self.rest(board)
            return
        if len(known) != len(past) or (past and known[-1] is not past[-1]):
            self._held = 0
            self._doubted.clear()
        while known and (len(known) > len(past) or known[-1] is not past[len(known) - 1]):
            known.pop()
            self._doubt_entered(self._layouts.pop() or {})
        if self._layouts[-1] is None:
            start = past[len(known)].position if past[len(known) :] else position
            self._layouts[-1] = self._fresh(start)
        self._extend(past, carry)

    def _doubt_entered(self, after: PieceMap) -> None:
        """Take back a ply that led to a layout. What it put down may not be what it said."""
        kept = set((self._layouts[-1] or {}).values())
        for point, piece in after.items():
            if piece not in kept and self.who.get(point, 0) & piece:
                self.who[point] |= BESIDE

    def _extend(self, past: Sequence[Played], carry: int) -> None:
        for played in past[len(self._past) :]:
            self._past.append(played)
            self._layouts.append(self._play(played, carry))

    def _fresh(self, position: Any) -> PieceMap:
        stacks = self._game.stacks(position)
        return {point: self._new(stack) for point, stack in enumerate(stacks) if stack}

    def _new(self, look: Stack) -> int:
        self._count += 1
        self._looks[1 << self._count] = look
        return 1 << self._count

    def _play(self, played: Played, carry: int) -> PieceMap:
        went, entered = self.effect(played.position, played.move)
        before = self._layouts[-1] or {}
        after = {point: piece for point, piece in before.items() if point not in went}
        after |= {to: before[o] for o, to in went.items() if to is not None and o in before}
        for point, look in entered.items():
            after[point] = self._known(point, look) or self._new(look)
        for point in (*entered, *(to for to in went.values() if to is not None)):
            if point in self.who and point in after and not carry >> point & 1:
                self._vouch(point, after[point])
        if went or entered:
            self._lifted = {p: known for p, known in self._lifted.items() if p not in entered}
        return after

    def _known(self, point: int, look: Stack) -> int:
        """Return the piece that was put on a point, if it surely looked like this before; or 0."""
        piece = self.who.get(point, 0) & ~BESIDE
        return piece if self._looks.get(piece) == look else 0

    def _vouch(self, point: int, piece: int) -> None:
        former = self.who[point]
        self.who = {p: (who & ~piece or who) for p, who in self.who.items()}
        self.who[point] = piece
        if not former & piece and former & ~BESIDE:
            # Edges say that another piece was put back there: this one may still be in the hand.
            self._held |= piece
            self._doubted[point] = former
        self._air = [rest for held in self._air if (rest := held & ~piece)]

    def rest(self, board: int, refilled: int = 0) -> None:
        """Take every piece to be where it belongs.

        Args:
            board: What the switches show, as bits.
            refilled: The points where another piece may have been put instead, as bits.
        """
        layout = self._layouts[-1] or {}
        self.who = {p: layout.get(p, BESIDE) for p in points_of(board)}
        self._air.clear()
        self._loose = 0
        for point in points_of(board & refilled):
            self._loose |= self.who[point] & ~BESIDE
            self.who[point] |= BESIDE
        self._put.clear()

    def set_up(self, board: int) -> None:
        """Take the board to be set up: what was lifted from it before has been put away."""
        self._lifted.clear()
        self.put_back = 0
        self.rest(board)

    # Edges

    def lift(self, point: int, at: float) -> None:
        """Take a switch that opens at `at` (seconds)."""
        piece = self.who.pop(point, BESIDE)
        self._lifted[point] = at, piece
        closed = self._closed.pop(point, -1.0)
        slid = [
            to
            for to, (since, long) in self._put.items()
            if to in self.who and self._may_have_slid(point, to, at - since, long, closed - since)
        ]
        for to in slid:
            self.who[to] |= piece  # it may have been slid, or lain on both
        if slid:
            self._loose |= piece
        elif piece != BESIDE:
            self._air.append(piece)

    def _may_have_slid(
        self, point: int, to: int, after: float, long: float, between: float
    ) -> bool:
        """Return whether the piece of a point that opens may be what closed another one.

        Args:
            point: The point that opens.
            to: The one that has closed.
            after: The time since then (seconds).
            long: How long that may be (seconds).
            between: The time between the closings of both (seconds).
        """
        if not self._game.board.adjacent(Point(point), Point(to)):
            return after < _LATE
        return abs(between) < _EDGE or after < long

    def put(self, point: int, at: float, *, refilled: bool = False) -> None:
        """Take a switch that closes at `at` (seconds).

        `refilled` says whether a legal ply puts another piece there than it lifts.
        """
        own = self._lifted.get(point, (at, 0))[1]
        self.put_back &= ~(1 << point)
        long = _BRIEF if self._air else SLIDE
        self.who[point] = self._taken(point, at, refilled)
        self._closed[point] = at
        if self.who[point] & ~BESIDE != own or not own:
            self._put[point] = at, long

    def _taken(self, point: int, at: float, refilled: bool) -> int:
        """Return which pieces may have been put down on a point."""
        since, own = self._lifted.get(point, (at, 0))
        air = self._air
        soon = at - since < _SOON
        alone = len(air) == 1 or (soon and not refilled)
        if own & ~BESIDE and own in air and alone:
            air.remove(own)
            loose = (self._loose if refilled else 0) | (0 if soon else self._held)
            self._loose |= own if refilled else 0
            self.put_back |= (not own & BESIDE) << point
            return own | BESIDE | loose
        if not air:
            gone = bool(own & ~BESIDE) and at - since < KNOWN
            gone = gone and not any(who & own for who in self.who.values())
            self.put_back |= (gone and not own & BESIDE) << point
            return BESIDE | self._loose | (own if gone else 0)
        if len(air) == 1:
            loose, piece = self._loose, air.pop()
            self._loose |= piece  # unless another one came from beside
            return piece | BESIDE | loose
        held = BESIDE | self._loose
        for piece in air:
            held |= piece
        self._air = [held] * (len(air) - 1)
        return held

    # Explanations

    def clash(self, back: int, plies: Sequence[tuple[Any, Any]], board: int, edged: int) -> Clash:
        """Return where the order of edges contradicts an explanation.

        Args:
            back: How many plies it takes back.
            plies: What it then makes: (position, move).
            board: What the switches show, as bits.
            edged: The points where something has changed, as bits.
        """
        before = self._layouts[-1 - back]
        if before is None or not edged & board:
            return NO_CLASH
        layout, entered, off = self._after(back, before, plies)
        surely = left = perhaps = moved = 0
        for point in points_of(edged & board):
            who = self.who.get(point)
            if who is None:  # no edge tells
                continue
            who |= self._doubted.get(point, 0) if back else 0
            new, piece = entered.get(point), layout.get(point, 0)
            if off & who and not who & ~BESIDE & ~off:
                # Where a ply carries a piece to, one that looks alike is as good.
                arrived = piece and piece != before.get(point)
                moved |= (not arrived or not self._is_like(piece, who)) << point
            if new is not None:
                looks = self._looks_of(who)
                if new not in looks:
                    perhaps |= bool(looks) * self.put_back & 1 << point
                    surely |= (not who & BESIDE) << point
            elif piece:
                may_be = who & piece or (who & BESIDE and not self._elsewhere(point, piece))
                clashes = not may_be and not self._is_like(piece, who)
                surely |= clashes << point
                left |= self._left(who & ~BESIDE) if clashes else 0
        return Clash(surely, left, perhaps, moved)

    def _left(self, pieces: int) -> int:
        """Return the points that these pieces (bits) have left, as bits.

        A point that only its own piece can have come back to does not count.
        """
        homes = ((p, piece) for p, piece in (self._layouts[-1] or {}).items() if piece & pieces)
        return bits(Point(p) for p, piece in homes if self.who.get(p, 0) & ~(BESIDE | piece))

    def _looks_of(self, pieces: int) -> list[Stack]:
        """Return what these pieces (bits) look like."""
        return [self._looks[1 << number] for number in points_of(pieces & ~BESIDE)]

    def _is_like(self, piece: int, pieces: int) -> bool:
        """Return whether a piece, or the first of several, looks like one of these (bits)."""
        return self._looks[piece & -piece] in self._looks_of(pieces)

    def _after(
        self, back: int, before: PieceMap, plies: Sequence[tuple[Any, Any]]
    ) -> tuple[PieceMap, dict[int, Stack], int]:
        """Return the layout after some plies, what they enter, and what they take off."""
        layout, entered, off = dict(before), dict[int, Stack](), 0
        free = self._freed(back, before) if back else {}
        for position, move in plies:
            went, new = self.effect(position, move)
            moved = [(to, layout.pop(origin, 0)) for origin, to in went.items()]
            for to, piece in moved:
                if to is None:
                    off |= piece
                else:
                    layout[to] = piece
            for point, look in new.items():
                if look in free:
                    layout[point] = free.pop(look)
                else:
                    entered[point] = look
        return layout, entered, off

    def _elsewhere(self, point: int, piece: int) -> bool:
        """Return whether a piece is known to be in the air or on another point."""
        there = any(who & piece for p, who in self.who.items() if p != point)
        return there or any(held & piece for held in self._air)

    def _freed(self, back: int, before: PieceMap) -> dict[Stack, int]:
        """Return the pieces that are off the board again if so many plies are taken back."""
        free: dict[Stack, int] = {}
        kept = set(before.values())
        for piece in (self._layouts[-1] or {}).values():
            if piece not in kept:
                look = self._looks.get(piece, ())
                free[look] = free.get(look, 0) | piece
        return free

    def stands(self, origin: Point) -> int | None:
        """Return the points where the piece of a point may stand, as bits; None if in the air.

        Without a piece on that point in the believed position it is 0.
        """
        piece = (self._layouts[-1] or {}).get(origin, 0)
        if not piece:
            return 0
        there = bits(Point(p) for p, who in self.who.items() if who & piece)
        return there or None

    def effect(self, position: Any, move: Any) -> Effect:
        """Return what a move does with the pieces; worked out once."""
        key = position, move
        known = self._effects.get(key)
        if known is None:
            if len(self._effects) >= _KEPT:
                self._effects.clear()
            known = self._effects[key] = effect_of(self._game, position, move)
        return known
