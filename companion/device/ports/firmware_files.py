"""The files of a Pico's firmware, as they came with the program.

They are in `firmware/` of the source, and in `companion/device/firmware/` of an installed wheel.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.device.ports import link

FILES = ("boot.py", "code.py", "pins.py", "shell.py", "settings.toml")
"""The files in that folder that are copied to a Pico; with `link.py`, they are all of them."""

PICO_BOARDS = ("star", "grid7", "grid8", "grid9", "nine", "five")
"""The boards that a Pico can be under, by their names in its settings.toml."""

_DEVICE = Path(__file__).parents[1]


def firmware_folder() -> Path:
    """Return the folder of the files, except for `link.py`."""
    packaged = _DEVICE / "firmware"
    return packaged if packaged.is_dir() else _DEVICE.parents[1] / "firmware"


def read_firmware(board: str) -> dict[str, bytes]:
    """Return every file of a Pico's drive by its name.

    Args:
        board: The board that the Pico is under, one of `PICO_BOARDS`.
    """
    files = {name: (firmware_folder() / name).read_bytes() for name in FILES}
    settings = files["settings.toml"].splitlines(keepends=True)
    files["settings.toml"] = b"".join(
        b'BOARD = "%s"\n' % board.encode() if line.startswith(b"BOARD =") else line
        for line in settings
    )
    return {**files, "link.py": Path(link.__file__).read_bytes()}


@cache
def firmware_pins() -> Mapping[str, Any]:
    """Return what the firmware's `pins.py` defines: the pins of a Pico, by their purpose."""
    return parse_pins((firmware_folder() / "pins.py").read_text(encoding="utf-8"))


def parse_pins(text: str) -> Mapping[str, Any]:
    """Return what a text of `pins.py` defines."""
    names: dict[str, Any] = {}
    exec(compile(text, "firmware/pins.py", "exec"), names)  # noqa: S102 - the project's own file
    return names
