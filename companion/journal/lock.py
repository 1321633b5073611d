"""Only one program at a time may write a directory's journals: two would overwrite each other's
lines."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.journal.record import JournalError

_NAME = ".lock"


@contextmanager
def directory_lock(directory: Path) -> Iterator[None]:
    """Make a directory if it does not exist, and lock it. Raises JournalError if another program
    has locked it. If it cannot be locked (no card, no permission), there is nothing to protect
    either."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        # A pipe in its place would block without O_NONBLOCK.
        opened = os.open(directory / _NAME, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o644)
    except OSError:
        yield
        return
    file = os.fdopen(opened, "rb", buffering=0)
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(
                f"another companion is using the log in {directory}: stop it first, "
                "or choose another directory"
            ) from None
        except OSError:
            pass  # a file system without locks
        yield
