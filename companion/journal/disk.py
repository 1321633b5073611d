"""The few file system operations that a journal needs, so that tests can make each of them fail."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import NamedTuple

LARGEST = 8 << 20
"""Bytes of the largest file that is read as a log: a hundred thousand moves."""

_BINARY = getattr(os, "O_BINARY", 0)
"""Windows would otherwise write two bytes for each line feed."""

_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
"""Where there are pipes, opening one must not wait for its other end."""


class FileIdentity(NamedTuple):
    """Which file a path refers to, and its size in bytes."""

    device: int
    inode: int
    size: int


def read_file(path: Path) -> bytes:
    """Return the contents of a regular file of at most `LARGEST` bytes. Raises OSError for anything
    else that may lie under a log's name: a pipe would block, and a device may never end."""
    _check_regular(path.stat())
    file = os.open(path, os.O_RDONLY | _BINARY | _NONBLOCK)
    with os.fdopen(file, "rb") as opened:
        _check_regular(os.fstat(file))
        data = opened.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, f"larger than the {LARGEST >> 20} MB of any log")
    return data


def _check_regular(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")


class Disk:
    """The real file system. Every method raises OSError if it fails."""

    def create(self, path: Path) -> int:
        """Create and open a file. Raises FileExistsError if the name is taken."""
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o644)

    def open(self, path: Path) -> int:
        """Open an existing file for reading and writing."""
        return os.open(path, os.O_RDWR | _BINARY)

    def close(self, file: int) -> None:
        """Close an open file."""
        os.close(file)

    def identity(self, file: int) -> FileIdentity:
        """Return the identity of an open file."""
        found = os.fstat(file)
        return FileIdentity(found.st_dev, found.st_ino, found.st_size)

    def identify(self, path: Path) -> FileIdentity:
        """Return the identity of the file at a path."""
        found = path.stat()
        return FileIdentity(found.st_dev, found.st_ino, found.st_size)

    def read(self, path: Path) -> bytes:
        """Return the contents of a file."""
        return read_file(path)

    def write(self, file: int, data: bytes, offset: int) -> int:
        """Write some or all of `data` at an offset. Returns the number of bytes written."""
        if hasattr(os, "pwrite"):
            return os.pwrite(file, data, offset)
        os.lseek(file, offset, os.SEEK_SET)
        return os.write(file, data)

    def cut(self, file: int, size: int) -> None:
        """Shorten an open file to `size` bytes."""
        os.ftruncate(file, size)

    def sync(self, file: int) -> None:
        """Sync an open file's bytes to the medium."""
        os.fsync(file)

    def sync_directory(self, directory: Path) -> None:
        """Sync a directory's entries to the medium, if its file system supports that."""
        if not hasattr(os, "O_DIRECTORY"):  # Windows cannot open a directory
            return
        opened = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(opened)
        except OSError as error:
            if error.errno != errno.EINVAL:  # not supported by this file system
                raise
        finally:
            os.close(opened)
