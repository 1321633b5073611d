"""Distances on a board, for evaluations."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.rules.geometry import Board, Point


def steps_from(start: Point, ways: Callable[[Point], Iterable[Point]]) -> dict[Point, int]:
    """Return the number of steps from `start` to each reachable point.

    Args:
        start: The point to start from.
        ways: Returns the points that one step leads to.
    """
    found = {start: 0}
    edge = [start]
    for point in edge:
        for to in ways(point):
            if to not in found:
                found[to] = found[point] + 1
                edge.append(to)
    return found


def all_steps(board: Board) -> list[dict[Point, int]]:
    """Return, for each point, the number of steps between neighbours to every other point."""
    return [steps_from(Point(point), board.neighbours) for point in range(board.size)]
