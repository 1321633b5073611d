"""What a legal move does to the switches: derived from its steps once, then compared as bits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.geometry import Occupancy, Point, bits
from companion.rules import Action, Seat, TrackedGame


@dataclass(frozen=True, slots=True, eq=False)
class MovePattern:
    """One move as the switches see it.

    move, after: the move and the position that it leads to.
    path:     the points of the piece that the hand carries, origin first; empty if none is carried.
    taken:    the points that are emptied by taking a piece off, each with the number of hops that
              come before it.
    extras:   what remains to be done once the piece has arrived: (point, whether to be occupied).
    touched:  every point whose switch changes at some time during the move.
    points:   those, and every point of the path.
    under:    points where a piece is taken off while another stays; their switches may show it.
    carried:  points that only the carried piece can occupy, so never two of them at once.
    end:      the occupancy at the end.
    evidence: the points that must have shown an edge if this move is finished.
    stops:    stopping places on the way, as (mask, value): the board rests there when the points of
              the mask show the value. Pieces to be taken or sent back later may be off already. If
              a player moves several pieces, any of them may be moved first.
    obscured: whether it involves points whose switches are ignored.
    """

    move: Any
    after: Any
    path: tuple[Point, ...]
    taken: tuple[tuple[Point, int], ...]
    extras: tuple[tuple[Point, bool], ...]
    touched: int
    points: int
    under: int
    carried: int
    end: Occupancy
    evidence: int
    stops: tuple[tuple[int, int], ...]
    obscured: bool

    def fits(self, sensed: int, believed: int) -> bool:
        """Whether a board can show this move under way from the believed board, with its steps in
        any natural order."""
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
        """The point where the carried piece came from, if another piece is put there."""
        return bits(p for p, occupied in self.extras if occupied and p in self.path[:1])

    @property
    def unseen(self) -> bool:
        """Whether no switch shows that the carried piece has landed: it lands on another one."""
        return bool(self.path) and not self.touched >> self.path[-1] & 1

    @property
    def returns(self) -> bool:
        """Whether the carried piece ends where it began."""
        return len(self.path) > 1 and self.path[0] == self.path[-1]

    def undoes(self, other: MovePattern) -> bool:
        """Whether this move carries the piece of another move back."""
        ends = (self.path[:1], self.path[-1:])
        return bool(self.path) and ends == (other.path[-1:], other.path[:1])

    def stops_at(self, sensed: int) -> bool:
        """Whether the board is at one of this move's stopping places."""
        return any(sensed & mask == value for mask, value in self.stops)

    def boards(self, sensed: int) -> Iterable[int]:
        """The boards where this move may rest: its end, and its stopping places with the other
        points as `sensed` shows them."""
        return (self.end, *(value | sensed & ~mask for mask, value in self.stops))

    def first(self) -> Iterable[Point]:
        """The points where a hand may begin."""
        if self.path:
            return self.path[:1]
        return [point for point, _ in self.taken] or [point for point, _ in self.extras]


class CarriedPiece(NamedTuple):
    """A piece is carried from one point to another."""

    origin: Point
    to: Point
    owner: Seat | None


def pattern_of(game: TrackedGame, position: Any, move: Any, ignored: int = 0) -> MovePattern:
    """The pattern of a legal move. ignored: points whose switches are treated as always
    open."""
    start = occupied = int(game.occupancy(position))
    path: list[Point] = []
    taken: list[tuple[Point, int]] = []
    extras: list[tuple[Point, bool]] = []
    others: list[tuple[Point, int]] = []  # what other pieces do, with the hops before each
    touched = under = 0
    landings: list[int] = []  # the occupancy when the carried piece has reached each landing
    hands: list[Point] = []  # where the pieces in hand were lifted; the last one is put down first
    beside: list[CarriedPiece] = []  # what other pieces do that are carried
    owner: Seat | None = None
    for action, point, piece, holds in game.steps(position, move):
        before = occupied
        occupied = occupied | 1 << point if holds else occupied & ~(1 << point)
        touched |= before ^ occupied
        carrying = False  # whether the hand that acts has the piece that the move is about
        if action is Action.LIFT:
            hands.append(point)
            carrying = not path or point == path[-1]
            if not path:
                owner = piece.seat
                path.append(point)
            elif not carrying:
                extras.append((point, False))
        elif action is Action.PLACE and hands and hands[-1] == path[-1]:
            carrying = True
            hands.pop()
            path.append(point)
            landings.append(occupied)
        elif action is Action.PLACE and hands:
            beside.append(CarriedPiece(hands.pop(), point, piece.seat))
            extras.append((point, True))
        elif action in (Action.PLACE, Action.ENTER):
            extras.append((point, True))
        elif action is Action.REMOVE and holds:
            under |= 1 << point
        elif action is Action.REMOVE:
            taken.append((point, len(landings)))
        if before != occupied and not carrying:
            others.append((point, len(landings)))
            if landings:
                landings[-1] = occupied
    evidence = touched & (start ^ occupied)
    if path:
        evidence |= bits(path[:1])
        if touched >> path[-1] & 1:
            evidence |= bits(path[-1:])
    seen = ~ignored
    stops = []
    for hop, value in enumerate(landings[:-1], start=1):
        free = bits(point for point, hops in others if hops > hop) & ~(1 << path[hop])
        stops.append((~free, value & ~free & seen))
    if not path and len(taken) > 1:
        # A run of removals may rest with any of its pieces off.
        run = bits(point for point, _ in taken)
        stops.append((~run, start & ~run & seen))
    if len(path) == 2:
        halves = _halves(start, CarriedPiece(path[0], path[1], owner), beside)
        stops += [(~0, half & seen) for half in halves]
    if any(occupied & seen & mask == value for mask, value in stops):
        evidence |= touched  # the end looks like a stop: only the whole way proves it
    return MovePattern(
        move=move,
        after=game.advance(position, move),
        path=tuple(path),
        taken=tuple(taken),
        extras=tuple(extras),
        touched=touched & seen,
        points=(touched | bits(path)) & seen,
        under=under & ~touched & ~bits(path) & seen,
        carried=_carried(start, touched, path, extras) & seen,
        end=Occupancy(occupied & seen),
        evidence=evidence & seen,
        stops=tuple(stops),
        obscured=bool((touched | bits(path)) & ignored),
    )


def _halves(start: int, main: CarriedPiece, beside: Sequence[CarriedPiece]) -> Iterable[int]:
    """The boards where a player has moved one of two pieces, but not yet the other. main, beside:
    the piece that the move is about, and the others."""
    if len(beside) != 1 or beside[0].owner != main.owner:
        return
    for one, other in ((main, beside[0]), (beside[0], main)):
        if one.to != other.origin:  # else the other piece has to be out of the way first
            yield start & ~(1 << one.origin) | 1 << one.to


def _carried(start: int, touched: int, path: list[Point], extras: list[tuple[Point, bool]]) -> int:
    """The points of the path on which only the carried piece can stand: not where another piece
    stood before (a chain may land where it has captured), nor where one is put."""
    others = start & ~bits(path[:1]) | bits(point for point, _ in extras)
    return touched & bits(path) & ~others
