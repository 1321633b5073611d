"""The drawing of the jig: its Pico, the resistors, and where each wire goes on the board."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Sequence

import schemdraw.elements as elm

from hardware.jig.wires import JigWire
from hardware.wiring.svg import connect, drawing, svg, write

_ROW = 0.62  # between two wires, in the sheet's units
_PICO, _BOARD = (0.0, 4.2), (9.2, 16.6)  # the left and the right side of the boxes


def draw_jig(wires: Sequence[JigWire]) -> bytes:
    """Return the drawing as SVG: a line for each wire, from the Pico to the board."""
    sheet = drawing()
    title = "The jig: a Pico whose pins stand in for the switches of a star"
    height = _ROW * (len(wires) + 1)
    write(sheet, (0, height + 1.3), title, size=17)
    for (left, right), name, colour in (
        (_PICO, "Pico of the jig", "#e3f1e3"),
        (_BOARD, "the board, as it is", "#fff6d8"),
    ):
        box = elm.Rect(corner1=(left, 0), corner2=(right, height))
        sheet.add(box.at((0, 0)).theta(0).fill(colour))
        write(sheet, ((left + right) / 2, height + 0.45), name, align="center", size=13)
    for number, wire in enumerate(wires, start=1):
        y = height - _ROW * number
        write(sheet, (_PICO[1] - 0.25, y), f"{wire.signal}, pin {wire.pin}", align="right")
        write(sheet, (_BOARD[0] + 0.25, y), wire.to)
        middle = (_PICO[1] + _BOARD[0]) / 2
        if wire.series:
            connect(sheet, (_PICO[1], y), (middle - 0.8, y))
            sheet.add(elm.ResistorIEC().at((middle - 0.8, y)).to((middle + 0.8, y)).scale(0.6))
            connect(sheet, (middle + 0.8, y), (_BOARD[0], y))
        else:
            connect(sheet, (_PICO[1], y), (_BOARD[0], y))
    series = next(wire.series for wire in wires if wire.series)
    for number, text in enumerate(
        (
            f"Every resistor is {series:g} Ω. The jig connects a pin to ground, or lets go of it: "
            "it never drives one high.",
            "The wire of a point goes to the pin of the board's computer, beside the reeds.",
            "Behind the level shifter the data line has 5 V, which a Pico does not stand.",
        )
    ):
        write(sheet, (0, -0.7 - 0.5 * number), text)
    return svg(sheet, title, (-0.4, -2.2), (_BOARD[1] + 0.4, height + 2))
