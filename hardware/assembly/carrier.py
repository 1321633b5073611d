"""A printed carrier for each point, for boards made with a drill and a saw alone.

It is glued below the face in the place of the base: it has the reeds' slots with holes for their
leads, the light well with its hole, a bed for a piece of strip, and grooves for the wires. Its
origin is the point, z is 0 at the face and negative below. It is printed with that side down, so
nothing in it overhangs by more than 45 degrees.
"""

from __future__ import annotations

from itertools import combinations

from hardware.artwork.layout import SIGNAL_ACROSS, WALL, Layout
from hardware.assembly.paper import EDGE, INK, WIRES, Paper, View
from hardware.assembly.places import point_lamp, point_slots
from hardware.assembly.render import Oblique, draw_solid
from hardware.assembly.solids import (
    EXTRA,
    Solid,
    block,
    cone,
    overlap,
    plate,
    polygon,
    rectangle,
    upside_down,
)
from hardware.assembly.stack import STACK, Stack

_LEAD = 1.2
"""The width of the holes for leads, in mm."""
_LOOSE = 0.2
"""What a slot is deeper than the glass is thick."""
_RIM = 1.0
"""How thick the carrier is around the lamp's hole."""
_GROOVE = 2.0
"""The depth of the grooves for wires, in mm."""
_STEEP = 1.25
"""The slope of roofs: 45 degrees alone are already supported by some slicers."""
_RECESS = 0.6
"""How much deeper the strip lies than it is thick."""


def kinds(layout: Layout) -> dict[str, tuple[int, ...]]:
    """Return the points by the kind of their carrier.

    The kind is where the lamp is: "ne", "sw" and so on.
    """
    found: dict[str, list[int]] = {}
    for point in range(layout.board.size):
        lamp = point_lamp(layout, point)
        kind = ("n" if lamp.y > 0 else "s") + ("e" if lamp.x > 0 else "w")
        found.setdefault(kind, []).append(point)
    return {kind: tuple(points) for kind, points in sorted(found.items())}


def carrier(layout: Layout, point: int, stack: Stack = STACK) -> Solid:
    """The carrier of a point."""
    slots, lamp, measures = point_slots(layout, point), point_lamp(layout, point), layout.measures
    low, side = -stack.base, 1 if lamp.y > 0 else -1
    reach, wall = layout.well_radius + WALL, 1.5
    area = rectangle(
        min(s.left for s in slots) - wall,
        min(s.bottom for s in slots) - wall,
        max(s.right for s in slots) + wall,
        max(s.top for s in slots) + wall,
    ) + rectangle(lamp.x - reach, lamp.y - reach, lamp.x + reach, lamp.y + reach)
    made = plate(area.hull(), low, 0)
    left, bottom, right, top = area.bounds()
    for slot in slots:
        half, deep = measures.slot_width / 2, 2 * stack.glass + _LOOSE
        peak = deep + _STEEP * half
        # A roof, to be printed without supports; the profile is drawn lying down.
        profile = polygon(
            [
                (-half, -EXTRA),
                (half, -EXTRA),
                (half, deep),
                (0, peak),
                (-half, deep),
            ]
        )
        trough = profile.extrude(slot.right - slot.left).rotate((-90, 0, 0)).rotate((0, 0, -90))
        middle = (slot.bottom + slot.top) / 2
        trough = trough.translate((slot.left, middle, 0))
        made = made - trough
        for start in (slot.left, slot.right - _LEAD):
            made = made - block(
                start, middle - _LEAD / 2, low - EXTRA, start + _LEAD, middle + _LEAD / 2, EXTRA
            )
            # A groove from the lead to the side that is away from the lamp.
            across = SIGNAL_ACROSS + 0.1
            x = start + _LEAD / 2
            edges = sorted((middle, (bottom if side > 0 else top) - side * EXTRA))
            made = made - block(
                x - across / 2, edges[0], low - EXTRA, x + across / 2, edges[1], low + _GROOVE
            )
    hole, well = layout.lamp_radius, layout.well_radius
    ends = -_RIM - _STEEP * (well - hole)
    made = made - cone(lamp.x, lamp.y, -_RIM - 0.01, EXTRA, hole, hole)
    made = made - cone(lamp.x, lamp.y, ends, -_RIM, well, hole)
    made = made - cone(lamp.x, lamp.y, low - EXTRA, ends + 0.01, well, well)
    strip = layout.strip_width / 2
    return made - block(
        left - EXTRA, lamp.y - strip, low - EXTRA,
        right + EXTRA, lamp.y + strip, low + stack.tape + _RECESS,
    )  # fmt: skip


def meeting(layout: Layout) -> float:
    """How much (mm³) of a carrier is inside that of a neighbour: 0 if all of them have room."""
    kept = {kind: carrier(layout, points[0]) for kind, points in kinds(layout).items()}
    placed = [
        (kind, layout.points[point]) for kind, points in kinds(layout).items() for point in points
    ]
    apart = {
        (one, other, round(to.x - at.x, 3), round(to.y - at.y, 3))
        for (one, at), (other, to) in combinations(placed, 2)
        if at.far(to) < 2 * layout.pitch
    }
    return max(overlap(kept[one], kept[other].translate((x, y, 0))) for one, other, x, y in apart)


def carrier_drawing(layout: Layout, stack: Stack = STACK) -> Paper:
    """A carrier from both sides, with what it holds."""
    paper = Paper(190, 112, "A printed carrier for a point")
    point = kinds(layout)["ne"][0]
    paper.head(
        "A carrier for each point", "Left: the side under the face. Right: turned over, as wired."
    )
    made = carrier(layout, point, stack)
    slots, lamp = point_slots(layout, point), point_lamp(layout, point)
    view = Oblique(View((40, 34), 1.75), 24, 42)
    draw_solid(paper, view, made.translate((0, 0, stack.base)), INK["plastic"])
    high, half = stack.base - stack.glass, layout.measures.glass / 2
    for slot in sorted(slots, key=lambda slot: -slot.bottom):
        y, middle = (slot.bottom + slot.top) / 2, (slot.left + slot.right) / 2
        run = view.all((slot.left + 0.5, y, high), (slot.right - 0.5, y, high))
        paper.line(*run, weight=1.1)
        paper.line(*run, ink=INK["metal"], weight=0.7)
        glass = view.all((middle - half, y, high), (middle + half, y, high))
        paper.line(*glass, weight=3.4)
        paper.line(*glass, ink=INK["glass"], weight=3.4 - 2 * EDGE)
    first = slots[0]
    y = (first.bottom + first.top) / 2
    paper.label(
        (14, 92),
        "lamp's hole: a drill through it\nholds the carrier in place",
        view.at(lamp.x, lamp.y, stack.base - 0.5),
    )
    paper.label(
        (6, 16),
        f"reed, {stack.straight(layout.measures):g} mm straight\nto its bends",
        view.at((first.left + first.right) / 2, y, high),
    )
    paper.label((60, 12), "lead, down\nthrough its hole", view.at(first.right - 0.6, y, high))
    # Turned over about the axis from west to east.
    other = Oblique(View((112, 52), 1.75), 24, 42)
    draw_solid(paper, other, upside_down(made), INK["plastic"])
    level = stack.base
    wide = 33.3 / 2
    strip = other.all(
        (lamp.x - wide, -lamp.y - 5, level - 0.6), (lamp.x + wide, -lamp.y - 5, level - 0.6),
        (lamp.x + wide, -lamp.y + 5, level - 0.6), (lamp.x - wide, -lamp.y + 5, level - 0.6),
    )  # fmt: skip
    paper.shape(strip, INK["tape"])
    for aside, name in ((-3, "5 V"), (0, "data"), (3, "0 V")):
        for way in (-1, 1):
            start = other.at(lamp.x + way * (wide - 2), -lamp.y + aside, level - 0.4)
            end = other.at(lamp.x + way * (wide + 6), -lamp.y + aside, level - 0.4)
            paper.wire(start, end, ink=WIRES[name], weight=0.7)
    ends = []
    for slot in slots:
        y = -(slot.bottom + slot.top) / 2
        for x, name in ((slot.left + 0.6, "signal"), (slot.right - 0.6, "0 V")):
            back = -min(s.bottom for s in slots) + 1.5
            run = other.all((x, y, level), (x, back + 6, level))
            paper.wire(*run, ink=WIRES[name], weight=0.9)
            ends.append(run[1])
    paper.label((98, 92), "wires in their grooves", ends[0])
    paper.label(
        (92, 12),
        "piece of strip, pixel down\ninto the well",
        other.at(lamp.x - 6, -lamp.y, level - 0.6),
    )
    paper.label((150, 12), "to the next pixel", other.at(lamp.x + wide + 4, -lamp.y, level - 0.4))
    return paper
