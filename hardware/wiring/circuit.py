"""The circuit: how the lamps are powered and driven, and how a computer reads a switch.

The numbers beside the pins of the 74AHCT125 are those of its 14-pin case; the pins of the computer
are in the harness of each board.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import schemdraw.elements as elm

from hardware.wiring.levels import BULK, DATA_SERIES, DECOUPLING, DIODE, PULL_DOWN, PULL_UP, SERIES
from hardware.wiring.svg import connect, drawing, svg, write

_TITLE = 17


def lamps() -> bytes:
    """Supply, fuse, capacitors, level shifter and the first pixels, as SVG."""
    sheet = drawing()
    title = "The lamps: supply, level shifter, pixels"
    high, low = 9.0, 0.0
    write(sheet, (-2.1, 11), title, size=_TITLE)
    sheet.add(elm.Battery().at((0, high)).to((0, low)))
    write(sheet, (-2.1, 4.8), "5 V, for")
    write(sheet, (-2.1, 4.3), "the lamps")
    sheet.add(elm.FuseIEC().at((0, high)).to((2.6, high)).label("fuse, slow", "top", ofst=0.25))
    connect(sheet, (2.6, high), (23, high))
    connect(sheet, (0, low), (23, low))
    write(sheet, (19.6, high + 0.35), "5 V to all pixels")
    write(sheet, (19.6, low - 0.4), "0 V to all pixels")
    for x, part, value in (
        (3, elm.Capacitor2(polar=True), f"{BULK * 1e6:g} µF"),
        (5.0, elm.Capacitor(), f"{DECOUPLING * 1e9:g} nF"),
    ):
        sheet.add(part.at((x, 5.2)).to((x, 3.8)))
        connect(sheet, (x, 5.2), (x, high), "end")
        connect(sheet, (x, 3.8), (x, low), "end")
        write(sheet, (x + 0.45, 4.45), value, size=10)

    chip = elm.Rect(corner1=(10, 2.2), corner2=(14.4, 6.6))
    sheet.add(chip.at((0, 0)).theta(0).fill("#f1f1f1"))
    write(sheet, (12.4, 4.45), "74AHCT125", align="center", size=14)
    a, oe, y = (10.0, 3.3), (10.0, 5.5), (14.4, 4.4)
    write(sheet, (10.15, a[1]), "1A", size=10)
    write(sheet, (9.85, a[1] + 0.3), "2", align="right", size=10)
    write(sheet, (10.15, oe[1]), "1OE", size=10)
    write(sheet, (9.85, oe[1] + 0.3), "1", align="right", size=10)
    write(sheet, (14.25, y[1]), "1Y", align="right", size=10)
    write(sheet, (14.55, y[1] + 0.3), "3", size=10)
    for x, top, pins, bottom, others in (
        (11.4, "VCC", "14", "GND", "7"),
        (13.2, "2OE 3OE 4OE", "4, 10, 13", "2A 3A 4A", "5, 9, 12"),
    ):
        write(sheet, (x, 6.3), top, align="center", size=9)
        write(sheet, (x + 0.15, 6.95), pins, size=10)
        connect(sheet, (x, 6.6), (x, high), "end")
        write(sheet, (x, 2.5), bottom, align="center", size=9)
        write(sheet, (x + 0.15, 1.85), others, size=10)
        connect(sheet, (x, 2.2), (x, low), "end")
    connect(sheet, oe, (9.4, oe[1]))
    connect(sheet, (9.4, oe[1]), (9.4, low), "end")
    sheet.add(elm.ResistorIEC().at((8.8, a[1])).to((8.8, low)))
    sheet.add(elm.Dot().at((8.8, a[1])))
    sheet.add(elm.Dot().at((8.8, low)))
    write(sheet, (8.5, 2.3), f"{PULL_DOWN / 1000:g} kΩ", align="right", size=10)
    connect(sheet, a, (8.5, a[1]))
    sheet.add(elm.ResistorIEC().at((8.5, a[1])).to((7.1, a[1])))
    write(sheet, (7.8, a[1] + 0.5), f"{SERIES:g} Ω", align="center", size=10)
    sheet.add(elm.Dot(open=True).at((7.1, a[1])))
    write(sheet, (6.85, a[1] + 0.2), "pin of the", align="right", size=10)
    write(sheet, (6.85, a[1] - 0.25), "lamps", align="right", size=10)
    connect(sheet, (8, low), (8, 1.2), "start")
    sheet.add(elm.Dot(open=True).at((8, 1.2)))
    write(sheet, (7.7, 1.4), "the computer's", align="right", size=10)
    write(sheet, (7.7, 0.95), "ground", align="right", size=10)

    connect(sheet, y, (15.4, y[1]))
    series = "{:g} to {:g} Ω".format(*DATA_SERIES)
    sheet.add(elm.ResistorIEC().at((15.4, y[1])).to((17.4, y[1])).label(series, "top"))
    left = 18.0
    connect(sheet, (17.4, y[1]), (left, y[1]))
    for number in (1, 2):
        box = elm.Rect(corner1=(left, y[1] - 0.8), corner2=(left + 1.7, y[1] + 0.8))
        sheet.add(box.at((0, 0)).theta(0).fill("#fff6d8"))
        write(sheet, (left + 0.85, y[1] + 0.3), f"pixel {number}", align="center", size=10)
        write(sheet, (left + 0.85, y[1] - 0.25), "DIN  DOUT", align="center", size=8)
        connect(sheet, (left + 0.85, y[1] + 0.8), (left + 0.85, high), "end")
        connect(sheet, (left + 0.85, y[1] - 0.8), (left + 0.85, low), "end")
        connect(sheet, (left + 1.7, y[1]), (left + 2.4, y[1]))
        left += 2.4
    write(sheet, (left + 0.1, y[1]), "…", size=14)
    for line, text in enumerate(
        (
            "The computer neither feeds these 5 V nor is fed by them: only the grounds meet.",
            f"{DECOUPLING * 1e9:g} nF close to pins 14 and 7; {SERIES:g} Ω close to the computer; "
            f"{BULK * 1e6:g} µF and the other resistor close to the first pixel.",
            "Pins 6, 8 and 11 (2Y, 3Y, 4Y) stay free.",
        )
    ):
        write(sheet, (-2.1, -1.5 - 0.5 * line), text)
    return svg(sheet, title, (-2.5, -3.2), (23.8, 11.8))


def switches() -> bytes:
    """The button, one reed of its own, one cell of a matrix with its diode, as SVG."""
    sheet = drawing()
    title = "The switches: button, a reed on a pin of its own, a cell of a matrix"
    write(sheet, (-1.2, 10.4), title, size=_TITLE)

    write(sheet, (-1.2, 9.2), "Button, and each point of the star", size=13)
    for x, part, what in ((0.6, elm.Button(), "button"), (5.0, elm.SwitchReed(), "two reeds")):
        sheet.add(elm.Dot(open=True).at((x, 7)))
        write(sheet, (x + 0.3, 7.45), "pin of the computer,", size=10)
        write(sheet, (x + 0.3, 7), "pulled up inside", size=10)
        sheet.add(elm.ResistorIEC().at((x, 7)).to((x, 5.4)))
        write(sheet, (x + 0.5, 6.2), f"{SERIES:g} Ω", size=10)
        sheet.add(part.at((x, 5.4)).to((x, 3.2)))
        write(sheet, (x + 0.9, 4.3), what)
        connect(sheet, (x, 3.2), (x, 2.2))
        sheet.add(elm.Ground().at((x, 2.2)))

    write(sheet, (9.6, 9.2), "A square of a grid", size=13)
    sheet.add(elm.ResistorIEC().at((11, 6.4)).to((12.6, 6.4)))
    write(sheet, (11.8, 5.9), f"{SERIES:g} Ω", align="center", size=10)
    connect(sheet, (12.6, 6.4), (19.6, 6.4))
    connect(sheet, (11, 1.4), (19.6, 1.4))
    for y, text in ((6.4, "column"), (1.4, "row")):
        sheet.add(elm.Dot(open=True).at((11, y)))
        write(sheet, (10.75, y + 0.2), "pin of the", align="right", size=10)
        write(sheet, (10.75, y - 0.25), text, align="right", size=10)
    for x in (14.2, 17.6):
        sheet.add(elm.SwitchReed().at((x, 6.4)).to((x, 3.9)))
        sheet.add(elm.Diode().at((x, 3.9)).to((x, 1.4)).fill("black"))
        sheet.add(elm.Dot().at((x, 6.4)))
        sheet.add(elm.Dot().at((x, 1.4)))
    write(sheet, (15, 5.2), "two reeds")
    write(sheet, (14.7, 2.85), DIODE.name)
    write(sheet, (14.7, 2.3), "ring to the row", size=10)
    write(sheet, (18.1, 2.85), "one diode")
    write(sheet, (18.1, 2.3), "two reeds", size=10)
    sheet.add(elm.ResistorIEC().at((13.1, 8.6)).to((13.1, 6.4)))
    sheet.add(elm.Dot(open=True).at((13.1, 8.6)))
    sheet.add(elm.Dot().at((13.1, 6.4)))
    write(sheet, (13.4, 8.6), "3.3 V")
    write(sheet, (13.6, 7.5), f"{PULL_UP / 1000:g} kΩ a column, on a Pi and on a Pico", size=10)
    for line, text in enumerate(
        (
            "Closed is low. Reed and diode may change places; the ring always points to the row.",
            "The resistors never go to 5 V: the pins of a Pi and of a Pico bear 3.3 V at most.",
        )
    ):
        write(sheet, (-1.2, -0.4 - 0.5 * line), text)
    return svg(sheet, title, (-1.7, -1.6), (20.4, 11.2))
