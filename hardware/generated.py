"""Generated files: how they are written and checked.

Each room of `hardware` returns its files by path below the room.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hardware.comparison import visible_changes

HERE = Path(__file__).parent


def write_generated(room: str, files: Mapping[str, bytes]) -> None:
    """Write a room's generated files, and delete stale ones."""
    for path in stale_files(room, files):
        path.unlink()
    write_files(HERE / room, files)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, creating it if needed.

    A file that shows the same as before stays as it is.
    """
    for name, content in files.items():
        path = folder / name
        if path.is_file() and not visible_changes(name, path.read_bytes(), content):
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def changed_files(
    folder: Path, files: Mapping[str, bytes], remedy: str = "make hardware"
) -> list[str]:
    """Compare a folder with the files generated now.

    Args:
        folder: The folder.
        files: The files generated now, by path below the folder.
        remedy: The command that generates them.

    Returns:
        A line for each file that is missing or differs visibly: its name, what differs, and the
        remedy.
    """
    found = []
    for name, content in files.items():
        path = folder / name
        changes = ["it is missing"]
        if path.is_file():
            changes = visible_changes(name, path.read_bytes(), content)
        if changes:
            found.append(f"{name} is out of date: {'; '.join(changes)}; run `{remedy}`")
    return found


def stale_files(room: str, files: Mapping[str, bytes]) -> list[Path]:
    """Return the files of a room that have the type of a generated file but are not generated."""
    kinds = {Path(name).suffix for name in files}
    return [
        path
        for path in sorted((HERE / room).iterdir())
        if path.suffix in kinds and path.name not in files
    ]


def differences(room: str, files: Mapping[str, bytes]) -> list[str]:
    """Compare a room with the files generated now.

    Returns:
        A line for each file that is missing, differs visibly, or is stale.
    """
    stale = [
        f"{path.name} is no longer generated; run `make hardware`"
        for path in stale_files(room, files)
    ]
    return [f"{room}/{line}" for line in [*changed_files(HERE / room, files), *stale]]
