"""Switches that change more often than hands can: kept from being believed until they are quiet."""

from __future__ import annotations

from dataclasses import dataclass

from companion.geometry import Point, Sensed, bits


@dataclass(frozen=True, slots=True)
class Rate:
    """What is a flicker, and how it ends.

    changes, within: more changes of one point than that within so many seconds. To change a level
             a hand lifts a piece off its magnet's reach or puts it back; it does so four times a
             second at most when it drums, so that eight changes in two seconds are still a hand's.
             A contact that chatters changes ten to fifty times a second.
    quiet:   seconds without a change after which a level is believed again; twice as long after
             each further flicker of the same point, because such faults come in bursts.
    longest: but never longer than that.
    """

    changes: int = 8
    within: float = 2.0
    quiet: float = 3.0
    longest: float = 60.0


class Flicker:
    """Watches debounced changes. points: the ones in quarantine now, as bits."""

    def __init__(self, rate: Rate | None = None) -> None:
        self.points = 0
        self._rate = rate or Rate()
        self._changes: dict[Point, list[float]] = {}  # the times of the last ones
        self._bursts: dict[Point, int] = {}
        self._until: dict[Point, float] = {}  # in quarantine until then, if nothing changes

    @property
    def deadline(self) -> float | None:
        """When the next point is believed again if it stays quiet; None: all are believed."""
        return min(self._until.values(), default=None)

    def take(self, change: Sensed) -> None:
        """Take a change; the changes must come in the order of their times."""
        point, at = change.point, change.at
        recent = [t for t in self._changes.get(point, ()) if t > at - self._rate.within]
        self._changes[point] = [*recent, at]
        if point not in self._until:
            if len(recent) < self._rate.changes:
                return
            self._bursts[point] = self._bursts.get(point, 0) + 1
        longer = self._rate.quiet * 2 ** (self._bursts[point] - 1)
        self._until[point] = at + min(longer, self._rate.longest)
        self.points = bits(self._until)

    def settle(self, at: float) -> None:
        """Believe again what has been quiet for long enough by `at`."""
        for point in [point for point, until in self._until.items() if until <= at]:
            del self._until[point], self._changes[point]
        self.points = bits(self._until)
