"""The lock on a folder of journals.

Only one program at a time may write a directory's journals: two would overwrite each other's lines.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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
    disk = disk or Disk()
    try:
        disk.check_mounted()
        _make(directory, disk)
        release = _lock(directory / _NAME)
    except BlockingIOError:
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
        release()


def _lock(file: Path) -> Callable[[], None]:
    """Lock a file; the system drops the lock when the program ends, however it ends.

    Returns:
        A function that releases it.

    Raises:
        BlockingIOError: If another program has locked it.
        OSError: If it cannot be locked.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Windows
        return _lock_portably(file)
    handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        flock(handle, LOCK_EX | LOCK_NB)
    except OSError:
        os.close(handle)
        raise
    return lambda: os.close(handle)


def _lock_portably(file: Path) -> Callable[[], None]:
    # A library that takes longer to load than all that locks a file where there is `flock`.
    from filelock import FileLock, Timeout

    # Without the fallback: a file whose existence is the lock would survive a power cut.
    lock = FileLock(file, timeout=0, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise BlockingIOError from None
    return lock.release


def _make(directory: Path, disk: Disk) -> None:
    """Make a directory, and sync those above it as far as that is possible."""

    def sync(place: Path) -> None:
        with suppress(OSError):  # the lock is needed all the same
            disk.sync_directory(place)

    make_folder(directory, sync)
