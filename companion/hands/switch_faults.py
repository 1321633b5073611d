"""Finds faulty switches by their contradictions to the game, and ignores them.

Sans-I/O: debounced changes and the tracker's judgement of them go in; the switches to ignore come
out. A missing or extra piece is first of all taken and shown as just that. A switch is doubted only
if it is the only difference between the board and one that makes sense, and has been for a while
during which nothing moved:

 1. During set-up: only one or two switches differ. If one is open and the other one closed, a piece
    may simply be in the wrong place, so that takes much longer.
 2. In play: only one switch differs from the believed board. Then the board is taken to be
    unchanged, and no move is invented.
 3. Or only one switch differs from the end of a legal move: a piece was put on a dead switch, or
    has left one that stays closed, or another switch has failed meanwhile.
 4. Or there are several such switches, each for a different move: a dead one that a piece may have
    been put on, or one that stays closed where the piece was. Then none of them is believed for
    now, and the tracker asks.

A switch that has changed both ways within the turn, and alone, works, so others are doubted first.
That distinguishes 2 from 3: a player who has moved the piece lifts it and moves it again. And a
switch that has changed at all in this turn has shown what hands did there, so no move is completed
against it; unless hands have carried another piece all the way, as they do when the switch under
the piece that was moved last has died.

A doubt is put to the players, and becomes a fault when they confirm it. During set-up it also does
so by itself after a long time. In play it never does, because an illegal board that is left alone
must not turn into a move. An ignored switch is believed again once it has changed alone and agrees
with the believed board.

Two switches that change at the same instant cannot be the work of two hands: a wire or a magnet
connects them. If one of them is faulty, neither can be believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.hands.flicker import Flicker, Rate
from companion.hands.view import Phase
from companion.rules.geometry import Point, Sensed, bits, points_of

_TOGETHER = 0.015  # seconds: one scan of a matrix and a bounce; two hands take longer
_WEIGHED = 0.15  # seconds after which no change can turn up that began earlier
_CHOICES = 6  # the most switches to ask about, since each is shown in turn


class SwitchFault(Enum):
    """The kinds of faults of a switch."""

    OPEN = "stuck open"
    CLOSED = "stuck closed"
    JOINED = "joined to another"
    FLICKERS = "flickering"


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a contradiction has to last while nothing moves (seconds).

    Attributes:
        offer: Before the players are asked about the switch: longer than a glance at the lamps
            takes.
        thought: The same while a piece is in hand, because players think.
        long: Before it becomes a fault unconfirmed, during set-up.
    """

    offer: float = 2.0
    thought: float = 10.0
    long: float = 20.0


@dataclass(frozen=True, slots=True)
class Observation:
    """The tracker's judgement of a board.

    Attributes:
        sensed: The debounced levels, as bits.
        believed: The points that hold a piece in the position, as bits.
        phase: The phase of the tracker's view.
        confirmable: Whether confirming already means something else.
        position: The believed position; when it changes, another turn begins.
        ends: Returns the occupancies that the legal moves lead to.
    """

    sensed: int
    believed: int
    phase: Phase
    confirmable: bool
    position: Any
    ends: Callable[[], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Switches that may be faulty.

    Attributes:
        points: The switches, as bits.
        closed: Those of them that are closed.
        again: Whether making the move again would help to decide.
        moved: Whether a move is complete if the switches are ignored.
        asks: Whether only one of them is meant, so that the tracker has to ask which move it was.
        offer: How long it has to last before the players are asked (seconds).
        accept: How long it has to last before it becomes a fault anyway (seconds), or None.
    """

    points: int
    closed: int
    again: bool = False
    moved: bool = False
    asks: bool = False
    offer: float = 0.0
    accept: float | None = None


class Faults:
    """The switches of one board, known and suspected faults included; this outlives a game.

    Args:
        patience: How long a contradiction has to last.
        rate: When a switch counts as flickering.

    Attributes:
        doubt: The doubt that the players may confirm now, or None.
        deadline: When `look` has something to do even if nothing changes (seconds), or None.
    """

    def __init__(self, patience: Patience | None = None, rate: Rate | None = None) -> None:
        self.doubt: Doubt | None = None
        self.deadline: float | None = None
        self._patience = patience or Patience()
        self._flicker = Flicker(rate)
        self._named: dict[Point, SwitchFault] = {}
        self._asked = 0  # any of these may be faulty: ignored until it is known which
        self._changes: list[Sensed] = []  # changes that are not weighed yet
        self._alone: dict[Point, int] = {}  # how often a point has changed alone in this turn
        self._works: set[Point] = set()  # faulty points that have changed alone
        self._joined: dict[Point, Point] = {}  # points that last changed at the same time
        self._board: tuple[Any, ...] = ()
        self._begun: tuple[Any, ...] = ()  # the turn: a position, and whether it is being set up
        self._since = 0.0
        self._doubted: Doubt | None = None  # the present doubt, offered or not
        self._examined = False

    @property
    def found(self) -> Mapping[Point, SwitchFault]:
        """The known faults, by point."""
        flickering = dict.fromkeys(points_of(self._flicker.points), SwitchFault.FLICKERS)
        return dict(sorted((self._named | flickering).items()))

    @property
    def ignored(self) -> int:
        """The points whose switches are ignored, as bits."""
        return bits(self._named) | self._asked | self._flicker.points

    def take(self, change: Sensed) -> bool:
        """Take a debounced change.

        Returns:
            Whether to believe it. If not, the caller has to make up for it once the point is no
            longer ignored.
        """
        self._flicker.take(change)
        if not self._flicker.points >> change.point & 1:
            self._changes.append(change)
        return not self.ignored >> change.point & 1

    def confirm(self, seen: Observation, at: float) -> Doubt | None:
        """Confirm the present doubt for the players.

        Returns:
            The doubt that has thereby become a fault, if any.
        """
        self.look(seen, at)
        doubt, self.doubt = self.doubt, None
        if doubt is not None:
            self._accept(doubt)
            self.look(seen, at)
        return doubt

    def look(self, seen: Observation, at: float) -> None:
        """Judge the board at `at` (seconds).

        Faults may be found or cleared, so `ignored` may change.
        """
        self._flicker.settle(at)
        self._weigh(at)
        self._turn(seen)
        self._trust(seen)
        board = (seen.sensed & ~self.ignored, seen.phase, seen.confirmable, self.ignored)
        if board != self._board:
            self._board, self._since, self._examined = board, at, False
            self.doubt = self._doubted = None
        if not self._examined and at >= self._since + self._patience.offer:
            self._examined, self._doubted = True, self._examine(seen)
        doubted = self._doubted
        if doubted is not None and at >= self._since + doubted.offer:
            self.doubt = doubted
            if doubted.accept is not None and at >= self._since + doubted.accept:
                self.doubt = self._doubted = None
                self._accept(doubted)
        self.deadline = min(self._dues(), default=None)

    def _dues(self) -> Iterable[float]:
        if self._flicker.deadline is not None:
            yield self._flicker.deadline
        if self._changes:
            yield self._changes[0].at + _WEIGHED
        if not self._examined:
            yield self._since + self._patience.offer
        elif self._doubted is not None:
            if self.doubt is None:
                yield self._since + self._doubted.offer
            elif self._doubted.accept is not None:
                yield self._since + self._doubted.accept

    # Changes

    def _weigh(self, at: float) -> None:
        while self._changes and self._changes[0].at + _WEIGHED <= at:
            first = self._changes[0]
            group = [c for c in self._changes if c.at <= first.at + _TOGETHER]
            self._changes = [c for c in self._changes if c.at > first.at + _TOGETHER]
            if len(group) == 1:
                self._alone[first.point] = self._alone.get(first.point, 0) + 1
                self._joined.pop(first.point, None)
                self._asked &= ~(1 << first.point)
                if first.point in self._named:
                    self._works.add(first.point)
            elif len(group) == 2 and group[0].occupied == group[1].occupied:
                one, other = group[0].point, group[1].point
                self._joined |= {one: other, other: one}
                if one in self._named or other in self._named:
                    self._name(one, SwitchFault.JOINED)
                    self._name(other, SwitchFault.JOINED)

    def _turn(self, seen: Observation) -> None:
        """Begin another turn when the position has changed.

        Of the switches asked about, those that disagree with the new position are faulty.
        """
        turn = (seen.position, seen.phase is Phase.SETUP)
        if turn != self._begun:
            self._begun = turn
            self._alone.clear()
            for point in points_of(self._asked & (seen.sensed ^ seen.believed)):
                self._name(
                    point, SwitchFault.CLOSED if seen.sensed >> point & 1 else SwitchFault.OPEN
                )
            self._asked = 0
        elif seen.phase is Phase.REST:
            self._asked = 0

    def _trust(self, seen: Observation) -> None:
        agree = ~(seen.sensed ^ seen.believed)
        for point in [p for p in self._works if agree >> p & 1]:
            del self._named[point]
            self._works.remove(point)

    # Doubts

    def _accept(self, doubt: Doubt) -> None:
        if doubt.asks:
            self._asked |= doubt.points
            return
        for point in points_of(doubt.points):
            other = self._joined.get(point)
            if other is None:
                closed = doubt.closed >> point & 1
                self._name(point, SwitchFault.CLOSED if closed else SwitchFault.OPEN)
            else:
                self._name(point, SwitchFault.JOINED)
                self._name(other, SwitchFault.JOINED)

    def _name(self, point: Point, fault: SwitchFault) -> None:
        self._named[point] = fault
        self._works.discard(point)

    def _examine(self, seen: Observation) -> Doubt | None:
        if seen.confirmable:
            return None
        differ = (seen.sensed ^ seen.believed) & ~self.ignored
        if seen.phase is Phase.SETUP:
            return self._set_up(differ, seen.sensed)
        if seen.phase not in (Phase.HAND, Phase.TAKING_BACK, Phase.ASTRAY):
            return None
        if seen.phase is Phase.ASTRAY and not differ:
            return None  # pieces were exchanged, which no switch shows
        return self._in_play(differ, seen)

    def _set_up(self, differ: int, sensed: int) -> Doubt | None:
        if not 1 <= differ.bit_count() <= 2:
            return None
        patience, closed = self._patience, differ & sensed
        alike = closed in (0, differ)
        return Doubt(
            differ,
            closed,
            offer=patience.offer if alike else patience.long,
            accept=patience.long if alike and not differ & self._working else None,
        )

    def _in_play(self, differ: int, seen: Observation) -> Doubt | None:
        patience, sensed = self._patience, seen.sensed
        astray = seen.phase is Phase.ASTRAY
        offer = patience.offer if astray else patience.thought
        as_it_was = differ if differ.bit_count() == 1 else 0
        ended = 0
        changed = bits(self._alone)
        for end in seen.ends():
            alone = (sensed ^ end) & ~self.ignored
            if alone.bit_count() == 1 and (
                not alone & changed or self._carried(seen.believed, end, alone)
            ):
                ended |= alone
        ended &= ~as_it_was
        if as_it_was & ~self._working:
            return Doubt(as_it_was, as_it_was & sensed, again=bool(ended), offer=offer)
        one = ended.bit_count() == 1
        if one or self._are_joined(ended):
            return Doubt(ended, ended & sensed, moved=one, offer=offer)
        # If one of them also contradicts the believed board, more than one is faulty.
        if ended and not ended & differ and ended.bit_count() <= _CHOICES:
            return Doubt(ended, ended & sensed, asks=True, offer=offer)
        return Doubt(as_it_was, as_it_was & sensed, offer=offer) if as_it_was else None

    def _carried(self, believed: int, end: int, odd: int) -> bool:
        """Return whether every point of a move that carries a piece has changed.

        Then hands have made it, whatever became of the switch `odd`; `end` is the occupancy at the
        move's end.
        """
        moved = believed ^ end
        return bool(believed & moved and end & moved) and not (
            odd & (moved | self._working) or moved & ~bits(self._alone)
        )

    @property
    def _working(self) -> int:
        """The points that have changed both ways in this turn, and alone."""
        return bits(point for point, changes in self._alone.items() if changes > 1)

    def _are_joined(self, points: int) -> bool:
        pair = list(points_of(points))
        return len(pair) == 2 and self._joined.get(pair[0]) == pair[1]
