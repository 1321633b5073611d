"""The files generated here: the drawing of the jig, its wires and its parts."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

from hardware.jig.drawing import draw_jig
from hardware.jig.wires import SERIES, wires

_SPARE = 2  # resistors more than are needed


def files() -> dict[str, bytes]:
    """Return the generated files by name."""
    return {
        "jig.svg": draw_jig(wires()),
        "wires.csv": _table(
            ("signal", "pin of the Pico", "to", "series resistor (ohm)"),
            ((w.signal, w.pin, w.to, f"{w.series:g}" if w.series else "") for w in wires()),
        ),
        "parts.csv": _table(("part", "value", "count", "purpose"), _parts()),
    }


def _parts() -> list[tuple[object, ...]]:
    connected = wires()
    resistors = sum(wire.series > 0 for wire in connected)
    return [
        (
            "Raspberry Pi Pico",
            "RP2040, with headers",
            1,
            "the jig; one of its own, not the board's",
        ),
        ("resistor", f"{SERIES:g} Ω, 0.25 W", resistors + _SPARE, "one in each wire but ground"),
        ("breadboard", "830 holes", 1, "holds the Pico and the resistors"),
        ("jumper wire", "male to female, 20 cm", len(connected), "from the jig to the board"),
        ("USB cable", "A to micro B, with data", 1, "from the jig to the computer"),
    ]


def _table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> bytes:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue().encode("utf-8")
