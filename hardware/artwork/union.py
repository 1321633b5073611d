"""The outline of the union of overlapping upright rectangles."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.artwork.layout import Slot
from hardware.artwork.shapes import XY

Corner = tuple[int, int]


def outlines(slots: Sequence[Slot]) -> list[tuple[XY, ...]]:
    """The borders of the union, each once round with what is covered on its left.

    A cutter that is given overlapping rectangles cuts through the channel; one outline it follows.
    """
    xs = sorted({round(x, 3) for slot in slots for x in (slot.left, slot.right)})
    ys = sorted({round(y, 3) for slot in slots for y in (slot.bottom, slot.top)})
    at_x, at_y = {x: i for i, x in enumerate(xs)}, {y: i for i, y in enumerate(ys)}
    covered = {
        (i, j)
        for slot in slots
        for i in range(at_x[round(slot.left, 3)], at_x[round(slot.right, 3)])
        for j in range(at_y[round(slot.bottom, 3)], at_y[round(slot.top, 3)])
    }
    after: dict[Corner, list[Corner]] = {}
    for i, j in sorted(covered):
        for beside, start, end in (
            ((i, j - 1), (i, j), (i + 1, j)),
            ((i + 1, j), (i + 1, j), (i + 1, j + 1)),
            ((i, j + 1), (i + 1, j + 1), (i, j + 1)),
            ((i - 1, j), (i, j + 1), (i, j)),
        ):
            if beside not in covered:
                after.setdefault(start, []).append(end)
    found = []
    while after:
        loop = [min(after)]
        while (nexts := after.get(loop[-1])) is not None:
            loop.append(nexts.pop())
            if not nexts:
                del after[loop[-2]]
        found.append(tuple(XY(xs[i], ys[j]) for i, j in _turns(loop[:-1])))
    return found


def _turns(loop: list[Corner]) -> list[Corner]:
    """The corners of a border."""
    return [
        at
        for before, at, behind in zip(loop[-1:] + loop, loop, loop[1:] + loop[:1], strict=False)
        if (before[0] == at[0]) != (at[0] == behind[0])
    ]
