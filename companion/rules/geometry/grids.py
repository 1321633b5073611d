"""Square grids: files a, b, … from left to right, ranks 1, 2, … from bottom to top."""

from __future__ import annotations

from functools import cache

from companion.rules.geometry.board import Board, Style


@cache
def grid(
    size: int, *, orthogonal: bool = True, diagonal: bool = False, style: Style | None = None
) -> Board:
    """Return a square grid with the lines that a game's pieces move along.

    Points are numbered in reading order: the top rank first, files from left to right, so that
    point 0 of an 8 × 8 grid is a8. `xy` counts squares from a1 at (0, 0).

    Args:
        size: The number of files and of ranks, nine at most.
        orthogonal: Whether pieces move along files and ranks.
        diagonal: Whether they move along diagonals.
        style: How it is drawn; by default `squares` if pieces move diagonally, else `lines`.
    """
    across = range(size)
    names = ["abcdefghi"[x] + str(size - row) for row in across for x in across]
    rows = [range(row * size, (row + 1) * size) for row in across]
    xy = [(float(x), float(size - 1 - row)) for row in across for x in across]
    lines: list[list[int]] = []
    if orthogonal:
        lines += [list(row) for row in rows]
        lines += [[row * size + x for row in across] for x in across]
    if diagonal:
        for rise in (1, -1):
            for shift in range(-size + 2, size - 1):
                pairs = [(x, rise * x + shift + (size - 1 if rise < 0 else 0)) for x in across]
                lines.append([row * size + x for x, row in pairs if row in across])
    drawn = style or ("squares" if diagonal else "lines")
    return Board(f"grid{size}", names, rows, xy, lines, style=drawn)
