"""Runs decks with ngspice, in batch mode."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.base.errors import CompanionError
from hardware.simulation.netlist import Deck

LIMIT = 60
"""Seconds that a deck may take; all of them take less than one."""


class SimulationError(CompanionError, RuntimeError):
    """ngspice did not answer what it was asked."""


@dataclass(frozen=True, slots=True)
class Curves:
    """What was asked for, over time (seconds); a single moment for the state of rest."""

    times: tuple[float, ...]
    probes: dict[str, tuple[float, ...]]

    def last(self, probe: str) -> float:
        """The value at the end."""
        return self.probes[probe][-1]


def found() -> str | None:
    """The path of ngspice, or None."""
    return shutil.which("ngspice")


def run(deck: Deck) -> Curves:
    """Simulate a deck. Raises SimulationError, with what ngspice said, if that fails."""
    program = found()
    if program is None:
        raise SimulationError("ngspice is not installed; on Debian: sudo apt install ngspice")
    with TemporaryDirectory(prefix="deck-") as folder:
        path = Path(folder) / "deck.cir"
        path.write_text(deck.text(), encoding="utf-8")
        done = subprocess.run(  # noqa: S603 - a fixed program, a file of our own
            [program, "-b", path.name],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
        written = Path(folder) / "curves.txt"
        text = written.read_text(encoding="utf-8") if written.exists() else ""
    try:
        return _at_rest(deck, done.stdout) if deck.seconds is None else _over_time(deck, text)
    except (KeyError, ValueError) as error:
        said = (done.stdout + done.stderr).strip().splitlines()[-12:]
        raise SimulationError(f"{deck.title}: ngspice said:\n" + "\n".join(said)) from error


def _at_rest(deck: Deck, text: str) -> Curves:
    values = dict(re.findall(r"^(\S+) = (\S+)\s*$", text, re.MULTILINE))
    return Curves((0.0,), {probe: (float(values[probe]),) for probe in deck.probes})


def _over_time(deck: Deck, text: str) -> Curves:
    rows = [[float(number) for number in line.split()] for line in text.splitlines()]
    if not rows or deck.seconds is None or rows[-1][0] < 0.999 * deck.seconds[0]:
        raise ValueError("no curves")
    times, *columns = zip(*rows, strict=True)
    return Curves(times, dict(zip(deck.probes, columns, strict=True)))
