"""What a check has found, as a text that can be pasted into a question."""

from __future__ import annotations

import getpass
import re
from collections.abc import Sequence
from pathlib import Path

from companion import __version__
from companion.config import Config
from companion.geometry import Board
from companion.maker import MakerError
from companion.maker.facts import Facts
from companion.maker.findings import Finding, Level


def report(
    config: Config, wood: Board, facts: Facts, parts: Sequence[tuple[str, Sequence[Finding]]]
) -> str:
    """The report. parts: the name of each part of the check, with what it has found."""
    faults = sum(f.level is Level.WRONG for _, findings in parts for f in findings)
    lines = [
        f"board-companion {__version__}: companion check, "
        + ("nothing is wrong" if not faults else f"{faults} {'faults' if faults > 1 else 'fault'}"),
        "",
        f"computer: {facts.model or 'no Raspberry Pi'}",
        f"system:   {facts.system}, {facts.kernel}, {facts.python}",
        "packages: " + (", ".join(f"{k} {v}" for k, v in facts.versions.items()) or "none"),
        "chips:    "
        + (", ".join(f"{k} {v or 'no rights'}" for k, v in facts.chips.items()) or "none"),
        "on:       " + (", ".join(sorted(facts.interfaces)) or "no interfaces of the header"),
        *_wiring(config, wood),
    ]
    for name, findings in parts:
        lines += ["", f"{name}:", *(finding.line for finding in findings)]
    return private("\n".join(lines) + "\n")


def _wiring(config: Config, wood: Board) -> list[str]:
    port, strip, lights = config.port, config.strip, config.lights
    default = "as in wiring.md"
    switches = ", ".join(f"{k}={v}" for k, v in port.switches.items()) or default
    if port.kind == "matrix":
        cells = "as configured" if port.cells else "as the points lie"
        switches = f"rows {port.rows or default}, columns {port.columns or default}, cells {cells}"
    pixels = ", ".join(f"{k}={v}" for k, v in strip.pixels.items()) or f"layout {strip.layout}"
    return [
        f"board:    {wood.name}, {port.kind}, button {port.button}",
        f"switches: {switches}",
        f"lamps:    {strip.route}, {strip.length or wood.size} pixels, {strip.order}, {pixels}",
        f"light:    {lights.budget_ma} mA at most, brightness {lights.brightness}; "
        f"debounce {config.timing.debounce} ms",
    ]


def private(text: str) -> str:
    """The text without the names of the user's home and of the user."""
    text = text.replace(str(Path.home()), "~")
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        return text
    # A user of that name is nobody's secret, and "pi" is a word of its own.
    return text if user in ("root", "pi") else re.sub(rf"\b{re.escape(user)}\b", "(user)", text)


def save(path: Path, text: str) -> None:
    """Write the report to a file; MakerError when that cannot be."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise MakerError(f"report {path}: {error.strerror}; name another file") from None
