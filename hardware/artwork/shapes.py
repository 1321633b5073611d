"""What a drawing is made of: circles, polygons and words, in millimetres, y up."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import NamedTuple


class At(NamedTuple):
    """A place in millimetres: x to the right, y up."""

    x: float
    y: float

    def moved(self, dx: float, dy: float) -> At:
        """The place so far to the right and up."""
        return At(self.x + dx, self.y + dy)

    def turned(self, distance: float, degrees: float) -> At:
        """The place at this distance in this direction, counter-clockwise from east."""
        angle = radians(degrees)
        return At(self.x + distance * cos(angle), self.y + distance * sin(angle))

    def towards(self, other: At, part: float) -> At:
        """The place that lies this part of the way to the other."""
        return At(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)

    def far(self, other: At) -> float:
        """The distance to the other place."""
        return hypot(other.x - self.x, other.y - self.y)


@dataclass(frozen=True, slots=True)
class Ink:
    """How a shape is filled and drawn: colours as `#rrggbb`, the width of its line in mm."""

    fill: str | None = None
    line: str | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle. `tag` says what it is, as in `lamp e4`; the SVG keeps it."""

    at: At
    radius: float
    ink: Ink
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Poly:
    """A polygon, or an open run of straight lines."""

    corners: tuple[At, ...]
    ink: Ink
    closed: bool = True
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text on its baseline.

    size: in mm, as type is measured. anchor: `start`, `middle` or `end`. face: one of FACES.
    spread: what is added between letters, in mm.
    """

    at: At
    text: str
    size: float
    colour: str
    anchor: str = "middle"
    face: str = "serif"
    spread: float = 0.0
    tag: str = ""


# The faces that every PDF reader has, and what a browser takes for them.
FACES = {
    "serif": ("Times-Roman", "Times, 'Times New Roman', 'Liberation Serif', serif", ""),
    "italic": ("Times-Italic", "Times, 'Times New Roman', 'Liberation Serif', serif", "italic"),
    "sans": ("Helvetica", "Helvetica, Arial, 'Liberation Sans', sans-serif", ""),
}

Shape = Circle | Poly | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a rectangle whose lower left corner is the origin, the lowest shape first."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def box(left: float, bottom: float, right: float, top: float) -> tuple[At, At, At, At]:
    """The corners of an upright rectangle."""
    return At(left, bottom), At(right, bottom), At(right, top), At(left, top)


def square(at: At, half: float) -> tuple[At, At, At, At]:
    """The corners of an upright square round a place."""
    return box(at.x - half, at.y - half, at.x + half, at.y + half)


def lozenge(at: At, wide: float, high: float) -> tuple[At, At, At, At]:
    """The corners of a square on its corner, half as wide and as high as given."""
    return at.moved(wide, 0), at.moved(0, high), at.moved(-wide, 0), at.moved(0, -high)


def stroke(*corners: At, ink: Ink, tag: str = "") -> Poly:
    """An open run of lines."""
    return Poly(corners, ink, closed=False, tag=tag)


def number(value: float) -> str:
    """A length to a thousandth of a millimetre, without idle zeros."""
    # Adding nothing makes 0 of -0.
    return f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".")
