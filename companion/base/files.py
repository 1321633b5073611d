"""Reading of files that may come from elsewhere, and replacement of files."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from companion.base.text import Text, verbatim

BINARY = getattr(os, "O_BINARY", 0)
"""The flag that keeps Windows from translating line feeds."""

_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
"""The flag that keeps the opening of a pipe from waiting for its other end."""


_REASONS = {
    errno.EACCES: Text("Permission denied"),
    errno.EADDRINUSE: Text("Address already in use"),
    errno.EADDRNOTAVAIL: Text("Cannot assign requested address"),
    errno.EBUSY: Text("Device or resource busy"),
    errno.EEXIST: Text("File exists"),
    errno.EIO: Text("Input/output error"),
    errno.EISDIR: Text("Is a directory"),
    errno.ENODEV: Text("No such device"),
    errno.ENOENT: Text("No such file or directory"),
    errno.ENOSPC: Text("No space left on device"),
    errno.ENOTDIR: Text("Not a directory"),
    errno.EPERM: Text("Operation not permitted"),
    errno.EROFS: Text("Read-only file system"),
}
"""The system's English words for common errors."""


def os_reason(error: OSError) -> Text:
    """Return the reason of an error as the system words it."""
    said = error.strerror or str(error)
    if isinstance(said, Text):
        return said
    known = _REASONS.get(error.errno or 0)
    return known if known == said else verbatim(said)


def read_regular(path: Path, largest: int) -> bytes:
    """Return the contents of a regular file of at most `largest` bytes.

    Raises:
        OSError: If the path is anything else: a pipe would block, and a device may never end.
    """
    _check_regular(path.stat())
    file = os.open(path, os.O_RDONLY | BINARY | _NONBLOCK)
    with os.fdopen(file, "rb") as opened:
        _check_regular(os.fstat(file))
        data = opened.read(largest + 1)
    if len(data) > largest:
        raise OSError(errno.EFBIG, Text("larger than {limit} kB", limit=largest >> 10))
    return data


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file atomically, keeping its permissions.

    Raises:
        OSError: If that fails; the file is then unchanged.
    """
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
        raise OSError(errno.EINVAL, Text("not a regular file"))
