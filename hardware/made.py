"""Files that are made: each room of `hardware` gives them by their paths below the room."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent


def write(room: str, files: Mapping[str, bytes]) -> None:
    """Write what a room makes, and remove what it made once and makes no more."""
    for path in stale(room, files):
        path.unlink()
    put(HERE / room, files)


def put(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, which is made if need be."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def changed(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """The files that a folder does not hold as they are made now, byte for byte."""
    return [
        name
        for name, content in files.items()
        if not (folder / name).is_file() or (folder / name).read_bytes() != content
    ]


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
    there = [*changed(HERE / room, files), *(path.name for path in stale(room, files))]
    return [f"{room}/{name}" for name in there]
