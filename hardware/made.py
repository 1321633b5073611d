"""Files that are made: each room of `hardware` gives them by their paths below the room."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent


def write(room: str, files: Mapping[str, bytes]) -> None:
    """Write what a room makes, and remove what it made once and makes no more."""
    for path in stale(room, files):
        path.unlink()
    for name, content in files.items():
        path = HERE / room / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def stale(room: str, files: Mapping[str, bytes]) -> list[Path]:
    """Files beside those that a room makes, of the same kinds, which it does not make."""
    kinds = {Path(name).suffix for name in files}
    return [
        path
        for path in sorted((HERE / room).iterdir())
        if path.suffix in kinds and path.name not in files
    ]


def differing(room: str, files: Mapping[str, bytes]) -> list[str]:
    """The files that are not there as a room makes them now, byte for byte, or are too many."""
    found = [
        f"{room}/{name}"
        for name, content in files.items()
        if not (HERE / room / name).is_file() or (HERE / room / name).read_bytes() != content
    ]
    return found + [f"{room}/{path.name}" for path in stale(room, files)]
