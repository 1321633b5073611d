"""The wires of the jig, from its firmware: which pin of its Pico goes to what on the board."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from companion.device.ports.harness import PICO_GROUND, PICO_PINS
from companion.rules.geometry import STAR
from hardware.generated import HERE

FIRMWARE = HERE.parent / "firmware" / "jig" / "jig.py"

SERIES = 330.0
"""The resistor in each wire (ohms): no pin is harmed if the board drives the other end."""


@dataclass(frozen=True, slots=True)
class JigWire:
    """A wire between the jig and the board.

    Attributes:
        signal: The name of the Pico's pin, such as `GP4`; or `GND`.
        pin: Its number on the header.
        to: What it goes to on the board.
        series: The resistor in it (ohms); 0 for none.
    """

    signal: str
    pin: int
    to: str
    series: float = SERIES


def wires() -> list[JigWire]:
    """Return the wires to a star with its button: that is what the default wiring is for."""
    switches, lamps = _pins()
    found = [
        JigWire(signal, _pin(signal), f"point {name}")
        for signal, name in zip(switches, STAR.names, strict=False)
    ]
    found.append(JigWire(switches[-1], _pin(switches[-1]), "button"))
    found.append(JigWire(lamps, _pin(lamps), "lamps' data line, before the level shifter"))
    found.append(JigWire("GND", PICO_GROUND[1], "ground", 0))
    return found


def _pin(signal: str) -> int:
    """Return the number on the header of a pin such as `GP4`."""
    return PICO_PINS[int(signal.removeprefix("GP"))]


def _pins() -> tuple[tuple[str, ...], str]:
    """Return the firmware's pins for switches, and for the lamps."""
    known: dict[str, object] = {}
    for node in ast.parse(FIRMWARE.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name in ("SWITCHES", "LAMPS"):
                code = compile(ast.Expression(node.value), str(FIRMWARE), "eval")
                known[name] = eval(code, {"tuple": tuple, "range": range})  # noqa: S307 - our own
    switches, lamps = known["SWITCHES"], known["LAMPS"]
    if not isinstance(switches, tuple) or not isinstance(lamps, str):
        raise TypeError(f"{FIRMWARE}: SWITCHES must be a tuple, and LAMPS a text")
    return switches, lamps
