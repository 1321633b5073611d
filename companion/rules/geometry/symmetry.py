"""The rotations and reflections that map a board onto itself."""

from __future__ import annotations

from functools import cache
from math import cos, isclose, radians, sin

from companion.rules.geometry.board import Board, Point

Permutation = tuple[Point, ...]
"""The image of each point: point p moves to `permutation[p]`."""


@cache
def symmetries(board: Board) -> tuple[Permutation, ...]:
    """Return every symmetry of a board's points and lines, the identity first.

    The star has twelve and a square grid eight. Rotations by multiples of 30 degrees are tried,
    each with and without a left-right reflection.
    """
    cx = sum(x for x, _ in board.xy) / board.size
    cy = sum(y for _, y in board.xy) / board.size
    centred = [(x - cx, y - cy) for x, y in board.xy]
    lines = {frozenset(line) for line in board.lines}
    found = []
    for side in (1, -1):
        for angle in range(0, 360, 30):
            c, s = cos(radians(angle)), sin(radians(angle))
            turned = [(c * side * x - s * y, s * side * x + c * y) for x, y in centred]
            images = tuple(point for xy in turned if (point := _at(centred, xy)) is not None)
            if len(images) == board.size and lines == {
                frozenset(images[point] for point in line) for line in lines
            }:
                found.append(images)
    return tuple(dict.fromkeys(found))  # points in a row: a turn is a reflection as well


def _at(places: list[tuple[float, float]], xy: tuple[float, float]) -> Point | None:
    for point, (x, y) in enumerate(places):
        if isclose(x, xy[0], abs_tol=1e-6) and isclose(y, xy[1], abs_tol=1e-6):
            return Point(point)
    return None
