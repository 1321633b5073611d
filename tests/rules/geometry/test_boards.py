"""Boards: the star's nine lines, the grids' ranks, files and diagonals."""

from __future__ import annotations

from math import dist

import pytest

from companion.rules.geometry import STAR, Occupancy, bits, grid, points_of


def names(points: object) -> list[str]:
    assert isinstance(points, tuple)
    return [STAR.names[p] for p in points]


def test_star_has_nine_lines_of_five_points_and_no_other() -> None:
    assert len(STAR.lines) == 9
    assert {len(line) for line in STAR.lines} == {5}
    for wrong in ({9, 10, 11}, {3, 10, 17}, {5, 10, 15}):
        points = {STAR.index[str(n)] for n in wrong}
        assert not any(points <= set(line) for line in STAR.lines)


def test_points_of_a_line_lie_on_a_straight_line() -> None:
    for board in (STAR, grid(7), grid(8, diagonal=True)):
        for line in board.lines:
            (ax, ay), (bx, by) = board.xy[line[0]], board.xy[line[-1]]
            for p in line:
                x, y = board.xy[p]
                assert abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < 1e-9


def test_star_has_three_rings() -> None:
    rings = sorted(round(dist((0, 0), xy), 3) for xy in STAR.xy)
    assert rings == [0.0] + [1.0] * 6 + [1.155] * 6 + [2.0] * 6


def test_rays_of_the_star_by_direction() -> None:
    tip = STAR.rays[STAR.index["1"]]
    assert {angle: names(ray) for angle, ray in tip.items()} == {
        240: ["3", "7", "9", "14"],
        270: ["4", "10", "16", "19"],
        300: ["5", "8", "11", "18"],
    }
    assert sorted(STAR.rays[STAR.index["10"]]) == [30, 90, 150, 210, 270, 330]


@pytest.mark.parametrize("size", [7, 8, 9])
def test_grid_is_numbered_from_the_top_rank(size: int) -> None:
    board = grid(size)
    assert board.names[0] == f"a{size}"
    assert board.names[-1] == "abcdefghi"[size - 1] + "1"
    assert board.xy[board.index["a1"]] == (0.0, 0.0)
    assert len(board.lines) == 2 * size
    assert board.neighbours(board.index["a1"]) == (board.index["b1"], board.index["a2"])


def test_diagonals_are_lines_where_they_are_wanted() -> None:
    board = grid(8, orthogonal=False, diagonal=True)
    assert sorted(board.rays[board.index["d4"]]) == [45, 135, 225, 315]
    assert [board.names[p] for p in board.rays[board.index["a1"]][45]][-1] == "h8"
    assert len(board.lines) == 2 * 13


def test_occupancy_is_a_set_of_points() -> None:
    points = [STAR.index[name] for name in ("3", "1", "19")]
    assert list(points_of(bits(points))) == sorted(points)
    assert bits([]) == Occupancy(0)


def test_the_way_from_one_point_to_another_runs_along_a_line() -> None:
    index = STAR.index
    assert STAR.way(index["14"], index["9"]) == (60, ())
    assert STAR.way(index["1"], index["14"]) == (240, (index["3"], index["7"], index["9"]))
    assert STAR.way(index["9"], index["11"]) is None
