"""Boards as text: each point's text where the point is, for any board that has coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import dist

XY = Sequence[tuple[float, float]]
"""The coordinates of points, x to the right and y up."""

_SAME = 1e-6
_MOST_ROWS = 4  # of text, between two points that are as near to each other as any


def draw(xy: XY, cells: Sequence[str], names: Sequence[str] = ()) -> str:
    """Draw the text of each point at its coordinates.

    Args:
        xy: The coordinates of the points.
        cells: The text of each point.
        names: The points' names; if all are a file and a rank, these are written along the edge.

    Returns:
        The lines of the drawing, without spaces at their ends.
    """
    widest = max(map(len, cells))
    columns, rows = _places(xy, widest)
    left, below = _edges(columns, rows, names)
    margin = max(map(len, left.values())) + 2 if left else 0
    lines = [left.get(row, "") for row in range(max(rows) + 1)]
    texts = list(zip(columns, rows, cells, strict=True))
    if below:
        texts += [(column, len(lines), name) for column, name in below.items()]
        lines.append("")
    for column, row, text in sorted(texts):
        middle = column + (widest - len(text)) // 2
        lines[row] = lines[row].ljust(margin + middle) + text
    return "\n".join(line.rstrip() for line in lines)


def _places(xy: XY, width: int) -> tuple[list[int], list[int]]:
    """Return the column and the row at which each point's text begins.

    Texts of at most `width` characters have a space between them.
    """
    left, top = min(x for x, _ in xy), max(y for _, y in xy)
    near = min((dist(*pair) for pair in combinations(xy, 2)), default=1.0)
    down = 1 / max(_gap([y for _, y in xy], near), near / _MOST_ROWS)
    even = 2 * down  # columns per unit, since a character is twice as high as it is wide
    step = 1 / max(_gap([x for x, _ in xy], near), near / _MOST_ROWS / 2)
    across = step * max(1, round(even / step))
    rows = [round((top - y) * down) for _, y in xy]
    while True:
        columns = [round((x - left) * across) for x, _ in xy]
        taken = sorted(zip(rows, columns, strict=True))
        if all(a < b or y - x > width for (a, x), (b, y) in pairwise(taken)):
            return columns, rows
        across += step


def _gap(values: list[float], default: float) -> float:
    """Return the smallest difference between two values that are not the same."""
    gaps = [b - a for a, b in pairwise(sorted(values)) if b - a > _SAME]
    return min(gaps, default=default)


def _edges(
    columns: list[int], rows: list[int], names: Sequence[str]
) -> tuple[dict[int, str], dict[int, str]]:
    """Return the rank of each row of text, and the file of each column.

    Both are empty if the names are not made of files and ranks.
    """
    ranks = dict(zip(rows, (name[1:] for name in names), strict=False))
    files = dict(zip(columns, (name[:1] for name in names), strict=False))
    named = zip(columns, rows, names, strict=False)
    if all(files[column] + ranks[row] == name for column, row, name in named):
        return ranks, files
    return {}, {}
