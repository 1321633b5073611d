"""A test coupon: a strip of the board's wood, to try slots and holes on.

It has pairs of slots at several offsets, marks to put a piece on, and holes of several sizes.
`companion check --coupon` goes with it.

It is seen from the playing side. The slots go through; a cover as thick as the board's lies on top.
"""

from __future__ import annotations

from dataclasses import replace

from companion.maker.coupon import COUPON_MARKS, OFFSETS
from hardware.artwork.layout import MEASURES, Slot
from hardware.artwork.shapes import XY, Circle, Drawing, Polygon, Shape, TextLine, box, stroke
from hardware.artwork.template import COLOURS, ink
from hardware.parts.magnets import PIECE

WEST, EAST, ROW, HOLES = 24.0, 40.0, 28.0, 22.0
"""mm: from a point to the west and the east edge, from one point to the next, and for the holes."""

POCKETS = (0.2, 0.35, 0.5)
"""How much wider than the magnet the pockets are."""


def coupon() -> Drawing:
    """The coupon, its outline last."""
    height = HOLES + ROW * len(OFFSETS)
    found: list[Shape] = []
    for number, offset in enumerate(OFFSETS):
        at = XY(WEST, height - ROW * (number + 0.5))
        found += _slots(at, offset)
        found += _marks(at, f"{offset:g} mm")
    measures = MEASURES
    widths = (
        measures.screw,
        measures.lamp,
        measures.well,
        *(PIECE.diameter + play for play in POCKETS),
    )
    for number, width in enumerate(widths):
        at = XY(5.5 + 10.4 * number, HOLES / 2)
        found.append(Circle(at, width / 2, ink("DRILL"), f"lamp {width:g}"))
        found.append(_words(at.moved(0, -width / 2 - 3), f"{width:g}"))
    found.append(Polygon(box(0, 0, WEST + EAST, height), ink("CUT"), tag="outline"))
    return Drawing(WEST + EAST, height, tuple(found))


def _slots(at: XY, offset: float) -> list[Shape]:
    measures = replace(MEASURES, offset=offset)
    along, across = measures.slot / 2, measures.slot_width / 2
    found: list[Shape] = []
    for way in (1, -1):
        middle = at.moved(way * offset, way * measures.aside)
        slot = Slot(middle.x - along, middle.y - across, middle.x + along, middle.y + across)
        corners = box(slot.left, slot.bottom, slot.right, slot.top)
        found.append(Polygon(corners, ink("SLOT"), tag=f"slot {offset:g}"))
    return found


def _marks(at: XY, name: str) -> list[Shape]:
    found: list[Shape] = []
    for number, (x, y) in enumerate(COUPON_MARKS, 1):
        mark = at.moved(x, y)
        for dx, dy in ((1, 0), (0, 1)):
            ends = mark.moved(-dx, -dy), mark.moved(dx, dy)
            found.append(stroke(*ends, ink=ink("ENGRAVE"), tag=f"cross {number}"))
        found.append(_words(mark.moved(2, 0.6), str(number)))
    found.append(_words(at.moved(24, 8), name))
    return found


def _words(at: XY, text: str) -> TextLine:
    return TextLine(at, text, 2.4, COLOURS["ENGRAVE"], face="sans", tag=f"name {text}")
