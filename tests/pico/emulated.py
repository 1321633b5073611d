"""A Pico with the firmware on the genuine CircuitPython, on an emulated RP2040, behind a pty.

Like `MicroPico`, it can be plugged in and pulled. CIRCUITPYTHON is the path of an image for
the Raspberry Pi Pico (a UF2 file); `make test-pico` sets it. The emulator is rp2040js, which
`npm ci` installs; tests/pico/emulator adds what it lacks.
"""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.pico.boards import ROOT, NodePico, lay_out

EMULATOR = Path(__file__).parent / "emulator"


def wiring_of(board: str) -> str:
    """The numbers of a board's pins, from firmware/pins.py, as JSON."""
    names = runpy.run_path(str(ROOT / "firmware/pins.py"))

    def numbers(*pins: str) -> list[int]:
        return [int(pin.removeprefix("GP")) for pin in pins]

    pins: dict[str, Any] = dict(
        zip(("button", "lamps"), numbers(names["BUTTON"], names["LAMPS"]), strict=True)
    )
    if board in names["GRIDS"]:
        size = names["GRIDS"][board]
        pins["rows"] = numbers(*names["ROWS"][:size])
        pins["columns"] = numbers(*names["COLUMNS"][:size])
    else:
        pins["points"] = numbers(*names["STAR"])
    return json.dumps(pins)


def measure(folder: Path, seconds: float) -> dict[str, Any]:
    """What tests/pico/emulator/measure.mjs prints. folder: the drive of a 9 × 9 board."""
    image = os.environ["CIRCUITPYTHON"]
    order: list[str | Path] = [
        "node",
        EMULATOR / "measure.mjs",
        image,
        folder,
        wiring_of("grid9"),
        str(seconds),
    ]
    done = subprocess.run(order, capture_output=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


class EmulatedPico(NodePico):
    """The firmware on the genuine CircuitPython.

    clock: "wall" keeps this computer's time, with a CPU that is as slow as that makes it.
    Otherwise the MHz of its CPU: "125" is a genuine one, and runs more slowly here.
    """

    greeting = True  # the firmware has sent something

    def __init__(self, board: str, folder: Path | None = None, clock: str = "wall") -> None:
        if folder is None:
            folder = lay_out(Path(tempfile.mkdtemp(prefix="circuitpy-")), board)
        super().__init__(board, folder)
        self._clock = clock

    def arguments(self, closed: str) -> Sequence[str | Path]:
        """The script, the image, the drive, the wiring, what is closed, and the clock."""
        image = os.environ["CIRCUITPYTHON"]
        script = EMULATOR / "run.mjs"
        return script, image, self.drive, wiring_of(self.board), closed, self._clock
