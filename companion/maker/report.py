"""The findings of a check as a report that can be pasted into a support request."""

from __future__ import annotations

import getpass
import re
from collections.abc import Sequence
from pathlib import Path

from companion import __version__
from companion.base.files import os_reason
from companion.base.text import Text
from companion.config import Config
from companion.device.ports.computer import SystemInfo
from companion.device.ports.findings import Finding, Severity
from companion.maker import MakerError
from companion.rules.geometry import Board


def report(
    config: Config,
    physical: Board,
    info: SystemInfo,
    parts: Sequence[tuple[str, Sequence[Finding]]],
) -> str:
    """Return the report.

    Args:
        config: The configuration.
        physical: The physical board.
        info: The facts about the computer.
        parts: The name of each part of the check, with its findings.
    """
    faults = sum(f.level is Severity.WRONG for _, findings in parts for f in findings)
    lines = [
        f"board-companion {__version__}: companion check, "
        + ("no faults" if not faults else f"{faults} {'faults' if faults > 1 else 'fault'}"),
        "",
        f"computer: {info.model or 'not a Raspberry Pi'}",
        f"system:   {info.system}, {info.kernel}, {info.python}",
        "packages: " + (", ".join(f"{k} {v}" for k, v in info.versions.items()) or "none"),
        "chips:    "
        + (", ".join(f"{k} {v or 'no permission'}" for k, v in info.chips.items()) or "none"),
        "on:       " + (", ".join(sorted(info.interfaces)) or "no interfaces of the header"),
        *_wiring(config, physical),
    ]
    for name, findings in parts:
        lines += ["", f"{name}:", *(finding.line for finding in findings)]
    return redact("\n".join(lines) + "\n")


def _wiring(config: Config, physical: Board) -> list[str]:
    port, strip, lights = config.port, config.strip, config.lights
    return [
        f"board:    {physical.name}, {port.kind}; {port.report()}",
        f"lamps:    {strip.route}, {strip.length or physical.size} pixels; {strip.report()}",
        f"light:    {lights.budget_ma} mA at most, brightness {lights.brightness}; "
        f"debounce {config.timing.debounce} ms",
    ]


def redact(text: str) -> str:
    """Return the text without the names of the user and the home directory."""
    text = text.replace(str(Path.home()), "~")
    try:
        user = getpass.getuser()
    except (ImportError, KeyError, OSError):  # Windows has no list of users
        return text
    # These names are not private, and "pi" is also a word.
    return text if user in ("root", "pi") else re.sub(rf"\b{re.escape(user)}\b", "(user)", text)


def save(path: Path, text: str) -> None:
    """Write the report to a file.

    Raises:
        MakerError: If that fails.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise MakerError(
            Text(
                "report {path}: {problem}; choose another file", path=path, problem=os_reason(error)
            )
        ) from None
