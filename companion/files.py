"""Reads files that somebody else may have put there."""

from __future__ import annotations

import errno
import os
import stat
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


def _check_regular(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
