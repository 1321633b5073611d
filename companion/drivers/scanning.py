"""Reading a matrix of reeds: which rows to look at, how often, and what missing diodes would show.

A look pulls some rows low and tells which columns are pulled low with them: those that have a
closed reed in any of these rows. Every reed has a diode that lets current from its column to its
row, so that none finds its way back through a third reed.

Pure: what looks, and what it cost, are arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.geometry import Occupancy, Point, bits, points_of

PERIOD = 0.01
"""Seconds between scans while something moves, and always where that costs less than `SHARE`."""

SHARE = 0.025
"""The most of a processor core that scanning may take while nothing moves."""

HOLD = 100
"""Scans after a change for which something is taken to be moving."""

_SMOOTH = 16  # scans over which their cost is averaged

Cells = Sequence[tuple[int, int]]
"""The row and the column of each point."""

Look = Callable[[int, bool], int]
"""Pulls rows low (bit r: row r), and tells which columns are low then (bit c: column c). With True
it waits before it reads, until columns that were low a moment ago have risen for certain."""


def read(rows: int, look: Look) -> list[int]:
    """The closed columns of each row, each looked at by itself and without haste: what an edge that
    a scan took for a slow column is found by."""
    return [look(1 << row, True) for row in range(rows)]


class Scanner:
    """Keeps track of what is closed, in as few looks as may be.

    Rows that were empty are looked at together, for one closed reed among them shows; only when
    there is one are they looked at one by one. A board with pieces on six of nine rows takes seven
    looks.

    closed: the closed columns of each row, as `read` tells them.
    """

    def __init__(self, closed: list[int], look: Look) -> None:
        self.closed = closed
        self._look = look

    def scan(self) -> None:
        """Bring `closed` up to date.

        What reads otherwise than before is read once more without haste, and that counts: a
        disturbance, or a column that has not risen yet since the last look, is no change.
        """
        empty = sum(1 << row for row, columns in enumerate(self.closed) if not columns)
        among = bool(empty and self._look(empty, False))
        for row, before in enumerate(self.closed):
            if (before or among) and self._look(1 << row, False) != before:
                self.closed[row] = self._look(1 << row, True)


class Pace:
    """When to scan next: a hundred times a second, but on a slow computer, while nothing moves,
    only as often as `SHARE` allows."""

    def __init__(self) -> None:
        self._cost = 0.0
        self._moving = 0

    def wait(self, cost: float, changed: bool) -> float:
        """Seconds from the beginning of a scan to that of the next. cost: the processor time
        (seconds) that one scan took; changed: whether it found a change."""
        self._cost += (cost - self._cost) / _SMOOTH
        self._moving = HOLD if changed else max(self._moving - 1, 0)
        return PERIOD if self._moving else max(PERIOD, self._cost / SHARE)


def occupied(cells: Cells, closed: Sequence[int]) -> Occupancy:
    """The points that are occupied when these columns of each row are closed."""
    return bits(Point(p) for p, (row, column) in enumerate(cells) if closed[row] >> column & 1)


class Ghost(NamedTuple):
    """A point that reads as occupied and is not. culprits: the points of which one has no diode, or
    one the wrong way round; none where the current comes a longer way."""

    point: Point
    culprits: tuple[Point, ...]


def without_diodes(cells: Cells, stands: Occupancy) -> Occupancy:
    """What a matrix without a single diode reads when pieces stand there: where three corners of a
    rectangle are closed, so is the fourth."""
    rows: dict[int, int] = {}
    for point in points_of(stands):
        row, column = cells[point]
        rows[row] = rows.get(row, 0) | 1 << column
    # Rows that share a column are joined by it, and then read alike.
    joined: list[tuple[set[int], int]] = []
    for row, columns in rows.items():
        members = {row}
        apart = []
        for others, reach in joined:
            if reach & columns:
                members |= others
                columns |= reach
            else:
                apart.append((others, reach))
        joined = [*apart, (members, columns)]
    reads = {row: columns for members, columns in joined for row in members}
    return bits(
        Point(p) for p, (row, column) in enumerate(cells) if reads.get(row, 0) >> column & 1
    )


def ghosts(cells: Cells, stands: Occupancy, read: Occupancy) -> tuple[Ghost, ...]:
    """The points that read as occupied without a piece because diodes are missing, or the wrong way
    round (and then do not read themselves).

    stands: where pieces stand for certain. read: what the switches say. Other points that read
    wrongly, which no missing diode explains, are not among them.
    """
    by_cell = {cell: Point(p) for p, cell in enumerate(cells)}
    found = []
    for ghost in points_of(read & ~stands & without_diodes(cells, stands)):
        row, column = cells[ghost]
        # The current comes down the ghost's column through a second row, goes up a third corner,
        # against its diode, and comes back to the ghost's row: the third corner is the opposite.
        culprits = tuple(
            point
            for point in points_of(stands)
            if _closed(by_cell, stands, (row, cells[point][1]))
            and _closed(by_cell, stands, (cells[point][0], column))
        )
        found.append(Ghost(ghost, culprits))
    return tuple(found)


def _closed(
    by_cell: dict[tuple[int, int], Point], stands: Occupancy, cell: tuple[int, int]
) -> bool:
    return cell in by_cell and bool(stands >> by_cell[cell] & 1)
