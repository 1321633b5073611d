"""The places of the physical pieces, as far as the edges of a turn show them.

A piece is known by its *origin*: the point where it belongs in the believed position. A whole stack
counts as one piece, because hands carry it as one. A point is known by a set of origins: the piece
on it has one of them.

 1. A lifted piece is in the air, which may also mean in the tray, with all that is known of it.
 2. A put takes one of the pieces in the air. If there is just one, or if all look alike, it is
    known which. Otherwise the point holds one of them, and so does every place that is left.
 3. A piece put down while nothing is in the air comes from beside the board, and so may any piece
    that goes where a legal move places one from there, or to a point whose own piece is nowhere. It
    is unknown what such a piece looks like, unless all pieces look alike.
 4. Hands cannot exchange a piece within a moment: a switch that closes again so soon is under the
    same piece. And a piece that closed a switch right before another one opened may have come from
    there, because a magnet that is slid can close both, and because switches are late. If another
    one was in the air, either of them may stand there.
 5. Players who are asked to put a certain piece on a point are trusted to put that one there,
    unless it is known to be another.
 6. A move that is played, or that hands have taken back, vouches for its own pieces, however they
    seem to be exchanged; so do several that are taken back at once. All others are carried over.
 7. People know where things belong: a point that shows what is believed is taken to be right,
    unless it is known to hold something else. Even then they have the last word: while every
    point shows what is believed, they may confirm that the pieces are right, or put the one that
    they were asked to take off back where it was.
 8. Under an ignored switch there may be anything; any put may be of what was believed there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from companion.rules import Action, Played, Stack, Step, TrackedGame
from companion.rules.geometry import Point, bits, points_of

_SOON = 0.25  # seconds in which no hand exchanges two pieces
_ENTERED = -1  # instead of an origin: what a move places from beside the board


class Standing(NamedTuple):
    """What is known of a piece on the board.

    Attributes:
        origins: The origins that it may have, as bits.
        looks: What it may look like; None: like any piece of the game.
    """

    origins: int
    looks: frozenset[Stack | None]

    @property
    def look(self) -> Stack | None:
        """Its look, or None if that is unknown."""
        return next(iter(self.looks)) if len(self.looks) == 1 else None


class Whereabouts:
    """The pieces of one board since it was last at rest.

    Attributes:
        position: The believed position.
        suspects: Points whose pieces must be looked at, although they may be right; as bits.
        trusted: Points where players have put the piece that they were asked to; as bits.
    """

    def __init__(self, game: TrackedGame) -> None:
        self.suspects = self.trusted = 0
        self._game = game
        self.position: Any = None
        self._stacks: Sequence[Stack] | None = None  # of the position, when they are needed
        self._past: list[Played] = []
        self._standing: dict[Point, int] = {}  # the last one that was put down comes last
        self._air: list[int] = []  # what was lifted and not put down again, piece by piece
        self._loose = 0  # origins of pieces that may be in the air beside those
        self._beside = 1 << game.board.size  # instead of an origin: a piece from beside the board
        # Pieces that a move took off, or that entered in a move taken back (True): their origins
        # are the numbers that follow.
        self._gone: list[tuple[Played, Point, bool]] = []
        self._lifts: dict[Point, tuple[float, int]] = {}
        # When a piece was put; whether out of nowhere; how many were in the air.
        self._puts: dict[Point, tuple[float, bool, int]] = {}
        self._slid: dict[Point, int] = {}  # what may have come to a point from one that opened late
        self._lifted: Point | None = None  # the last edge, if it was a lift that was asked for
        self._changed = True

    # What is known

    def standing(self) -> dict[Point, Standing]:
        """Return every piece on the board, the last one that was put down last."""
        return {point: self._known(origins) for point, origins in self._standing.items()}

    def lifted_from(self, point: Point) -> Standing | None:
        """Return the piece last lifted from a point since the board was at rest, or None."""
        lifted = self._lifts.get(point)
        return None if lifted is None else self._known(lifted[1])

    @property
    def in_hand(self) -> tuple[Point, Standing] | None:
        """The piece that was lifted as requested, with the point that it came from; or None."""
        if self._lifted is None or not self._air:
            return None
        return self._lifted, self._known(self._air[-1])

    @property
    def stacks(self) -> Sequence[Stack]:
        """The stack that belongs on each point in the believed position."""
        if self._stacks is None:
            self._stacks = self._game.stacks(self.position)
        return self._stacks

    def wrong(self, believed: int) -> int:
        """Return the points that show what is believed, but hold a different piece; as bits.

        Only a piece that is known to look different counts.
        """
        if not self._changed:
            return 0
        found = 0
        for point, origins in self._standing.items():
            may_be = origins | self._slid.get(point, 0)
            if believed >> point & 1 and not may_be & (self._beside | 1 << point):
                looks = self._looks(may_be)
                found |= (len(looks) == 1 and self.stacks[point] not in looks) << point
        return found

    def may_belong(self, piece: Standing, point: Point) -> bool:
        """Return whether a piece may look like the one that belongs on a point."""
        return not piece.looks.isdisjoint((self.stacks[point], None))

    def _known(self, origins: int) -> Standing:
        return Standing(origins, self._looks(origins))

    def _looks(self, origins: int) -> frozenset[Stack | None]:
        return frozenset(self._look(origin) for origin in points_of(origins))

    def _look(self, origin: Point) -> Stack | None:
        size = self._game.board.size
        if origin < size:
            return self.stacks[origin]
        if origin > size:
            played, point, entered = self._gone[origin - size - 1]
            game, position = self._game, played.position
            return game.stacks(game.advance(position, played.move) if entered else position)[point]
        kinds = set(self._game.pieces)
        alike = len(kinds) == 1 and all(len(stack) < 2 for stack in self.stacks)
        return tuple(kinds) if alike else None

    # What happens

    def lift(self, point: Point, at: float, *, told: bool = False) -> None:
        """Lift the piece on a point at `at` (seconds).

        `told` says whether the players were asked to.
        """
        self._changed = True
        self.suspects &= ~(1 << point)
        self.trusted &= ~(1 << point)
        piece = self._standing.pop(point, self._beside) | self._slid.pop(point, 0)
        self._lifted = point if told else None
        self._puts.pop(point, None)
        adjacent = self._game.board.adjacent
        for to, (since, from_nowhere, air) in self._puts.items():
            if at - since >= _SOON:
                continue
            slid = from_nowhere and adjacent(point, to)
            if slid and self._standing[to] == self._beside:
                self._standing[to], self._lifted = piece, None
                self._slid[to], self._slid[point] = self._beside, piece  # or it did not slide
                return
            self._slid[to] = self._slid.get(to, 0) | piece
            if air and adjacent(point, to):  # it was slid, or another one was put there
                self._standing[to] |= piece
        self._air.append(piece)
        self._lifts[point] = at, piece

    def put(
        self,
        point: Point,
        at: float,
        *,
        hidden: int = 0,
        beside: bool = False,
        told: Stack | None = None,
    ) -> None:
        """Put a piece on a point.

        Args:
            point: The point.
            at: The time (seconds).
            hidden: The origins of pieces that no switch shows, as bits.
            beside: Whether it may come from beside the board.
            told: The piece that the players were asked to put there.
        """
        self._changed = True
        self._lifted = None
        air = len(self._air)
        others = self._loose | hidden
        lifted_at, piece = self._lifts.get(point, (at - _SOON, 0))
        if at - lifted_at >= _SOON or not self._come_down(piece, others):
            beside = beside or self._own_is_nowhere(point)
            piece = self._take(point, others | (self._beside if beside else 0))
        if told is not None and self._looks(piece) & {told, None}:
            self.trusted |= 1 << point
        self._standing[point] = piece
        self._puts[point] = at, not (air or beside), air

    def _take(self, point: Point, others: int) -> int:
        """Take one of the pieces in the air, or of `others`. Returns its possible origins."""
        air = self._air
        if len(air) == 1 and not others:
            return air.pop()
        if not air:
            others |= self._beside
            if others == self._beside:
                self._split()
                return others
        candidates = others
        for piece in air:
            candidates |= piece
        looks = self._looks(candidates)
        if len(looks) == 1 and looks != {None}:
            if not air:
                return candidates
            own = [piece for piece in air if piece >> point & 1]
            air.remove(piece := (own or air)[-1])
            return piece
        if air:
            air.pop()
        self._air = [candidates] * len(air)
        if others:
            self._loose |= candidates & ~self._beside
        return candidates

    def _come_down(self, piece: int, others: int) -> bool:
        """Note that what was just lifted is down again, and so nowhere else.

        Returns whether it was in the air, or seemed to be the one of several that has been put
        somewhere meanwhile: that is another one then.
        """
        for held in self._air:
            if held & piece:
                self._air.remove(held)
                return True
        for to, origins in self._standing.items():
            if origins & piece and self._air and self._puts.get(to, (0.0, False, 0))[2] > 1:
                self._standing[to] = self._take(to, others)
                return True
        return False

    def _split(self) -> None:
        """Note that a piece has come from nowhere: perhaps from a stack lifted in this turn."""
        for point in self._lifts:
            for place, origins in self._standing.items():
                if origins >> point & 1 and len(self.stacks[point]) > 1:
                    self._standing[place] = origins | self._beside

    def _own_is_nowhere(self, point: Point) -> bool:
        """Return whether the piece of a point is neither on the board nor in the air."""
        occupied = self._game.occupancy(self.position)
        if not occupied >> point & 1:
            return False
        found = self._loose
        for origins in (*self._standing.values(), *self._air):
            found |= origins
        look = self.stacks[point] if occupied & ~found else None
        return any(self.stacks[origin] == look for origin in points_of(occupied & ~found))

    def ignore(self, again: int, ignored: int, board: int) -> None:
        """Change which switches are ignored.

        Args:
            again: Points whose switches are believed again, as bits.
            ignored: Points whose switches are ignored from now on, as bits.
            board: What the switches that count show, as bits.
        """
        self._changed = True
        for point in points_of(ignored):
            self._standing.pop(point, None)
            self._puts.pop(point, None)
        for point in points_of(again & board):
            own = 1 << point if self.stacks[point] else 0
            self._standing[point] = own | self._beside
        self._lifted = None

    def rest(self, board: int) -> None:
        """Take the board to be at rest: every piece is where it belongs."""
        if not self._changed:
            return
        self._standing = {point: 1 << point for point in points_of(board)}
        self._air.clear()
        self._lifts.clear()
        self._puts.clear()
        self._slid.clear()
        self._gone.clear()
        self._loose = self.suspects = self.trusted = 0
        self._lifted = None
        self._changed = False

    def vouch(self, points: int) -> None:
        """Take the pieces on these points (bits) to belong there, as players have said or shown."""
        self._changed = True
        self.suspects &= ~points
        self.trusted |= points
        former = vouched = 0
        for point in points_of(points):
            if point in self._standing and self.stacks[point]:
                former |= self._standing[point] | self._slid.pop(point, 0)
                self._standing[point] = 1 << point
                vouched |= 1 << point
        self._settle(vouched, former)

    # What is played

    def follow(self, position: Any, past: Sequence[Played], board: int) -> None:
        """Believe in `position`, reached by `past`, on a board that shows `board`."""
        if self.position is None:
            occupied = self._game.occupancy(position)
            for point in points_of(board):
                self._standing[point] = 1 << point if occupied >> point & 1 else self._beside
            self._past = list(past)
        known, undone = self._past, []
        self.position, self._stacks = position, None
        while known and (len(known) > len(past) or known[-1] is not past[len(known) - 1]):
            undone.append(known.pop())
        own = bits(step.point for ply in undone for step in self._steps(ply))
        shown = not own & (board ^ self._game.occupancy(position))  # else nobody has moved them yet
        there = shown and not self._are_elsewhere(own)  # else they were moved on
        for played in undone:
            self._undo(played, vouch=there)
        if not shown:
            self._order(undone)
        elif len(undone) > 1:
            self.vouch(own & board)
        for played in past[len(known) :]:
            known.append(played)
            self._play(played)

    def _are_elsewhere(self, own: int) -> bool:
        """Return whether a piece of one of these points (bits) surely stands on another one."""
        return any(
            origins & own and not origins & (origins - 1) and not own >> point & 1
            for point, origins in self._standing.items()
        )

    def _steps(self, played: Played) -> Sequence[Step]:
        return self._game.steps(played.position, played.move)

    def _play(self, played: Played) -> None:
        steps = self._steps(played)
        names = {}
        for origin, to in carried(steps).items():
            names[origin] = self._off(played, origin) if to is None else to
        self._rename(names, steps, vouch=True)

    def _undo(self, played: Played, *, vouch: bool) -> None:
        steps = self._steps(played)
        before = self._game.occupancy(played.position)
        names = {}
        went = carried(steps)
        for step in steps:
            if step.action is Action.ENTER and (step.point in went or not before >> step.point & 1):
                names[step.point] = self._off(played, step.point, entered=True)
        for origin, to in went.items():
            if to is None:
                names[self._off(played, origin)] = origin
            elif to in went or not before >> to & 1:
                names[to] = origin  # otherwise it landed on a piece, which stays
        self._rename(names, steps, vouch=vouch)

    def _order(self, undone: Sequence[Played]) -> None:
        """Move the pieces of plies that hands have yet to take back to the end.

        Those of the newest ply come last of all.
        """
        for step in chain.from_iterable(map(self._steps, reversed(undone))):
            if step.point in self._standing:
                self._standing[step.point] = self._standing.pop(step.point)

    def _off(self, played: Played, point: Point, *, entered: bool = False) -> Point:
        """Return the origin of a piece that no longer belongs on the board."""
        piece = (played, point, entered)
        if piece not in self._gone:
            self._gone.append(piece)
        return Point(self._game.board.size + 1 + self._gone.index(piece))

    def _entered(self, points: int) -> int:
        """Return the origins of what plies taken back have put down on these points (bits)."""
        first = self._game.board.size + 1
        return bits(
            Point(number)
            for number, (_, point, entered) in enumerate(self._gone, start=first)
            if entered and points >> point & 1
        )

    def _rename(self, names: Mapping[Point, Point], steps: Iterable[Step], *, vouch: bool) -> None:
        """Give pieces their new origins.

        `vouch` says whether those that were part of the move are where it puts them.
        """
        own = bits(step.point for step in steps)
        if not own:
            return
        self._changed = True
        renamed = bits(names)

        def rename(origins: int) -> int:
            if not origins & renamed:
                return origins
            return origins & ~renamed | bits(names[o] for o in points_of(origins & renamed))

        self._loose = rename(self._loose)
        self._air = [rename(origins) for origins in self._air]
        self._lifts.clear()
        vouched = former = 0
        ours = own | bits(names.values()) | self._beside
        if not names:  # what a ply taken back has entered there may not be what it said
            ours |= self._entered(own)
        for point, origins in self._standing.items():
            origins = rename(origins)
            slid = rename(self._slid.pop(point, 0))
            if vouch and own >> point & 1 and (origins | slid) & ours:
                vouched |= 1 << point
                former |= origins
                origins = 1 << point
            elif slid:
                self._slid[point] = slid
            self._standing[point] = origins
        self._settle(vouched, former)

    def _settle(self, vouched: int, former: int) -> None:
        """Record that the pieces on `vouched` belong there, and so none of them is anywhere else.

        `former` is what had been known of them.
        """
        former &= ~vouched
        for point, origins in self._standing.items():
            if origins & vouched & ~(1 << point):
                self._standing[point] = origins & ~vouched | former or self._beside
        left = (o & ~vouched | former if o & vouched else o for o in self._air)
        self._air = [origins for origins in left if origins & ~self._beside]


def carried(steps: Iterable[Step]) -> dict[Point, Point | None]:
    """Return where a move carries the pieces that it touches, by their points before it.

    None means off the board.
    """
    went: dict[Point, Point | None] = {}
    here: dict[Point, Point] = {}  # the origins of what stands on the points of the move
    hand = Point(_ENTERED)
    for action, point, _, holds in steps:
        if action is Action.LIFT:
            hand = here.pop(point, point)
        elif action is Action.PLACE:
            here[point] = hand
            if hand != _ENTERED:
                went[hand] = point
        elif action is Action.ENTER:
            here[point] = Point(_ENTERED)
        elif action is Action.REMOVE and not holds:
            origin = here.pop(point, point)
            if origin != _ENTERED:
                went[origin] = None
    return went
