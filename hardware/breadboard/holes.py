"""A breadboard of 830 holes: which holes there are, where they lie, and which are joined inside.

A hole is named as on the board: `a12` is in row a of column 12, `top- 12` in a rail. Rows run along
the board and columns across it. Five holes of a column are joined, a to e and f to j. A rail is
joined along the board, but on many boards not across its middle, so it counts as two here.
"""

from __future__ import annotations

from typing import NamedTuple

PITCH = 2.54
"""From one hole to the next, in mm."""

COLUMNS = 63
ROWS = "abcdefghij"

_DOWN = dict(zip(ROWS, (0, 1, 2, 3, 4, 7, 8, 9, 10, 11), strict=True))
"""How far a row is below row a, in holes; the groove takes two."""

RAILS = {"top+": -4, "top-": -3, "bottom+": 14, "bottom-": 15}
"""The same for the rails."""

MIDDLE = 32
"""The column at which a rail may be interrupted."""


class Place(NamedTuple):
    """Where a hole is, in holes: to the right of column 0, and below row a."""

    across: int
    down: int


class NoHole(ValueError):
    """A hole that a breadboard does not have."""


def place(hole: str) -> Place:
    """Return where a hole is.

    Raises:
        NoHole: If there is no such hole.
    """
    row, column = _read(hole)
    return Place(column, _DOWN[row] if row in _DOWN else RAILS[row])


def joined(hole: str) -> tuple[str, int]:
    """Return what a hole is joined to inside the breadboard; the same for all that are joined.

    Raises:
        NoHole: If there is no such hole.
    """
    row, column = _read(hole)
    if row in RAILS:
        return row, int(column > MIDDLE)
    return ("a to e" if row in "abcde" else "f to j"), column


def rail_hole(rail: str, near: int) -> str:
    """Return the hole of a rail that is nearest to a column, the western one of two."""
    columns = [column for column in range(1, COLUMNS + 1) if _in_rail(column)]
    return f"{rail} {min(columns, key=lambda column: (abs(column - near), column))}"


def every_hole() -> list[str]:
    """Return every hole of the breadboard."""
    columns = range(1, COLUMNS + 1)
    rails = [f"{rail} {column}" for rail in RAILS for column in columns if _in_rail(column)]
    return [f"{row}{column}" for row in ROWS for column in columns] + rails


def _read(hole: str) -> tuple[str, int]:
    """Return the row or rail of a hole, and its column."""
    rail, _, column = hole.partition(" ")
    if rail in RAILS and column.isdigit() and _in_rail(int(column)):
        return rail, int(column)
    if hole[:1] in _DOWN and hole[1:].isdigit() and 1 <= int(hole[1:]) <= COLUMNS:
        return hole[0], int(hole[1:])
    raise NoHole(f"a breadboard has no hole {hole!r}")


def _in_rail(column: int) -> bool:
    """Say whether a rail has a hole at a column: ten groups of five, with a gap between two."""
    return 3 <= column <= 61 and (column - 3) % 6 != 5
