"""The case drawn apart, with what lies in it."""

from __future__ import annotations

from hardware.assembly.case import PI_BOARD, PICO_BOARD, WHOLE, Case
from hardware.assembly.exploded import solid_thing, thing_ink
from hardware.assembly.paper import INK, THIN, WIRES, Paper, View
from hardware.assembly.render import Oblique, draw_solid


def case_drawing(case: Case) -> Paper:
    """The four corners of the frame above the floor's quarters."""
    paper = Paper(190, 208, "The case, drawn apart")
    paper.head(
        "The case, drawn apart",
        "The frame in four corners, the floor in four quarters; seen from the south.",
    )
    scale, apart = 0.25, 26.0
    away = {"ne": (apart, apart), "nw": (0.0, apart), "se": (apart, 0.0), "sw": (0.0, 0.0)}
    floor = Oblique(View((58, 12), scale), 30, 33)
    frame = Oblique(View((58, 96), scale), 30, 33)
    for name in ("ne", "nw", "se", "sw"):
        shift = (*away[name], -case.low)
        draw_solid(paper, floor, case.floors[name].translate(shift), INK["face"], THIN)
        if name == "ne":
            thing = case.pi
            moved = solid_thing(thing, case.stack).translate((*away[name], 0))
            draw_solid(paper, floor, moved, thing_ink(thing), THIN)
        if name == "nw":
            for thing in case.things(PI_BOARD)[1:]:
                moved = solid_thing(thing, case.stack).translate((*away[name], 0))
                draw_solid(paper, floor, moved, thing_ink(thing), THIN)
    width, depth = case.size
    high = case.stack.room + case.stack.floor
    jack = case.gates()[0][0]
    cable = case.gate(PI_BOARD)
    north = depth + apart
    for (x, up), name in (((jack, 6.0), "5 V"), ((cable + apart, 7.0), "0 V")):
        run = floor.all((x, north - 2, up), (x, north + 30, up))
        paper.wire(*run, ink=WIRES[name], weight=0.9)
    for name in ("ne", "nw", "se", "sw"):
        shift = (*away[name], -case.low)
        draw_solid(paper, frame, case.frames[name].translate(shift), INK["plastic"], THIN)
    paper.label((8, 190), "gate for the jack, open below", frame.at(jack, north, 12))
    paper.label((88, 191), "gates for a cable with its plug", frame.at(cable + apart, north, 10))
    paper.label((6, 96), "dovetail and\ngroove", frame.at(8, depth / 2 + apart / 2, high - 5))
    paper.label(
        (150, 110),
        f"button, {case.sizes.button:g} mm",
        frame.at(case.button.x + apart, 0, high / 2),
    )
    paper.label((150, 128), "screws of the board\ngo through", frame.at(width + apart - 8, 8, high))
    paper.label((6, 80), "supply", floor.at(jack, north + 24, 6))
    paper.label(
        (146, 76),
        "computer, on stands",
        floor.at(case.pi.right + apart, case.pi.bottom + 20 + apart, 20),
    )
    paper.label((146, 90), "computer's cable", floor.at(cable + apart, north + 26, 7))
    paper.label(
        (6, 22),
        "jack, fuse and\nlevel shifter, tied",
        floor.at(case.fuse.left + 4, case.fuse.bottom + apart, 8),
    )
    paper.label(
        (140, 22),
        f"floor, {case.stack.floor:g} mm, {case.sizes.play:g} mm\nof play all around",
        floor.at(width + apart - 30, 40, case.stack.floor),
    )
    return paper


def small_case_drawing(case: Case) -> Paper:
    """A case of one frame and one floor, with what lies in it."""
    paper = Paper(190, 174, "The starter board's case")
    paper.head(
        "The starter board's case",
        "The frame is one part, the floor another; seen from the south.",
    )
    scale = 0.42
    floor = Oblique(View((46, 10), scale), 30, 33)
    frame = Oblique(View((46, 86), scale), 30, 33)
    width, depth = case.size
    high = case.stack.room + case.stack.floor
    (jack, _), (gate, (ribbon, _)) = case.gates()
    draw_solid(paper, floor, case.floors[WHOLE].translate((0, 0, -case.low)), INK["face"], THIN)
    for thing in case.things(PICO_BOARD):
        draw_solid(paper, floor, solid_thing(thing, case.stack), thing_ink(thing), THIN)
    draw_solid(paper, frame, case.frames[WHOLE].translate((0, 0, -case.low)), INK["plastic"], THIN)
    paper.label((6, 148), "gate for the jack,\nopen below", frame.at(jack, depth, 10))
    paper.label(
        (128, 152),
        f"gate, {ribbon:g} mm, for a Pico's\ncable, or for the ribbon\ncable of a Pi beside it",
        frame.at(gate, depth, 6),
    )
    paper.label(
        (120, 82), f"button, {case.sizes.button:g} mm", frame.at(case.button.x, 0, high / 2)
    )
    paper.label((140, 112), "screws of the board\ngo through", frame.at(width - 8, 8, high))
    pico, fuse, shifter = case.pico, case.fuse, case.shifter
    paper.label((146, 66), "Pico, on stands", floor.at(pico.right, pico.bottom + 10, 20))
    paper.label((6, 74), "jack and fuse,\ntied", floor.at(fuse.left + 4, fuse.bottom + 20, 12))
    paper.label((6, 14), "level shifter", floor.at(shifter.left + 6, shifter.bottom + 4, 20))
    paper.label(
        (136, 22),
        f"floor, {case.stack.floor:g} mm, {case.sizes.play:g} mm\nof play all around",
        floor.at(width - 14, 40, case.stack.floor),
    )
    return paper
