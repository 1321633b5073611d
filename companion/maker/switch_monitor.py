"""Monitors the switches of a board and the quality of their signals.

Pure: raw reports and times go in, debounced changes and bursts come out.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.base.text import Text, join_words
from companion.hands.debounce import Debouncer
from companion.hands.flicker import Flicker
from companion.rules.geometry import Occupancy, Point, Sensed, points_of

APART = 0.05
"""Seconds without an edge after which the next edge belongs to another change. Reeds bounce for a
millisecond, and hands need at least a tenth of a second for the next move."""


class Burst(NamedTuple):
    """The edges of one change of a switch.

    Attributes:
        point: The switch.
        edges: The number of edges; an even number means no change: the switch is as it was.
        lasted: The time from the first edge to the last (seconds).
        last: The time of the last edge (seconds).
    """

    point: Point
    edges: int
    lasted: float
    last: float


class SwitchMonitor:
    """The debounced switches of a board.

    Args:
        closed: The switches that are closed at the start.
        switches: The number of switches.
        window: The debounce time (seconds).

    Attributes:
        changes: How often each switch has changed, debounced.
        unstable: The switches that change faster than hands can move, as bits.
        bursts: The completed bursts.
    """

    def __init__(self, closed: Occupancy, switches: int, window: float) -> None:
        self.changes = [0] * switches
        self.unstable = 0
        self.bursts: list[Burst] = []
        self._debouncer = Debouncer(window, closed)
        self._flicker = Flicker()
        self._bursting: dict[Point, Burst] = {}

    @property
    def closed(self) -> Occupancy:
        """The closed switches, debounced."""
        return self._debouncer.occupancy

    @property
    def deadline(self) -> float | None:
        """The time of the next change that `settle` returns if no report comes before (seconds)."""
        return self._debouncer.deadline

    def feed(self, report: Sensed) -> list[Sensed]:
        """Take a raw report, in time order, and return the debounced changes up to its time."""
        changes = self.settle(report.at)
        self._debouncer.feed(report)
        point, at = report.point, report.at
        burst = self._bursting.get(point)
        if burst is not None and at - burst.last > APART:
            self._over(burst)
            burst = None
        if burst is None:
            self._bursting[point] = Burst(point, 1, 0.0, at)
        else:
            lasted = burst.lasted + at - burst.last
            self._bursting[point] = Burst(point, burst.edges + 1, lasted, at)
        return changes

    def settle(self, at: float) -> list[Sensed]:
        """Return the debounced changes up to `at` (seconds), oldest first."""
        for burst in [b for b in self._bursting.values() if at - b.last > APART]:
            self._over(burst)
        changes = self._debouncer.settle(at)
        for change in changes:
            self.changes[change.point] += 1
            self._flicker.take(change)
        self.unstable |= self._flicker.points
        return changes

    def _over(self, burst: Burst) -> None:
        del self._bursting[burst.point]
        self.bursts.append(burst)


def join_names(mask: int, names: tuple[str, ...]) -> Text:
    """Return the names of switches or points as a readable list."""
    return join_words([names[p] for p in points_of(mask)])
