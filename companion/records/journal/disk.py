"""The few file system operations that a journal needs, so that tests can make each of them fail."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import NamedTuple

from companion.base.files import BINARY, read_regular, replace_file, sync_folder
from companion.base.text import Text

LARGEST = 8 << 20
"""The size of the largest file that is read as a log (bytes): a hundred thousand moves."""


class FileIdentity(NamedTuple):
    """The file that a path refers to, and its size in bytes."""

    device: int
    inode: int
    size: int


def read_file(path: Path) -> bytes:
    """Return the contents of a file that may be a log.

    Raises:
        OSError: If something else has a log's name: not a regular file, or one above `LARGEST`.
    """
    return read_regular(path, LARGEST)


def mount_point(path: Path) -> Path:
    """Return the mount point of the file system on which a path lies, or would be created."""
    real = Path(os.path.realpath(path))
    return next((place for place in (real, *real.parents) if place.is_mount()), real)


class Disk:
    """The real file system; every method raises OSError if it fails.

    Args:
        mount: The mount point of the card that is written to, or None if it is not known. While no
            card is mounted, it is a folder like any other, on the disk of the computer.

    Attributes:
        mount: The mount point, or None.
    """

    mount: Path | None = None  # for a stand-in with an `__init__` of its own

    def __init__(self, mount: Path | None = None) -> None:
        self.mount = mount

    def check_mounted(self) -> None:
        """Raise OSError if no card is mounted where one belongs."""
        if self.mount is not None and not self.is_mounted(self.mount):
            raise OSError(errno.ENODEV, Text("no card is mounted at {mount}", mount=self.mount))

    def is_mounted(self, path: Path) -> bool:
        """Return whether a file system is mounted at a path."""
        return path.is_mount()

    def create(self, path: Path) -> int:
        """Create and open a file.

        Raises:
            FileExistsError: If the name is taken.
        """
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY, 0o644)

    def open(self, path: Path) -> int:
        """Open an existing file for reading and writing."""
        return os.open(path, os.O_RDWR | BINARY)

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

    def replace(self, path: Path, data: bytes) -> None:
        """Replace a file: a power cut leaves the old contents or the new ones, whole."""
        replace_file(path, data)

    def rename(self, path: Path, new: Path) -> None:
        """Rename a file within its directory, and sync that."""
        path.rename(new)
        self.sync_directory(new.parent)

    def write(self, file: int, data: bytes, offset: int) -> int:
        """Write some or all of `data` at an offset (bytes).

        Returns:
            The number of bytes written.
        """
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
        sync_folder(directory)
