"""Where the points have to be: worked out from the geometry again, without the artwork's layout."""

from __future__ import annotations

from itertools import combinations
from math import dist

from companion.rules.geometry import Board
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
    """The board itself: the largest closed figure but one, which is its bleed."""
    bleed, board, *_ = sorted(
        (figure for figure in figures if figure.closed), key=lambda figure: -figure.half
    )
    assert bleed.half - board.half > 2.9
    return board


STAR_WEST = frozenset(("7", "9", "12"))
"""The points of the star whose lamps lie in the west: away from their neighbours."""

STAR_SOUTH = frozenset(map(str, range(12, 20)))
"""The points of the star whose lamps lie in the south: its lower half."""


def lamp_way(board: Board, name: str) -> tuple[int, int]:
    """Where a point's lamp is: 1 for east, -1 for west; 1 for north, -1 for south."""
    star = board.name == "star"
    return -1 if star and name in STAR_WEST else 1, -1 if star and name in STAR_SOUTH else 1


def lamps(board: Board, pitch: float, middle: Place) -> dict[str, Place]:
    """The place of every point's lamp by the point's name, as `points` has the points."""
    away = 0.375 * pitch
    return {
        name: (x + way[0] * away, y + way[1] * away)
        for name, (x, y) in points(board, pitch, middle).items()
        for way in [lamp_way(board, name)]
    }
