"""The configurations to start from, one for each board in the wiring guides.

They lie in `hardware/` of the source, and in `companion/boards/` of an installed wheel.
"""

from __future__ import annotations

from pathlib import Path

import companion
from companion.maker import MakerError
from companion.rules.errors import nearest

SOURCES = {
    "star-spi": "board-spi.toml",
    "star-pwm": "board-pwm.toml",
    "star-pico": "board-pico-star.toml",
    "grid7": "board-grid7.toml",
    "grid8": "board-grid8.toml",
    "grid9": "board-grid9.toml",
    "pico-grid7": "board-pico-grid7.toml",
    "pico-grid8": "board-pico-grid8.toml",
    "pico-grid9": "board-pico-grid9.toml",
}
"""The file in `hardware/` of each configuration; pyproject.toml puts them into the wheel."""


def read_example(name: str) -> bytes:
    """Return the TOML file of a configuration. Raises MakerError if there is none of that name."""
    if name not in SOURCES:
        raise MakerError(
            f"unknown configuration {name!r}{nearest(name, SOURCES)}; `companion config` lists them"
        )
    package = Path(companion.__file__).parent
    packaged = package / "boards" / f"{name}.toml"
    if packaged.exists():
        return packaged.read_bytes()
    return (package.parent / "hardware" / SOURCES[name]).read_bytes()


def title(name: str) -> str:
    """Return what a configuration is for, from the first sentence of its file."""
    lines = []
    for line in read_example(name).decode().splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").strip())
    return " ".join(lines).split(":")[0]
