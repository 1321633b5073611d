"""A small print to try before all others.

It has pockets for the magnet with several plays, slots for reeds and holes for screws of several
widths, half a marker and half a cap.

`companion check --coupon` asks which of them fit. It is a plate, printed with its pockets down like
the pieces, and two parts beside it. Letters that stand out of the plate name what it has, in the
order of `companion.maker.coupon`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from companion.maker.coupon import PLAYS, SCREW_WIDTHS, SLOT_WIDTHS
from hardware.artwork.layout import MEASURES
from hardware.assembly.case import SLACK
from hardware.assembly.solids import (
    EXTRA,
    Plan,
    Solid,
    block,
    disc,
    plate,
    polygon,
    rectangle,
    triangles,
    union,
)
from hardware.pieces.loft import Triangle, corners, ring, solid
from hardware.pieces.shapes import SIZES, Sizes, pieces

ROOF, EDGE, BETWEEN = 1.4, 3.0, 4.0
"""mm: what is above the deepest pocket, around everything, and from one thing to the next."""

GAP = 9.0
"""mm: between the slots and the screws."""

RAISED, STROKE, LETTER = 0.6, 0.8, (2.6, 4.4)
"""mm: how far the letters stand out, how wide their lines are, and their size."""

_LINES = {"A": "abcdef", "B": "bdefg", "C": "abeg", "D": "cdefg", "E": "abdeg"}
"""The lines of each letter: a at the top, b and c below it, d in the middle, e and f
below that, g at the foot."""


_EVERY = 3
"""Every third corner of a pocket is kept: it is round to a hundredth of a millimetre."""


class Hollow(NamedTuple):
    """A pocket, slot or hole to try; all lengths in mm.

    Attributes:
        outline: Its outline around its middle.
        wide: Its width.
        tall: Its height in the plate's plane.
        deep: Its depth; None if it goes through.
    """

    outline: Plan
    wide: float
    tall: float
    deep: float | None = None


def coupon(sizes: Sizes = SIZES) -> list[Triangle]:
    """The triangles of the plate and of the parts beside it, counter-clockwise from outside."""
    made = triangles(coupon_plate(sizes))
    right = max(x for triangle in made for x, _, _ in triangle)
    models, half = pieces(sizes), sizes.width / 2
    for number, name in enumerate(("gomony-half", "gomony-cap-half")):
        east, north = right + BETWEEN + half, half + number * (sizes.width + BETWEEN)
        for triangle in solid(models[name]):
            a, b, c = ((round(x + east, 4), round(y + north, 4), z) for x, y, z in triangle)
            made.append((a, b, c))
    return made


def coupon_plate(sizes: Sizes = SIZES) -> Solid:
    """The plate: pockets in the upper row, slots and screws in the lower one."""
    pockets = _pockets(sizes)
    high = round(max(hollow.deep or 0 for hollow in pockets) + ROOF, 1)
    cut: list[Solid] = []
    letters: list[Plan] = []
    wide, y = 0.0, EDGE
    for row in ((_slots(), _screws()), (pockets,)):
        x, tall = EDGE, max(hollow.tall for group in row for hollow in group)
        for group in row:
            for letter, hollow in zip(_LINES, group, strict=False):
                at = x + hollow.wide / 2
                top = high + EXTRA if hollow.deep is None else hollow.deep
                cut.append(plate(hollow.outline.translate((at, y + tall / 2)), -EXTRA, top))
                above = y + (tall + hollow.tall) / 2 + 1
                letters.append(_letter(letter).translate((at - LETTER[0] / 2, above)))
                x += hollow.wide + BETWEEN
            x += GAP - BETWEEN
        wide = max(wide, x - GAP + EDGE)
        y += tall + 1 + LETTER[1] + EDGE
    made = block(0, 0, 0, wide, y, high)
    for hole in cut:
        made = made - hole
    return made + plate(union(letters), high - EXTRA, high + RAISED)


def _pockets(sizes: Sizes) -> list[Hollow]:
    """Those of the pieces, each with another play."""
    found = []
    for play in PLAYS:
        radius, deep = replace(sizes, play=play).pocket
        outline = polygon([(x, y) for x, y, _ in corners(ring(radius, 0))[::_EVERY]])
        found.append(Hollow(outline, 2 * radius, 2 * radius, deep))
    return found


def _screws() -> list[Hollow]:
    """As they are in the frame of a printed case."""
    return [Hollow(disc(0, 0, w / 2 + SLACK, 16), w + 2, w + 2) for w in SCREW_WIDTHS]


def _slots() -> list[Hollow]:
    """As they are in carriers, but right through."""
    half = MEASURES.slot / 2
    return [Hollow(rectangle(-w / 2, -half, w / 2, half), w, MEASURES.slot) for w in SLOT_WIDTHS]


def _letter(letter: str) -> Plan:
    """A letter from its lower left corner."""
    (wide, tall), line = LETTER, STROKE
    middle = (tall - line) / 2
    boxes = {
        "a": (0, tall - line, wide, tall),
        "b": (0, middle, line, tall),
        "c": (wide - line, middle, wide, tall),
        "d": (0, middle, wide, middle + line),
        "e": (0, 0, line, middle + line),
        "f": (wide - line, 0, wide, middle + line),
        "g": (0, 0, wide, line),
    }
    return union(rectangle(*boxes[name]) for name in _LINES[letter])
