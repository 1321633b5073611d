"""The magnets that are bought. What they do to reeds and to each other: see `hardware/magnets`."""

from __future__ import annotations

from dataclasses import dataclass

REMANENCE = 1.17
"""Tesla; the least of N35."""

DENSITY = 7.5e-3
"""Grams a mm³ of sintered neodymium, iron and boron."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc magnet, magnetised through its thickness; millimetres."""

    diameter: float
    thickness: float

    def __str__(self) -> str:
        return f"{self.diameter:g} × {self.thickness:g} mm"


PIECE = Disc(8, 2)
"""What is glued into every piece, markers of Gomony included."""
