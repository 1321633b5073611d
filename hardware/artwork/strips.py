"""Strips of lamps that are not cut within a row: their pixels are as far apart as the points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.artwork.shapes import XY

DENSITIES = (30, 60)
"""Pixels on a metre of the strips that are sold most; the first that fits is taken."""

DRIFT = 0.5
"""How far (mm) a pixel may lie off the middle of its hole, at the ends of a row."""


@dataclass(frozen=True, slots=True)
class StripSpacing:
    """A strip with so many pixels on a metre; from point to point it has `step` pixels."""

    density: int
    step: int

    @property
    def apart(self) -> float:
        """Millimetres from pixel to pixel."""
        return 1000 / self.density


@dataclass(frozen=True, slots=True)
class StripPiece:
    """A piece of strip under one row.

    row:    the row's number, from the first one. left, right: its ends.
    first:  the number of the pixel that the data reaches first. places: the pixels from there on.
    """

    row: int
    left: float
    right: float
    first: int
    places: tuple[XY, ...]

    @property
    def leftwards(self) -> bool:
        """Whether the data runs from right to left."""
        return self.row % 2 == 1


def fitting_strip(pitch: float, points: int) -> StripSpacing | None:
    """Return the strip whose pixels meet every point of a row; None if there is none."""
    for density in DENSITIES:
        made = StripSpacing(density, round(pitch * density / 1000))
        if made.step and abs(made.step * made.apart - pitch) * (points - 1) / 2 <= DRIFT:
            return made
    return None


def strip_pieces(spacing: StripSpacing, rows: list[list[XY]]) -> Iterator[StripPiece]:
    """Lay one piece under each row of lamps; the data runs there and back.

    Args:
        spacing: The strip.
        rows: The centres of each row's lamps, from left to right.
    """
    first = 0
    for number, lamps in enumerate(rows):
        count = (len(lamps) - 1) * spacing.step + 1
        # What pitch and strip differ by is shared between both ends.
        middle, reach = (lamps[0].x + lamps[-1].x) / 2, (count - 1) / 2
        places = [
            XY(middle + (pixel - reach) * spacing.apart, lamps[0].y) for pixel in range(count)
        ]
        half = count * spacing.apart / 2
        if number % 2:
            places.reverse()
        yield StripPiece(number, middle - half, middle + half, first, tuple(places))
        first += count
