"""Where the points have to be: worked out from the geometry again, without the artwork's layout."""

from __future__ import annotations

from itertools import combinations
from math import dist

from companion.geometry import Board
from tests.artwork.readers import Figure, Place

CLOSE = 0.05
"""The artwork may be off by so many millimetres."""


def points(board: Board, pitch: float, middle: Place) -> dict[str, Place]:
    """Every point's place by its name, for a board whose points have this place in their middle."""
    scale = pitch / min(dist(a, b) for a, b in combinations(board.xy, 2))
    xs, ys = [x for x, _ in board.xy], [y for _, y in board.xy]
    centre = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return {
        name: (middle[0] + (x - centre[0]) * scale, middle[1] + (y - centre[1]) * scale)
        for name, (x, y) in zip(board.names, board.xy, strict=True)
    }


def off(figures: list[Figure], at: Place) -> float:
    """The distance from a place to the nearest centre of a figure."""
    return min(dist(figure.middle, at) for figure in figures)


def nearest(places: dict[str, Place], at: Place) -> str:
    """The name of the point nearest to a place."""
    return min(places, key=lambda name: dist(places[name], at))


def ground(figures: list[Figure]) -> Figure:
    """The board itself: the largest closed figure."""
    return max((figure for figure in figures if figure.closed), key=lambda figure: figure.half)
