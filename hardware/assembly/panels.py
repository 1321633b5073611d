"""The case as panels to saw or to cut by laser: walls and floor in one plan."""

from __future__ import annotations

from hardware.artwork.shapes import XY, Circle, Drawing, Polygon, Shape, Style, TextLine, box
from hardware.assembly.case import Case

_GAP = 10.0
_CUT = Style(line="#ff0000", width=0.1)
_DRILL = Style(line="#0000ff", width=0.1)


def panels(case: Case) -> Drawing:
    """Draw the walls, as thick as the case's, and the floor, side by side.

    The walls in the north and the south are as long as the board is wide; those in the west and the
    east lie between them.
    """
    width, depth = case.size
    wall, room = case.sizes.wall, case.stack.room
    high = room + case.stack.floor
    inner = depth - 2 * wall
    shapes: list[Shape] = []
    bottom = 0.0

    def outline(corners: tuple[XY, ...] | list[XY], name: str) -> None:
        shapes.append(Polygon(tuple(corners), _CUT, tag=f"outline {name}"))

    def title(x: float, y: float, text: str) -> None:
        shapes.append(TextLine(XY(x, y), text, 5, "#000000", face="sans", tag=f"name {text}"))

    # The floor, seen from above.
    low = wall + case.sizes.play
    outline(box(low, low, width - low, depth - low), "floor")
    for number, at in enumerate(case.layout.screws, 1):
        shapes.append(Circle(at, case.layout.screw_radius, _DRILL, f"screw {number}"))
    for computer in case.computers:
        for at in case.holes(computer):
            radius = computer.hole / 2
            shapes.append(Circle(at, radius, _DRILL, f"screw {computer.name}"))
    for slot in (*case.vents, *case.ties):
        outline(box(*slot), "slot")
    title(width / 2, depth / 2, f"floor, {case.stack.floor:g} mm")
    bottom = depth + _GAP
    # The north wall, seen from outside, its lower edge down: east is on the left.
    gates = sorted((width - x, wide, tall) for x, (wide, tall) in case.gates())
    run = [XY(0, bottom)]
    for x, wide, tall in gates:
        top = bottom + case.stack.floor + tall
        run += [XY(x - wide / 2, bottom), XY(x - wide / 2, top)]
        run += [XY(x + wide / 2, top), XY(x + wide / 2, bottom)]
    outline([*run, XY(width, bottom), XY(width, bottom + high), XY(0, bottom + high)], "north")
    title(width / 2, bottom + high / 2, f"north wall, {wall:g} mm, from outside")
    bottom += high + _GAP
    # The south wall from outside: west is on the left.
    outline(box(0, bottom, width, bottom + high), "south")
    middle = bottom + case.stack.floor + room / 2
    shapes.append(Circle(XY(case.button.x, middle), case.sizes.button / 2, _DRILL, "screw button"))
    title(width / 2, bottom + high / 2, f"south wall, {wall:g} mm, from outside")
    bottom += high + _GAP
    for name in ("west", "east"):
        outline(box(0, bottom, inner, bottom + high), name)
        title(inner / 2, bottom + high / 2, f"{name} wall, {wall:g} mm")
        bottom += high + _GAP
    return Drawing(max(width, inner), bottom - _GAP, tuple(shapes))
