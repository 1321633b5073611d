"""PrusaSlicer at work on one model, and what its G-code says."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.base.errors import CompanionError

SETTINGS = Path(__file__).with_name("settings.ini")

SOLID = "pieces"
"""The folders whose models are printed without hollows: pieces have to be heavier than their
neighbours' magnets push."""

SUPPORT = "Support material"
"""What PrusaSlicer calls its supports; their top layers are the "Support material interface"."""

_UNITS = {"d": 24 * 60, "h": 60, "m": 1, "s": 1 / 60}


class SlicerFailed(CompanionError, RuntimeError):
    """A model that the slicer does not accept, or G-code that does not say what it should."""


@dataclass(frozen=True, slots=True)
class Sliced:
    """A model as it would be printed.

    grams:    the weight of the filament. minutes: the time that it takes, by the slicer.
    supports: the height (mm) of the lowest support; None if there are none.
    """

    grams: float
    minutes: float
    supports: float | None = None


def find_slicer() -> str | None:
    """Return the slicer's command, or None if it is not installed."""
    return shutil.which("prusa-slicer") or shutil.which("PrusaSlicer")


def is_solid(model: Path) -> bool:
    """Return whether a model is printed without hollows."""
    return model.parent.name == SOLID


def slice_model(slicer: str, model: Path, settings: Path = SETTINGS) -> Sliced:
    """Slice a model. Raises SlicerFailed if that is not possible."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "model.gcode"
        command = [slicer, "--datadir", folder, "--load", str(settings)]
        if is_solid(model):
            command += ["--fill-density", "100%", "--fill-pattern", "rectilinear"]
        ran = subprocess.run(  # noqa: S603 - the slicer that is installed
            [*command, "--export-gcode", "--output", str(made), str(model)],
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode or not made.is_file():
            lines = [line.strip() for line in (ran.stdout + ran.stderr).splitlines()]
            told = [line for line in lines if line and "[trace]" not in line]
            raise SlicerFailed(f"{model}: the slicer failed: {(told or ['it gave no reason'])[-1]}")
        gcode = made.read_text(encoding="utf-8", errors="replace")
    unknown = [name for name in _names(settings) if f"\n; {name} = " not in gcode]
    if unknown:
        raise SlicerFailed(f"{settings}: this slicer does not know {', '.join(unknown)}")
    return read_gcode(gcode)


def read_gcode(gcode: str) -> Sliced:
    """Read weight, time and supports from PrusaSlicer's G-code.

    Raises:
        SlicerFailed: If the G-code does not give them.
    """
    grams = re.search(r"^; filament used \[g\] = ([\d.]+)$", gcode, re.MULTILINE)
    time = re.search(r"^; estimated printing time \(normal mode\) = (.+)$", gcode, re.MULTILINE)
    if grams is None or time is None:
        raise SlicerFailed("the slicer's G-code does not say its filament and time")
    minutes = sum(
        int(count) * _UNITS[unit] for count, unit in re.findall(r"(\d+)([dhms])", time[1])
    )
    return Sliced(float(grams[1]), minutes, _lowest_support(gcode))


def _lowest_support(gcode: str) -> float | None:
    height = 0.0
    for line in gcode.splitlines():
        if line.startswith(";Z:"):
            height = float(line[3:])
        elif line.startswith(f";TYPE:{SUPPORT}"):
            return height
    return None


def _names(settings: Path) -> list[str]:
    return re.findall(r"^(\w+) =", settings.read_text(encoding="utf-8"), re.MULTILINE)
