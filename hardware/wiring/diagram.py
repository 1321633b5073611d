"""A wiring harness as a diagram: the computer's connector with its pins, and every wire."""

from __future__ import annotations

from typing import Literal

import schemdraw.elements as elm
from schemdraw import Drawing

from hardware.wiring.harness import (
    PI_3V3,
    PI_5V,
    PI_GROUND,
    PICO_GROUND,
    Harness,
)
from hardware.wiring.svg import drawing, svg

INKS = {  # what is readable on white, by the colour of the wire
    "brown": "#7a4a21",
    "red": "#c62222",
    "orange": "#e07b00",
    "yellow": "#d9b400",
    "green": "#2c8a3a",
    "blue": "#2459b0",
    "violet": "#7c3fa6",
    "grey": "#8a8a8a",
    "white": "#d8d8d8",
    "black": "#111111",
}
_STEP = 0.62
_DROP = 0.09  # what puts letters on the middle of a line
_WIRES_AT = 10.5  # where the wires begin, right of the connector


def draw(harness: Harness) -> bytes:
    """Draw a harness as SVG."""
    sheet = drawing()
    pico = harness.name.endswith("pico")
    at = {pin: _place(pin, pico) for pin in range(1, harness.pins + 1)}
    frame = elm.Rect(corner1=(-0.45, 0.45), corner2=(_STEP + 0.45, -19 * _STEP - 0.45))
    sheet.add(frame.at((0, 0)).fill("#e9efe9" if pico else "#f1f1f1"))
    used = {wire.pin: wire for wire in harness.wires}
    for pin, (x, y) in at.items():
        wire = used.get(pin)
        ink = INKS[wire.colour] if wire else "white"
        sheet.add(elm.Dot(radius=0.19).at((x, y)).color("#333333").fill(ink))
        side = -1 if x == 0 else 1
        what = wire.what if wire else _unused(pin, pico)
        text = " · ".join(part for part in (what, str(pin))[::-side] if part)
        place = (x + side * (0.75 if side < 0 else 0.6), y)
        _write(sheet, place, text, "right" if side < 0 else "left", bool(wire))
    _write(sheet, (-5, 2.4), harness.title, "left", True, 17)
    where = "the end with the USB socket" if pico else "the end with the SD card, on most models"
    _write(
        sheet, (-5, 1.5), f"{harness.computer}. Pin 1 is at the top left: {where}.", "left", True
    )
    _write(sheet, (_WIRES_AT, 0.75), "pin of the computer", "right", True)
    _write(sheet, (_WIRES_AT + 4.2, 0.75), "on the board", "left", True)
    for row, wire in enumerate(harness.wires):
        y = -row * _STEP
        text = f"pin {wire.pin} · {wire.signal} · {wire.what}"
        _write(sheet, (_WIRES_AT, y), text, "right", True)
        start, end = (_WIRES_AT + 0.25, y), (_WIRES_AT + 3.9, y)
        sheet.add(elm.Line().at(start).to(end).color("#333333").linewidth(5))
        sheet.add(elm.Line().at(start).to(end).color(INKS[wire.colour]).linewidth(3.4))
        _write(sheet, (_WIRES_AT + 4.2, y), f"{wire.to}  ({wire.colour})", "left", True)
    rows = max(20, len(harness.wires))
    return svg(sheet, harness.title, (-5.4, -rows * _STEP), (_WIRES_AT + 13.8, 3.2))


def _place(pin: int, pico: bool) -> tuple[float, float]:
    """The place of a pin. A Pico's are numbered around it, a header's from side to side."""
    if pico:
        return (0, -(pin - 1) * _STEP) if pin <= 20 else (_STEP, -(40 - pin) * _STEP)
    return ((pin - 1) % 2 * _STEP, -((pin - 1) // 2) * _STEP)


def _unused(pin: int, pico: bool) -> str:
    if pin in (PICO_GROUND if pico else PI_GROUND):
        return "ground"
    if not pico and pin in PI_3V3:
        return "3.3 V"
    if not pico and pin in PI_5V:
        return "5 V, not used"
    return ""


def _write(
    sheet: Drawing,
    at: tuple[float, float],
    text: str,
    align: Literal["left", "right"],
    strong: bool,
    size: float = 10,
) -> None:
    x, y = at
    label = elm.Label().at((x, y - _DROP)).theta(0)
    label.label(text, loc="center", halign=align, valign="center", fontsize=size)
    sheet.add(label.color("black" if strong else "#8a8a8a"))
