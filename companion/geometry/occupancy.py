"""Which points are occupied: all that reed switches can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, NewType

from companion.geometry.board import Point

Occupancy = NewType("Occupancy", int)
"""A set of points as an int: bit p is set when point p is occupied."""


class Sensed(NamedTuple):
    """A report from a board: since `at` (seconds), `point` is occupied or vacant."""

    point: Point
    occupied: bool
    at: float


def bits(points: Iterable[Point]) -> Occupancy:
    """Return the occupancy in which exactly `points` are occupied."""
    mask = 0
    for point in points:
        mask |= 1 << point
    return Occupancy(mask)


def points_of(mask: int) -> Iterator[Point]:
    """Yield the points of an occupancy, lowest first."""
    while mask:
        low = mask & -mask
        yield Point(low.bit_length() - 1)
        mask ^= low
