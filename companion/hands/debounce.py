"""Removes contact bounce: a level counts once it has held for a while.

A reed bounces for 0.5 to 1 ms when it closes (datasheets of the KSK-1A04 and MS-108 families) and
chatters for longer under a piece that is slid. A window of 10 ms covers both and is not noticeable.
"""

from __future__ import annotations

from companion.rules.geometry import Occupancy, Point, Sensed, bits, points_of


class Debouncer:
    """Holds every change back until it has lasted for a while.

    Args:
        window: How long a change must last (seconds).
        occupancy: What the board is known to show at first.

    Attributes:
        window: How long a change must last (seconds).
        occupancy: What counts now.
    """

    def __init__(self, window: float, occupancy: Occupancy) -> None:
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
        """Start again with a board that is known to show `occupancy`.

        Pending changes from it remain pending.
        """
        changed = self.occupancy ^ occupancy
        for point in points_of(changed):
            self._changing.pop(point, None)
        self.occupancy = occupancy

    @property
    def deadline(self) -> float | None:
        """When the next change will count if no report comes first (seconds), or None."""
        return min(self._changing.values()) + self.window if self._changing else None

    @property
    def reported(self) -> Occupancy:
        """The levels of the last reports, whether they count yet or not."""
        return Occupancy(self.occupancy ^ bits(self._changing))

    @property
    def settled(self) -> float | None:
        """When all pending changes will count if no report comes first (seconds).

        None if none is pending.
        """
        return max(self._changing.values()) + self.window if self._changing else None

    def settle(self, at: float) -> list[Sensed]:
        """Return the changes that count by `at` (seconds), oldest first, each with its start."""
        due = sorted(
            (began, point) for point, began in self._changing.items() if began + self.window <= at
        )
        for _, point in due:
            del self._changing[point]
            self.occupancy = Occupancy(self.occupancy ^ 1 << point)
        return [Sensed(point, bool(self.occupancy >> point & 1), began) for began, point in due]
