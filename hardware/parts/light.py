"""How much of a lamp's light comes out of its hole."""

from __future__ import annotations

WHITE = 0.85
"""What matt white paint reflects; bare wood reflects about half."""

WOOD = 0.5


def seen(radius: float, far: float) -> float:
    """The part of a lamp's light that goes straight through a hole: the lamp shines as Lambert's
    law says, and is so far behind the hole, on its axis."""
    return radius**2 / (radius**2 + far**2)


def passed(hole: float, well: float, deep: float, cover: float, reflected: float) -> float:
    """The part of a lamp's light that leaves a well of this radius and depth through a hole in its
    cover; all lengths in mm.

    What does not leave at once is reflected again and again, and meets every part of the wall
    alike, as in an integrating sphere. The cover's thickness counts for the straight way only. A
    hole as wide as the well has no cover to reflect from: that is the worst case of one drill.
    """
    straight = seen(hole, deep + cover)
    opening = hole**2
    walls = 2 * well * deep + 2 * well**2 - opening
    share = opening / (opening + walls)
    return straight + (1 - straight) * reflected * share / (1 - reflected * (1 - share))
