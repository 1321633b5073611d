"""Drawings on paper: whole, or in tiles that overlap and are joined by registration marks.

Every sheet carries a ruler of 100 mm. A tile shows its window of the drawing at true scale. Two
neighbours share a strip as wide as OVERLAP. Along the middle of that strip one of them is cut:
crosses at both ends of that line, in the margin where nothing of the board is printed, lie on the
same places of the drawing on both.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from hardware.artwork.shapes import (
    XY,
    Circle,
    Drawing,
    Polygon,
    Shape,
    Style,
    TextLine,
    box,
    stroke,
)

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Sheets in mm, upright."""

OVERLAP = 12.0
"""What two neighbouring tiles have in common, in mm."""

RULER = 100.0

_EDGE = 10.0  # what printers leave white
_SLUG = 24.0  # below the drawing: ruler and words
_BAND = 8.0  # round the whole board, for crop marks; tiled with it
_NARROW = 7.0  # the same where a board fits on one sheet that way

_INK = "#333333"
_HAIR = Style(line=_INK, width=0.15)
_STEP = 0.5  # between the places of a seam that are tried
_OUT = 3.0  # from the window to the middle of a registration mark
_CROSS = 2.5


@dataclass(frozen=True, slots=True)
class Sheet:
    """A piece of paper, measured from its lower left corner.

    origin: where the drawing's origin lies; it may be off the sheet.
    window: left, bottom, width and height of what is shown of the drawing.
    marks:  ruler, crosses and words, drawn on top.
    bleed:  how much of the window, at each of its sides, is bleed; 0 for a tile.
    """

    drawing: Drawing
    width: float
    height: float
    origin: XY
    window: tuple[float, float, float, float]
    marks: tuple[Shape, ...]
    bleed: float = 0.0


def whole(drawing: Drawing, title: str) -> Sheet:
    """One sheet large enough for the drawing, with crop marks at its corners."""
    origin = XY(_BAND + 4, _SLUG + _BAND)
    marks = (*_crops(drawing, origin), *_slug(XY(origin.x, 5), title, "whole"))
    out = drawing.bleed
    window = (origin.x - out, origin.y - out, drawing.width + 2 * out, drawing.height + 2 * out)
    width, height = drawing.width + 2 * origin.x, drawing.height + origin.y + _BAND + 4
    return Sheet(drawing, width, height, origin, window, marks, drawing.bleed)


def tiles(drawing: Drawing, title: str, paper: str) -> list[Sheet]:
    """The drawing on sheets of that paper, row by row from the top left, the way that takes fewest.

    Tiles overlap by OVERLAP, and are nearly alike in size: where two are joined, the seam is as far
    from points and lamps as the paper allows. The band of crop marks round the board is tiled with
    it.
    """
    short, long = PAPERS[paper]
    width, height = min(((short, long), (long, short)), key=lambda size: _count(drawing, *size))
    columns, rows = _columns_rows(drawing, width, height)
    across = min(_BAND, (width - 2 * _EDGE - drawing.width) / 2) if columns == 1 else _BAND
    places = _places(drawing)
    room = width - 2 * _EDGE, height - _SLUG - _EDGE
    seams_x = _seams((-across, drawing.width + across), columns, room[0], {at.x for at in places})
    seams_y = _seams((-_BAND, drawing.height + _BAND), rows, room[1], {at.y for at in places})
    half = OVERLAP / 2
    found = []
    for row in reversed(range(rows)):
        low = seams_y[row - 1] - half if row else -_BAND
        high = (seams_y[row] + half if row < rows - 1 else drawing.height + _BAND) - low
        bottom = _SLUG + (room[1] - high) / 2
        for column in range(columns):
            west = seams_x[column - 1] - half if column else -across
            wide = (
                seams_x[column] + half if column < columns - 1 else drawing.width + across
            ) - west
            left = (width - wide) / 2
            window = (left, bottom, wide, high)
            origin = XY(left - west, bottom - low)
            place = f"column {column + 1} of {columns}, row {rows - row} of {rows}"
            marks = [
                *_crops(drawing, origin, window),
                *_crosses(origin, window, seams_x, seams_y),
                *_slug(XY(left, 5), title, place),
                *_key(XY(left + wide, 5), columns, rows, column, row),
            ]
            found.append(Sheet(drawing, width, height, origin, window, tuple(marks)))
    return found


_MARKED = ("point", "palace", "cross", "lamp", "recess")
"""What begins the tag of a shape that a seam should miss."""


def _places(drawing: Drawing) -> list[XY]:
    """Return the middles of points and lamps."""
    found = []
    for shape in drawing.shapes:
        if shape.tag.partition(" ")[0] not in _MARKED:
            continue
        if isinstance(shape, Polygon):
            count = len(shape.corners)
            x, y = (sum(each) / count for each in zip(*shape.corners, strict=True))
            found.append(XY(x, y))
        else:
            found.append(shape.at)
    return found


def _seams(ends: tuple[float, float], count: int, most: float, taken: set[float]) -> list[float]:
    """Return where tiles are joined: about evenly, and as far from what is taken as they may be.

    Args:
        ends: Where the first tile begins, and where the last one ends.
        count: The number of tiles.
        most: The most that a tile may be long.
        taken: The places to miss.
    """
    start, end = ends
    each = (end - start + (count - 1) * OVERLAP) / count
    play = (most - each) / (1 if count <= 2 else 2)
    steps = int(min(play, each / 4) / _STEP)

    def clear(seam: float) -> float:
        return round(min((abs(seam - at) for at in taken), default=0.0), 3)

    found = []
    for number in range(1, count):
        middle = start + number * (each - OVERLAP) + OVERLAP / 2
        choices = [middle + _STEP * step for step in range(-steps, steps + 1)]
        found.append(max(choices, key=lambda seam: (clear(seam), -abs(seam - middle), seam)))
    return found


def _columns_rows(drawing: Drawing, width: float, height: float) -> tuple[int, int]:
    """How many tiles across and up, on sheets of that size."""
    room = width - 2 * _EDGE
    band = _NARROW if drawing.width + 2 * _NARROW <= room else _BAND
    across = drawing.width + 2 * band - OVERLAP
    up = drawing.height + 2 * _BAND - OVERLAP
    return (
        max(1, ceil(across / (room - OVERLAP))),
        max(1, ceil(up / (height - _SLUG - _EDGE - OVERLAP))),
    )


def _count(drawing: Drawing, width: float, height: float) -> int:
    columns, rows = _columns_rows(drawing, width, height)
    return columns * rows


def _inside(at: XY, window: tuple[float, float, float, float]) -> bool:
    left, bottom, wide, high = window
    return left <= at.x <= left + wide and bottom <= at.y <= bottom + high


def _crops(
    drawing: Drawing, origin: XY, window: tuple[float, float, float, float] | None = None
) -> list[Shape]:
    """Crop marks: lines outside the corners of the board to cut along."""
    found: list[Shape] = []
    for x, away_x in ((0.0, -1), (drawing.width, 1)):
        for y, away_y in ((0.0, -1), (drawing.height, 1)):
            at = XY(origin.x + x, origin.y + y)
            if window is None or _inside(at, window):
                for dx, dy in ((away_x, 0), (0, away_y)):
                    # Outside the bleed, so that no mark is left on a board cut a little large.
                    near, far = max(2.0, drawing.bleed + 0.5), _BAND - 0.5
                    ends = at.moved(near * dx, near * dy), at.moved(far * dx, far * dy)
                    found.append(stroke(*ends, ink=_HAIR, tag="crop"))
    return found


def _crosses(
    origin: XY,
    window: tuple[float, float, float, float],
    seams_x: list[float],
    seams_y: list[float],
) -> list[Shape]:
    """Registration marks just outside the window, at both ends of each seam that crosses it."""
    left, bottom, wide, high = window
    places = [
        XY(x, y)
        for x in (origin.x + seam for seam in seams_x)
        if left < x < left + wide
        for y in (bottom - _OUT, bottom + high + _OUT)
    ]
    places += [
        XY(x, y)
        for y in (origin.y + seam for seam in seams_y)
        if bottom < y < bottom + high
        for x in (left - _OUT, left + wide + _OUT)
    ]
    found: list[Shape] = []
    for at in places:
        of = f"cross {at.x - origin.x:.3f} {at.y - origin.y:.3f}"
        found.append(Circle(at, 1.5, _HAIR, of))
        found += [
            stroke(
                at.moved(-_CROSS * dx, -_CROSS * dy),
                at.moved(_CROSS * dx, _CROSS * dy),
                ink=_HAIR,
            )
            for dx, dy in ((1, 0), (0, 1))
        ]
    return found


def _slug(at: XY, title: str, place: str) -> list[Shape]:
    """The ruler and the sheet's title; `at` is the lower left corner."""
    base = at.moved(0, 11.5)
    ink = Style(line=_INK, width=0.25)
    found: list[Shape] = [stroke(base, base.moved(RULER, 0), ink=ink, tag="ruler")]
    for step in range(11):
        tick = base.moved(10.0 * step, 0)
        high = 3.0 if step % 5 == 0 else 1.8
        found.append(stroke(tick, tick.moved(0, high), ink=ink, tag="tick"))
    hint = "100 mm: lay a ruler on it before you cut. Print at 100 %, never fitted to the page."
    return [
        *found,
        TextLine(base.moved(0, -4), hint, 2.6, _INK, "start", "sans"),
        TextLine(base.moved(0, -8), f"{title}, {place}", 2.6, _INK, "start", "sans"),
    ]


def _key(at: XY, columns: int, rows: int, column: int, row: int) -> list[Shape]:
    """A small plan of all tiles with this one filled in; `at` is the lower right corner."""
    size = min(6.0, 15.0 / rows)
    found: list[Shape] = []
    for i in range(columns):
        for j in range(rows):
            corner = at.moved((i - columns) * size, j * size)
            ink = Style(_INK if (i, j) == (column, row) else None, _INK, 0.2)
            found.append(Polygon(box(*corner, corner.x + size, corner.y + size), ink))
    return found
