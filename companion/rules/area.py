"""Areas of a board that are marked specially in pictures of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.geometry import Point
from companion.rules.piece import Seat


@dataclass(frozen=True, slots=True)
class Area:
    """Points that are set apart in a picture of the board.

    Attributes:
        kind: What the area is and how it is drawn: `dark`, `margin`, `home`, `goal` or `blocked`.
        points: Its points.
        seat: Its owner, or None.
    """

    kind: str
    points: tuple[Point, ...]
    seat: Seat | None = None
