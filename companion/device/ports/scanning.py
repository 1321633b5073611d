"""Scanning a matrix of reeds: which rows to read, how often, and what missing diodes would show.

A read pulls some rows low and returns the columns that go low with them: those with a closed reed
in any of these rows. Every reed has a diode that lets current flow only from its column to its row,
so that no current can return through a third reed.

Pure: the function that reads, and the cost of a scan, are arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.rules.geometry import Occupancy, Point, bits, points_of

PERIOD = 0.01
"""Seconds between scans while something moves, or always if that costs less than `SHARE`."""

SHARE = 0.025
"""The largest share of a processor core that scanning may use while nothing moves."""

ACTIVE_SCANS = 100
"""Scans after a change during which something is assumed to be moving."""

_SMOOTH = 16  # scans over which the cost is averaged

Cells = Sequence[tuple[int, int]]
"""The row and the column of each point."""

ReadColumns = Callable[[int, bool], int]
"""Pulls rows low (bit r: row r) and returns the columns that are low (bit c: column c). With True,
it first waits until columns that were low a moment ago have certainly risen."""


def read_rows(rows: int, read_columns: ReadColumns) -> list[int]:
    """Read each row by itself, with settling.

    This finds an edge that a scan took for a slow column.

    Returns:
        The closed columns of each row, as bits.
    """
    return [read_columns(1 << row, True) for row in range(rows)]


class Scanner:
    """Tracks the closed switches with as few reads as possible.

    Rows that were empty are read together, which is enough to see whether any reed among them has
    closed; only then are they read one by one. A board with pieces on six of nine rows takes seven
    reads.

    Args:
        closed: The closed columns of each row at the start, as `read_rows` returns them.
        read_columns: Reads the columns of rows.

    Attributes:
        closed: The closed columns of each row, as bits.
    """

    def __init__(self, closed: list[int], read_columns: ReadColumns) -> None:
        self.closed = closed
        self._read_columns = read_columns

    def scan(self) -> None:
        """Bring `closed` up to date.

        A row that reads differently is read again with settling, and the second value counts. A
        disturbance, or a column that has not risen since the last read, is not a change.
        """
        empty = sum(1 << row for row, columns in enumerate(self.closed) if not columns)
        among = bool(empty and self._read_columns(empty, False))
        for row, before in enumerate(self.closed):
            if (before or among) and self._read_columns(1 << row, False) != before:
                self.closed[row] = self._read_columns(1 << row, True)


class ScanRate:
    """Decides when to scan next.

    It scans a hundred times a second. On a slow computer, while nothing moves, it scans only as
    often as `SHARE` allows.
    """

    def __init__(self) -> None:
        self._cost = 0.0
        self._moving = 0

    def next_delay(self, cost: float, changed: bool) -> float:
        """Return the seconds from the start of a scan to the start of the next.

        Args:
            cost: The processor time of one scan (seconds).
            changed: Whether it found a change.
        """
        self._cost += (cost - self._cost) / _SMOOTH
        self._moving = ACTIVE_SCANS if changed else max(self._moving - 1, 0)
        return PERIOD if self._moving else max(PERIOD, self._cost / SHARE)


def occupancy_of(cells: Cells, closed: Sequence[int]) -> Occupancy:
    """Return the points that are occupied if these columns of each row are closed."""
    return bits(Point(p) for p, (row, column) in enumerate(cells) if closed[row] >> column & 1)


class Ghost(NamedTuple):
    """A point that reads as occupied but is not.

    Attributes:
        point: The point.
        suspects: The points one of which has a missing or reversed diode; empty if the current
            takes a longer path.
    """

    point: Point
    suspects: tuple[Point, ...]


def without_diodes(cells: Cells, pieces: Occupancy) -> Occupancy:
    """Return what a matrix without any diodes reads with these pieces.

    If three corners of a rectangle are closed, so is the fourth.
    """
    rows: dict[int, int] = {}
    for point in points_of(pieces):
        row, column = cells[point]
        rows[row] = rows.get(row, 0) | 1 << column
    # Rows that share a column are connected by it, and read the same.
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


def ghosts(cells: Cells, pieces: Occupancy, read: Occupancy) -> tuple[Ghost, ...]:
    """Return the points that read as occupied without a piece because of bad diodes.

    The diodes are missing, or reversed (a point with a reversed diode does not read as occupied
    itself). Points that read wrongly for any other reason are not included.

    Args:
        cells: The row and column of each point.
        pieces: The points where pieces certainly are.
        read: What the switches report.
    """
    by_cell = {cell: Point(p) for p, cell in enumerate(cells)}
    found = []
    for ghost in points_of(read & ~pieces & without_diodes(cells, pieces)):
        row, column = cells[ghost]
        # The current flows from the ghost's column into a second row, then through the third
        # corner, against its diode, and back to the ghost's row: the third corner is the suspect.
        suspects = tuple(
            point
            for point in points_of(pieces)
            if _closed(by_cell, pieces, (row, cells[point][1]))
            and _closed(by_cell, pieces, (cells[point][0], column))
        )
        found.append(Ghost(ghost, suspects))
    return tuple(found)


def _closed(
    by_cell: dict[tuple[int, int], Point], pieces: Occupancy, cell: tuple[int, int]
) -> bool:
    return cell in by_cell and bool(pieces >> by_cell[cell] & 1)
