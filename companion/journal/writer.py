"""Writing a journal so that a move is on the card before the next one is played.

All lines of a game stay in memory, a few kilobytes; the file is made equal to them, again and
again:

- Every append opens the file by its name, writes what is missing, syncs and closes. A card that is
  gone, and whose files an open handle would still seem to write, is noticed at once.
- When the file is the one that was left there last time, only the new lines are written. In every
  other case (a write that stopped half way, an older state of the card, another card) the file is
  compared with memory and cut back to what they have in common and a sync has vouched for, so no
  torn line is ever followed by another. A file that has gone is written anew.
- What cannot be written waits. Nothing is raised: `warning` says what is wrong and what to do,
  and each append, and each `retry`, tries again.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from companion.journal import reader
from companion.journal.files import Disk, Identity
from companion.journal.line import seal
from companion.journal.record import Entry, Head

_ADVICE = {
    errno.ENOSPC: "make room there",
    errno.EDQUOT: "make room there",
    errno.EROFS: "take the write protection off, or name another directory",
    errno.EACCES: "allow this user to write there, or name another directory",
    errno.EPERM: "allow this user to write there, or name another directory",
    errno.ENOENT: "put the card back",
    errno.ENODEV: "put the card back",
    errno.ENOTDIR: "name a directory that can be made",
}


class Journal:
    """The journal of one game. It never raises for what a file system does.

    path:    the file; until it could be made, the one that is meant.
    warning: what is wrong with writing and what to do, in one line; empty when all is well.
    """

    def __init__(self, path: Path, lines: list[bytes], disk: Disk) -> None:
        """Use `create` or `resume`."""
        self.path = path
        self.warning = ""
        self._disk = disk
        self._stem = path.stem
        self._lines = lines
        self._safe = 0  # lines that are on the card
        self._synced = 0  # bytes of the file that a sync has vouched for
        self._left: Identity | None = None  # what the file was after the last good write
        self._made = False  # whether the file has ever been there
        self._named = False  # whether its name is on the card
        self._damaged = False  # whether the file is to be copied before it is touched
        self._aside: Path | None = None  # that copy

    @classmethod
    def create(cls, directory: Path, head: Head, disk: Disk | None = None) -> Journal:
        """Begin a journal in a directory, which is made where it is missing.

        The file is named after `head.started` and the game, with a number where that is taken.
        ValueError when `head.started` is no ISO 8601 date and time.
        """
        started = datetime.fromisoformat(head.started).strftime("%Y-%m-%d-%H%M%S")
        path = directory / f"{started}-{head.game}.jsonl"
        journal = cls(path, [seal(0, head)], disk or Disk())
        journal.retry()
        return journal

    @classmethod
    def resume(cls, path: Path, disk: Disk | None = None) -> Journal:
        """Go on with a journal: a torn last line is cut off, and so is everything from the first
        damaged line on, after the whole file was copied to `….damaged`.

        JournalError when not even its head can be read.
        """
        log = reader.read(path)
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

    def append(self, record: Entry) -> None:
        """Write a record and sync it, after those that still wait; or let it wait, too."""
        self._lines.append(seal(len(self._lines), record))
        self._store()

    def retry(self) -> None:
        """See to it that the file is there and whole; cheap when it is, so call it every second
        or so while the game goes on."""
        if self.waiting or self.warning or not self._untouched():
            self._store()

    def _untouched(self) -> bool:
        try:
            return self._disk.identify(self.path) == self._left
        except OSError:
            return False

    def _store(self) -> None:
        try:
            self._write()
        except OSError as error:
            self._warn(error)
        else:
            self.warning = ""

    def _warn(self, error: OSError) -> None:
        lines = "1 line waits" if self.waiting == 1 else f"{self.waiting} lines wait"
        advice = _ADVICE.get(error.errno or 0, "look after the card")
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
            self._fill(file)
        finally:
            self._disk.close(file)
        if not self._named:
            self._disk.sync_directory(self.path.parent)
            self._named = True
        self._safe = len(self._lines)

    def _open(self) -> int:
        """The file, opened; made when it is not there. A file of that name that is not this
        journal's is let alone: the journal takes the next free name."""
        if not self._made:
            self._disk.make_directory(self.path.parent)
        elif self._is_ours():
            return self._disk.open(self.path)
        # When its directory has gone as well, making the file fails: the card is awaited, and no
        # second journal begins beneath the place where it will be mounted.
        self._safe, self._left, self._named = 0, None, False
        others = (f"{self._stem}-{number}.jsonl" for number in count(2))
        self.path, file = self._create(chain([self.path.name], others))
        self._made, self._synced = True, 0
        return file

    def _create(self, names: Iterable[str]) -> tuple[Path, int]:
        """A new file with the first of these names that is free."""
        for name in names:
            path = self.path.with_name(name)
            try:
                return path, self._disk.create(path)
            except FileExistsError:
                continue
        raise FileExistsError(errno.EEXIST, "no name is free")

    def _is_ours(self) -> bool:
        """Whether the name still stands for a file that begins as this journal does."""
        try:
            if self._disk.identify(self.path) == self._left:
                return True
            found = self._disk.read(self.path)
        except FileNotFoundError:
            return False
        return _agreement(found, self._lines[0]) == min(len(found), len(self._lines[0]))

    def _fill(self, file: int) -> None:
        """Make an open file equal to the lines in memory, and sync it."""
        whole = b"".join(self._lines)
        found = self._disk.identity(file)
        kept = self._synced
        if found != self._left:
            # Bytes that no sync has vouched for are written again even where they look right:
            # after a failed sync the system shows them, whether the card has them or not.
            kept = min(_agreement(self._disk.read(self.path), whole), kept)
        self._left = None
        if found.size > kept:
            self._disk.cut(file, kept)
        self._pour(file, whole, kept)
        self._left = self._disk.identity(file)
        self._synced = len(whole)

    def _pour(self, file: int, data: bytes, start: int) -> None:
        """Write `data` from `start` on to the same place of a file, and sync it."""
        while start < len(data):
            start += self._disk.write(file, data[start:], start)
        self._disk.sync(file)

    def _copy(self) -> None:
        """Copy a damaged file, before it is cut, to the first free name."""
        try:
            data = self._disk.read(self.path)
        except FileNotFoundError:
            return  # there is nothing left to be spoilt
        if self._aside is None:
            names = (f"{self.path.name}.damaged{number}" for number in count(1))
            self._aside, file = self._create(names)
        else:
            file = self._disk.open(self._aside)  # the first attempt failed half way
        try:
            self._pour(file, data, 0)
        finally:
            self._disk.close(file)
        self._disk.sync_directory(self.path.parent)


def _agreement(one: bytes, other: bytes) -> int:
    """How many bytes two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
