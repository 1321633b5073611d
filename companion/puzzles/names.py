"""Which puzzles a board can show."""

from __future__ import annotations

from companion.geometry import STAR, Board

TRIANGLES = "triangles"
QUADRILATERALS = "quadrilaterals"
MAGIC = "magic"


def puzzle_names(board: Board) -> tuple[str, ...]:
    """Return the names of a board's puzzles. Only the star has any."""
    return (TRIANGLES, QUADRILATERALS, MAGIC) if board is STAR else ()
