"""The overlay: raised rings around the points, raised lines between them, and Braille names.

As a model it is a lattice that is printed and glued onto the board: pieces stand inside its rings,
and its openings leave the lamps free. As a drawing it is printed on swell paper, whose black parts
rise in a heater.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from math import ceil

from companion.base.errors import CompanionError
from companion.rules.geometry import Board
from hardware.artwork.layout import Layout
from hardware.artwork.shapes import XY, Circle, Drawing, Shape, Style, stroke
from hardware.assembly.solids import (
    Plan,
    Solid,
    block,
    disc,
    plate,
    polygon,
    rectangle,
    union,
)
from hardware.pieces.shapes import SIZES
from hardware.touch.braille import braille, dots

DOT, CELL = 2.5, 6.0
"""From one dot to the next in a cell, and from one cell to the next, in mm (the usual measures)."""

_RADIUS, _HIGH = 0.75, 0.5  # of a dot, and how high it stands out
_SUNK, _TOP, _CORNERS = 0.2, 0.55, 8  # how deep a dot begins, its top's share, its corners
_RING_LESS = 8.0  # by how much a cut moves to hit a ring less (mm)
_BED = 200.0  # the widest part that is printed (mm)
_PLATE = 0.8  # the thickness of the lattice
_INSIDE, _WIDE = 1.0, 2.0  # from a piece to the ring around it, and the ring's width
_LINE = 2.0  # the width of a raised line
_AROUND = 1.2  # from the dots of a label to its edge
_CLEAR = 1.0  # what is left between a label and a lamp
_BLACK = "#000000"


class NoRoom(CompanionError, ValueError):
    """A label fits nowhere beside its point."""


class Overlay:
    """The overlay of one board.

    Args:
        board: The board.
        pitch: The distance between neighbouring points, in mm.

    Raises:
        NoRoom: If a label would cover a lamp.
    """

    def __init__(self, board: Board, pitch: float) -> None:
        self.layout = Layout(board, pitch)
        self._inner = SIZES.width / 2 + _INSIDE
        self._outer = self._inner + _WIDE
        self.labels = [self._label(point) for point in range(board.size)]

    @cached_property
    def lines(self) -> list[tuple[XY, XY]]:
        """The raised lines between neighbouring points, from ring to ring."""
        points, found = self.layout.points, set[tuple[int, int]]()
        for point, rays in enumerate(self.layout.board.rays):
            for ray in rays.values():
                found.add((min(point, ray[0]), max(point, ray[0])))
        lines = []
        for one, other in sorted(found):
            a, b = points[one], points[other]
            part = (self._inner + _WIDE / 2) / a.far(b)
            lines.append((a.towards(b, part), b.towards(a, part)))
        return [line for line in lines if not self._covers_lamp(*line)]

    def _covers_lamp(self, a: XY, b: XY) -> bool:
        reach = self.layout.lamp_radius + _CLEAR + _LINE / 2
        return any(_apart(lamp, a, b) < reach for lamp in self.layout.lamps)

    def _label(self, point: int) -> tuple[XY, str]:
        """Return the lower left dot of a point's name, and its cells."""
        at, cells = self.layout.points[point], braille(self.layout.board.names[point])
        wide, high = (len(cells) - 1) * CELL + DOT, 2 * DOT
        for place in self._places(at, wide, high):
            if self._is_free(place, wide, high):
                return place, cells
        raise NoRoom(f"no room for the name of point {self.layout.board.names[point]}")

    def _places(self, at: XY, wide: float, high: float) -> Iterator[XY]:
        """Yield where a label may lie: below its point first, then above, then aside."""
        away = self._inner + _AROUND + _RADIUS
        for dy in (-away - high, away):
            for dx in (-wide / 2, -wide, 0.0, -wide - 3, 3.0):
                yield at.moved(dx, dy)
        for dx in (-away - wide, away):
            for dy in (-high / 2, -high, 0.0):
                yield at.moved(dx, dy)

    def _is_free(self, place: XY, wide: float, high: float) -> bool:
        """Return whether a label covers no lamp, and no place of a piece."""
        low, edge = place, _RADIUS + _AROUND
        taken = [(lamp, self.layout.lamp_radius + _CLEAR) for lamp in self.layout.lamps]
        taken += [(at, self._inner) for at in self.layout.points]
        return all(_beyond(at, low, wide, high) >= radius + edge for at, radius in taken)

    def solid(self) -> Solid:
        """Return the lattice."""
        rings = union(disc(*at, self._outer) for at in self.layout.points)
        holes = union(disc(*at, self._inner) for at in self.layout.points)
        bars = union(_bar(a, b) for a, b in self.lines)
        tags = union(rectangle(*self._tag(at, cells)) for at, cells in self.labels)
        made = plate(rings + bars + tags - holes, 0, _PLATE)
        for at in self.dots:
            # A dot begins below the face, so that no face is left between.
            dot = disc(0, 0, _RADIUS, _CORNERS).extrude(_SUNK + _HIGH, scale_top=(_TOP, _TOP))
            made = made + dot.translate((*at, _PLATE - _SUNK))
        return made

    def tiles(self) -> list[Solid]:
        """Return the lattice in parts that fit a printer, from the south-west, row by row."""
        whole = self.solid()
        left, bottom, _, right, top, _ = whole.bounding_box()
        columns = self._cuts(left, right, 0)
        rows = self._cuts(bottom, top, 1)
        return [
            whole ^ block(west, south, -1, east, north, _PLATE + _HIGH + 1)
            for south, north in pairwise(rows)
            for west, east in pairwise(columns)
        ]

    def _cuts(self, first: float, last: float, axis: int) -> list[float]:
        """Return where the lattice is cut: through no label, and through few rings."""
        parts = ceil((last - first) / _BED)
        found = [first]
        for number in range(1, parts):
            even = first + (last - first) * number / parts
            room = _BED * parts / 2 - (last - first) / 2  # by how much a part may be wider
            near = [even + step for step in range(-int(room), int(room) + 1)]
            found.append(
                min(near, key=lambda at: _RING_LESS * self._crossed(at, axis) + abs(at - even))
            )
        return [*found, last]

    def _crossed(self, at: float, axis: int) -> int:
        """Return how much a cut hits."""
        labels = sum(
            tag[axis] < at < tag[axis + 2] for tag in (self._tag(*label) for label in self.labels)
        )
        rings = sum(abs(point[axis] - at) < self._outer for point in self.layout.points)
        return 100 * labels + rings

    @staticmethod
    def _tag(at: XY, cells: str) -> tuple[float, float, float, float]:
        """Return the plate below a label: left, bottom, right and top."""
        edge = _RADIUS + _AROUND
        right = at.x + (len(cells) - 1) * CELL + DOT + edge
        return at.x - edge, at.y - edge, right, at.y + 2 * DOT + edge

    @property
    def dots(self) -> Iterator[XY]:
        """The raised dots."""
        for at, cells in self.labels:
            for number, cell in enumerate(cells):
                for dot in dots(cell):
                    column, row = divmod(dot - 1, 3)
                    yield at.moved(number * CELL + column * DOT, (2 - row) * DOT)

    def drawing(self) -> Drawing:
        """Return the drawing for swell paper: what is black rises."""
        line = Style(line=_BLACK, width=_LINE / 2)
        middle = self._inner + _WIDE / 2
        shapes: list[Shape] = [
            Circle(at, middle, line, f"ring {name}")
            for at, name in zip(self.layout.points, self.layout.board.names, strict=True)
        ]
        shapes += [stroke(a, b, ink=line) for a, b in self.lines]
        shapes += [Circle(at, _RADIUS, Style(fill=_BLACK), "dot") for at in self.dots]
        return Drawing(*self.layout.size, tuple(shapes))


def _bar(a: XY, b: XY) -> Plan:
    """Return a raised line as a plan."""
    far, half = a.far(b), _LINE / 2
    across = XY((a.y - b.y) / far * half, (b.x - a.x) / far * half)
    return polygon(
        [
            (a.x - across.x, a.y - across.y),
            (b.x - across.x, b.y - across.y),
            (b.x + across.x, b.y + across.y),
            (a.x + across.x, a.y + across.y),
        ]
    )


def _apart(at: XY, a: XY, b: XY) -> float:
    """Return the distance of a place from a line."""
    long = a.far(b) ** 2
    part = ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / long
    return at.far(a.towards(b, min(max(part, 0.0), 1.0)))


def _beyond(at: XY, low: XY, wide: float, high: float) -> float:
    """Return the distance of a place from an upright rectangle."""
    x = min(max(at.x, low.x), low.x + wide)
    y = min(max(at.y, low.y), low.y + high)
    return at.far(XY(x, y))
