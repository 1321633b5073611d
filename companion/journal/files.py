"""The few things a journal asks of a file system, so that tests can let each of them fail."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import NamedTuple


class Identity(NamedTuple):
    """Which file a name stands for, and how long (bytes) it is."""

    device: int
    inode: int
    size: int


class Disk:
    """The real file system. Every method raises OSError when it cannot do what it says."""

    def make_directory(self, directory: Path) -> None:
        """Make a directory and those above it; nothing to do when it is there."""
        directory.mkdir(parents=True, exist_ok=True)

    def create(self, path: Path) -> int:
        """Open a new file; FileExistsError when the name is taken, whoever took it."""
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o644)

    def open(self, path: Path) -> int:
        """Open a file that exists, for reading and writing."""
        return os.open(path, os.O_RDWR)

    def close(self, file: int) -> None:
        """Close an open file."""
        os.close(file)

    def identity(self, file: int) -> Identity:
        """What an open file is."""
        found = os.fstat(file)
        return Identity(found.st_dev, found.st_ino, found.st_size)

    def identify(self, path: Path) -> Identity:
        """What a name stands for."""
        found = path.stat()
        return Identity(found.st_dev, found.st_ino, found.st_size)

    def read(self, path: Path) -> bytes:
        """The whole of a file."""
        return path.read_bytes()

    def write(self, file: int, data: bytes, offset: int) -> int:
        """Write some of `data` at an offset; how many bytes it was."""
        return os.pwrite(file, data, offset)

    def cut(self, file: int, size: int) -> None:
        """Shorten an open file to `size` bytes."""
        os.ftruncate(file, size)

    def sync(self, file: int) -> None:
        """Return when an open file's bytes are on the medium."""
        os.fsync(file)

    def sync_directory(self, directory: Path) -> None:
        """Return when a directory's names are on the medium, where its file system can tell."""
        opened = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(opened)
        except OSError as error:
            if error.errno != errno.EINVAL:  # this file system has no such thing
                raise
        finally:
            os.close(opened)
