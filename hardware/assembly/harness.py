"""The underside of a board with its harness: reeds, strips and wires in their places.

Seen with the board turned over, left for right, like the template's underside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import pairwise

from hardware.artwork.layout import Layout
from hardware.artwork.shapes import XY
from hardware.artwork.union import outlines
from hardware.assembly.case import PI_BOARD, Case, Thing
from hardware.assembly.paper import INK, THIN, WIRES, Paper, View
from hardware.parts.wires import FEED, MAIN, SIGNAL
from hardware.wiring.harness import Harness

PIXEL_WIDE = 5.0
STRIP_WIDE = 10.0
"""The widths of a pixel and of a strip, in mm."""


@dataclass(frozen=True)
class Underside:
    """A layout as it is seen from below, on a sheet."""

    layout: Layout
    sheet: View

    def at(self, x: float, y: float) -> XY:
        """A place of the board on the sheet."""
        return self.sheet.at(self.layout.size[0] - x, y)

    def all(self, *places: tuple[float, float]) -> list[XY]:
        """Places of the board on the sheet."""
        return [self.at(*place) for place in places]

    def box(
        self, left: float, bottom: float, right: float, top: float
    ) -> tuple[float, float, float, float]:
        """A rectangle of the board on the sheet."""
        return *self.at(right, bottom), *self.at(left, top)


def wire_level(layout: Layout, row: int) -> float:
    """Return the middle of the channel of a row's wires.

    Two channels of each row begin beside the trunk: that of its strip, and that of its wires.
    """
    begin = [slot for slot in layout.channels[1:] if abs(slot.left - trunk(layout)) < 1e-6]
    wires = begin[2 * row + 1]
    return (wires.bottom + wires.top) / 2


def trunk(layout: Layout) -> float:
    """The middle of the trunk."""
    return (layout.channels[0].left + layout.channels[0].right) / 2


def draw_wood(paper: Paper, under: Underside, names: bool = True) -> None:
    """The base from below, with its slots, wells and channels."""
    layout, scale = under.layout, under.sheet.scale
    paper.box(*under.box(0, 0, *layout.size), INK["base"])
    for corners in outlines(layout.channels):
        paper.shape(under.all(*corners), INK["face"], INK["dark"], THIN)
    for slot in layout.slots:
        paper.box(
            *under.box(slot.left, slot.bottom, slot.right, slot.top), INK["print"], weight=THIN
        )
    for at in layout.lamps:
        paper.circle(under.at(*at), layout.well_radius * scale, INK["white"], INK["line"], THIN)
    for at in layout.screws:
        paper.circle(under.at(*at), layout.screw_radius * scale, INK["paper"], weight=THIN)
    if names:
        for point, (at, name) in enumerate(zip(layout.points, layout.board.names, strict=True)):
            right = max(slot.right for slot in layout.slots_of(point))
            place = under.at(right + 5, at.y)
            paper.text((place.x, place.y - 0.9), name, 2.4, "middle", ink=INK["dark"])


def draw_reeds(paper: Paper, under: Underside, points: Collection[int]) -> None:
    """The reeds of some points with their wires: one lead to ground, the other to its pin."""
    layout, scale = under.layout, under.sheet.scale
    half = layout.measures.glass / 2
    west = trunk(layout)
    for number, row in enumerate(layout.board.rows):
        level = wire_level(layout, number)
        lit = [point for point in row if point in points]
        if not lit:
            continue
        slots = [slot for point in lit for slot in layout.slots_of(point)]
        for ink, aside in (("0 V", 1.1), ("signal", -1.1)):
            run = under.all((west, level + aside), (max(s.right for s in slots), level + aside))
            paper.wire(*run, ink=WIRES[ink], weight=0.45)
        for slot in slots:
            y, middle = (slot.bottom + slot.top) / 2, (slot.left + slot.right) / 2
            for x, ink, aside in (
                (slot.left + 0.6, "signal", -1.1),
                (slot.right - 0.6, "0 V", 1.1),
            ):
                paper.line(*under.all((x, y), (x, level + aside)), ink=WIRES[ink], weight=0.45)
            ends = under.all((slot.left + 0.6, y), (slot.right - 0.6, y))
            paper.line(*ends, ink=INK["line"], weight=0.35)
            paper.box(
                *under.box(middle - half, y - 1.1, middle + half, y + 1.1),
                INK["glass"],
                weight=THIN,
            )
            for x in (slot.left + 1.4, slot.right - 1.4):
                paper.circle(under.at(x, y), 1.0 * scale + 0.15, INK["light"], weight=THIN)


def draw_strips(paper: Paper, under: Underside, rows: Iterable[int]) -> None:
    """The pieces of strip of some rows, with the wires between them and the way of the data."""
    layout = under.layout
    half, long = STRIP_WIDE / 2, min(33.3, layout.pitch - 6) / 2
    for row in rows:
        lamps = [layout.lamps[point] for point in layout.board.rows[row]]
        level = lamps[0].y
        ends = under.all((lamps[0].x, level), (lamps[-1].x, level))
        paper.line(*ends, ink=INK["line"], weight=0.9)
        paper.line(*ends, ink=WIRES["data"], weight=0.5)
        for at in lamps:
            wide = long * 0.42
            box = under.box(at.x - wide, level - half, at.x + wide, level + half)
            paper.box(*box, INK["tape"], weight=THIN)
            pixel = under.box(
                at.x - PIXEL_WIDE / 2,
                level - PIXEL_WIDE / 2,
                at.x + PIXEL_WIDE / 2,
                level + PIXEL_WIDE / 2,
            )
            paper.box(*pixel, INK["light"], weight=THIN)
            # An arrow as on the strip: from DIN to DOUT, from west to east of the face.
            tip = under.at(at.x + wide - 0.6, level)
            back = under.at(at.x + wide - 3, level)
            paper.shape((tip, (back.x, back.y + 0.8), (back.x, back.y - 0.8)), WIRES["data"], None)


def draw_links(paper: Paper, under: Underside) -> None:
    """The wires from the last pixel of each row to the first one of the next."""
    layout = under.layout
    for before, after in pairwise(layout.board.rows):
        start, end = layout.lamps[before[-1]], layout.lamps[after[0]]
        for count, name in enumerate(("5 V", "data", "0 V")):
            aside = 1.6 * (count - 1)
            x, y = start.x + 10 + aside, end.y + 6.5 + aside
            way = under.all(
                (x, start.y), (x, y), (end.x - 9 - aside, y), (end.x - 9 - aside, end.y)
            )
            paper.wire(*way, ink=WIRES[name], weight=0.35)


def draw_trunk(paper: Paper, under: Underside, end: float) -> None:
    """The wires in the trunk, from the lowest row to where they go down to the floor."""
    layout = under.layout
    low, high = layout.channels[0].bottom + 1.5, layout.size[1] - 8
    for count, name in enumerate(("0 V", "signal")):
        x = trunk(layout) + 2.4 * (count - 0.5)
        paper.wire(*under.all((x, low), (x, max(end, high))), ink=WIRES[name], weight=0.45)


def harness_drawing(layout: Layout, harness: Harness, title: str) -> Paper:
    """The whole harness in its place, with the case's contents over it."""
    paper = Paper(190, 212, title)
    paper.head(title, f"{harness.title}, seen from below; the floor is off.")
    scale = 0.43
    under = Underside(layout, View((8, 22), scale))
    case = Case(layout)
    draw_wood(paper, under)
    draw_strips(paper, under, range(len(layout.board.rows)))
    draw_links(paper, under)
    draw_trunk(paper, under, 0)
    draw_reeds(paper, under, range(layout.board.size))
    width, depth = layout.size
    wall = case.sizes.wall
    for left, bottom, right, top in (
        (0, 0, width, wall), (0, depth - wall, width, depth),
        (0, 0, wall, depth), (width - wall, 0, width, depth),
    ):  # fmt: skip
        paper.box(*under.box(left, bottom, right, top), INK["plastic"], weight=THIN)
    for loop in case.blocks.to_polygons():
        paper.shape(under.all(*loop.tolist()), INK["plastic"], weight=THIN)
    for x, (wide, _) in case.gates():
        paper.box(*under.box(x - wide / 2, depth - wall, x + wide / 2, depth), INK["paper"])
    pi, jack, fuse, shifter = case.things(PI_BOARD)
    west = trunk(layout)
    # Everything meets at the stripboard; the ribbon cable leads from there to the computer.
    turn = shifter.bottom + 30
    header = XY(pi.left + 32, pi.bottom + 4)
    button, lamp = case.button, layout.lamps[0]
    ways: tuple[tuple[str, float, list[tuple[float, float]]], ...] = (
        ("0 V", 0.5, [(west - 1.2, turn + 3), (shifter.left, turn + 3)]),
        ("signal", 0.5, [(west + 1.2, turn), (shifter.left, turn)]),
        ("signal", 1.6, [(shifter.right, turn), (header.x, turn), header]),
        ("data", 0.5, [(shifter.left + 30, shifter.top), (shifter.left + 30, lamp.y), lamp]),
        ("5 V", 0.7, [fuse.middle, (fuse.middle.x, jack.bottom + 6)]),
        ("5 V", 0.7, [(fuse.right, lamp.y - 26), (lamp.x - 8, lamp.y - 26), (lamp.x - 8, lamp.y)]),
        ("0 V", 0.7, [(jack.right, lamp.y + 8), (lamp.x - 4, lamp.y + 8), (lamp.x - 4, lamp.y)]),
        (
            "signal",
            0.5,
            [
                (button.x, 10),
                (button.x, 30),
                (shifter.middle.x, 30),
                (shifter.middle.x, shifter.bottom),
            ],
        ),
    )
    for name, weight, way in ways:
        paper.wire(*under.all(*way), ink=WIRES[name], weight=weight)
    paper.box(*under.box(button.x - 8, -3, button.x + 8, 14), INK["black"])
    for thing, text in ((pi, "Pi"), (jack, "jack"), (fuse, "fuse"), (shifter, "stripboard")):
        _thing(paper, under, thing, text)
    holes = under.all(*case.holes(PI_BOARD))
    for at in holes:
        paper.circle(at, 0.6, INK["paper"], weight=THIN)
    pins = sum(wire.signal[0] == "G" for wire in harness.wires) - 2
    feeds = 2 * layout.feeds
    x0 = 158.0
    first = layout.lamps[layout.board.rows[1][0]]
    last = layout.slots_of(layout.board.rows[-2][0])[0]
    for y, text, to in (
        (186, f"{feeds} wires {MAIN}:\n5 V and 0 V", (fuse.right + 6, lamp.y - 26)),
        (156, f"{pins} wires {SIGNAL}:\nto the stripboard", (west + 1.2, turn - 14)),
        (126, f"3 wires {FEED}\nfrom pixel to pixel", (first.x - 14, first.y)),
        (92, "trunk, tied to\nthe base", (west, layout.points[layout.board.rows[-2][0]].y + 60)),
        (64, "glue, on the leads\nalone", (last.left + 1.4, (last.bottom + last.top) / 2)),
    ):  # fmt: skip
        paper.label((x0, y), text.replace(" (", "\n("), under.at(*to))
    paper.label((30, 14), "button", under.at(button.x, 4), anchor="start")
    return paper


def _thing(paper: Paper, under: Underside, thing: Thing, text: str) -> None:
    ink = INK["board"] if thing.name.startswith(("Rasp", "level")) else INK["metal"]
    paper.box(*under.box(thing.left, thing.bottom, thing.right, thing.top), ink)
    at = under.at(*thing.middle)
    paper.text((at.x, at.y - 1), text, anchor="middle", bold=True, ink=INK["paper"])
