"""The files generated here: a diagram and a wire list for every board, and two circuits."""

from __future__ import annotations

import csv
from io import StringIO

from hardware.wiring import circuit
from hardware.wiring.diagram import draw
from hardware.wiring.harness import Harness, harnesses


def files() -> dict[str, bytes]:
    """Return the generated files by name."""
    made = {"circuit-lamps.svg": circuit.lamps(), "circuit-switches.svg": circuit.switches()}
    for harness in harnesses():
        made[f"{harness.name}.svg"] = draw(harness)
        made[f"{harness.name}.csv"] = wire_list(harness)
    return made


def wire_list(harness: Harness) -> bytes:
    """Return the wires of a harness as CSV."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("what", "signal", "pin", "to", "colour"))
    for wire in harness.wires:
        rows.writerow((wire.what, wire.signal, wire.pin, wire.to, wire.colour))
    return text.getvalue().encode("utf-8")
