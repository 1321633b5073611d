"""What a drill alone makes of a base: upright reeds in holes, and no slots or channels.

Seen from the side; east is on the right:

    ============================   print and face
    |      ._____ _____.       |   the upper leads are bent to the middle and joined in the recess
    |      |   joint   |       |
    |     (|)    |    (|)      |   a reed in each hole; a wire goes down between them
    |      |     |     |       |
    ============================   the lower leads come out below the base, and are joined there
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.artwork.layout import STRAIGHT, Layout
from hardware.artwork.shapes import XY


@dataclass(frozen=True, slots=True)
class Drilled:
    """Measures of a drilled base, in mm.

    Attributes:
        offset: From the point to the middle of each reed, to the east and to the west.
        hole: The width of a reed's hole.
        wire: The width of the hole for the wire from the upper leads.
        recess: The width of the flat-bottomed hole for the upper leads.
        deep: Its depth: a straight piece of lead, and its bend.
        base: The thickness of the base.
    """

    offset: float = 4.0
    hole: float = 3.0
    wire: float = 2.0
    recess: float = 15.0
    deep: float = STRAIGHT + 0.5
    base: float = 18.0

    def straight(self, glass: float) -> float:
        """Return how long an upright reed is straight, with glass of this length.

        Below the glass it is as long as above; what sticks out further does no harm.
        """
        return glass + 2 * STRAIGHT


DRILLED = Drilled()


def reed_holes(layout: Layout, point: int, drilled: Drilled = DRILLED) -> tuple[XY, XY]:
    """Return the middles of the holes of a point's reeds: the eastern one, and the western one."""
    at = layout.points[point]
    return at.moved(drilled.offset, 0), at.moved(-drilled.offset, 0)
