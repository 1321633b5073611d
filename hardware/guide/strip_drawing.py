"""The stripboard as it is built: from the side of the parts, and its cuts from the copper side."""

from __future__ import annotations

from hardware.assembly.paper import INK, THIN, At, Paper
from hardware.guide.stripboard import COLUMNS, STRIPS, Hole, Part, Stripboard

SCALE = 5.0
"""Millimetres on the sheet from one hole to the next."""

_LEFT, _SMALL = 23.0, 2.3
_WIDE, _HIGH = _LEFT + SCALE * (COLUMNS + 1) + 6, 278.0
_TOP, _BELOW = 255.0, 120.0
_COPPER, _WOOD = "#d9a066", "#f3e3c3"
_LINKS = {"ground": INK["black"], "5 V": "#c62222", "3.3 V": "#e0559a"}
_BANDS = {
    "330 Ω": ("#e07b00", "#e07b00", "#7a4a21", "#b8972e"),
    "10 kΩ": ("#7a4a21", "#111111", "#e07b00", "#b8972e"),
}


def draw(made: Stripboard, title: str, labels: dict[str, str]) -> Paper:
    """Return the drawing.

    Args:
        made: The stripboard.
        title: Its title.
        labels: The label of each wire, by its terminal on the stripboard.
    """
    sheet = Paper(_WIDE, _HIGH, title)
    sheet.head(title, "Above: from the side of the parts. Below: the cuts, from the copper side.")
    _front(sheet, made, labels)
    _back(sheet, made)
    return sheet


def _at(hole: Hole) -> At:
    return _LEFT + SCALE * hole.column, _TOP - SCALE * hole.strip


def _front(sheet: Paper, made: Stripboard, labels: dict[str, str]) -> None:
    sheet.box(
        _LEFT + 1, _TOP - SCALE * len(STRIPS) - 4, _LEFT + SCALE * COLUMNS + 4, _TOP - 1, _WOOD
    )
    for number, letter in enumerate(STRIPS, 1):
        y = _TOP - SCALE * number
        sheet.box(_LEFT + 2.8, y - 1.7, _LEFT + SCALE * COLUMNS + 2.2, y + 1.7, "#ecd0a8", None)
        sheet.text((_LEFT - 1, y - 0.8), letter, _SMALL, "middle", ink=INK["soft"])
        for column in range(1, COLUMNS + 1):
            sheet.circle(_at(Hole(number, column)), 0.45, "#8d7a5c", None)
    _numbers(sheet, _TOP + 0.6)
    for cut in made.cuts:
        x, y = _at(cut)
        for sign in (1, -1):
            sheet.line((x - 1.3, y - 1.3 * sign), (x + 1.3, y + 1.3 * sign), ink=INK["north"])
    for link in made.links:
        start, end = _at(link.start), _at(link.end)
        sheet.wire(start, end, ink=_LINKS[link.why], weight=0.7)
        for at in (start, end):
            sheet.circle(at, 0.8, _LINKS[link.why])
    for part in made.parts:
        _part(sheet, part)
    for landing in made.landings:
        at = _at(landing.at)
        sheet.circle(at, 1.1, INK["white"])
        if landing.terminal.startswith("pin "):
            sheet.text((_LEFT - 4, at[1] - 0.8), landing.terminal, _SMALL, "end")
        else:
            label = labels[landing.terminal]
            sheet.text((at[0] + 1.5, at[1] - 0.8), label, _SMALL, bold=True)


def _numbers(sheet: Paper, y: float, mirrored: bool = False) -> None:
    for column in (1, *range(5, COLUMNS + 1, 5), COLUMNS):
        at = COLUMNS + 1 - column if mirrored else column
        sheet.text((_LEFT + SCALE * at, y), str(column), _SMALL, "middle", ink=INK["soft"])


def _part(sheet: Paper, part: Part) -> None:
    legs = [_at(hole) for hole in part.legs.values()]
    if part.name == "chip":
        xs, ys = zip(*legs, strict=True)
        sheet.box(min(xs) + 1.2, min(ys) - 2, max(xs) - 1.2, max(ys) + 2, INK["black"])
        middle = (min(xs) + max(xs)) / 2
        sheet.circle((middle, max(ys) + 2), 1.4, _WOOD, None)
        for (x, y), name in zip(legs, part.legs, strict=True):
            sheet.circle((x, y), 1.0, INK["metal"], weight=THIN)
            side = 2.0 if x < middle else -2.0
            sheet.text((x + side, y - 0.8), name, 2.1, "middle", ink=INK["paper"])
        return
    (x, y), (u, v) = legs
    sheet.line((x, y), (u, v), ink=INK["metal"], weight=0.6)
    middle_x, middle_y = (x + u) / 2, (y + v) / 2
    if part.name == "decoupling":
        sheet.box(middle_x - 1.4, middle_y - 2.6, middle_x + 1.4, middle_y + 2.6, INK["south"])
    else:
        long, wide = 6.5, 1.7
        flat = y == v
        half_x, half_y = (long, wide) if flat else (wide, long)
        corners = middle_x - half_x, middle_y - half_y, middle_x + half_x, middle_y + half_y
        sheet.box(*corners, "#e3cfa4", weight=THIN)
        for shift, ink in zip((-4.2, -2.4, -0.6, 3.6), _BANDS[part.value], strict=True):
            if flat:
                sheet.box(middle_x + shift - 0.5, corners[1], middle_x + shift + 0.5, corners[3],
                          ink, None)  # fmt: skip
            else:
                sheet.box(corners[0], middle_y - shift - 0.5, corners[2], middle_y - shift + 0.5,
                          ink, None)  # fmt: skip
    for at in legs:
        sheet.circle(at, 0.9, INK["metal"], weight=THIN)


def _back(sheet: Paper, made: Stripboard) -> None:
    """The copper side: the board turned over left for right, so column 1 is on the right."""
    low = _BELOW - SCALE * len(STRIPS) * 0.9
    step = SCALE * 0.9

    def at(hole: Hole) -> At:
        return _LEFT + SCALE * (COLUMNS + 1 - hole.column), _BELOW - step * hole.strip

    sheet.text((_LEFT, _BELOW + 4), "Copper side: turn the board over, left for right.", bold=True)
    sheet.box(_LEFT + 1, low - 4, _LEFT + SCALE * COLUMNS + 4, _BELOW - 1, _WOOD)
    _numbers(sheet, _BELOW, mirrored=True)
    cut = set(made.cuts)
    for number, letter in enumerate(STRIPS, 1):
        x, y = at(Hole(number, COLUMNS))
        end, _ = at(Hole(number, 1))
        sheet.box(x - 2.2, y - 1.6, end + 2.2, y + 1.6, _COPPER, None)
        sheet.text((end + 6, y - 0.8), letter, _SMALL, "middle", ink=INK["soft"])
        for column in range(1, COLUMNS + 1):
            place = Hole(number, column)
            if place in cut:
                sheet.circle(at(place), 2.1, _WOOD, INK["north"], 0.35)
            else:
                sheet.circle(at(place), 0.4, _WOOD, None)
