"""How much of a lamp's light comes out of its hole."""

from __future__ import annotations

WHITE = 0.85
"""What matt white paint reflects; bare wood reflects about half."""

WOOD = 0.5


def seen(radius: float, far: float) -> float:
    """Return the part of a lamp's light that goes straight through a hole.

    The lamp shines by Lambert's law.

    Args:
        radius: The radius of the hole.
        far: How far the lamp is behind the hole, on its axis; in the same unit.
    """
    return radius**2 / (radius**2 + far**2)


def passed(hole: float, well: float, deep: float, cover: float, reflected: float) -> float:
    """Return the part of a lamp's light that leaves its well through a hole in its cover.

    Light that does not leave at once is reflected again and again, and meets every part of the wall
    alike, as in an integrating sphere. The cover's thickness counts for the straight way only. A
    hole as wide as the well has no cover to reflect from: that is the worst case of one drill.

    Args:
        hole: The radius of the hole, in mm.
        well: The radius of the well, in mm.
        deep: The depth of the well, in mm.
        cover: The thickness of the cover, in mm.
        reflected: The share that the walls reflect, from 0 to 1.
    """
    straight = seen(hole, deep + cover)
    opening = hole**2
    walls = 2 * well * deep + 2 * well**2 - opening
    share = opening / (opening + walls)
    return straight + (1 - straight) * reflected * share / (1 - reflected * (1 - share))
