"""File systems that fail on demand, and one that counts what it is asked. All write real files."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from companion.records.journal.disk import Disk, FileIdentity


class HastyDisk(Disk):
    """Syncs nothing: for tests that write thousands of files and look at them at once."""

    def sync(self, file: int) -> None:
        pass

    def sync_directory(self, directory: Path) -> None:
        pass


class Card(HastyDisk):
    """A card that is mounted on `folder`, which stays behind as an empty folder without it.

    there: whether it is mounted.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder
        self._pocket = folder.with_name("pocket")
        self.there = True
        folder.mkdir()

    def is_mounted(self, path: Path) -> bool:
        assert path == self.folder
        return self.there

    def take_out(self) -> None:
        self.folder.rename(self._pocket)
        self.folder.mkdir()
        self.there = False

    def put_in(self) -> None:
        self.folder.rmdir()  # fails if anything has been written there
        self._pocket.rename(self.folder)
        self.there = True


class FullDisk(HastyDisk):
    """Takes `room` more bytes; the write that goes over takes what fits, the next one fails."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def write(self, file: int, data: bytes, offset: int) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = super().write(file, data[: self.room], offset)
        self.room -= written
        return written

    def cut(self, file: int, size: int) -> None:
        self.room += self.identity(file).size - size
        super().cut(file, size)


class TellingDisk(HastyDisk):
    """Notes what it was asked, in order, and fails where it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.failing: dict[str, int] = {}

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if what in self.failing:
            code = self.failing[what]
            raise OSError(code, os.strerror(code))

    def create(self, path: Path) -> int:
        self._ask("create")
        return super().create(path)

    def open(self, path: Path) -> int:
        self._ask("open")
        return super().open(path)

    def replace(self, path: Path, data: bytes) -> None:
        self._ask("replace")
        super().replace(path, data)

    def write(self, file: int, data: bytes, offset: int) -> int:
        self._ask("write")
        return super().write(file, data, offset)

    def cut(self, file: int, size: int) -> None:
        self._ask("cut")
        super().cut(file, size)

    def sync(self, file: int) -> None:
        self._ask("sync")
        super().sync(file)

    def sync_directory(self, directory: Path) -> None:
        self._ask("sync_directory")
        super().sync_directory(directory)

    def identify(self, path: Path) -> FileIdentity:
        self._ask("identify")
        return super().identify(path)
