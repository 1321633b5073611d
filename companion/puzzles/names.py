"""Which puzzles a board can show."""

from __future__ import annotations

from companion.geometry import STAR, Board

TRIANGLES = "triangles"
QUADRILATERALS = "quadrilaterals"
MAGIC = "magic"


def puzzles(board: Board) -> tuple[str, ...]:
    """The names of the puzzles that a board can show: the star has them, other boards none."""
    return (TRIANGLES, QUADRILATERALS, MAGIC) if board is STAR else ()
