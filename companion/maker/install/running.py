"""Whether the running service is older than the program that is installed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

_CACHE = "__pycache__"  # any run of the program may write there


def newest_change(folders: Iterable[Path]) -> float:
    """Return when a file in these folders was last written or installed.

    That is the time of the inode's change, which an installer cannot choose. Caches do not count.

    Returns:
        Seconds since 1970; 0 if there is no file.
    """
    return max((time for folder in folders for time in _changes(folder)), default=0.0)


def _changes(folder: Path) -> Iterator[float]:
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != _CACHE]
        for name in files:
            try:
                yield os.lstat(os.path.join(parent, name)).st_ctime  # noqa: PTH118
            except OSError:
                continue  # it has gone meanwhile


def parse_start(output: str) -> float | None:
    """Parse when systemd started a service.

    Args:
        output: What `systemctl show --timestamp=unix` says, such as "@1764234000".

    Returns:
        Whole seconds since 1970; None if it is not running, or systemd is older than version 247.
    """
    said = output.strip().removeprefix("@")
    return float(said) if output.strip().startswith("@") and said.isdecimal() else None


def is_older(started: float | None, changed: float) -> bool:
    """Return whether a service that was started then runs files of before the last change.

    Systemd leaves out the fraction of a second, so what changed within the same one is not newer.
    """
    return started is not None and changed >= started + 1
