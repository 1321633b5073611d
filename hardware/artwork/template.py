"""Drilling and cutting templates: what a saw, a drill, a router or a laser does to a board.

The face is seen from the playing side: the outline, the lamps' holes and the screws'. The underside
is the same board turned over, left for right, and shows also what is hollowed out there: a slot for
each reed, a light well for each lamp, and the channels for strips and wires. The third template is
for a drill alone: reeds stand in holes of the base, which is drilled from above.
"""

from __future__ import annotations

from dataclasses import replace

from hardware.artwork.drilled import DRILLED, reed_holes
from hardware.artwork.layout import REEDS, Layout, Slot
from hardware.artwork.shapes import (
    XY,
    Circle,
    Drawing,
    Polygon,
    Shape,
    Style,
    TextLine,
    box,
    stroke,
)
from hardware.artwork.union import outlines

LAYERS = {
    "channel": "CHANNEL",
    "slot": "SLOT",
    "cross": "ENGRAVE",
    "name": "ENGRAVE",
    "recess": "RECESS",
    "well": "WELL",
    "reed": "DRILL",
    "wire": "DRILL",
    "lamp": "DRILL",
    "screw": "DRILL",
    "outline": "CUT",
}
"""The layer of each shape by the first word of its tag, in the order of work: the outline last."""

COLOURS = {
    "CHANNEL": "#00a000",
    "SLOT": "#ff00ff",
    "WELL": "#00a0ff",
    "RECESS": "#e08000",
    "ENGRAVE": "#000000",
    "DRILL": "#0000ff",
    "CUT": "#ff0000",
}

_CROSS = 1.5
_LETTERS = 3.0


def face(layout: Layout) -> Drawing:
    """The playing side."""
    return Drawing(*layout.size, tuple(_face(layout)))


def underside(layout: Layout) -> Drawing:
    """The other side, seen with the board turned over."""
    width, height = layout.size
    hollows: list[Shape] = [
        Polygon(corners, ink("CHANNEL"), tag="channel") for corners in outlines(layout.channels)
    ]
    hollows += [
        Polygon(_corners(slot), ink("SLOT"), tag=f"slot {name} {way}")
        for way, slots in (("east", layout.slots[::REEDS]), ("west", layout.slots[1::REEDS]))
        for slot, name in zip(slots, layout.board.names, strict=True)
    ]
    hollows += [
        Circle(at, layout.well_radius, ink("WELL"), f"well {name}")
        for at, name in zip(layout.lamps, layout.board.names, strict=True)
        if layout.well_radius > layout.lamp_radius
    ]
    shapes = (_turned(shape, width) for shape in (*hollows, *_face(layout)))
    return Drawing(width, height, tuple(shapes))


def drill(layout: Layout) -> Drawing:
    """The base for upright reeds, seen from the playing side: holes, and nothing else."""
    holes: list[Shape] = []
    for point, (at, name) in enumerate(zip(layout.points, layout.board.names, strict=True)):
        holes.append(Circle(at, DRILLED.recess / 2, ink("RECESS"), f"recess {name}"))
        holes += [
            Circle(hole, DRILLED.hole / 2, ink("DRILL"), f"reed {name} {way}")
            for hole, way in zip(reed_holes(layout, point), ("east", "west"), strict=True)
        ]
        holes.append(Circle(at, DRILLED.wire / 2, ink("DRILL"), f"wire {name}"))
    holes += [
        Circle(at, layout.well_radius, ink("WELL"), f"well {name}")
        for at, name in zip(layout.lamps, layout.board.names, strict=True)
        if layout.well_radius > layout.lamp_radius
    ]
    names = [shape for shape in _face(layout) if not shape.tag.startswith("name")]
    away = DRILLED.recess / 2 + 0.8
    names += [
        TextLine(
            at.moved(0, -away - 0.72 * _LETTERS),
            name,
            _LETTERS,
            COLOURS["ENGRAVE"],
            face="sans",
            tag=f"name {name}",
        )
        for at, name in zip(layout.points, layout.board.names, strict=True)
    ]
    return Drawing(*layout.size, (*holes, *names))


SIDES = {"face": face, "underside": underside, "drill": drill}


def ink(layer: str) -> Style:
    """The line of a layer."""
    return Style(line=COLOURS[layer], width=0.1)


def _corners(slot: Slot) -> tuple[XY, ...]:
    return box(slot.left, slot.bottom, slot.right, slot.top)


def _face(layout: Layout) -> list[Shape]:
    names, engrave = layout.board.names, ink("ENGRAVE")
    sides = [0] * layout.board.size
    for number, row in enumerate(layout.board.rows):
        for place in row:
            sides[place] = layout.side(number)
    found: list[Shape] = []
    for point, (at, name) in enumerate(zip(layout.points, names, strict=True)):
        for dx, dy in ((_CROSS, 0), (0, _CROSS)):
            ends = at.moved(-dx, -dy), at.moved(dx, dy)
            found.append(stroke(*ends, ink=engrave, tag=f"cross {name}"))
        # Between slots and lamps, where no leads run to the wires of the row.
        away = layout.measures.aside + layout.measures.slot_width / 2 + 0.7
        up = away if sides[point] > 0 else -away - 0.72 * _LETTERS
        beside = at.moved(-_LETTERS - _CROSS, up)
        found.append(
            TextLine(beside, name, _LETTERS, COLOURS["ENGRAVE"], face="sans", tag=f"name {name}")
        )
    found += [
        Circle(at, layout.lamp_radius, ink("DRILL"), f"lamp {name}")
        for at, name in zip(layout.lamps, names, strict=True)
    ]
    found += [
        Circle(at, layout.screw_radius, ink("DRILL"), f"screw {number}")
        for number, at in enumerate(layout.screws, 1)
    ]
    found.append(Polygon(box(0, 0, *layout.size), ink("CUT"), tag="outline"))
    return found


def _turned(shape: Shape, width: float) -> Shape:
    """The shape as seen from below; text stays readable."""
    if isinstance(shape, Polygon):
        return replace(shape, corners=tuple(XY(width - x, y) for x, y in shape.corners))
    return replace(shape, at=XY(width - shape.at.x, shape.at.y))
