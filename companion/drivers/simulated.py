"""A board without hardware: simulated pieces on simulated switches.

One thread only, the session's, calls a simulated port; it has no locks and starts no threads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from companion.drivers.port import Clock, Frame, Listener, PieceTable, Tabletop
from companion.geometry import Occupancy, Point, Sensed, bits
from companion.rules import CompanionError

# Contact bounce of common reeds, 0.5 to 1 ms (Standex KSK-1A04, RRE MS-104, PIC MS-108-5). A
# piece that slides onto its point chatters for longer; how long is an estimate, kept below the
# shortest debounce window that makes sense for reeds, 5 ms.
_BOUNCE = (0.0005, 0.001)
_CHATTER = (0.001, 0.004)
_SLIDES = 0.25
_EXTRA_PAIRS = 4


class InvalidHandling(CompanionError, ValueError):
    """A hand cannot do that with the simulated pieces."""


@dataclass(frozen=True, slots=True)
class Wires:
    """How a simulated board is wired: for each point the number under which its switch reports,
    and the place in a frame of the lamp that is under it."""

    switches: tuple[int, ...]
    lamps: tuple[int, ...]


class SimulatedPort:
    """A port whose pieces are moved by calls.

    rng, bounce: with `bounce`, every change of a switch is reported as a burst of edges, spread
        over the next milliseconds by `rng` (default: a fixed seed); without, as one edge.
    names: what messages call the points; their numbers when left out.
    wiring: under which number each point's switch reports, and which lamp of a frame is under it;
        left out: its own.

    `frame` is what the lamps of the points show; `on_frame`, when set, is called with each one.
    """

    def __init__(
        self,
        board_points: int,
        clock: Clock,
        rng: Random | None = None,
        bounce: bool = False,
        *,
        names: Sequence[str] | None = None,
        wiring: Wires | None = None,
    ) -> None:
        self.points = board_points
        self.frame: Frame = bytes(3 * board_points)
        self._wiring = wiring
        self.on_frame: Callable[[Frame], None] | None = None
        self._clock = clock
        self._rng = rng if rng is not None else Random(0)  # noqa: S311 - bounce, not secrets
        self._bounce = bounce
        self._names = tuple(names) if names is not None else tuple(map(str, range(board_points)))
        self._listener: Listener | None = None
        self._closed = [False] * board_points
        self._stacks: list[list[str]] = [[] for _ in range(board_points)]
        self._tray: list[str] = []
        self._hands: dict[str, list[str]] = {}
        self._latest = float("-inf")

    def open(self, listener: Listener) -> None:
        """Start reporting to `listener`."""
        self._listener = listener

    @property
    def pieces(self) -> PieceTable:
        """Its pieces: this port moves them itself."""
        return self

    def occupancy(self) -> Occupancy:
        """The points whose switches are closed."""
        return bits(self._number(p) for p, closed in enumerate(self._closed) if closed)

    def show(self, frame: Frame) -> None:
        """Keep the frame, and pass it on."""
        if self._wiring is not None:
            # Past the end of a frame there is darkness, for lamps that are in no map.
            lit = frame + bytes(3)
            frame = b"".join(lit[3 * lamp : 3 * lamp + 3] for lamp in self._wiring.lamps)
        self._shine(frame)

    def close(self) -> None:
        """Stop reporting; lamps off."""
        if self._listener is not None:
            self._listener = None
            self._shine(bytes(3 * self.points))

    def tabletop(self) -> Tabletop:
        """Where every piece is now."""
        return Tabletop(
            points=tuple(map(tuple, self._stacks)),
            tray=tuple(self._tray),
            hands={hand: tuple(held) for hand, held in self._hands.items()},
        )

    def lift(self, point: Point | None, hand: str, piece: str = "") -> None:
        """A hand takes the whole stack of a point, or one piece from the tray.

        point: None for the tray; there, `piece` says which (left out: the last one put there).
        Raises InvalidHandling when the hand is full, or when there is nothing such to take.
        """
        if hand in self._hands:
            raise InvalidHandling(
                f"hand {hand!r} already holds {' '.join(self._hands[hand])}: put that down first"
            )
        if point is None:
            self._hands[hand] = [self._from_tray(piece)]
            return
        stack = self._stack(point)
        if not stack:
            raise InvalidHandling(f"no piece lies on point {self._names[point]}")
        self._hands[hand] = stack[:]
        stack.clear()
        self._settle([point])

    def put(self, point: Point | None, hand: str) -> None:
        """A hand puts down what it holds, on a point (on top of what lies there) or in the tray.

        Raises InvalidHandling when the hand holds nothing.
        """
        if hand not in self._hands:
            raise InvalidHandling(f"hand {hand!r} holds nothing: lift a piece first")
        stack = self._tray if point is None else self._stack(point)
        stack += self._hands.pop(hand)
        if point is not None:
            self._settle([point])

    def drop(self, hand: str) -> None:
        """A hand has gone; what it held, if anything, is in the tray."""
        self._tray += self._hands.pop(hand, [])

    def turn(self, point: Point, text: str) -> None:
        """The top piece of a point becomes `text`: crowned, or turned over. No switch sees it."""
        stack = self._stack(point)
        if not stack:
            raise InvalidHandling(f"no piece lies on point {self._names[point]} to turn over")
        stack[-1] = text

    def supply(self, pieces: Iterable[str]) -> None:
        """See to it that the tray holds at least one of each of these pieces."""
        self._tray += [text for text in pieces if text not in self._tray]

    def arrange(self, stacks: Sequence[Sequence[str]], tray: Sequence[str] = ()) -> None:
        """Put all pieces at once where a position wants them.

        stacks: the pieces of each point, bottom first. tray: what must lie beside the board.
        Pieces that are left over go to the tray as well. Missing ones appear; as many left over
        disappear, those from the board first: they are the same ones, crowned or turned over.
        """
        if len(stacks) != self.points:
            raise InvalidHandling(f"{len(stacks)} stacks do not fit a board of {self.points}")
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

    def put_away(self, but: Collection[str]) -> None:
        """Pieces of other games leave the table: the tray keeps these alone."""
        self._tray = [text for text in self._tray if text in but]

    def sweep(self) -> None:
        """All pieces off the board and out of hands, into the tray."""
        for held in (*self._stacks, *self._hands.values()):
            self._tray += held
        self._stacks = [[] for _ in range(self.points)]
        self._hands = {}
        self._settle(range(self.points))

    def set(self, point: Point, occupied: bool) -> None:
        """Close or open a switch alone, for tests that think in switches; no piece moves."""
        self._stack(point)
        self._report([(point, occupied)])

    def _from_tray(self, piece: str) -> str:
        if not self._tray:
            raise InvalidHandling("the tray is empty")
        if not piece:
            return self._tray.pop()
        if piece not in self._tray:
            raise InvalidHandling(f"no {piece!r} in the tray, only {' '.join(self._tray)}")
        self._tray.remove(piece)
        return piece

    def _stack(self, point: Point) -> list[str]:
        if not 0 <= point < self.points:
            raise InvalidHandling(
                f"there is no point number {point}: they go from 0 to {self.points - 1}"
            )
        return self._stacks[point]

    def _settle(self, points: Iterable[int]) -> None:
        self._report([(Point(p), bool(self._stacks[p])) for p in points])

    def _report(self, states: Iterable[tuple[Point, bool]]) -> None:
        """Report the switches that change, all edges in the order of their times."""
        # Bursts reach ahead of the clock; a later change must not seem to come before them.
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
        """The edges of one change, as seconds after it: an odd number, the last one to stay."""
        if not self._bounce:
            return [(0.0, occupied)]
        span = self._rng.uniform(*(_CHATTER if self._rng.random() < _SLIDES else _BOUNCE))
        extra = 2 * self._rng.randint(1, _EXTRA_PAIRS)
        afters = [0.0, *sorted(self._rng.uniform(0, span) for _ in range(extra - 1)), span]
        return [(after, occupied == (i % 2 == 0)) for i, after in enumerate(afters)]
