"""What the switches of a board do, and how well they do it.

Pure: raw reports and times go in, debounced changes and bursts come out.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.geometry import Occupancy, Point, Sensed, points_of
from companion.tracking.debounce import Debouncer
from companion.tracking.flicker import Flicker

APART = 0.05
"""Seconds without an edge after which the next one belongs to another change: reeds bounce for a
millisecond, and hands take a tenth of a second for the next move."""


class Burst(NamedTuple):
    """The edges of one change of a switch: how many, and seconds from the first to the last. An
    even number is no change at all: the switch is as it was."""

    point: Point
    edges: int
    lasted: float
    last: float


class Senses:
    """The switches of a board, from when it showed `closed`.

    window:   seconds for which a switch must hold a level for it to count.
    closed:   the switches that are closed, debounced.
    changes:  how often each has changed, debounced.
    unstable: the switches that change more often than hands can, as bits.
    bursts:   the bursts that are over.
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
        """The switches that are closed."""
        return self._debouncer.occupancy

    @property
    def deadline(self) -> float | None:
        """When `settle` will have something to tell if nothing happens until then."""
        return self._debouncer.deadline

    def feed(self, report: Sensed) -> list[Sensed]:
        """Take a raw report, in the order of their times; the changes that count by then."""
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
        """The changes that count by `at`, oldest first."""
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


def listed(mask: int, names: tuple[str, ...]) -> str:
    """The names of switches or points, as people list them."""
    words = [names[p] for p in points_of(mask)]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
