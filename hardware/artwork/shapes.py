"""The elements of a drawing: circles, polygons and text, in millimetres, y up."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import NamedTuple


class XY(NamedTuple):
    """A place in millimetres: x to the right, y up."""

    x: float
    y: float

    def moved(self, dx: float, dy: float) -> XY:
        """The place moved right and up by these distances."""
        return XY(self.x + dx, self.y + dy)

    def turned(self, distance: float, degrees: float) -> XY:
        """The place at this distance in this direction, counter-clockwise from east."""
        angle = radians(degrees)
        return XY(self.x + distance * cos(angle), self.y + distance * sin(angle))

    def towards(self, other: XY, part: float) -> XY:
        """The place at this fraction of the way to another."""
        return XY(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)

    def far(self, other: XY) -> float:
        """The distance to another place."""
        return hypot(other.x - self.x, other.y - self.y)


@dataclass(frozen=True, slots=True)
class Style:
    """How a shape is filled and drawn: colours as `#rrggbb`, the width of its line in mm."""

    fill: str | None = None
    line: str | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle. `tag` says what it is, as in `lamp e4`; the SVG keeps it."""

    at: XY
    radius: float
    ink: Style
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Polygon:
    """A polygon, or an open run of straight lines."""

    corners: tuple[XY, ...]
    ink: Style
    closed: bool = True
    tag: str = ""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text on its baseline.

    size: in mm, as type is measured. anchor: `start`, `middle` or `end`. face: one of FACES.
    spread: extra space between letters, in mm.
    """

    at: XY
    text: str
    size: float
    colour: str
    anchor: str = "middle"
    face: str = "serif"
    spread: float = 0.0
    tag: str = ""


# The typefaces in `fonts`, which every PDF embeds, and their equivalents in a browser: letters are
# equally wide in all of them.
FACES = {
    "serif": ("BoardSerif", "Times, 'Times New Roman', 'Liberation Serif', serif", ""),
    "italic": ("BoardItalic", "Times, 'Times New Roman', 'Liberation Serif', serif", "italic"),
    "sans": ("BoardSans", "Helvetica, Arial, 'Liberation Sans', sans-serif", ""),
}

Shape = Circle | Polygon | TextLine


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a rectangle whose lower left corner is the origin, the lowest shape first.

    bleed: how far the ground goes on outside the rectangle, so that a cut that is a little off
    leaves no white edge.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    bleed: float = 0.0


def box(left: float, bottom: float, right: float, top: float) -> tuple[XY, XY, XY, XY]:
    """The corners of an upright rectangle."""
    return XY(left, bottom), XY(right, bottom), XY(right, top), XY(left, top)


BLEED = 3.0
"""The bleed of printed boards, in mm: what print shops ask for."""


def bleeding(width: float, height: float, fill: str) -> Polygon:
    """The ground of a printed board with its bleed."""
    return Polygon(
        box(-BLEED, -BLEED, width + BLEED, height + BLEED), Style(fill=fill), tag="bleed"
    )


def square(at: XY, half: float) -> tuple[XY, XY, XY, XY]:
    """The corners of an upright square around a place."""
    return box(at.x - half, at.y - half, at.x + half, at.y + half)


def lozenge(at: XY, wide: float, high: float) -> tuple[XY, XY, XY, XY]:
    """The corners of a square on its corner, half as wide and as high as given."""
    return at.moved(wide, 0), at.moved(0, high), at.moved(-wide, 0), at.moved(0, -high)


def stroke(*corners: XY, ink: Style, tag: str = "") -> Polygon:
    """An open run of lines."""
    return Polygon(corners, ink, closed=False, tag=tag)


def number(value: float) -> str:
    """Format a length to a thousandth of a millimetre, without trailing zeros."""
    # Adding nothing makes 0 of -0.
    return f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".")
