"""Sections through a point and its lamp, with every thickness."""

from __future__ import annotations

from hardware.artwork.layout import STRAIGHT, Layout
from hardware.artwork.shapes import number
from hardware.assembly.paper import INK, THIN, WIRES, Paper, View
from hardware.assembly.places import point_slots
from hardware.assembly.stack import LINED, STACK, Stack
from hardware.pieces.shapes import SIZES, Sizes

_SCALE = 2.8
_LEFT, _WIDE = 34.0, 40.0
"""Where what is cut begins on the sheet, and how much of the board is shown; both in mm."""
_RIGHT = _LEFT + _SCALE * _WIDE
_TAPE_WIDE, _PIXEL_WIDE = 10.0, 5.0


def section(layout: Layout, stack: Stack = STACK, sizes: Sizes = SIZES) -> Paper:
    """The side view: a section along a reed, one across its lamp, and where they are."""
    paper = Paper(190, 262, "Section through a point of the board")
    paper.head(
        "Section through a point",
        f"{_SCALE:g} times life size. Dimensions in millimetres, from the template's measures.",
    )
    _reed(paper, View((_LEFT + _SCALE * _WIDE / 2, 193), _SCALE), layout, stack, sizes)
    _lamp(paper, View((_LEFT + _SCALE * 15, 78), _SCALE), layout, stack, sizes)
    _key(paper, layout, sizes)
    return paper


def _layers(paper: Paper, view: View, stack: Stack, name: str) -> None:
    """Print, face and base, cut off at both sides; the playing surface is at 0."""
    left = (_LEFT - view.origin[0]) / view.scale
    right = (_RIGHT - view.origin[0]) / view.scale
    top = 0.0
    for ink, thick in (("print", stack.sheet), ("face", stack.face), ("base", stack.base)):
        paper.box(*view.corners(left, top - thick, right, top), INK[ink])
        top -= thick
    for edge in (left, right):
        ends = view.all((edge, 1), (edge, top - 1))
        paper.line(*ends, ink=INK["paper"], weight=1.2)
        paper.line(*ends, weight=THIN, dash="3 0.8 0.6 0.8")
    paper.text((4, view.at(0, 12.6).y), name, 3.6, bold=True)


def _heights(paper: Paper, view: View, stack: Stack, more: float, what: str) -> None:
    """The chain of dimensions on the left."""
    x, top = _LEFT - 5, 0.0
    for name, thick in (
        ("print", stack.sheet),
        ("face", stack.face),
        ("base", stack.base),
        (what, more),
    ):
        low, high = view.at(0, top - thick).y, view.at(0, top).y
        for y in (low, high):
            paper.line((x - 1.5, y), (_LEFT - 1, y), ink=INK["soft"], weight=THIN)
        text = f"{name} {number(thick)}"
        if thick < 1:  # its text does not fit between the lines
            paper.line((x, low), (x, high), ink=INK["soft"], weight=THIN)
            paper.text((x - 1.2, high + 1.2), text, anchor="end")
        else:
            paper.size((x, low), (x, high), text, -1)
        top -= thick


def _reed(paper: Paper, view: View, layout: Layout, stack: Stack, sizes: Sizes) -> None:
    measures = layout.measures
    _layers(paper, view, stack, "A – A, along the reed")
    _heights(paper, view, stack, stack.wires, "wires")
    under, low = -stack.cover, -stack.board
    first, *others = point_slots(layout)
    middle, half = (first.left + first.right) / 2, measures.slot / 2
    paper.box(*view.corners(first.left, low, first.right, under), INK["paper"])
    # The piece.
    wide, high = sizes.width / 2, sizes.man
    radius, deep = sizes.pocket
    felt = stack.felt
    paper.shape(
        view.all(
            (-wide, 0.6), (-wide + 0.6, 0), (-radius, 0), (-radius, deep), (radius, deep),
            (radius, 0), (wide - 0.6, 0), (wide, 0.6), (wide, high - 0.6), (wide - 0.6, high),
            (wide - 3.2, high), (7, high), (7, high - 1.2), (-7, high - 1.2), (-7, high),
            (0.6 - wide, high), (-wide, high - 0.6),
        ),
        INK["dark"],
    )  # fmt: skip
    magnet = sizes.magnet
    across = magnet.diameter / 2
    paper.box(*view.corners(-radius, 0, radius, felt), INK["felt"], weight=THIN)
    paper.box(
        *view.corners(-across, felt, across, felt + magnet.thickness / 2), INK["north"], weight=THIN
    )
    paper.box(
        *view.corners(-across, felt + magnet.thickness / 2, across, felt + magnet.thickness),
        INK["south"],
        weight=THIN,
    )
    # The reed: glass, leads with their bends, and the wires.
    axis, glass = under - stack.glass, measures.glass / 2
    lead, bend = stack.lead, stack.bend
    for way in (-1, 1):
        end = middle + way * (half - lead / 2)
        turn = [
            (end - way * bend * (1 - s), axis - bend * (1 - c))
            for s, c in ((0.0, 1.0), (0.5, 0.866), (0.866, 0.5), (1.0, 0.0))
        ]
        run = view.all((middle + way * 0.4, axis), *turn, (end, low - 1.5))
        paper.line(*run, weight=lead * _SCALE + 0.3)
        paper.line(*run, ink=INK["metal"], weight=lead * _SCALE - 0.1)
        colour = WIRES["signal"] if way > 0 else WIRES["0 V"]
        foot = view.all((end, low - 1.2), (end, low - 3), (end + way * 0.01, low - 3))
        paper.wire(*foot, ink=colour, weight=1.3 * _SCALE * 0.7)
        paper.circle(view.at(end, low - stack.wires / 2), 1.3 * _SCALE / 2, colour)
    paper.box(
        *view.corners(middle - glass, axis - stack.glass, middle + glass, under),
        INK["glass"],
    )
    for way in (-1, 1):
        blade = view.all((middle + way * glass, axis), (middle - way * 0.8, axis + way * 0.22))
        paper.line(*blade, ink=INK["metal"], weight=0.9)
    for other in others:  # side by side with this one, so its glass is behind
        behind = (other.left + other.right) / 2
        beside = view.at(behind - glass, under - 2 * stack.glass - 1.6)
        paper.text((beside.x - 1.2, beside.y), "second reed,", anchor="end")
        paper.text((beside.x - 1.2, beside.y - 3.6), "behind", anchor="end")
        paper.shape(
            view.all(
                (behind - glass, under), (behind - glass, under - 2 * stack.glass),
                (behind + glass, under - 2 * stack.glass), (behind + glass, under),
            ),
            None, INK["soft"], THIN, dash="1.2 0.8",
        )  # fmt: skip
    # Its dimensions, below.
    y = view.at(0, low - stack.wires - 1.5).y
    edges = [
        middle - half, middle - glass, middle + glass, middle + half - lead / 2 - bend,
    ]  # fmt: skip
    for x in edges:
        deep_from = axis if abs(x - middle) < half else low
        paper.line(view.at(x, deep_from), (view.at(x, 0).x, y - 9), ink=INK["soft"], weight=THIN)
    paper.size((view.at(edges[1], 0).x, y), (view.at(edges[2], 0).x, y), f"glass {glass * 2:g}")
    straight = stack.straight(measures)
    paper.line(
        (view.at(edges[2], 0).x, y), (view.at(edges[3], 0).x, y), ink=INK["soft"], weight=THIN
    )
    paper.label(
        (_RIGHT + 3, y),
        f"straight {straight:g}\n(at least {STRAIGHT:g})",
        ((view.at(edges[2], 0).x + view.at(edges[3], 0).x) / 2, y),
    )
    right = view.at(middle + half, 0).x
    paper.line((right, view.at(0, low).y), (right, y - 9), ink=INK["soft"], weight=THIN)
    paper.size((view.at(edges[0], 0).x, y - 7.5), (right, y - 7.5), f"slot {measures.slot:g}")
    # From the magnet's axis to the reed's middle, above.
    top = view.at(0, high + 2.6).y
    for x, start in ((0.0, high), (middle, axis)):
        paper.line(
            view.at(x, start + (0.4 if x == 0 else 0)), (view.at(x, 0).x, top + 1.5),
            ink=INK["soft"], weight=THIN, dash="2 0.8 0.5 0.8",
        )  # fmt: skip
    paper.size((view.at(0, 0).x, top), (view.at(middle, 0).x, top), f"{middle:g}")
    # From the magnet's middle to the reed's axis, at the right.
    x = view.at(wide, 0).x + 7
    centre = felt + magnet.thickness / 2
    ends = view.at(0, axis).y, view.at(0, centre).y
    paper.line(view.at(across, centre), (x + 1.5, ends[1]), ink=INK["soft"], weight=THIN)
    paper.line(view.at(middle + glass, axis), (x + 1.5, ends[0]), ink=INK["soft"], weight=THIN)
    down = stack.to_reed(magnet.thickness)
    paper.size((x, ends[0]), (x, ends[1]))
    x0 = _RIGHT + 3
    for height, text, target in (
        (9.4, "piece, printed or sawn", (wide - 2, high - 2)),
        (6.6, f"magnet, {magnet}", (across - 0.6, felt + magnet.thickness * 0.75)),
        (4.2, f"felt or paper, {stack.felt:g}", (radius - 0.1, felt / 2)),
        (-9.0, "base, with the slot", (middle + half + 1.6, low + 1.5)),
        (-12.4, "lead, bent down", (middle + half - lead / 2, low + 1.6)),
        (-15.6, "wire, soldered on", (middle + half - lead / 2 + 0.3, low - 3)),
    ):
        paper.label((x0, view.at(0, height).y), text, view.at(*target))
    paper.label(
        (x0, view.at(0, 1.0).y), f"magnet to reed {down:.1f}", (x, (ends[0] + ends[1]) / 2 + 6)
    )
    paper.label((x0, view.at(0, -1.9).y), "print on the face", view.at(wide + 3, -stack.sheet / 2))
    paper.label(
        (x0, view.at(0, -5.6).y), "reed, in its slot", view.at(middle + glass - 1, axis - 0.6)
    )


def _lamp(paper: Paper, view: View, layout: Layout, stack: Stack, sizes: Sizes) -> None:
    measures = layout.measures
    _layers(paper, view, stack, "B – B, across the lamp")
    _heights(paper, view, stack, stack.wires, "strip, wires")
    under, low = -stack.cover, -stack.board
    x, hole, well = layout.lamp_offset, measures.lamp / 2, measures.well / 2
    paper.box(*view.corners(x - well, low, x + well, under), INK["paper"])
    paper.box(*view.corners(x - hole, under, x + hole, -stack.sheet), INK["paper"])
    # The light: all that goes straight from the pixel through the hole, and on.
    lit, emits = low + stack.pixel - stack.tape, 1.6
    reach = 9.0
    spread = hole + (hole + emits) * (reach - under) / (under - lit) * 0.55
    paper.shape(
        view.all(
            (x - emits, lit), (x + emits, lit), (x + hole, under), (x + spread, reach),
            (x - spread, reach), (x - hole, under),
        ),
        INK["light"],
        None,
        opacity=0.65,
    )  # fmt: skip
    # The diffuser lines the well.
    outer, wall = well - LINED, 0.8
    paper.shape(
        view.all(
            (x - outer, low), (x - outer, under), (x + outer, under), (x + outer, low),
            (x + outer - wall, low), (x + outer - wall, under - stack.skin),
            (x - outer + wall, under - stack.skin), (x - outer + wall, low),
        ),
        INK["white"],
    )  # fmt: skip
    # The strip with a pixel, its wires beside it.
    tape = _TAPE_WIDE / 2
    bottom = low - stack.tape
    paper.box(*view.corners(x - tape, bottom, x + tape, low), INK["tape"])
    half = _PIXEL_WIDE / 2
    paper.box(*view.corners(x - half, low, x + half, low + stack.pixel), INK["pixel"])
    paper.shape(
        view.all(
            (x - emits, lit + 0.4),
            (x + emits, lit + 0.4),
            (x + 1.1, low + 0.3),
            (x - 1.1, low + 0.3),
        ),
        INK["light"],
        weight=THIN,
    )
    for count, name in enumerate(("5 V", "data", "0 V")):
        end = x - tape - 1.5
        level = bottom - 1.0 - 1.7 * count
        start = (x - tape + 1 + count * 0.9, bottom)
        paper.wire(
            *view.all(start, (start[0], level), (end - 4, level)), ink=WIRES[name], weight=2.6
        )
    # A piece off its point.
    wide = sizes.width / 2
    paper.box(*view.corners(-15, 0, wide, sizes.man), None, INK["soft"], THIN)
    paper.line(view.at(-15, -1), view.at(-15, sizes.man + 1), ink=INK["paper"], weight=0.8)
    level = view.at(0, -stack.board - stack.wires - 2.5).y
    for edge in (x - well, x + well):
        paper.line(
            view.at(edge, low), (view.at(edge, 0).x, level - 1.5), ink=INK["soft"], weight=THIN
        )
    paper.size(
        (view.at(x - well, 0).x, level), (view.at(x + well, 0).x, level), f"well {measures.well:g}"
    )
    top = view.at(0, 10.6).y
    for edge in (x - hole, x + hole):
        paper.line(view.at(edge, 0), (view.at(edge, 0).x, top + 1.5), ink=INK["soft"], weight=THIN)
    paper.size(
        (view.at(x - hole, 0).x, top), (view.at(x + hole, 0).x, top), f"hole {measures.lamp:g}"
    )
    x0 = _RIGHT + 3
    for height, text, target in (
        (7.5, "light", (x + 2.5, 5.0)),
        (3.6, "print, left whole:\nit glows", (x + 1.4, -stack.sheet / 2)),
        (-1.8, "lamp's hole in the face", (x + hole, -stack.sheet - stack.face / 2)),
        (
            -5.4,
            f"diffuser: white plastic,\nskin of {stack.skin:g}, in the well",
            (x + outer - wall / 2, -7),
        ),
        (-10.4, "pixel, in the well", (x + half, low + stack.pixel / 2)),
        (-14.0, "strip, pixels upwards", (x + tape, low - stack.tape / 2)),
    ):
        paper.label((x0, view.at(0, height).y), text, view.at(*target))
    paper.label(
        (x0, view.at(0, -17.6).y),
        "5 V, data and 0 V\nto the next pixel",
        view.at(x - tape - 0.2, bottom - 4.4),
    )
    paper.text(view.at(-0.5, 3.0), "piece, behind", anchor="middle", ink=INK["soft"])


def _key(paper: Paper, layout: Layout, sizes: Sizes) -> None:
    """Where the sections are, from above."""
    view = View((150, 240), 0.45)
    half, measures = layout.pitch / 2, layout.measures
    paper.box(*view.corners(-half, -half, half, half), INK["print"], weight=THIN)
    paper.circle(view.at(0, 0), 0.45 * sizes.width / 2, None, INK["dark"])
    slots = point_slots(layout)
    for slot in slots:
        edges = view.corners(slot.left, slot.bottom, slot.right, slot.top)
        paper.box(*edges, INK["hollow"], weight=THIN)
    away = layout.lamp_offset
    paper.circle(view.at(away, away), 0.45 * measures.lamp / 2, INK["light"], weight=THIN)
    for y, name in (((slots[0].bottom + slots[0].top) / 2, "A"), (away, "B")):
        ends = view.all((-half - 6, y), (half + 6, y))
        paper.line(*ends, ink=INK["north"], weight=THIN, dash="2 0.8 0.5 0.8")
        paper.text((ends[0].x - 1, ends[0].y - 0.8), name, anchor="end", bold=True)
        paper.text((ends[1].x + 1, ends[1].y - 0.8), name, bold=True)
    paper.text((view.at(0, 0).x, view.at(0, -half).y - 4), "from above", anchor="middle")
