"""Distances on a board, for evaluations."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.geometry import Board, Point


def steps_from(start: Point, ways: Callable[[Point], Iterable[Point]]) -> dict[Point, int]:
    """The number of steps from `start` to each reachable point. ways: where one step can lead."""
    found = {start: 0}
    edge = [start]
    for point in edge:
        for to in ways(point):
            if to not in found:
                found[to] = found[point] + 1
                edge.append(to)
    return found


def all_steps(board: Board) -> list[dict[Point, int]]:
    """For each point, the number of steps between neighbours to every other point."""
    return [steps_from(Point(point), board.neighbours) for point in range(board.size)]
