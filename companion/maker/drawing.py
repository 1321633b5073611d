"""Draws a board as text, with a mark at every point; the largest fits 80 columns by 24 lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.rules.geometry import Board

CELL = 8
"""Columns between neighbouring points of a row, where they are closest."""


class Mark(NamedTuple):
    """The text drawn after a point's name, and its style in rich's syntax."""

    text: str = "·"
    style: str = ""


Span = tuple[str, str]
"""A text and its style."""


def draw_board(board: Board, marks: Sequence[Mark]) -> list[list[Span]]:
    """Return the lines of a drawing, each as spans."""
    gaps = [abs(board.xy[a][0] - board.xy[b][0]) for row in board.rows for a, b in pairwise(row)]
    left, unit = min(x for x, _ in board.xy), min(gaps)
    width = max(map(len, board.names))
    lines: list[list[Span]] = []
    for row in board.rows:
        line: list[Span] = []
        column = 0
        for point in row:
            at = 2 + round((board.xy[point][0] - left) / unit * CELL)
            text, style = marks[point]
            cell = f"{board.names[point]:>{width}} {text}"[: CELL - 1]
            line += [(" " * (at - column), ""), (cell, style)]
            column = at + len(cell)
        lines += [line, []]
    return lines[:-1]
