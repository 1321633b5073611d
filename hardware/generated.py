"""Writes and checks generated files: each room of `hardware` returns them by path below the
room."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent


def write_generated(room: str, files: Mapping[str, bytes]) -> None:
    """Write a room's generated files, and delete stale ones."""
    for path in stale_files(room, files):
        path.unlink()
    write_files(HERE / room, files)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, creating it if needed."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def changed_files(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """Return the files that are missing from a folder or differ from those generated now."""
    return [
        name
        for name, content in files.items()
        if not (folder / name).is_file() or (folder / name).read_bytes() != content
    ]


def stale_files(room: str, files: Mapping[str, bytes]) -> list[Path]:
    """Return files in a room of the same types as its generated files, which it does not
    generate."""
    kinds = {Path(name).suffix for name in files}
    return [
        path
        for path in sorted((HERE / room).iterdir())
        if path.suffix in kinds and path.name not in files
    ]


def differences(room: str, files: Mapping[str, bytes]) -> list[str]:
    """Return the files of a room that are missing, differ from those generated now, or are
    stale."""
    there = [*changed_files(HERE / room, files), *(path.name for path in stale_files(room, files))]
    return [f"{room}/{name}" for name in there]
