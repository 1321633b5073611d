"""Reads files that somebody else may have put there, and replaces files."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

BINARY = getattr(os, "O_BINARY", 0)
"""Windows would otherwise translate line feeds."""

_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
"""Where there are pipes, opening one must not wait for its other end."""


def read_regular(path: Path, largest: int) -> bytes:
    """Return the contents of a regular file of at most `largest` bytes. Raises OSError for anything
    else: a pipe would block, and a device may never end."""
    _check_regular(path.stat())
    file = os.open(path, os.O_RDONLY | BINARY | _NONBLOCK)
    with os.fdopen(file, "rb") as opened:
        _check_regular(os.fstat(file))
        data = opened.read(largest + 1)
    if len(data) > largest:
        raise OSError(errno.EFBIG, f"larger than {largest >> 10} kB")
    return data


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file atomically, keeping its permissions. Raises OSError if that fails; the file is
    then as it was."""
    fresh = path.with_name(path.name + ".new")
    try:
        with fresh.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            fresh.chmod(path.stat().st_mode & 0o777)
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


def _check_regular(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
