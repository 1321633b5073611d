"""The puzzles that a board can show."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.base.text import Text
from companion.rules.geometry import STAR, Board

TRIANGLES = "triangles"
QUADRILATERALS = "quadrilaterals"
MAGIC = "magic"

PLURALS: Mapping[str, Text] = MappingProxyType(
    {TRIANGLES: Text("triangles"), QUADRILATERALS: Text("quadrilaterals")}
)
"""The plural names of the figures of a puzzle."""


def puzzle_names(board: Board) -> tuple[str, ...]:
    """Return the names of a board's puzzles. Only the star has any."""
    return (TRIANGLES, QUADRILATERALS, MAGIC) if board is STAR else ()
