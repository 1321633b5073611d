"""Triangles and quadrilaterals on the lines of a board."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from companion.games.puzzles.figures import Figure, quadrilaterals, triangles
from companion.rules.geometry import STAR, Board, Point, grid, symmetries


def named(figures: tuple[Figure, ...], name: str) -> Figure:
    return next(figure for figure in figures if figure.name == name)


def points(*names: int) -> tuple[int, ...]:
    return tuple(name - 1 for name in names)


def test_star_has_56_triangles() -> None:
    assert Counter(figure.kind for figure in triangles(STAR)) == {"triangle": 56}


def test_star_has_57_convex_and_36_concave_quadrilaterals() -> None:
    assert Counter(figure.kind for figure in quadrilaterals(STAR)) == {"convex": 57, "concave": 36}


def test_triangle_has_the_points_of_its_sides() -> None:
    big = named(triangles(STAR), "1-14-18")
    assert big.corners == points(1, 14, 18)
    assert big.sides == (
        points(1, 3, 7, 9, 14),
        points(14, 15, 16, 17, 18),
        points(18, 11, 8, 5, 1),
    )
    assert big.on == points(1, 3, 5, 7, 8, 9, 11, 14, 15, 16, 17, 18)


def test_quadrilateral_goes_round_its_corners() -> None:
    dart = named(quadrilaterals(STAR), "1-3-2-10")
    assert dart.kind == "concave"
    assert dart.sides == (points(1, 3), points(3, 2), points(2, 7, 10), points(10, 4, 1))
    assert dart.on == points(1, 2, 3, 4, 7, 10)


def test_triangles_are_the_threes_of_lines_that_meet_in_three_points() -> None:
    found = set()
    for lines in combinations(STAR.lines, 3):
        corners = {point for a, b in combinations(lines, 2) for point in set(a) & set(b)}
        pairs_meet = all(set(a) & set(b) for a, b in combinations(lines, 2))
        if pairs_meet and len(corners) == 3:
            found.add(tuple(sorted(corners)))
    assert [figure.corners for figure in triangles(STAR)] == sorted(found)


def test_quadrilaterals_are_the_rounds_of_lines_with_disjoint_opposite_sides() -> None:
    # On the star lines meet in points alone, so that sides cross where they share a point.
    found = set()
    for corners in combinations(range(STAR.size), 4):
        a, b, c, d = corners
        for order in ((a, b, c, d), (a, b, d, c), (a, c, b, d)):
            sides = [between(pair) for pair in pairwise((*order, order[0]))]
            lines = [line for line, _ in sides]
            if None in lines or len(set(lines)) < 4:
                continue
            if not sides[0][1] & sides[2][1] and not sides[1][1] & sides[3][1]:
                found.add(frozenset(frozenset(pair) for pair in pairwise((*order, order[0]))))
    assert {
        frozenset(frozenset((side[0], side[-1])) for side in figure.sides)
        for figure in quadrilaterals(STAR)
    } == found
    assert len(found) == 93


def between(pair: tuple[int, int]) -> tuple[int | None, set[int]]:
    for number, line in enumerate(STAR.lines):
        if set(pair) <= set(line):
            first, last = sorted(line.index(Point(point)) for point in pair)
            return number, set(line[first : last + 1])
    return None, set()


@pytest.mark.parametrize("board", [STAR, grid(4, diagonal=True)], ids=lambda board: board.name)
def test_symmetries_carry_figures_onto_figures(board: Board) -> None:
    for figures in (triangles(board), quadrilaterals(board)):
        known = {outline(figure.sides): figure.kind for figure in figures}
        assert len(known) == len(figures)
        for turn in symmetries(board):
            for figure in figures:
                image = tuple(tuple(turn[point] for point in side) for side in figure.sides)
                assert known[outline(image)] == figure.kind


def outline(sides: tuple[tuple[Point, ...], ...]) -> frozenset[frozenset[Point]]:
    return frozenset(frozenset(side) for side in sides)


def test_grid_without_diagonals_has_rectangles_alone() -> None:
    found = quadrilaterals(grid(5))
    assert len(found) == 10 * 10
    assert {figure.kind for figure in found} == {"convex"}
    assert triangles(grid(5)) == ()


def test_sides_that_cross_between_points_make_no_quadrilateral() -> None:
    # The diagonals of one square of a grid cross where there is no point.
    square = grid(2, diagonal=True)
    assert [figure.name for figure in quadrilaterals(square)] == ["a2-b2-b1-a1"]
    assert len(triangles(square)) == 4


def test_figures_come_in_reading_order_of_their_corners() -> None:
    for figures in (triangles(STAR), quadrilaterals(STAR)):
        corners = [figure.corners for figure in figures]
        assert corners == sorted(corners)
        assert len({figure.name for figure in figures}) == len(figures)
        assert all(figure.corners[0] == min(figure.corners) for figure in figures)
