"""Finds switches that change more often than hands can; they are ignored until they are quiet."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.geometry import Point, Sensed, bits


@dataclass(frozen=True, slots=True)
class Rate:
    """When a switch counts as flickering, and for how long.

    Attributes:
        changes: A switch flickers if it changes more often than this in `within` seconds. A hand
            that drums with a piece changes a switch at most four times a second, so eight changes
            in two seconds may still be a hand's. A chattering contact changes ten to fifty times a
            second.
        within: See `changes` (seconds).
        quiet: The time without a change after which it is believed again (seconds); doubled each
            time the same switch flickers again, because such faults come in bursts.
        longest: The limit to that doubling (seconds).
    """

    changes: int = 8
    within: float = 2.0
    quiet: float = 3.0
    longest: float = 60.0


class Flicker:
    """Watches debounced changes.

    Attributes:
        points: The flickering switches, as bits.
    """

    def __init__(self, rate: Rate | None = None) -> None:
        self.points = 0
        self._rate = rate or Rate()
        self._changes: dict[Point, list[float]] = {}  # the times of the last ones
        self._bursts: dict[Point, int] = {}
        self._until: dict[Point, float] = {}  # ignored until then, if nothing changes

    @property
    def deadline(self) -> float | None:
        """When the next switch is believed again if it stays quiet (seconds), or None."""
        return min(self._until.values(), default=None)

    def take(self, change: Sensed) -> None:
        """Take a change. Changes must come in chronological order."""
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
        """Believe the switches again that have been quiet for long enough by `at` (seconds)."""
        for point in [point for point, until in self._until.items() if until <= at]:
            del self._until[point], self._changes[point]
        self.points = bits(self._until)
