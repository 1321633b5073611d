"""Where a point's parts lie, seen from the point: all from `Layout`."""

from __future__ import annotations

from hardware.artwork.layout import Layout, Slot
from hardware.artwork.shapes import XY


def point_slots(layout: Layout, point: int = -1) -> list[Slot]:
    """Return the slots of a point's reeds, with the point at the origin.

    Args:
        layout: The board's layout.
        point: The point; without one, a point whose lamp is in the north-east.
    """
    point = point if point >= 0 else usual_point(layout)
    at = layout.points[point]
    return [
        Slot(slot.left - at.x, slot.bottom - at.y, slot.right - at.x, slot.top - at.y)
        for slot in layout.slots_of(point)
    ]


def point_lamp(layout: Layout, point: int = -1) -> XY:
    """The middle of a point's lamp, the point at the origin."""
    point = point if point >= 0 else usual_point(layout)
    at = layout.points[point]
    return layout.lamps[point].moved(-at.x, -at.y)


def usual_point(layout: Layout) -> int:
    """The first point whose lamp is in the north-east, where it is on all grids."""
    return next(
        number
        for number, (at, lamp) in enumerate(zip(layout.points, layout.lamps, strict=True))
        if lamp.x > at.x and lamp.y > at.y
    )
