"""A lock on a real board: two runs of tests would disturb each other."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from companion.base.errors import CompanionError


class BoardInUse(CompanionError, RuntimeError):
    """A board that another run uses."""


@contextmanager
def locked(device: str, folder: Path | None = None) -> Iterator[None]:
    """Hold the lock of a board. A process that has it may take it again; it dies with the process.

    Args:
        device: The path of its device, or another name.
        folder: Where locks are; by default the folder of temporary files.

    Raises:
        BoardInUse: If another process has it.
    """
    path = Path(device)
    real = str(path.resolve()) if path.exists() else device
    name = re.sub(r"\W+", "-", real).strip("-")
    file = (folder or Path(tempfile.gettempdir())) / f"companion-board-{name}.lock"
    lock = FileLock(file, timeout=0, fallback_to_soft=False, is_singleton=True)
    try:
        lock.acquire()
    except Timeout:
        raise BoardInUse(
            f"{device} is used by another run of tests; wait for it, or end it ({file})"
        ) from None
    try:
        yield
    finally:
        lock.release()
