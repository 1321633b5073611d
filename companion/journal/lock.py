"""One program at a time writes a directory's journals: two would undo each other's lines."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.journal.record import JournalError

_NAME = ".lock"


@contextmanager
def held(directory: Path) -> Iterator[None]:
    """Have a directory for oneself; JournalError when another program has it. Where there can be no
    lock (no card, no rights), there is nothing to protect either."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        file = (directory / _NAME).open("ab")
    except OSError:
        yield
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(
                f"another companion is playing with the log in {directory}: stop that one first, "
                "or name another directory"
            ) from None
        except OSError:
            pass  # a file system without locks
        yield
