"""Finds room on the print for the references of the parts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from hardware.pcb.plan import At, Box, Fitted, Plan

SIZE = 0.9
"""The height of references (mm); houses print 0.8 at the least."""
_ROOM = 0.2


def references(plan: Plan) -> dict[str, tuple[At, int]]:
    """Return where each reference is printed, and how far it is turned.

    If possible, a reference is nearer to its own part than to any other. Parts without room for one
    are left out.
    """
    taken = [box for part in plan.parts for box in _printed(part)]
    taken += [extent(words.text, words.at, words.size, words.turned) for words in plan.words
              if not words.back]  # fmt: skip
    found: dict[str, tuple[At, int]] = {}
    for part in plan.parts:
        if not part.kind.pins:
            continue
        free = [
            (at, turned)
            for at, turned in _places(part)
            if _free(extent(part.ref, at, SIZE, turned), taken, plan.size)
        ]
        clear = [place for place in free if not misleading(plan, part, place[0])]
        for at, turned in (clear or free)[:1]:
            found[part.ref] = at, turned
            taken.append(extent(part.ref, at, SIZE, turned))
    return found


def misleading(plan: Plan, part: Fitted, at: At) -> bool:
    """Whether a place is not nearer to a part than to all others that have a reference."""

    def far(other: Fitted) -> float:
        left, top, right, bottom = other.box(other.kind.body)
        return hypot(max(left - at[0], at[0] - right, 0), max(top - at[1], at[1] - bottom, 0))

    return any(
        far(other) <= far(part) for other in plan.parts if other is not part and other.kind.pins
    )


def overlapping(plan: Plan) -> list[str]:
    """The words of a plan that meet a pad, each other, or the edge."""
    found = []
    parts = [box for part in plan.parts for box in _printed(part)]
    for i, words in enumerate(plan.words):
        box = extent(words.text, words.at, words.size, words.turned)
        lands = [p.covers(land) for p, land, _ in plan.lands() if land.drill]
        others = [extent(o.text, o.at, o.size, o.turned) for o in plan.words[:i]
                  if o.back == words.back]  # fmt: skip
        if not _free(box, (lands if words.back else parts) + others, plan.size):
            found.append(words.text)
    return found


def extent(text: str, at: At, size: float, turned: int) -> Box:
    """What a line of text covers, about."""
    across, up = 0.5 * len(text) * size * 1.0 + 0.05, 0.5 * size + 0.1
    if turned % 180:
        across, up = up, across
    return at[0] - across, at[1] - up, at[0] + across, at[1] + up


def _printed(part: Fitted) -> Iterator[Box]:
    """What pads and lines of a part cover."""
    for land in part.kind.lands:
        yield part.covers(land)
    for line in part.kind.drawn:
        for (a, b), (c, d) in pairwise(line):
            yield part.box((a, b, c, d))


def _places(part: Fitted) -> Iterator[tuple[At, int]]:
    left, top, right, bottom = part.box(part.kind.body)
    x, y = (left + right) / 2, (top + bottom) / 2
    half = 0.5 * len(part.ref) * SIZE
    for far in (0.65, 0.9, 1.3, 1.8, 2.5):
        yield (x, top - far), 0
        yield (x, bottom + far), 0
        yield (left - far, y), 90
        yield (right + far, y), 90
        yield (left - half - far + 0.5, y), 0
        yield (right + half + far - 0.5, y), 0
        yield (x, top - half - far + 0.5), 90
        yield (x, bottom + half + far - 0.5), 90
        for shift in (-2.0, 2.0):
            yield (x + shift, top - far), 0
            yield (x + shift, bottom + far), 0
            yield (left - far, y + shift), 90
            yield (right + far, y + shift), 90
    yield (x, y), 0


def _free(box: Box, taken: list[Box], size: At) -> bool:
    left, top, right, bottom = box
    if min(left, top) < 0.4 or right > size[0] - 0.4 or bottom > size[1] - 0.4:
        return False
    return all(
        right + _ROOM <= a or c + _ROOM <= left or bottom + _ROOM <= b or d + _ROOM <= top
        for a, b, c, d in taken
    )
