"""A board without hardware: simulated pieces on simulated switches.

Only one thread, the session's, calls a simulated port, so it needs no locks. It starts no threads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from companion.base.errors import CompanionError
from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.device.ports.port import Frame, PiecePlaces, PieceTable, ReportListener
from companion.rules.geometry import Occupancy, Point, Sensed, bits

# Contact bounce of common reeds, 0.5 to 1 ms (Standex KSK-1A04, RRE MS-104, PIC MS-108-5). A
# piece that slides onto its point chatters for longer; how long is an estimate, kept below the
# shortest debounce window that makes sense for reeds, 5 ms.
_BOUNCE = (0.0005, 0.001)
_CHATTER = (0.001, 0.004)
_SLIDES = 0.25
_EXTRA_PAIRS = 4


class InvalidHandling(CompanionError, ValueError):
    """An act that a hand cannot do with the simulated pieces."""


@dataclass(frozen=True, slots=True)
class SimulatedWiring:
    """The wiring of a simulated board.

    Attributes:
        switches: For each point, the number under which its switch reports.
        lamps: For each point, the index in a frame of the lamp under it.
    """

    switches: tuple[int, ...]
    lamps: tuple[int, ...]


class SimulatedPort:
    """A port whose pieces are moved by method calls.

    Args:
        board_points: The number of points.
        clock: Returns the time in seconds.
        rng: The source of random bounce; default: a fixed seed.
        bounce: Whether every change of a switch is reported as a burst of edges, spread over the
            next milliseconds by `rng`, instead of one edge.
        names: The points' names for messages; default: their numbers.
        wiring: The number of each point's switch, and its lamp in a frame; default: the point's
            own.

    Attributes:
        points: The number of points.
        frame: What the lamps of the points show.
        on_frame: If set, called with each new frame.
    """

    def __init__(
        self,
        board_points: int,
        clock: Clock,
        rng: Random | None = None,
        bounce: bool = False,
        *,
        names: Sequence[str] | None = None,
        wiring: SimulatedWiring | None = None,
    ) -> None:
        self.points = board_points
        self.frame: Frame = bytes(3 * board_points)
        self._wiring = wiring
        self.on_frame: Callable[[Frame], None] | None = None
        self._clock = clock
        self._rng = rng if rng is not None else Random(0)  # noqa: S311 - bounce, not secrets
        self._bounce = bounce
        self._names = tuple(names) if names is not None else tuple(map(str, range(board_points)))
        self._listener: ReportListener | None = None
        self._closed = [False] * board_points
        self._stacks: list[list[str]] = [[] for _ in range(board_points)]
        self._tray: list[str] = []
        self._hands: dict[str, list[str]] = {}
        self._latest = float("-inf")

    def open(self, listener: ReportListener) -> None:
        """Start reporting to `listener`."""
        self._listener = listener

    @property
    def pieces(self) -> PieceTable:
        """The simulated pieces, moved by this port itself."""
        return self

    def occupancy(self) -> Occupancy:
        """Return the points whose switches are closed."""
        return bits(self._number(p) for p, closed in enumerate(self._closed) if closed)

    def show(self, frame: Frame) -> None:
        """Store the frame and pass it on."""
        if self._wiring is not None:
            # Lamps that belong to no point read past the end of the frame, which is dark.
            lit = frame + bytes(3)
            frame = b"".join(lit[3 * lamp : 3 * lamp + 3] for lamp in self._wiring.lamps)
        self._shine(frame)

    def close(self) -> None:
        """Stop reporting and switch the lamps off."""
        if self._listener is not None:
            self._listener = None
            self._shine(bytes(3 * self.points))

    def piece_places(self) -> PiecePlaces:
        """Return the current place of every piece."""
        return PiecePlaces(
            points=tuple(map(tuple, self._stacks)),
            tray=tuple(self._tray),
            hands={hand: tuple(held) for hand, held in self._hands.items()},
        )

    def lift(self, point: Point | None, hand: str, piece: str = "") -> None:
        """Lift the whole stack of a point, or one piece from the tray, with a hand.

        Args:
            point: The point; None for the tray.
            hand: The name of the hand.
            piece: Which piece to take from the tray; default: the last one put there.

        Raises:
            InvalidHandling: If the hand is full, or if there is no such piece.
        """
        if hand in self._hands:
            raise InvalidHandling(
                Text(
                    "hand {hand!r} already holds {pieces}: put that down first",
                    hand=hand,
                    pieces=" ".join(self._hands[hand]),
                )
            )
        if point is None:
            self._hands[hand] = [self._from_tray(piece)]
            return
        stack = self._stack(point)
        if not stack:
            raise InvalidHandling(Text("no piece lies on point {name}", name=self._names[point]))
        self._hands[hand] = stack[:]
        stack.clear()
        self._settle([point])

    def put(self, point: Point | None, hand: str) -> None:
        """Put down what a hand holds, on a point (on top of what lies there) or in the tray.

        Raises:
            InvalidHandling: If the hand holds nothing.
        """
        if hand not in self._hands:
            raise InvalidHandling(
                Text("hand {hand!r} holds nothing: lift a piece first", hand=hand)
            )
        stack = self._tray if point is None else self._stack(point)
        stack += self._hands.pop(hand)
        if point is not None:
            self._settle([point])

    def drop(self, hand: str) -> None:
        """Return everything in a hand to the tray, because the hand has gone."""
        self._tray += self._hands.pop(hand, [])

    def stock_tray(self, pieces: Iterable[str]) -> None:
        """Make sure that the tray holds at least one of each of these pieces."""
        self._tray += [text for text in pieces if text not in self._tray]

    def arrange(self, stacks: Sequence[Sequence[str]], tray: Sequence[str] = ()) -> None:
        """Arrange all pieces at once for a position.

        Leftover pieces go to the tray as well. Missing pieces appear, and as many leftover pieces
        disappear, those on the board first: they are the same pieces, crowned or turned over.

        Args:
            stacks: The pieces of each point, bottom first.
            tray: The pieces that must lie beside the board.

        Raises:
            InvalidHandling: If the number of stacks is not the number of points.
        """
        if len(stacks) != self.points:
            raise InvalidHandling(
                Text(
                    "{number} stacks do not fit a board of {points}",
                    number=len(stacks),
                    points=self.points,
                )
            )
        spare = [text for stack in (*self._stacks, *self._hands.values()) for text in stack]
        spare += self._tray
        missing = 0
        for text in (*(text for stack in stacks for text in stack), *tray):
            if text in spare:
                spare.remove(text)
            else:
                missing += 1
        self._stacks = [list(stack) for stack in stacks]
        self._tray = [*tray, *spare[missing:]]
        self._hands = {}
        self._settle(range(self.points))

    def keep_in_tray(self, but: Collection[str]) -> None:
        """Remove the pieces of other games: keep only these in the tray."""
        self._tray = [text for text in self._tray if text in but]

    def clear_board(self) -> None:
        """Move all pieces on the board and in hands to the tray."""
        for held in (*self._stacks, *self._hands.values()):
            self._tray += held
        self._stacks = [[] for _ in range(self.points)]
        self._hands = {}
        self._settle(range(self.points))

    def set(self, point: Point, occupied: bool) -> None:
        """Close or open a switch without moving a piece, for tests of switches."""
        self._stack(point)
        self._report([(point, occupied)])

    def _from_tray(self, piece: str) -> str:
        if not self._tray:
            raise InvalidHandling(Text("the tray is empty"))
        if not piece:
            return self._tray.pop()
        if piece not in self._tray:
            raise InvalidHandling(
                Text(
                    "no {piece!r} in the tray, only {tray}", piece=piece, tray=" ".join(self._tray)
                )
            )
        self._tray.remove(piece)
        return piece

    def _stack(self, point: Point) -> list[str]:
        if not 0 <= point < self.points:
            raise InvalidHandling(
                Text(
                    "there is no point number {point}: points are numbered 0 to {last}",
                    point=point,
                    last=self.points - 1,
                )
            )
        return self._stacks[point]

    def _settle(self, points: Iterable[int]) -> None:
        self._report([(Point(p), bool(self._stacks[p])) for p in points])

    def _report(self, states: Iterable[tuple[Point, bool]]) -> None:
        """Report the switches that change, with all edges in time order."""
        # The edges of a burst lie ahead of the clock; a later change must not precede them.
        now = max(self._clock(), self._latest)
        edges: list[Sensed] = []
        for point, occupied in states:
            if self._closed[point] != occupied:
                self._closed[point] = occupied
                edges += [
                    Sensed(self._number(point), level, now + after)
                    for after, level in self._burst(occupied)
                ]
        edges.sort(key=lambda edge: edge.at)
        if edges:
            self._latest = edges[-1].at
        if self._listener is not None:
            for edge in edges:
                self._listener(edge)

    def _shine(self, frame: Frame) -> None:
        self.frame = frame
        if self.on_frame is not None:
            self.on_frame(frame)

    def _number(self, point: int) -> Point:
        return Point(point if self._wiring is None else self._wiring.switches[point])

    def _burst(self, occupied: bool) -> list[tuple[float, bool]]:
        """Return the edges of one change.

        Returns:
            The time of each edge (seconds after the change) and its state: an odd number of edges,
            ending in the new state.
        """
        if not self._bounce:
            return [(0.0, occupied)]
        span = self._rng.uniform(*(_CHATTER if self._rng.random() < _SLIDES else _BOUNCE))
        extra = 2 * self._rng.randint(1, _EXTRA_PAIRS)
        afters = [0.0, *sorted(self._rng.uniform(0, span) for _ in range(extra - 1)), span]
        return [(after, occupied == (i % 2 == 0)) for i, after in enumerate(afters)]
