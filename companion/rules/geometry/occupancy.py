"""Occupancy: which points hold a piece, the only thing that reed switches can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, NewType

from companion.rules.geometry.board import Point

Occupancy = NewType("Occupancy", int)
"""A set of points as an int: bit p is set when point p is occupied."""


class Sensed(NamedTuple):
    """A report from a board: a point has become occupied or vacant.

    Attributes:
        point: The point.
        occupied: Whether it holds a piece now.
        at: Since when (seconds).
    """

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
