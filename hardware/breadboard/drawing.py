"""The breadboard of the first evening, every part and wire in its holes."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.assembly.paper import INK, At, Paper
from hardware.breadboard.circuit import (
    REEDS_AT,
    Evening,
    Jumper,
    Part,
    parts,
)
from hardware.breadboard.holes import COLUMNS, PITCH, RAILS, ROWS, Place, every_hole, place
from hardware.wiring.diagram import INKS

SCALE = 3.4
"""Millimetres on the sheet from one hole to the next."""

MARK = 5.0
"""How far from the middle of a reed a piece stands, in mm: towards row a."""

GLASS, GLASS_WIDE = 14.0, 2.3
"""The glass of a reed, in mm."""

CARD = 20.0
"""The side of the square of card that lies on each reed, in mm."""

_LEFT, _TOP = 12.0, 78.0
_WIDTH, _HEIGHT = 236.0, 136.0
_STRIP = -11.2
_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_LETTERS = 2.6


def draw(evening: Evening) -> bytes:
    """Return the drawing of the breadboard with the wires of one computer, as SVG."""
    title = f"The first evening with a {evening.computer}"
    sheet = Paper(_WIDTH, _HEIGHT, title)
    sheet.head(
        title,
        f"“Pin” is the {evening.pins} that a wire comes from. Pieces stand on the circles.",
    )
    _board(sheet)
    _strip(sheet)
    for part in parts():
        _part(sheet, part)
    _card(sheet)
    for jumper in evening.jumpers:
        _jumper(sheet, jumper)
    return sheet.svg()


def _at(across: float, down: float) -> At:
    return _LEFT + SCALE * across, _TOP - SCALE * down


def _hole(hole: str) -> At:
    return _at(*place(hole))


def _board(sheet: Paper) -> None:
    corners = (*_at(0, max(RAILS.values()) + 1), *_at(COLUMNS + 1, min(RAILS.values()) - 1))
    sheet.box(*corners, fill="#fbfbf8")
    sheet.box(*_at(0.4, 6), *_at(COLUMNS + 0.6, 5), fill="#e4e4de", line=None)
    for rail, down in RAILS.items():
        ink = "#c62222" if rail.endswith("+") else "#2459b0"
        side = -0.5 if rail in ("top+", "bottom+") else 0.5
        for first, last in ((2.4, 31.6), (32.4, 61.6)):
            sheet.line(_at(first, down + side), _at(last, down + side), ink=ink, weight=0.3)
        for across in (1.3, 62.7):
            sheet.text(_moved(_at(across, down), -0.9), rail[-1], _LETTERS, "middle", ink=ink)
    for hole in every_hole():
        sheet.circle(_hole(hole), 0.45, "#b9b9b2", None)
    for row in ROWS:
        _, down = place(f"{row}1")
        for across in (0.45, COLUMNS + 0.55):
            sheet.text(_moved(_at(across, down), -0.7), row, 2.0, "middle", ink=INK["soft"])
    for column in (1, *range(5, COLUMNS + 1, 5)):
        for under in (-1.1, 12.1):
            words = _moved(_at(column, under), -0.7)
            sheet.text(words, str(column), 2.0, "middle", ink=INK["soft"])


def _strip(sheet: Paper) -> None:
    """The strip of pixels, above the board."""
    sheet.box(*_at(3, _STRIP + 1.3), *_at(62.5, _STRIP - 1.3), fill=INK["pixel"])
    for number, column in enumerate(REEDS_AT, 1):
        x, y = _at(column, _STRIP)
        sheet.box(x - 2.6, y - 2.6, x + 2.6, y + 2.6, fill=INK["white"])
        sheet.circle((x, y), 1.9, INK["light"])
        sheet.text((x + 4.4, y - 0.9), f"lamp {number}", _LETTERS)
    sheet.text(_moved(_at(4.2, _STRIP), 1.6), "DIN ▸", 2.0, "middle", ink=INK["soft"])


def _part(sheet: Paper, part: Part) -> None:
    legs = {name: _hole(hole) for name, hole in part.legs.items()}
    (x, y), (u, v) = next(iter(legs.values())), list(legs.values())[-1]
    if part.name == "button":
        xs, ys = zip(*legs.values(), strict=True)
        sheet.box(min(xs) - 1.2, min(ys) - 1.2, max(xs) + 1.2, max(ys) + 1.2, fill="#555555")
        sheet.circle(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), 2.2, "#222222")
    else:
        sheet.line((x, y), (u, v), ink=INK["metal"], weight=0.7)
        middle = (x + u) / 2, (y + v) / 2
        _body(sheet, part.name, middle)
    for at in legs.values():
        sheet.circle(at, 0.6, INK["metal"])


def _body(sheet: Paper, name: str, middle: At) -> None:
    x, y = middle
    if name.startswith("reed"):
        long, wide = GLASS / PITCH * SCALE / 2, GLASS_WIDE / PITCH * SCALE / 2
        sheet.box(x - wide, y - long, x + wide, y + long, fill=INK["glass"])
        sheet.line((x, y - long), (x, y + 0.4), ink=INK["metal"], weight=0.7)
        sheet.line((x + 0.5, y - 0.4), (x + 0.5, y + long), ink=INK["metal"], weight=0.7)
    elif name == "diode":
        sheet.box(x - 3.2, y - 1.4, x + 3.2, y + 1.4, fill="#222222")
        sheet.box(x + 1.6, y - 1.4, x + 2.5, y + 1.4, fill="#dddddd", line=None)
        sheet.text((x, y + 2.1), "1N4001, ring here", 2.0, "middle")
    else:
        sheet.box(x - 3.2, y - 1.2, x + 3.2, y + 1.2, fill="#e3cfa4")
        for shift, ink in ((-2, "#e07b00"), (-0.8, "#e07b00"), (0.4, "#7a4a21"), (2.2, "#b8972e")):
            sheet.box(x + shift - 0.3, y - 1.2, x + shift + 0.3, y + 1.2, fill=ink, line=None)
        sheet.text((x, y + 2.0), "330 Ω", 2.0, "middle")


def _card(sheet: Paper) -> None:
    """The squares of card on the reeds, with the places of the pieces."""
    middle = (place("b1").down + place("i1").down) / 2
    half = CARD / PITCH / 2
    for number, column in enumerate(REEDS_AT, 1):
        corners = [_at(column + x * half, middle + y * half) for x, y in _CORNERS]
        sheet.shape(corners, "#fff3c4", INK["soft"], 0.2, dash="1.5 1", opacity=0.35)
        x, y = _at(column, middle - MARK / PITCH)
        sheet.circle((x, y), 4.4, None, INK["north"], 0.4)
        sheet.text((x + 5.2, y - 1.1), str(number), 3.4, "start", bold=True, ink=INK["north"])


def _jumper(sheet: Paper, jumper: Jumper) -> None:
    ink = INKS[jumper.colour]
    if jumper.start.startswith("pin "):
        end = _hole(jumper.end)
        up = jumper.end.startswith("a")
        x = end[0]
        y = _at(0, -5.7 if up else 18.6)[1]
        sheet.wire((x, y), end, ink=ink)
        first, second = (3.6, 0.8) if up else (-2.8, -5.6)
        number = jumper.start.removeprefix("pin ")
        words = f"pin {number}"
        sheet.text((x, y + first), words, _LETTERS, "middle", bold=True)
        sheet.text((x, y + second), jumper.why, _LETTERS, "middle", ink=INK["soft"])
        sheet.circle(end, 0.8, ink)
        return
    corners = _from_strip(jumper) if jumper.start.startswith("strip.") else None
    corners = corners or [_hole(jumper.start), _hole(jumper.end)]
    sheet.wire(*corners, ink=ink)
    for at in _ends(jumper, corners):
        sheet.circle(at, 0.8, ink)


def _from_strip(jumper: Jumper) -> list[At]:
    """The way of a wire of the strip around the board."""
    which = jumper.start.removeprefix("strip.")
    end = place(jumper.end)
    start = {"5 V": -0.8, "DIN": 0.0, "0 V": 0.8}[which]
    if which == "5 V":
        return [_at(3, _STRIP + start), _at(1.6, _STRIP + start), *_over(end, _STRIP + 2.1)]
    beside, below = {"DIN": (-1.6, 17.8), "0 V": (-0.8, 16.9)}[which]
    return [
        _at(3, _STRIP + start),
        _at(beside, _STRIP + start),
        _at(beside, below),
        _at(end.across, below),
        _at(*end),
    ]


def _over(end: Place, height: float) -> list[At]:
    return [_at(1.6, height), _at(end.across, height), _at(*end)]


def _ends(jumper: Jumper, corners: list[At]) -> Iterable[At]:
    return corners[-1:] if jumper.start.startswith("strip.") else corners


def _moved(at: At, up: float) -> At:
    return at[0], at[1] + up
