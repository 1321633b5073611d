"""Parts of a board that a game prints in a way of their own."""

from __future__ import annotations

from dataclasses import dataclass

from companion.geometry import Point
from companion.rules.piece import Seat


@dataclass(frozen=True, slots=True)
class Area:
    """Some points that a picture of the board sets apart.

    kind: what they are called and how they are to be drawn: `dark`, `margin`, `home`, `goal`,
        `blocked`.
    seat: whose they are, None where they are nobody's.
    """

    kind: str
    points: tuple[Point, ...]
    seat: Seat | None = None
