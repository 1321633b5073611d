"""A drawing for the steps of the building guides, of a star on a Raspberry Pi."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from hardware.artwork.layout import STRAIGHT, Layout
from hardware.artwork.shapes import box
from hardware.artwork.sheets import OVERLAP, RULER
from hardware.assembly.case import PI_BOARD, PICO_BOARD, Case, Computer
from hardware.assembly.exploded import draw_man, draw_print, face_plan
from hardware.assembly.harness import (
    Underside,
    draw_links,
    draw_reeds,
    draw_strips,
    draw_wood,
    harness_drawing,
    trunk,
    wire_level,
)
from hardware.assembly.paper import EDGE, INK, THIN, WIRES, Paper, View
from hardware.assembly.places import point_slots
from hardware.assembly.render import Oblique, draw_plate, draw_solid
from hardware.assembly.solids import plate, rectangle
from hardware.assembly.stack import STACK
from hardware.pieces.shapes import SIZES
from hardware.wiring.harness import Harness

_WIDE = 190.0

Step = Callable[[Layout, Harness], Paper]


def steps(layout: Layout, harness: Harness) -> dict[str, Paper]:
    """The drawings by name, in the order of the guide's steps; `calibrate` belongs to none."""
    made = {f"step-{number:02}": make(layout, harness) for number, make in STEPS.items()}
    return made | {"calibrate": _calibrate(layout, harness)}


def _paper(height: float, number: int, title: str, under: str = "") -> Paper:
    paper = Paper(_WIDE, height, f"Step {number}: {title}")
    paper.head(f"{number} · {title}", under)
    return paper


def _board(paper: Paper, view: View, computer: Computer) -> None:
    """A computer's board from above."""
    paper.box(*view.corners(0, 0, *computer.size), INK["board"])
    for x, y in computer.holes:
        paper.circle(view.at(x, y), computer.hole / 2 * view.scale, INK["paper"], weight=THIN)


def _pins(paper: Paper, view: View, left: float, bottom: float) -> None:
    """A header of 40 pins."""
    paper.box(*view.corners(left, bottom, left + 50.8, bottom + 5.1), INK["black"], weight=THIN)
    for pin in range(40):
        x, y = left + 1.3 + 2.54 * (pin // 2), bottom + 1.3 + 2.54 * (pin % 2)
        paper.circle(view.at(x, y), 0.35 * view.scale, INK["light"], None)


def _computer(layout: Layout, harness: Harness) -> Paper:
    del layout, harness
    paper = _paper(92, 1, "Set up the computer", "A Raspberry Pi, or a Pico with any computer.")
    view = View((32, 14), 0.95)
    _board(paper, view, PI_BOARD)
    _pins(paper, view, 7.1, 50)
    for left, bottom, right, top in (
        (6.7, -1.5, 15.7, 6),
        (22.5, -1.5, 29.5, 5),
        (36, -1.5, 43, 5),
    ):
        paper.box(*view.corners(left, bottom, right, top), INK["metal"])
    for low, high in ((2.3, 15.7), (20.3, 33.7), (37.8, 53.7)):
        paper.box(*view.corners(67, low, 88, high), INK["metal"])
    paper.box(*view.corners(-2.5, 22, 10, 34), INK["black"])
    paper.box(*view.corners(26, 22, 40, 36), INK["metal"])
    paper.label((6, 40), "SD\ncard", view.at(-2, 28))
    supply = view.all((11.2, -1), (11.2, -9), (-8, -9))
    paper.wire(*supply, ink=INK["black"], weight=1)
    paper.text((4, view.at(0, -9).y + 2), "supply, USB-C")
    paper.label((48, 73), "header, 40 pins: pin 1 is at this end", view.at(8.4, 51.3))
    network = view.all((87, 45.7), (96, 45.7), (96, 58))
    paper.wire(*network, ink=WIRES["data"], weight=1)
    paper.text((network[-1].x - 3, network[-1].y + 1.5), "network, if not by radio", anchor="start")
    pico = View((156, 12), 0.95)
    _board(paper, pico, PICO_BOARD)
    for x in (1.6, 19.4):
        for pin in range(20):
            paper.circle(pico.at(x, 1.4 + 2.54 * pin), 0.7, INK["light"], weight=THIN)
    paper.box(*pico.corners(6.7, 46, 14.3, 52.3), INK["metal"])
    paper.box(*pico.corners(7, 20, 14, 27), INK["black"])
    paper.wire(*pico.all((10.5, 52), (10.5, 63)), ink=INK["black"], weight=1)
    paper.text((pico.at(10.5, 0).x - 2, pico.at(0, 64.5).y), "USB, with data", anchor="middle")
    paper.label((140, 28), "Pico", pico.at(0.8, 17))
    return paper


def _one_reed(layout: Layout, harness: Harness) -> Paper:
    first, *others = point_slots(layout)
    paper = _paper(
        94,
        3,
        "One loose pair of reeds" if others else "One loose reed",
        "Held by pliers while it is soldered; then tried under the wood.",
    )
    measures = layout.measures
    glass = measures.glass / 2
    # Left: the pliers.
    view = View((40, 44), 2.4)
    paper.line(*view.all((-14, 0), (14, 0)), weight=1.6)
    paper.line(*view.all((-14, 0), (14, 0)), ink=INK["metal"], weight=1.1)
    paper.box(*view.corners(-glass, -1.2, glass, 1.2), INK["glass"])
    grip = glass + STRAIGHT / 2
    for side in (1, -1):
        paper.shape(
            view.all(
                (grip - 1.2, side * 0.25), (grip + 1.2, side * 0.25), (grip + 2.2, side * 9),
                (grip - 2.6, side * 9),
            ),
            INK["plastic"],
        )  # fmt: skip
    iron = view.all((13.0, 0.4), (15.0, 4.6), (16.2, 4.0))
    paper.shape(iron, INK["metal"])
    paper.label((52, 73), "soldering iron", view.at(14.9, 3.4))
    paper.label((6, 68), "pliers take the heat", view.at(grip - 1.6, 7))
    paper.label(
        (8, 27),
        "never bend it within\n3 mm of the glass".replace("3", f"{STRAIGHT:g}"),
        view.at(-glass - 1.2, -0.2),
    )
    # Right: under the wood.
    view = View((124, 44), 2.2)
    for other in others:  # beside the first one, so it is behind
        along = (other.left + other.right) / 2
        edges = (along - glass, -STACK.cover - 2 * STACK.glass, along + glass, -STACK.cover)
        paper.shape(box(*view.corners(*edges)), None, INK["soft"], THIN, dash="1.2 0.8")
        low_left = view.at(along - glass + 2, edges[1])
        paper.label((114, 15), "second reed, in parallel", low_left)
    middle, wide = (first.left + first.right) / 2, SIZES.width / 2
    top, low = 0.0, -STACK.cover
    paper.box(*view.corners(-20, top - STACK.sheet, 24, top), INK["print"])
    paper.box(*view.corners(-20, low, 24, top - STACK.sheet), INK["face"])
    paper.box(*view.corners(-wide, 0, wide, SIZES.man), INK["dark"])
    magnet = SIZES.magnet
    half = magnet.diameter / 2
    paper.box(*view.corners(-half, STACK.felt, half, STACK.felt + magnet.thickness), INK["north"])
    axis = low - STACK.glass
    run = view.all(
        (middle - 14, axis - 3),
        (middle - glass - 3.5, axis),
        (middle + glass + 3.5, axis),
        (middle + 14, axis - 3),
    )
    paper.line(*run, weight=1.4)
    paper.line(*run, ink=INK["metal"], weight=0.9)
    paper.box(
        *view.corners(middle - glass, low - 2 * STACK.glass, middle + glass, low), INK["glass"]
    )
    paper.wire(*view.all((middle - 14, axis - 3), (middle - 16, axis - 9)), ink=WIRES["0 V"])
    paper.wire(*view.all((middle + 14, axis - 3), (middle + 16, axis - 9)), ink=WIRES["signal"])
    high = view.at(0, SIZES.man + 3).y
    for x, start in ((0.0, SIZES.man), (middle, axis)):
        paper.line(
            view.at(x, start),
            (view.at(x, 0).x, high + 1.5),
            ink=INK["soft"],
            weight=THIN,
            dash="2 0.8 0.5 0.8",
        )
    paper.size((view.at(0, 0).x, high), (view.at(middle, 0).x, high), f"{middle:g}")
    wire = next(wire for wire in harness.wires if wire.what == "point 1")
    paper.text(
        (view.at(middle + 16, 0).x, view.at(0, axis - 9).y - 4),
        f"through 330 Ω to pin {wire.pin}",
        anchor="middle",
    )
    ground = next(wire for wire in harness.wires if wire.what == "ground")
    paper.text(
        (view.at(middle - 16, 0).x, view.at(0, axis - 9).y - 4),
        f"to pin {ground.pin}, ground",
        anchor="middle",
    )
    paper.label((84, 73), "magnet", view.at(-half + 0.8, STACK.felt + 1))
    paper.label((150, 75), "mark the middle\nof the glass", view.at(middle, axis))
    paper.label((70, 60), "wood, print", view.at(-18, -1.2))
    return paper


def _one_lamp(layout: Layout, harness: Harness) -> Paper:
    del layout
    paper = _paper(100, 4, "One loose lamp", "Measure before the chip and the pixel are in place.")
    lamps = next(wire for wire in harness.wires if wire.what == "lamps")
    ground = next(wire for wire in harness.wires if wire.what == "ground")
    # Supply: jack, fuse, capacitor, pixel.
    up, down = 70.0, 24.0
    paper.wire((30, up), (52, up), ink=WIRES["5 V"])
    paper.wire((78, up), (168, up), ink=WIRES["5 V"])
    paper.wire((30, down), (168, down), ink=WIRES["0 V"])
    paper.box(8, 20, 30, 76, INK["metal"])
    paper.text((19, 50), "jack,", anchor="middle", ink=INK["paper"], bold=True)
    paper.text((19, 45), "supply", anchor="middle", ink=INK["paper"], bold=True)
    paper.box(52, up - 4, 78, up + 4, INK["glass"])
    paper.line((55, up), (75, up))
    paper.text((65, up - 9), "fuse", anchor="middle")
    # The socket with the chip.
    chip = 97.0
    paper.box(chip, 38, chip + 36, 56, INK["black"])
    paper.circle((chip, 47), 2, INK["paper"], weight=THIN)
    paper.text((chip + 18, 46), "74AHCT125", anchor="middle", ink=INK["paper"])
    for pin in range(7):
        left = chip + 2.5 + 4.6 * pin
        paper.box(left, 34.5, left + 2.4, 38, INK["metal"], weight=THIN)
        paper.box(left, 56, left + 2.4, 59.5, INK["metal"], weight=THIN)
    first, step = 100.7, 4.6
    paper.wire((first, 59.5), (first, up), ink=WIRES["5 V"])
    last = first + 6 * step
    paper.wire((last, 34.5), (last, down), ink=WIRES["0 V"])
    paper.text((first - 2, 61), "14", 2.6, "end")
    paper.text((last + 2, 31), "7", 2.6)
    paper.wire((first + step, 34.5), (first + step, 14), (94, 14), ink=WIRES["data"])
    through = "".join(f", {part}" for part in lamps.to.split(", ") if part.endswith("Ω"))
    paper.text((92, 13), f"pin {lamps.pin} of the computer{through}", anchor="end")
    paper.text((first + step - 2, 30.5), "2", 2.6, "end")
    paper.wire((33, down), (33, 8), (60, 8), ink=WIRES["0 V"])
    paper.text((62, 7), f"pin {ground.pin}, ground")
    paper.text((114, 7), "other pins: see the circuit diagram", ink=INK["soft"])
    third = first + 2 * step
    paper.wire((third, 34.5), (third, 29), (150, 29), (150, 47), (160, 47), ink=WIRES["data"])
    paper.text((third - 1, 30.5), "3", 2.6, "end")
    paper.box(148, 36, 152, 43, INK["face"])
    paper.label((136, 51), "330 Ω", (149, 41))
    paper.box(84, 38, 92, 56, INK["south"])
    paper.wire((88, 56), (88, up), ink=WIRES["5 V"])
    paper.wire((88, 38), (88, down), ink=WIRES["0 V"])
    for y, text in ((52.0, "1000 µF"), (47.5, "100 nF is at"), (43.0, "the chip")):
        paper.text((82, y), text, anchor="end")
    paper.box(160, 34, 180, 60, INK["tape"])
    paper.box(165, 42, 175, 52, INK["light"])
    paper.text((170, 36), "DIN", 2.6, "middle")
    paper.wire((168, up), (168, 60), ink=WIRES["5 V"])
    paper.wire((168, down), (168, 34), ink=WIRES["0 V"])
    paper.label((158, 80), "one pixel", (173, 57))
    # The meter.
    paper.circle((118, 80), 6, INK["light"])
    paper.text((118, 78.9), "V", anchor="middle", bold=True)
    for x, to in ((112.3, (first, 59.8)), (123.7, (last, 34.2))):
        paper.line((x, 79), to, ink=INK["north"], weight=0.4, dash="1.2 0.8")
    paper.text((127, 79), "5 V from 14 to 7", anchor="start")
    return paper


def _print(layout: Layout, harness: Harness) -> Paper:
    del harness
    paper = _paper(104, 5, "Print", "Two tiles of a board: cut one, lay it on the other.")
    scale = 0.3
    ink = INK["dark"]

    def tile(x: float, y: float, cut: bool) -> None:
        wide, high = 190 * scale, 240 * scale
        paper.box(x, y, x + wide, y + high, INK["paper"])
        edges = (x, x + wide - 4) if cut else (x + 4, x + wide)
        paper.shape(box(edges[0], y + 4, edges[1], y + high - 4), INK["print"], None)
        line = x + wide - OVERLAP * scale / 2 if not cut else x + OVERLAP * scale / 2
        for level in (y + 2, y + high - 2):
            paper.circle((line, level), 1.2, INK["paper"], weight=THIN)
            paper.line((line - 2, level), (line + 2, level), weight=THIN)
            paper.line((line, level - 2), (line, level + 2), weight=THIN)
        if cut:
            paper.line((line, y - 1), (line, y + high + 1), ink=INK["north"], dash="2 1")
        for fraction in (0.3, 0.55, 0.8):
            paper.circle((x + wide / 2, y + high * fraction), 3, None, ink)
        paper.line((x + wide / 2, y + high * 0.3), (x + wide / 2, y + high * 0.8), ink=ink)

    tile(12, 16, cut=False)
    tile(84, 16, cut=True)
    line = 84 + OVERLAP * scale / 2
    paper.label((152, 74), "cut here, from\ncross to cross", (line, 68))
    paper.label((152, 56), "crosses lie on\nthe other sheet's", (line, 18))
    paper.label(
        (152, 38), "what overlaps:\n12 mm".replace("12", f"{OVERLAP:g}"), (84 + OVERLAP * scale, 40)
    )
    start, long = 14.0, RULER * scale
    paper.line((start, 11), (start + long, 11))
    for mark in range(11):
        x = start + long * mark / 10
        paper.line((x, 11), (x, 12.5), weight=THIN)
    paper.text(
        (start + long + 3, 10), f"the ruler on every page: {RULER:g} mm, or print again at 100 %"
    )
    del layout
    return paper


def _wood(layout: Layout, harness: Harness) -> Paper:
    del harness
    paper = _paper(
        122, 6, "Saw and drill", "Both layers from above, with the holes of the template."
    )
    scale = 0.215
    measures = layout.measures
    width, depth = layout.size
    for x, ink, base in ((12.0, "face", False), (104.0, "base", True)):
        view = View((x, 25), scale)
        paper.box(*view.corners(0, 0, width, depth), INK[ink])
        for at in layout.screws:
            paper.circle(view.at(*at), layout.screw_radius * scale, INK["paper"], weight=THIN)
        for at in layout.lamps:
            radius = layout.well_radius if base else layout.lamp_radius
            paper.circle(view.at(*at), radius * scale, INK["paper"], weight=THIN)
        if base:
            for slot in layout.slots:
                paper.box(
                    *view.corners(slot.left, slot.bottom, slot.right, slot.top),
                    INK["paper"],
                    weight=THIN,
                )
        else:
            for at in layout.points:
                for dx, dy in ((3, 0), (0, 3)):
                    paper.line(
                        view.at(at.x - dx, at.y - dy), view.at(at.x + dx, at.y + dy), weight=THIN
                    )
    face, base_at = View((12, 25), scale), View((104, 25), scale)
    paper.text((12, 18), f"face, {STACK.face:g} mm", bold=True)
    paper.text((104, 18), f"base, {STACK.base:g} mm", bold=True)
    # A row near the lower edge, where the leaders are short.
    row = layout.board.rows[-2]
    paper.label((40, 18), f"lamps, {measures.lamp:g} mm", face.at(*layout.lamps[row[2]]))
    paper.label(
        (66, 18),
        f"screws, {measures.screw:g} mm",
        face.at(*layout.screws[-1].moved(0, -layout.screws[-1].y + layout.screws[0].y)),
    )
    paper.text((12, 11), "crosses: where a piece stands", ink=INK["soft"])
    slot = layout.slots_of(row[1])[0]
    paper.label(
        (132, 11),
        f"slots, {measures.slot:g} × {measures.slot_width:g} mm, right through",
        base_at.at(slot.left + 4, slot.bottom + 1),
    )
    paper.label(
        (132, 18), f"wells, {measures.well:g} mm, white", base_at.at(*layout.lamps[row[-1]])
    )
    return paper


def _pieces(layout: Layout, harness: Harness) -> Paper:
    del layout, harness
    paper = _paper(
        82, 7, "Pieces", "Cut through: the magnet in its pocket, the same way up in every piece."
    )
    wide, high = SIZES.width / 2, SIZES.man
    radius, deep = SIZES.pocket
    magnet = SIZES.magnet
    half = magnet.diameter / 2

    def piece(view: View, loose: float = 0) -> None:
        paper.shape(
            view.all(
                (-wide, 0.6), (-wide + 0.6, 0), (-radius, 0), (-radius, deep), (radius, deep),
                (radius, 0), (wide - 0.6, 0), (wide, 0.6), (wide, high - 0.6),
                (wide - 0.6, high), (wide - 3.2, high), (7, high), (7, high - 1.2),
                (-7, high - 1.2), (-7, high), (0.6 - wide, high), (-wide, high - 0.6),
            ),
            INK["dark"],
        )  # fmt: skip
        low = STACK.felt - loose
        for ink, part in (("north", 0.0), ("south", magnet.thickness / 2)):
            paper.box(
                *view.corners(-half, low + part, half, low + part + magnet.thickness / 2),
                INK[ink],
                weight=THIN,
            )
        felt = -loose * 1.5
        paper.box(
            *view.corners(-radius - 1, felt - 0.25, radius + 1, felt), INK["felt"], weight=THIN
        )

    piece(View((40, 46), 2.2), 5)
    paper.label((78, 60), "pocket", View((40, 46), 2.2).at(radius - 0.4, deep - 0.3))
    paper.label(
        (78, 42),
        f"magnet, {magnet},\nmark downwards, with epoxy",
        View((40, 46), 2.2).at(half - 0.6, STACK.felt - 4),
    )
    paper.label((78, 26), "felt or paper over it", View((40, 46), 2.2).at(radius, -7.6))
    piece(View((155, 22), 2.2))
    piece(View((155, 22 + 2.2 * (high + 0.3)), 2.2))
    paper.text((155, 13), "two men hold each other", anchor="middle")
    return paper


def _reeds(layout: Layout, harness: Harness) -> Paper:
    del harness
    paper = _paper(
        186,
        8,
        "Reeds, row by row",
        "The base from below, with two rows done; all reeds lie the same way.",
    )
    under = Underside(layout, View((8, 8), 0.42))
    draw_wood(paper, under)
    done = [*layout.board.rows[0], *layout.board.rows[1]]
    draw_reeds(paper, under, done)
    level = wire_level(layout, 1)
    slot = layout.slots_of(layout.board.rows[1][0])[0]
    middle = (slot.bottom + slot.top) / 2
    x0 = 154.0
    paper.label(
        (x0, 158),
        "to the stripboard",
        under.at(trunk(layout), wire_level(layout, 0) - 1.1),
    )
    paper.label((x0, 140), "reed, glass free", under.at((slot.left + slot.right) / 2, middle))
    paper.label((x0, 126), "hot glue,\non the leads", under.at(slot.left + 1.4, middle))
    paper.label((x0, 110), "ground, to\nthe stripboard", under.at(trunk(layout) + 6, level + 1.1))
    empty = layout.slots_of(layout.board.rows[3][0])[0]
    paper.label((x0, 90), "next row", under.at(empty.left + 3, (empty.bottom + empty.top) / 2))
    return paper


def _button(layout: Layout, harness: Harness) -> Paper:
    paper = _paper(96, 9, "The button", "In the edge that faces the players.")
    case = Case(layout)
    wire = next(wire for wire in harness.wires if wire.what == "button")
    ground = next(wire for wire in harness.wires if wire.what == "ground")
    part = case.frames["se"]
    right = part.bounding_box()[3]
    cut = part ^ plate(rectangle(right - 130, -1, right + 1, 46), case.low - 1, 1)
    shift = cut.translate((-(right - 130), 0, -case.low))
    view = Oblique(View((56, 12), 0.85), 24, 26)
    draw_solid(paper, view, shift, INK["plastic"])
    x = case.button.x - (right - 130)
    high = case.stack.room / 2 + case.stack.floor
    for y, radius, ink in ((-2.0, case.sizes.button / 2 + 3.5, "black"), (-8.0, 5.5, "north")):
        turns = [pi * i / 16 for i in range(32)]
        ring = [view.at(x + radius * cos(t), y, high + radius * sin(t)) for t in turns]
        paper.shape(ring, INK[ink])
    paper.label((163, 40), f"button, hole of\n{case.sizes.button:g} mm", view.at(x + 6, -8, high))
    a, b = view.at(x - 3, 5, high + 14), view.at(x + 5, 5, high + 14)
    paper.wire(a, (a.x - 4, a.y + 9), (a.x - 26, a.y + 11), ink=WIRES["signal"])
    paper.wire(b, (b.x, b.y + 15), (a.x - 26, b.y + 16), ink=WIRES["0 V"])
    paper.text((a.x - 28, a.y + 10), f"to pin {wire.pin}, through 330 Ω", anchor="end")
    paper.text((a.x - 28, b.y + 15), f"to pin {ground.pin}, ground", anchor="end")
    return paper


def _pixels(layout: Layout, harness: Harness) -> Paper:
    del harness
    paper = _paper(
        186,
        10,
        "Pixels, in the order of the points",
        "The base from below; each row’s end is joined to the beginning of the next.",
    )
    under = Underside(layout, View((8, 8), 0.42))
    draw_wood(paper, under)
    draw_strips(paper, under, range(len(layout.board.rows)))
    draw_links(paper, under)
    first = layout.lamps[0]
    x0 = 154.0
    paper.label(
        (x0, 158),
        "first pixel: 1000 µF,\n330 Ω; 5 V, 0 V, data\nfrom fuse, jack and\nstripboard",
        under.at(*first),
    )
    row = layout.board.rows[1]
    at = layout.lamps[row[0]]
    paper.label((x0, 122), "arrows: from DIN\nto DOUT", under.at(at.x + 6, at.y))
    at = layout.lamps[layout.board.rows[3][0]]
    paper.label((x0, 98), "a pixel, over\nits well", under.at(at.x - 3, at.y - 3))
    paper.label(
        (x0, 76),
        "three wires:\n5 V, 0 V, data",
        under.at(
            layout.lamps[layout.board.rows[4][0]].x + 30,
            layout.lamps[layout.board.rows[4][0]].y + 6.5,
        ),
    )
    return paper


def _calibrate(layout: Layout, harness: Harness) -> Paper:
    del harness
    title = "Wired in another order?"
    paper = Paper(_WIDE, 100, title)
    paper.head(title, "The program lights a point; put one piece on it, and so on.")
    view = Oblique(View((58, 10), 0.27), 30, 30)
    draw_print(paper, view, layout, STACK)
    lit = 9
    for point, at in enumerate(layout.lamps):
        spot = view.at(*at, STACK.sheet)
        paper.circle(spot, 1.2 if point == lit else 0.6, INK["light"], weight=THIN)
    lamp = view.at(*layout.lamps[lit], STACK.sheet)
    for dx, dy in ((0, 4), (3.4, 2), (-3.4, 2), (3.4, -2), (-3.4, -2), (0, -4)):
        paper.line(
            (lamp.x + dx * 0.5, lamp.y + dy * 0.5), (lamp.x + dx, lamp.y + dy), ink="#d09000"
        )
    target = layout.points[lit]
    over = Oblique(View((58, 26), 0.27), 30, 30)
    foot = view.at(*target, STACK.sheet)
    above = over.at(*target, STACK.sheet)
    paper.line(above, foot, ink=INK["north"], weight=EDGE, dash="1.5 1")
    paper.shape((foot, (foot.x - 0.8, foot.y + 2), (foot.x + 0.8, foot.y + 2)), INK["north"], None)
    draw_man(paper, over, SIZES, target, INK["dark"])
    paper.label((150, 70), "put the piece here", above)
    paper.label((150, 54), "lamp of the point", lamp)
    paper.label((150, 38), "the others stay\nempty", view.at(*layout.points[-1], STACK.sheet))
    return paper


def _close(layout: Layout, harness: Harness) -> Paper:
    return harness_drawing(layout, harness, "11 · Close the board: the harness in its place")


def _play(layout: Layout, harness: Harness) -> Paper:
    del harness
    paper = _paper(104, 12, "Play", "The board on its feet.")
    case = Case(layout)
    view = Oblique(View((58, 16), 0.27), 30, 30)
    width, depth = layout.size
    foot, low = STACK.foot, case.low
    for x, y in ((width - 12, depth - 12), (12, 12), (width - 12, 12)):
        draw_solid(
            paper,
            view,
            plate(rectangle(x - 12, y - 12, x + 12, y + 12), low - foot, low),
            INK["felt"],
            THIN,
        )
    draw_solid(paper, view, case.frame, INK["plastic"], THIN)
    draw_plate(paper, view, rectangle(0, 0, width, depth), 0, STACK.base, INK["base"])
    draw_plate(paper, view, face_plan(layout), STACK.base, STACK.base + STACK.face, INK["face"])
    top = Oblique(View(view.at(0, 0, STACK.base + STACK.face), 0.27), 30, 30)
    draw_print(paper, top, layout, STACK)
    for at in layout.lamps:
        paper.circle(top.at(*at, STACK.sheet), 0.7, INK["light"], weight=THIN)
    order = sorted(range(layout.board.size), key=lambda point: -layout.points[point].y)
    men = {
        0: "dark",
        2: "dark",
        3: "dark",
        4: "dark",
        14: "face",
        15: "face",
        16: "face",
        18: "face",
    }
    for point in order:
        if point in men:
            draw_man(paper, top, SIZES, layout.points[point], INK[men[point]])
    button = view.at(case.button.x, -3, low / 2)
    paper.circle(button, 2.6, INK["black"])
    paper.circle((button.x - 0.6, button.y - 0.3), 1.6, INK["north"])
    paper.label((156, 26), "button", button)
    paper.label((156, 70), "lamps", top.at(*max(layout.lamps), STACK.sheet))
    paper.label((156, 46), "feet", view.at(width - 12, 0, low - foot / 2))
    return paper


STEPS: dict[int, Step] = {
    1: _computer,
    3: _one_reed,
    4: _one_lamp,
    5: _print,
    6: _wood,
    7: _pieces,
    8: _reeds,
    9: _button,
    10: _pixels,
    11: _close,
    12: _play,
}
"""What draws each step. The second one is the stripboard, which `hardware.guide` draws."""
