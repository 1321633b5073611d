"""The triangles and quadrilaterals of a board.

Their corners are points of the board, and their sides lie on its lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from companion.base.text import Text
from companion.rules.geometry import Board, Point

Kind = Literal["triangle", "convex", "concave"]

_KINDS: dict[Kind, Text] = {
    "triangle": Text("triangle"),
    "convex": Text("convex quadrilateral"),
    "concave": Text("concave quadrilateral"),
}

_FLAT = 1e-9  # a corner with a smaller cross product than this lies on a straight line


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on a board.

    Attributes:
        name: Its corners' names, in order, joined by `-`.
        kind: A triangle, or the kind of quadrilateral.
        corners: In order round the figure, the first in reading order first.
        sides: The points of each side from one corner to the next, both included; the last side
            leads back to the first corner.
    """

    name: str
    kind: Kind
    corners: tuple[Point, ...]
    sides: tuple[tuple[Point, ...], ...]

    @property
    def described(self) -> Text:
        """Its kind, in words."""
        return _KINDS[self.kind]

    @property
    def on(self) -> tuple[Point, ...]:
        """All points on its sides, corners included, in reading order."""
        return tuple(sorted({point for side in self.sides for point in side}))


@cache
def triangles(board: Board) -> tuple[Figure, ...]:
    """Return every triangle, sorted by corners in reading order.

    A triangle is three points, each two of them on a line, but not all three on the same line.
    """
    joined = _joined(board)
    return tuple(
        _figure(board, (a, b, c))
        for a, beyond in joined.items()
        for b in beyond
        for c in joined[b]
        if a < b < c and c in beyond and _turn(board, a, b, c)
    )


@cache
def quadrilaterals(board: Board) -> tuple[Figure, ...]:
    """Return every quadrilateral, sorted by corners in reading order.

    A quadrilateral is four points, each on a line with the next, with no two adjacent sides on the
    same line and no sides crossing.
    """
    joined = _joined(board)
    return tuple(
        _figure(board, (a, b, c, d))
        for a, beyond in joined.items()
        for b in beyond
        for c in joined[b]
        for d in joined[c]
        # Each figure once: it starts at its lowest corner, towards the lower adjacent one.
        if a < b < d and a < c and d in beyond and _simple(board, a, b, c, d)
    )


@cache
def _joined(board: Board) -> dict[Point, dict[Point, tuple[Point, ...]]]:
    """Return, for every point in reading order, the points it shares a line with.

    Each comes with the points on the way there, both ends included.
    """
    ways: dict[Point, dict[Point, tuple[Point, ...]]] = {p: {} for p in board.index.values()}
    for point, there in ways.items():
        for ray in board.rays[point].values():
            there |= {end: (point, *ray[: i + 1]) for i, end in enumerate(ray)}
        ways[point] = dict(sorted(there.items()))
    return ways


def _figure(board: Board, corners: tuple[Point, ...]) -> Figure:
    joined = _joined(board)
    return Figure(
        name="-".join(board.names[corner] for corner in corners),
        kind=_kind(board, corners),
        corners=corners,
        sides=tuple(joined[a][b] for a, b in _round(corners)),
    )


def _round(corners: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    return pairwise((*corners, corners[0]))


def _kind(board: Board, corners: tuple[Point, ...]) -> Kind:
    if len(corners) == 3:
        return "triangle"
    turns = {
        _turn(board, corners[i - 2], corners[i - 1], corner) for i, corner in enumerate(corners)
    }
    return "convex" if len(turns) == 1 else "concave"


def _turn(board: Board, a: Point, b: Point, c: Point) -> int:
    """Return the direction of the turn at b on the way from a to c.

    Left is 1, right is -1, straight on or back is 0.
    """
    (ax, ay), (bx, by), (cx, cy) = board.xy[a], board.xy[b], board.xy[c]
    cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
    return 0 if abs(cross) < _FLAT else 1 if cross > 0 else -1


def _simple(board: Board, a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether no corner is flat and no side crosses another.

    If no corner is flat, neither of two opposite sides ends on the other's line, so they either
    cross properly or not at all.
    """
    turns = (
        _turn(board, d, a, b),
        _turn(board, a, b, c),
        _turn(board, b, c, d),
        _turn(board, c, d, a),
    )
    return all(turns) and not _cross(board, a, b, c, d) and not _cross(board, b, c, d, a)


def _cross(board: Board, a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the side from a to b crosses the side from c to d."""
    return _turn(board, a, b, c) != _turn(board, a, b, d) and _turn(board, c, d, a) != _turn(
        board, c, d, b
    )
