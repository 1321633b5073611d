"""Removes contact bounce: a level counts once it has held for a while.

A reed bounces for 0.5 to 1 ms when it closes (datasheets of the KSK-1A04 and MS-108 families) and
chatters for longer under a piece that is slid. A window of 10 ms covers both and is not noticeable.
"""

from __future__ import annotations

from companion.geometry import Occupancy, Point, Sensed, bits, points_of


class Debouncer:
    """Holds every change back until it has lasted for `window` seconds."""

    def __init__(self, window: float, occupancy: Occupancy) -> None:
        """Start with a board that is known to show `occupancy`."""
        self.window = window
        self.occupancy = occupancy
        self._changing: dict[Point, float] = {}  # point -> since when it has shown the other level

    def feed(self, event: Sensed) -> None:
        """Take a raw report. Reports must come in chronological order."""
        settled = bool(self.occupancy >> event.point & 1)
        if event.occupied == settled:
            self._changing.pop(event.point, None)
        else:
            self._changing.setdefault(event.point, event.at)

    def restart(self, occupancy: Occupancy) -> None:
        """Start again with a board that is known to show `occupancy`. Changes from it that are
        pending remain so."""
        changed = self.occupancy ^ occupancy
        for point in points_of(changed):
            self._changing.pop(point, None)
        self.occupancy = occupancy

    @property
    def deadline(self) -> float | None:
        """When the next change will count if nothing happens until then; None if none is
        pending."""
        return min(self._changing.values()) + self.window if self._changing else None

    @property
    def reported(self) -> Occupancy:
        """What the switches showed last, whether it counts yet or not."""
        return Occupancy(self.occupancy ^ bits(self._changing))

    @property
    def settled(self) -> float | None:
        """When all pending changes will count if nothing happens until then; None if none is
        pending."""
        return max(self._changing.values()) + self.window if self._changing else None

    def settle(self, at: float) -> list[Sensed]:
        """The changes that count by `at`, oldest first, each with the time when it began."""
        due = sorted(
            (began, point) for point, began in self._changing.items() if began + self.window <= at
        )
        for _, point in due:
            del self._changing[point]
            self.occupancy = Occupancy(self.occupancy ^ 1 << point)
        return [Sensed(point, bool(self.occupancy >> point & 1), began) for began, point in due]
