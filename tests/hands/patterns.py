"""Moves as the switches see them, without a game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.hands.pattern import MovePattern
from companion.rules.geometry import Occupancy, Point, bits


def move_along(
    *path: Point,
    taken: Sequence[tuple[Point, int]] = (),
    extras: Sequence[tuple[Point, bool]] = (),
    touched: Sequence[Point] | None = None,
) -> MovePattern:
    """A move of one piece along a path. touched: the points of the path that show it, by default
    all."""
    shown = bits(path if touched is None else touched)
    changed = shown | bits(point for point, _ in (*taken, *extras))
    return MovePattern(
        move=None,
        after=None,
        path=path,
        taken=tuple(taken),
        captured=bits(point for point, _ in taken),
        extras=tuple(extras),
        touched=changed,
        points=changed | bits(path),
        under=0,
        carried=shown,
        end=Occupancy(0),
        evidence=changed,
        stops=(),
        obscured=False,
        turned=False,
    )
