"""Faults of a board, as words: what its switches sense in spite of the pieces, and lamps show.

    parse_fault("stuck:14@30s", STAR)    # the switch of point 14 stays closed from second 30 on

`FaultyBoard` is a model without hardware or threads. It knows where pieces stand, and says what the
switches sense. The test kit drives pins with it, and `FaultyPort` a simulated board.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from enum import Enum
from itertools import accumulate
from typing import NamedTuple

from companion.base.errors import nearest
from companion.base.text import Text
from companion.device.ports.claims import InvalidWiring
from companion.rules.geometry import Board, Occupancy, Point, Sensed, bits, points_of


class InvalidFault(InvalidWiring):
    """A fault that does not exist, or that names what the board does not have."""


class FaultKind(Enum):
    """What can be out of order."""

    STUCK = "stuck"  # a switch that stays closed
    DEAD = "dead"  # a switch that stays open: a broken reed, or a loose wire
    WEAK = "weak"  # a switch that senses only every other piece that is put on its point
    CHATTER = "chatter"  # a switch that opens and closes while a piece stands over it
    SWAPPED = "swapped"  # two switches whose wires are exchanged
    BETWEEN = "between"  # a piece on the first point also closes the switch of the second
    UNPLUGGED = "unplugged"  # the cable of the whole board is out
    UNLIT = "unlit"  # a lamp that stays dark
    MISCOLOURED = "miscoloured"  # a lamp of another make, whose red and green are exchanged


_POINTS = {FaultKind.SWAPPED: 2, FaultKind.BETWEEN: 2, FaultKind.UNPLUGGED: 0}
"""The number of points that a kind of fault is at, where that is not one."""


class Fault(NamedTuple):
    """Something that is out of order for a time.

    Attributes:
        kind: What is out of order.
        points: The points where it is.
        start: When it begins (seconds).
        end: When it is over (seconds).
    """

    kind: FaultKind
    points: tuple[Point, ...] = ()
    start: float = 0.0
    end: float = math.inf


_WORDS = re.compile(r"(?P<kind>[a-z]+)(:(?P<points>[^@]*))?(@(?P<start>[^-]*)(-(?P<end>.*))?)?")
_TIME = re.compile(r"(\d+(?:\.\d+)?)(s|m|)")


def parse_fault(words: str, board: Board) -> Fault:
    """Read a fault: `KIND`, `:` and its points, `@` and its time.

    Args:
        words: For example "stuck:14@30s", "swapped:5,8" or "unplugged@1m-90s".
        board: The board that has the points.

    Raises:
        InvalidFault: If they are no fault of that board; the message says why.
    """
    read = _WORDS.fullmatch(words)
    kinds = {kind.value: kind for kind in FaultKind}
    if read is None or read["kind"] not in kinds:
        named = read["kind"] if read else words
        raise InvalidFault(
            Text(
                "there is no fault {name!r}{hint}; choose from {kinds}",
                name=named,
                hint=nearest(named, kinds),
                kinds=", ".join(kinds),
            )
        )
    kind = kinds[read["kind"]]
    names = [name.strip() for name in (read["points"] or "").split(",") if name.strip()]
    wanted = _POINTS.get(kind, 1)
    if len(set(names)) != wanted:
        raise InvalidFault(
            Text(
                "the fault {fault!r} has {number} different points and should have {wanted}; for "
                "example stuck:{point}@30s, swapped:{point},{other} or unplugged@30s-40s",
                fault=words,
                number=len(set(names)),
                wanted=wanted,
                point=board.names[0],
                other=board.names[1],
            )
        )
    for name in names:
        if name not in board.index:
            raise InvalidFault(
                Text(
                    "the fault {fault!r} names point {name}, which the board {board} does not have"
                    "{hint}",
                    fault=words,
                    name=name,
                    board=board.name,
                    hint=nearest(name, board.index),
                )
            )
    start = _seconds(words, read["start"], 0.0)
    end = _seconds(words, read["end"], math.inf)
    if end <= start:
        raise InvalidFault(
            Text("the fault {fault!r} is over before it begins; swap its times", fault=words)
        )
    return Fault(kind, tuple(board.index[name] for name in names), start, end)


def _seconds(words: str, text: str | None, default: float) -> float:
    if text is None:
        return default
    read = _TIME.fullmatch(text.strip())
    if read is None:
        raise InvalidFault(
            Text(
                "{time!r} in the fault {fault!r} is no time; write seconds or minutes, as in 30s "
                "or 2m",
                time=text,
                fault=words,
            )
        )
    return float(read[1]) * (60 if read[2] == "m" else 1)


_CHATTER = (0.02, 0.15, 0.05, 0.3, 0.04, 0.08)
"""The seconds for which a chattering switch is closed, open, closed, …, again and again."""

_ENDS = tuple(accumulate(_CHATTER))


def _chatters(seconds: float) -> tuple[bool, float]:
    """Return whether a chattering switch is closed, and for how long it stays so (seconds).

    Args:
        seconds: The time since the piece was put over it.
    """
    rest = seconds % _ENDS[-1]
    # Rounding may put the end of one state a little before itself.
    number = next((n for n, end in enumerate(_ENDS) if rest < end - 1e-9), 0)
    return number % 2 == 0, (_ENDS[number] - rest) % _ENDS[-1]


class FaultyBoard:
    """What the switches of a board sense, of the pieces that stand on it.

    Every method that may change that returns the changes, in order.

    Args:
        bounce: For how long a point has to be vacant before a piece is put down there once more
            (seconds), where switches bounce.

    Attributes:
        standing: The points on which pieces stand, as bits by point index.
        sensed: The points whose switches are closed, as bits by point index.
        due: When something changes by itself (seconds); infinite if nothing does.
    """

    def __init__(self, bounce: float = 0.0) -> None:
        self._bounce = bounce
        self.standing = Occupancy(0)
        self.sensed = Occupancy(0)
        self.due = math.inf
        self._faults: list[Fault] = []
        self._put: dict[Point, int] = {}  # how often a piece was put down on a point
        self._lifted: dict[Point, float] = {}  # when the last one was lifted
        self._over: dict[Point, float] = {}  # since when a piece has been over a chattering switch

    def add(self, fault: Fault, now: float) -> list[Sensed]:
        """Add a fault at a time (seconds), and return what changes at once."""
        changes = self.tick(now)
        self._faults.append(fault)
        return changes + self._sense(now)

    def mend(self, points: Iterable[Point] | None, now: float) -> list[Sensed]:
        """End the faults at some points, or all faults (None), and return what changes."""
        changes = self.tick(now)
        among = None if points is None else set(points)
        self._faults = [f for f in self._faults if among is not None and not among & set(f.points)]
        return changes + self._sense(now)

    def move(self, point: Point, occupied: bool, now: float) -> list[Sensed]:
        """Put a piece down on a point (True), or lift it, and return what the switches sense."""
        bit = 1 << point
        return self.stand(Occupancy(self.standing | bit if occupied else self.standing & ~bit), now)

    def stand(self, standing: Occupancy, now: float) -> list[Sensed]:
        """Let pieces stand on exactly these points, and return what the switches sense."""
        changes = self.tick(now)
        for point in points_of(Occupancy(standing & ~self.standing)):
            if now - self._lifted.get(point, -math.inf) >= self._bounce:
                self._put[point] = self._put.get(point, 0) + 1
        for point in points_of(Occupancy(self.standing & ~standing)):
            self._lifted[point] = now
        self.standing = standing
        return changes + self._sense(now)

    def tick(self, now: float) -> list[Sensed]:
        """Let time pass until `now` (seconds), and return what changes meanwhile."""
        changes: list[Sensed] = []
        while self.due <= now:
            changes += self._sense(self.due)
        return changes

    def seen(self, frame: bytes, now: float) -> bytes:
        """Return what is seen of a frame: three bytes (red, green, blue) a point."""
        faults = self._now(now, FaultKind.UNLIT, FaultKind.MISCOLOURED)
        if not faults:
            return frame
        seen = bytearray(frame)
        for fault in faults:
            at = 3 * fault.points[0]
            red, green, blue = frame[at : at + 3]
            lit = fault.kind is FaultKind.MISCOLOURED
            seen[at : at + 3] = (green, red, blue) if lit else (0, 0, 0)
        return bytes(seen)

    def unplugged(self, now: float) -> bool:
        """Return whether the board's cable is out."""
        return bool(self._now(now, FaultKind.UNPLUGGED))

    def _now(self, now: float, *kinds: FaultKind) -> list[Fault]:
        """Return the faults of these kinds that there are at a time, the latest last."""
        found = (f for f in self._faults if f.kind in kinds and f.start <= now < f.end)
        return sorted(found, key=lambda fault: fault.start)

    def _sense(self, now: float) -> list[Sensed]:
        """Return the changes of switches at a time, and note when the next one is due."""
        times = [time for fault in self._faults for time in (fault.start, fault.end)]
        self.due = min((time for time in times if time > now), default=math.inf)
        closed = self._closed(now)
        changed = Occupancy(self.sensed ^ closed)
        self.sensed = closed
        return [Sensed(p, bool(closed >> p & 1), now) for p in points_of(changed)]

    def _closed(self, now: float) -> Occupancy:
        closed = self.standing
        for fault in self._now(now, FaultKind.BETWEEN):
            one, other = fault.points
            if self.standing >> one & 1:
                closed = Occupancy(closed | 1 << other)
        for fault in self._now(now, FaultKind.WEAK):
            if self._put.get(fault.points[0], 0) % 2:
                closed = Occupancy(closed & ~bits(fault.points))
        chattering = {fault.points[0] for fault in self._now(now, FaultKind.CHATTER)}
        over = {point for point in chattering if self.standing >> point & 1}
        self._over = {point: self._over.get(point, now) for point in over}
        for point, since in self._over.items():
            on, seconds = _chatters(now - since)
            self.due = min(self.due, now + seconds)
            if not on:
                closed = Occupancy(closed & ~(1 << point))
        for fault in self._now(now, FaultKind.SWAPPED):
            one, other = fault.points
            if (closed >> one ^ closed >> other) & 1:
                closed = Occupancy(closed ^ bits(fault.points))
        for fault in self._now(now, FaultKind.DEAD, FaultKind.STUCK):  # the latest one counts
            points, stuck = bits(fault.points), fault.kind is FaultKind.STUCK
            closed = Occupancy(closed | points if stuck else closed & ~points)
        return closed
