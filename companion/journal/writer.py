"""Writes a journal so that each move is on the card before the next one is played.

All lines of a game stay in memory (a few kilobytes), and the file is repeatedly made equal to them:

- Every append opens the file by its path, writes what is missing, syncs and closes it. So a removed
  card is noticed at once, even though writing through an open handle would still seem to work.
- If the file is unchanged since the last write, only the new lines are written. Otherwise (an
  interrupted write, an older state of the card, another card) the file is compared with memory and
  truncated to their common beginning, as far as it was synced. So an incomplete line is never
  followed by another line. A missing file is written again from the start.
- Lines that cannot be written wait in memory. Nothing is raised: `warning` says what is wrong and
  what to do, and every append and `retry` tries again.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from companion.journal import reader
from companion.journal.codec import encode
from companion.journal.disk import Disk, FileIdentity
from companion.journal.record import EventRecord, Header

_ADVICE = {
    errno.ENOSPC: "make room there",
    errno.EDQUOT: "make room there",
    errno.EROFS: "remove the write protection, or choose another directory",
    errno.EACCES: "allow this user to write there, or choose another directory",
    errno.EPERM: "allow this user to write there, or choose another directory",
    errno.ENOENT: "put the card back",
    errno.ENODEV: "put the card back",
    errno.ENOTDIR: "choose a directory that can be created",
}


class Journal:
    """The journal of one game. It never raises an exception because of the file system.

    path:    the file; until it can be created, the intended one.
    warning: why writing fails and what to do, in one line; empty if all is well.
    """

    def __init__(self, path: Path, lines: list[bytes], disk: Disk) -> None:
        """Use `create` or `resume`."""
        self.path = path
        self.warning = ""
        self._disk = disk
        self._stem = path.stem
        self._lines = lines
        self._safe = 0  # lines that are on the card
        self._synced = 0  # bytes of the file that are known to be synced
        self._left: FileIdentity | None = (
            None  # the file's identity after the last successful write
        )
        self._made = False  # whether the file was ever created
        self._named = False  # whether its directory entry is synced
        self._damaged = False  # whether the file must be copied before it is changed
        self._backup: Path | None = None  # the copy

    @classmethod
    def create(cls, directory: Path, head: Header, disk: Disk | None = None) -> Journal:
        """Create a journal in a directory, which is created if needed.

        The file is named after `head.started` and the game, with a number if the name is taken.
        Raises ValueError if `head.started` is not an ISO 8601 date and time.
        """
        started = datetime.fromisoformat(head.started).strftime("%Y-%m-%d-%H%M%S")
        path = directory / f"{started}-{head.game}.jsonl"
        journal = cls(path, [encode(0, head)], disk or Disk())
        journal.retry()
        return journal

    @classmethod
    def resume(cls, path: Path, disk: Disk | None = None) -> Journal:
        """Continue a journal.

        An incomplete last line is cut off. If any line is damaged, the whole file is copied to
        `….damaged`, and everything from the first damaged line on is cut off. Raises JournalError
        if not even the header can be read.
        """
        log = reader.read_log(path)
        journal = cls(path, list(log.lines), disk or Disk())
        journal._safe = len(log.lines)
        journal._synced = sum(map(len, log.lines))
        journal._made = True
        journal._damaged = bool(log.damage)
        journal.retry()
        return journal

    @property
    def waiting(self) -> int:
        """How many lines are not on the card yet."""
        return len(self._lines) - self._safe

    def append(self, record: EventRecord) -> None:
        """Write and sync all waiting records and this one; if that fails, this one waits too."""
        self._lines.append(encode(len(self._lines), record))
        self._try_write()

    def retry(self) -> None:
        """Make sure that the file exists and is complete. This is cheap if it is, so call it about
        once a second during a game."""
        if self.waiting or self.warning or not self._is_unchanged():
            self._try_write()

    def _is_unchanged(self) -> bool:
        try:
            return self._disk.identify(self.path) == self._left
        except OSError:
            return False

    def _try_write(self) -> None:
        try:
            self._write()
        except OSError as error:
            self._set_warning(error)
        else:
            self.warning = ""

    def _set_warning(self, error: OSError) -> None:
        lines = "1 line waits" if self.waiting == 1 else f"{self.waiting} lines wait"
        advice = _ADVICE.get(error.errno or 0, "check the card")
        self.warning = (
            f"the journal cannot be written to {self.path.parent} "
            f"({error.strerror or error}): {lines} in memory for the next try; "
            f"{advice}"
        )

    def _write(self) -> None:
        if self._damaged:
            self._copy()
            self._damaged = False
        file = self._open()
        try:
            self._rewrite(file)
        finally:
            self._disk.close(file)
        if not self._named:
            self._disk.sync_directory(self.path.parent)
            self._named = True
        self._safe = len(self._lines)

    def _open(self) -> int:
        """Open the file, creating it if needed. If the path belongs to another journal, leave that
        file alone and use the next free name."""
        if not self._made:
            self._disk.make_directory(self.path.parent)
        elif self._is_ours():
            return self._disk.open(self.path)
        # If the directory is missing as well, creating the file fails. The journal then waits for
        # the card, instead of starting a second file below the mount point.
        self._safe, self._left, self._named = 0, None, False
        others = (f"{self._stem}-{number}.jsonl" for number in count(2))
        self.path, file = self._create(chain([self.path.name], others))
        self._made, self._synced = True, 0
        return file

    def _create(self, names: Iterable[str]) -> tuple[Path, int]:
        """Create a file with the first free name of these."""
        for name in names:
            path = self.path.with_name(name)
            try:
                return path, self._disk.create(path)
            except FileExistsError:
                continue
        raise FileExistsError(errno.EEXIST, "no name is free")

    def _is_ours(self) -> bool:
        """Whether the path still refers to a file that begins like this journal."""
        try:
            if self._disk.identify(self.path) == self._left:
                return True
            found = self._disk.read(self.path)
        except FileNotFoundError:
            return False
        return _common_prefix(found, self._lines[0]) == min(len(found), len(self._lines[0]))

    def _rewrite(self, file: int) -> None:
        """Make an open file equal to the lines in memory, and sync it."""
        whole = b"".join(self._lines)
        found = self._disk.identity(file)
        kept = self._synced
        if found != self._left:
            # Bytes that were never synced are written again even if they look right: after a failed
            # sync the system shows them whether or not the card has them.
            kept = min(_common_prefix(self._disk.read(self.path), whole), kept)
        self._left = None
        if found.size > kept:
            self._disk.cut(file, kept)
        self._write_from(file, whole, kept)
        self._left = self._disk.identity(file)
        self._synced = len(whole)

    def _write_from(self, file: int, data: bytes, start: int) -> None:
        """Write `data` from offset `start` to the same offset of a file, and sync it."""
        while start < len(data):
            start += self._disk.write(file, data[start:], start)
        self._disk.sync(file)

    def _copy(self) -> None:
        """Copy a damaged file, before it is cut, to the first free name."""
        try:
            data = self._disk.read(self.path)
        except FileNotFoundError:
            return  # nothing is left to preserve
        if self._backup is None:
            names = (f"{self.path.name}.damaged{number}" for number in count(1))
            self._backup, file = self._create(names)
        else:
            file = self._disk.open(self._backup)  # the first attempt was interrupted
        try:
            self._write_from(file, data, 0)
        finally:
            self._disk.close(file)
        self._disk.sync_directory(self.path.parent)


def _common_prefix(one: bytes, other: bytes) -> int:
    """Return the length of the common prefix in bytes."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
