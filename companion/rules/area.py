"""Areas of a board that are marked specially in pictures of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.geometry import Point
from companion.rules.piece import Seat


@dataclass(frozen=True, slots=True)
class Area:
    """Points that are set apart in a picture of the board.

    kind: what the area is and how it is drawn: `dark`, `margin`, `home`, `goal` or `blocked`.
    seat: its owner, or None.
    """

    kind: str
    points: tuple[Point, ...]
    seat: Seat | None = None
