"""All layers of a board, drawn apart: how they lie on each other."""

from __future__ import annotations

from hardware.artwork.layout import Layout
from hardware.assembly.case import PI_BOARD, Case, Thing
from hardware.assembly.harness import trunk, wire_level
from hardware.assembly.paper import EDGE, INK, THIN, WIRES, Paper, View
from hardware.assembly.render import Oblique, draw_cylinder, draw_plate, draw_solid
from hardware.assembly.solids import Plan, Solid, block, disc, rectangle, union
from hardware.assembly.stack import STACK, Stack
from hardware.pieces.shapes import SIZES, Sizes

_ROUND = 12
"""The corners of a circle that is only looked at."""


def face_plan(layout: Layout) -> Plan:
    """The face with its holes."""
    holes = [disc(at.x, at.y, layout.lamp_radius, _ROUND) for at in layout.lamps]
    return rectangle(0, 0, *layout.size) - union([*holes, *_screws(layout)])


def base_plan(layout: Layout) -> Plan:
    """The base with slots and wells."""
    slots = [rectangle(slot.left, slot.bottom, slot.right, slot.top) for slot in layout.slots]
    wells = [disc(at.x, at.y, layout.well_radius, _ROUND) for at in layout.lamps]
    return rectangle(0, 0, *layout.size) - union([*slots, *wells, *_screws(layout)])


def _screws(layout: Layout) -> list[Plan]:
    return [disc(at.x, at.y, layout.screw_radius, _ROUND) for at in layout.screws]


def draw_man(paper: Paper, view: Oblique, sizes: Sizes, at: tuple[float, float], fill: str) -> None:
    """A piece on the print."""
    low = STACK.sheet
    draw_cylinder(paper, view, at, low, low + sizes.man, sizes.width / 2, fill, THIN)
    draw_cylinder(paper, view, at, low + sizes.man, low + sizes.man, 7, fill, THIN)


def exploded(layout: Layout, stack: Stack = STACK, sizes: Sizes = SIZES) -> Paper:
    """The exploded view of a board with its case."""
    paper = Paper(190, 277, "The layers of a board, drawn apart")
    paper.head(
        "The layers, drawn apart", "From the playing side; each layer lies on the one below."
    )
    scale, above = 0.27, (0, 48, 79, 109, 139, 168, 198)
    case = Case(layout, stack)

    def view(level: int) -> Oblique:
        return Oblique(View((68, 13 + above[level]), scale), 30, 20)

    # From below, so that what is above is drawn over it.
    floor = view(0)
    draw_plate(paper, floor, case.floor_plan, 0, stack.floor, INK["base"])
    for thing in case.things(PI_BOARD):
        draw_solid(paper, floor, solid_thing(thing, stack), thing_ink(thing), THIN)
    frame = view(1)
    draw_solid(paper, frame, case.frame.translate((0, 0, -case.low)), INK["plastic"], THIN)
    harness = view(2)
    draw_wires(paper, harness, layout)
    draw_plate(paper, view(3), base_plan(layout), 0, stack.base, INK["base"])
    reeds = view(4)
    for slot in layout.slots:
        draw_reed(paper, reeds, layout, (slot.left, slot.right, (slot.bottom + slot.top) / 2))
    for at in layout.lamps:
        draw_cylinder(paper, reeds, at, 0, stack.base, layout.well_radius, INK["white"], THIN)
    draw_plate(paper, view(5), face_plan(layout), 0, stack.face, INK["face"])
    top = view(6)
    draw_print(paper, top, layout, stack)
    for point in (0, 1, 2):
        draw_man(paper, top, sizes, layout.points[point], INK["dark"])
    for point in (-3, -2, -1):
        draw_man(paper, top, sizes, layout.points[point], INK["face"])
    # The corners of neighbouring layers, joined.
    width, depth = layout.size
    for level in range(6):
        for x, y in ((0.0, 0.0), (width, 0.0), (width, depth)):
            high = case.stack.room + case.stack.floor if level == 1 else 2.0
            start, end = view(level).at(x, y, high), view(level + 1).at(x, y, 0)
            paper.line(start, end, ink=INK["soft"], weight=THIN, dash="1 1")
    for level, text, place in (
        (6, "pieces, with magnets", (*layout.points[2], sizes.man)),
        (6, f"print, {stack.sheet:g} mm", (width * 0.98, depth * 0.45, 0.0)),
        (
            5,
            f"face, {stack.face:g} mm,\na hole for each lamp",
            (width * 0.98, depth * 0.45, stack.face),
        ),
        (
            4,
            "reeds, with bent leads;\ndiffusers",
            (*layout.lamps[layout.board.rows[3][-1]], stack.base),
        ),
        (
            3,
            f"base, {stack.base:g} mm,\nslots and light wells",
            (width * 0.98, depth * 0.45, stack.base),
        ),
        (2, "strip of lamps, pixels up;\nwires, to the trunk", (*max(layout.lamps), 0.0)),
        (
            1,
            f"frame, {stack.room + stack.floor:g} mm high,\nin four parts",
            (width, depth * 0.45, 30.0),
        ),
        (
            0,
            "computer, jack, fuse,\nstripboard",
            (case.pi.right, case.pi.bottom + 10, stack.floor + 10),
        ),
        (
            0,
            f"floor, {stack.floor:g} mm, with\nfeet of {stack.foot:g} mm",
            (width * 0.98, depth * 0.25, stack.floor),
        ),
    ):
        at = view(level).at(*place)
        high = at.y + (-7 if text.startswith(("print", "floor")) else 4)
        paper.label((147, high), text, at)
    return paper


def solid_thing(thing: Thing, stack: Stack) -> Solid:
    """What lies in the case, as a box on the floor."""
    low = stack.floor + (stack.stand if thing.name.startswith("Rasp") else 0)
    high = stack.floor + thing.high
    return block(thing.left, thing.bottom, low, thing.right, thing.top, high)


def thing_ink(thing: Thing) -> str:
    """The ink of what lies in the case."""
    return INK["board"] if thing.name.startswith(("Rasp", "level")) else INK["metal"]


def draw_print(paper: Paper, view: Oblique, layout: Layout, stack: Stack) -> None:
    """The print: the board's lines and points."""
    draw_plate(paper, view, rectangle(0, 0, *layout.size), 0, stack.sheet, INK["print"])
    high = stack.sheet
    for line in layout.board.lines:
        ends = [view.at(*layout.points[point], high) for point in (line[0], line[-1])]
        paper.line(*ends, ink=INK["dark"], weight=EDGE)
    for at in layout.points:
        ring = disc(at.x, at.y, 5, 16).to_polygons()[0].tolist()
        paper.shape([view.at(x, y, high) for x, y in ring], INK["print"], INK["dark"], THIN)


def draw_reed(
    paper: Paper, view: Oblique, layout: Layout, where: tuple[float, float, float]
) -> None:
    """A reed with its bent leads: where its slot begins and ends, and how far up it is."""
    left, right, y = where
    middle, half, high = (left + right) / 2, layout.measures.glass / 2, STACK.base
    run = view.all((left, y, 0), (left, y, high), (right, y, high), (right, y, 0))
    paper.line(*run, ink=INK["line"], weight=0.35)
    glass = view.all((middle - half, y, high), (middle + half, y, high))
    paper.line(*glass, weight=1.1)
    paper.line(*glass, ink=INK["glass"], weight=0.75)


def draw_wires(paper: Paper, view: Oblique, layout: Layout) -> None:
    """The strip of each row with its pixels, and the wires beside it, to the trunk."""
    points, lamps = layout.points, layout.lamps
    middle = trunk(layout)
    for number in range(len(layout.board.rows) - 1, -1, -1):
        row = layout.board.rows[number]
        y = wire_level(layout, number)
        ends = view.all((middle, y, 0), (points[row[-1]].x + 10, y, 0))
        paper.wire(*ends, ink=WIRES["signal"], weight=0.5)
        level, half = lamps[row[0]].y, 5
        xs = [lamps[point].x for point in row]
        strip = view.all(
            (middle, level - half, 0), (max(xs) + 5, level - half, 0),
            (max(xs) + 5, level + half, 0), (middle, level + half, 0),
        )  # fmt: skip
        paper.shape(strip, INK["tape"], weight=THIN)
        for x in xs:
            pixel = rectangle(x - 2.5, level - 2.5, x + 2.5, level + 2.5).to_polygons()[0].tolist()
            paper.shape([view.at(u, v, 2) for u, v in pixel], INK["light"], weight=THIN)
    low = min(points[row[0]].y for row in layout.board.rows) - layout.pitch / 2
    for count, name in enumerate(("5 V", "0 V", "data", "signal")):
        x = middle + 3 * (count - 1.5)
        paper.wire(*view.all((x, low, 0), (x, layout.size[1], 0)), ink=WIRES[name], weight=0.5)
