"""The lock on a folder of journals.

Only one program at a time may write a directory's journals: two would overwrite each other's lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from companion.base.files import make_folder
from companion.base.text import Text
from companion.records.journal.disk import Disk
from companion.records.journal.record import JournalError

_NAME = ".lock"


@contextmanager
def directory_lock(directory: Path, disk: Disk | None = None) -> Iterator[None]:
    """Make a directory if it does not exist, and lock it.

    If it cannot be locked (no card, no permission), there is nothing to protect either.

    Args:
        directory: The directory.
        disk: Knows where its card is mounted.

    Raises:
        JournalError: If another program has locked it.
    """
    # The system drops this lock when the program ends, however it ends. Without the fallback: a
    # file whose existence is the lock would survive a power cut.
    lock = FileLock(directory / _NAME, timeout=0, fallback_to_soft=False)
    disk = disk or Disk()
    try:
        disk.check_mounted()
        _make(directory, disk)
        lock.acquire()
    except Timeout:
        raise JournalError(
            Text(
                "another companion is using the log in {directory}: stop it first, or choose "
                "another directory",
                directory=directory,
            )
        ) from None
    except OSError:
        yield  # there is also a file system without locks
        return
    try:
        yield
    finally:
        lock.release()


def _make(directory: Path, disk: Disk) -> None:
    """Make a directory, and sync those above it as far as that is possible."""

    def sync(place: Path) -> None:
        with suppress(OSError):  # the lock is needed all the same
            disk.sync_directory(place)

    make_folder(directory, sync)
