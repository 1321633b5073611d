"""The effect of a legal move on the switches: derived from its steps once, compared as bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.rules import Action, Seat, Step, TrackedGame
from companion.rules.geometry import Occupancy, Point, bits


@dataclass(frozen=True, slots=True, eq=False)
class MovePattern:
    """One move as the switches see it. Sets of points are bits of an int.

    Attributes:
        move: The move.
        after: The position that it leads to.
        path: The points of the piece that the hand carries, origin first; empty if none is carried.
        taken: The points that are emptied by taking a piece off, each with the number of hops that
            come before it.
        captured: The same points, as bits.
        extras: What remains to be done once the piece has arrived: (point, whether to be occupied).
        touched: Every point whose switch changes at some time during the move.
        points: Those, and every point of the path.
        under: Points where a piece is taken off while another stays; their switches may show it.
        carried: Points that only the carried piece can occupy, so never two of them at once.
        end: The occupancy at the end.
        evidence: The points that must have shown an edge if this move is finished.
        stops: Stopping places on the way, as (mask, value): the board rests there when the points
            of the mask show the value. Pieces to be taken or sent back later may be off already. If
            a player moves several pieces, any of them may be moved first.
        obscured: Whether it involves points whose switches are ignored.
        turned: Whether the carried piece becomes another one where it lands.
    """

    move: Any
    after: Any
    path: tuple[Point, ...]
    taken: tuple[tuple[Point, int], ...]
    captured: int
    extras: tuple[tuple[Point, bool], ...]
    touched: int
    points: int
    under: int
    carried: int
    end: Occupancy
    evidence: int
    stops: tuple[tuple[int, int], ...]
    obscured: bool
    turned: bool

    def fits(self, sensed: int, believed: int) -> bool:
        """Return whether a board can show this move under way from the believed board.

        The steps may come in any natural order.
        """
        if (sensed ^ believed) & ~self.touched:
            return False
        standing = sensed & self.carried
        return not standing & (standing - 1)

    @property
    def carries(self) -> bool:
        """Whether the switches show a piece carried from one point to another, as no bump can."""
        return bool(self.path) and bool(self.evidence & (self.evidence - 1))

    @property
    def refilled(self) -> int:
        """The point where the carried piece came from, if another piece is put there; as bits."""
        return bits(p for p, occupied in self.extras if occupied and p in self.path[:1])

    @property
    def lands(self) -> tuple[Point, ...]:
        """The points that have to close when a piece comes down there, as far as switches show."""
        if self.obscured or self.unseen or self.returns:
            return ()
        return self.path[-1:] or tuple(point for point, occupied in self.extras if occupied)

    @property
    def unseen(self) -> bool:
        """Whether no switch shows that the carried piece has landed: it lands on another one."""
        return bool(self.path) and not self.touched >> self.path[-1] & 1

    @property
    def returns(self) -> bool:
        """Whether the carried piece ends where it began."""
        return len(self.path) > 1 and self.path[0] == self.path[-1]

    def undoes(self, other: MovePattern) -> bool:
        """Return whether this move carries the piece of another move back."""
        ends = (self.path[:1], self.path[-1:])
        return bool(self.path) and ends == (other.path[-1:], other.path[:1])

    def same_hands(self, other: MovePattern) -> bool:
        """Return whether hands do the same in both moves, with different pieces."""
        return (self.path, self.touched) == (other.path, other.touched)

    def stops_at(self, sensed: int) -> bool:
        """Return whether the board is at one of this move's stopping places."""
        return any(sensed & mask == value for mask, value in self.stops)

    def boards(self, sensed: int) -> Iterable[int]:
        """Return the boards where this move may rest: its end, and its stopping places.

        At the latter, the other points are as `sensed` shows them.
        """
        return (self.end, *(value | sensed & ~mask for mask, value in self.stops))

    def first(self) -> Iterable[Point]:
        """Return the points where a hand may begin."""
        if self.path:
            return self.path[:1]
        return [point for point, _ in self.taken] or [point for point, _ in self.extras]


class CarriedPiece(NamedTuple):
    """A piece that is carried from one point to another."""

    origin: Point
    to: Point
    owner: Seat | None


def pattern_of(
    game: TrackedGame,
    position: Any,
    move: Any,
    ignored: int = 0,
    start: Occupancy | None = None,
) -> MovePattern:
    """Return the pattern of a legal move.

    Args:
        game: The game.
        position: The position before the move.
        move: The move.
        ignored: Points whose switches are treated as always open, as bits.
        start: The position's occupancy, if it is known already.
    """
    trace = _Trace(int(game.occupancy(position) if start is None else start))
    for step in game.steps(position, move):
        trace.take(step)
    path, touched, seen = trace.path, trace.touched, ~ignored
    stops = tuple((mask, value & seen) for mask, value in trace.stops())
    end = trace.occupied & seen
    evidence = trace.evidence
    if any(end & mask == value for mask, value in stops):
        evidence |= touched  # the end looks like a stop: only the whole way proves it
    points = touched | bits(path)
    return MovePattern(
        move=move,
        after=game.advance(position, move),
        path=tuple(path),
        taken=tuple(trace.taken),
        captured=bits(point for point, _ in trace.taken),
        extras=tuple(trace.extras),
        touched=touched & seen,
        points=points & seen,
        under=trace.under & ~points & seen,
        carried=_carried(trace.start, touched, path, trace.extras) & seen,
        end=Occupancy(end),
        evidence=evidence & seen,
        stops=stops,
        obscured=bool(points & ignored),
        turned=trace.turned,
    )


class _Trace:
    """The steps of a move, taken one after another, as the switches see them.

    The attributes that are not here are documented in `MovePattern`.

    Attributes:
        start: The occupancy before the move, as bits.
        occupied: The occupancy now, as bits.
    """

    def __init__(self, start: int) -> None:
        self.start = self.occupied = start
        self.path: list[Point] = []
        self.taken: list[tuple[Point, int]] = []
        self.extras: list[tuple[Point, bool]] = []
        self.touched = self.under = 0
        self.turned = False
        self._owner: Seat | None = None
        self._hands: list[Point] = []  # where the pieces in hand were lifted; the last is put first
        self._landings: list[int] = []  # the occupancy at each landing of the carried piece
        self._others: list[tuple[Point, int]] = []  # what other pieces do, with the hops before it
        self._beside: list[CarriedPiece] = []  # what other pieces do that are carried

    def take(self, step: Step) -> None:
        """Take the next step."""
        action, point, piece, holds = step
        before, bit = self.occupied, 1 << point
        self.occupied = before | bit if holds else before & ~bit
        carrying = False  # whether the hand that acts has the piece that the move is about
        if action is Action.LIFT:
            carrying = self._lift(point, piece.seat)
        elif action in (Action.PLACE, Action.ENTER):
            carrying = self._place(point, piece.seat, entering=action is Action.ENTER)
        elif action is Action.TURN:
            self.turned = self.turned or point in self.path[-1:]
        elif holds:
            self.under |= bit
        else:
            self.taken.append((point, len(self._landings)))
        if before == self.occupied:
            return
        self.touched |= bit
        if not carrying:
            self._others.append((point, len(self._landings)))
            if self._landings:
                self._landings[-1] = self.occupied

    def _lift(self, point: Point, owner: Seat | None) -> bool:
        """Lift a piece. Returns whether it is the one that the move is about."""
        self._hands.append(point)
        if not self.path:
            self._owner = owner
            self.path.append(point)
            return True
        if point == self.path[-1]:
            return True
        self.extras.append((point, False))
        return False

    def _place(self, point: Point, owner: Seat | None, *, entering: bool) -> bool:
        """Put a piece down. Returns whether it is the one that the move is about."""
        if self._hands and not entering:
            origin = self._hands.pop()
            if origin == self.path[-1]:
                self.path.append(point)
                self._landings.append(self.occupied)
                return True
            self._beside.append(CarriedPiece(origin, point, owner))
        self.extras.append((point, True))
        return False

    @property
    def evidence(self) -> int:
        """The points that must have shown an edge if the move is finished, as bits."""
        evidence = self.touched & (self.start ^ self.occupied) | bits(self.path[:1])
        return evidence | self.touched & bits(self.path[-1:])

    def stops(self) -> Iterator[tuple[int, int]]:
        """Yield the stopping places on the way, for all switches."""
        for hop, value in enumerate(self._landings[:-1], start=1):
            later = bits(point for point, hops in self._others if hops > hop)
            free = later & ~(1 << self.path[hop])
            yield ~free, value & ~free
        if not self.path and len(self.taken) > 1:
            # A run of removals may rest with any of its pieces off.
            run = bits(point for point, _ in self.taken)
            yield ~run, self.start & ~run
        if len(self.path) == 2:
            main = CarriedPiece(self.path[0], self.path[1], self._owner)
            for half in _halves(self.start, main, self._beside):
                yield ~0, half


def _halves(start: int, main: CarriedPiece, beside: Sequence[CarriedPiece]) -> Iterable[int]:
    """Return the boards where a player has moved one of two pieces, but not yet the other.

    `main` is the piece that the move is about, `beside` are the others.
    """
    if len(beside) != 1 or beside[0].owner != main.owner:
        return
    for one, other in ((main, beside[0]), (beside[0], main)):
        if one.to != other.origin:  # else the other piece has to be out of the way first
            yield start & ~(1 << one.origin) | 1 << one.to


def _carried(start: int, touched: int, path: list[Point], extras: list[tuple[Point, bool]]) -> int:
    """Return the points of the path that only the carried piece can occupy, as bits.

    Left out are those where another piece was before (a chain may land where it has captured), and
    those where one is put.
    """
    others = start & ~bits(path[:1]) | bits(point for point, _ in extras)
    return touched & bits(path) & ~others
