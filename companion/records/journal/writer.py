"""The writing of a journal: each move is on the card before the next one is played.

All lines of a game stay in memory (a few kilobytes), and the file is repeatedly made equal to them:

- Every append opens the file by its path, writes what is missing, syncs and closes it. So a removed
  card is noticed at once, even though writing through an open handle would still seem to work.
- If the file is unchanged since the last write, only the new lines are written. Otherwise (an
  interrupted write, an older state of the card, another card) the file is compared with memory and
  truncated to their common beginning, as far as it was synced. So an incomplete line is never
  followed by another line. A missing file is written again from the start.
- Lines that cannot be written wait in memory. No exception is raised: `warning` gives the reason
  and the remedy, and every append and `retry` tries again.
- A directory is never made here, and nothing is written while no card is mounted: beneath the mount
  point of a removed card, the computer's own disk would take the lines that belong on the card.
- A log of an earlier version keeps the format that its header names, so that the older program can
  still read it. The first record that this format does not know raises it: the file is replaced as
  a whole, so the log is one of the old format or one of the new, and never a mixture.
- A journal also writes the waiting lines of the games before it, until none are left.
- A card may take seconds to sync. So the thread that plays only adds lines to those in memory, and
  a `Perform` may write them in another thread. Until then `storing` is true, and nobody is told
  what was played. Only `append` and `retry`, in the thread that plays, change the lines.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path

import msgspec

from companion import __version__
from companion.base.files import os_reason
from companion.base.jobs import Perform, immediately
from companion.base.text import Text, plural
from companion.records.journal import reader
from companion.records.journal.codec import decode, encode
from companion.records.journal.disk import Disk, FileIdentity
from companion.records.journal.log_date import LogDate
from companion.records.journal.log_names import STAMP, name_of, next_number, split_name, stamp_of
from companion.records.journal.record import (
    FORMAT,
    EndRecord,
    EventRecord,
    Header,
    MoveRecord,
    Record,
    TakebackRecord,
    least_format,
)

_ADVICE = {
    errno.ENOSPC: Text("make room there"),
    errno.EDQUOT: Text("make room there"),
    errno.EROFS: Text("remove the write protection, or choose another directory"),
    errno.EACCES: Text("allow this user to write there, or choose another directory"),
    errno.EPERM: Text("allow this user to write there, or choose another directory"),
    errno.ENOENT: Text("put the card back, or create this directory"),
    errno.ENODEV: Text("put the card back"),
    errno.ENOTDIR: Text("choose a directory that can be created"),
    errno.EMFILE: Text(
        "this program has too many files open (EMFILE): allow it more with `ulimit -n`"
    ),
    errno.ENFILE: Text("the system has too many files open (ENFILE): end other programs"),
}
_CHECK = Text("check the card")

_TOLD = (MoveRecord, TakebackRecord, EndRecord)  # what players are told once it is stored
_NAMED = 12  # records of an unwritten journal that are named


class Journal:
    """The journal of one game; it never raises an exception because of the file system.

    Attributes:
        path: The file; until it can be created, the intended one.
    """

    def __init__(
        self,
        path: Path,
        lines: list[bytes],
        disk: Disk,
        earlier: Sequence[Journal] = (),
        log_date: LogDate | None = None,
        perform: Perform = immediately,
    ) -> None:
        """Make a journal of given lines; use `create` or `resume` instead."""
        self.path = path
        self._disk = disk
        self._perform = perform
        self._asked = False  # whether a job waits to begin
        self._owed = 0  # lines that must be on the card before the last event is told
        self._redated = False  # whether the header has another date than the one in the file
        self._stem, self._number = split_name(path)
        self._lines = lines
        self._log_date = log_date
        self._header_there = lines[0]  # the header in the file, which may have to be replaced
        self._earlier = tuple(earlier)  # journals of other games, lines of which wait
        self._trouble: OSError | None = None  # why the last attempt failed
        self._safe = 0  # lines that are on the card
        self._synced = 0  # bytes of the file that are known to be synced
        self._synced_lines = 0  # the lines that these bytes are
        self._left: FileIdentity | None = (
            None  # the file's identity after the last successful write
        )
        self._made = False  # whether the file was ever created
        self._named = False  # whether its directory entry is synced
        self._damaged = False  # whether the file must be copied before it is changed
        self._backup: Path | None = None  # the copy

    @classmethod
    def create(
        cls,
        directory: Path,
        head: Header,
        disk: Disk | None = None,
        *,
        earlier: Sequence[Journal] = (),
        after: str = "",
        log_date: LogDate | None = None,
        perform: Perform = immediately,
    ) -> Journal:
        """Create a journal in an existing directory.

        The file is named after `head.started` and the game, with a number if another journal began
        in the same second. If the clock is set later, the header gets the right date; the name
        stays.

        Args:
            directory: The directory.
            head: The first record.
            disk: Writes to the directory, and knows where its card is mounted.
            earlier: The journals of other games that have waiting lines; this one writes them too.
            after: When the newest other journal began, as in its name; if the clock has been set
                back since, the new name has this time.
            log_date: When the journal began, if that may have to be corrected.
            perform: Performs the writing.

        Raises:
            ValueError: If `head.started` is not an ISO 8601 date and time.
        """
        clock = stamp_of(datetime.fromisoformat(head.started))
        started = max(clock, after)
        number = next_number(directory, started, (other.path.name for other in earlier))
        name = name_of(f"{started}-{head.game}", number)
        path, lines = directory / name, [encode(0, head)]
        journal = cls(path, lines, disk or Disk(), earlier, log_date, perform)
        journal.retry()
        return journal

    @classmethod
    def copy(cls, path: Path, lines: Sequence[bytes]) -> Journal:
        """Create a journal with these lines of another one, beside it and next to it in order."""
        stem, _ = split_name(path)
        started = stem[:STAMP]
        number = next_number(path.parent, started)
        journal = cls(path.with_name(name_of(stem, number)), list(lines), Disk())
        journal.retry()
        return journal

    @classmethod
    def resume(
        cls,
        path: Path,
        disk: Disk | None = None,
        *,
        earlier: Sequence[Journal] = (),
        perform: Perform = immediately,
    ) -> Journal:
        """Continue a journal.

        An incomplete last line is cut off. If any line is damaged, the whole file is copied to
        `….damaged`, and everything from the first damaged line on is cut off.

        Args:
            path: The file.
            disk: Writes to it, and knows where its card is mounted.
            earlier: The journals of other games that have waiting lines; this one writes them too.
            perform: Performs the writing.

        Raises:
            JournalError: If not even the header can be read.
        """
        log = reader.read_log(path)
        journal = cls(path, list(log.lines), disk or Disk(), earlier, perform=perform)
        journal._safe = len(log.lines)
        journal._synced = sum(map(len, log.lines))
        journal._synced_lines = len(log.lines)
        journal._made = True
        journal._damaged = bool(log.damage)
        journal.retry()
        return journal

    @property
    def storing(self) -> bool:
        """Whether the last event is not on the card yet: nobody may be told without a warning."""
        return self._safe < self._owed

    @property
    def unwritten(self) -> int:
        """The number of lines of this journal that are not on the card yet."""
        return len(self._lines) - self._safe

    @property
    def waiting(self) -> int:
        """The number of lines that are not on the card yet, including those of earlier journals."""
        return self.unwritten + sum(other.unwritten for other in self._earlier)

    @property
    def warning(self) -> Text:
        """Why writing fails and what to do, in one line; empty if all is well."""
        for journal in (self, *self._earlier):
            error = journal._trouble
            if error is not None:
                advice = _ADVICE.get(error.errno or 0, _CHECK)
                return plural(
                    "the journal cannot be written to {directory} ({problem}): {number} line waits "
                    "in memory for the next try; {advice}",
                    "the journal cannot be written to {directory} ({problem}): {number} lines wait "
                    "in memory for the next try; {advice}",
                    self.waiting,
                    directory=journal.path.parent,
                    problem=os_reason(error),
                    advice=advice,
                )
        return Text()

    @property
    def loss(self) -> Text:
        """The lines that would be lost if the program ended now, in one line; empty if none."""
        if not self.unwritten:
            return Text()
        records = [decode(line[:-1])[1] for line in self._lines[self._safe :]]
        texts = [text for text in map(_summary, records) if text]
        if len(texts) > _NAMED:
            texts = ["…", *texts[-_NAMED:]]
        error = self._trouble
        why = Text() if error is None else Text(" ({problem})", problem=os_reason(error))
        return plural(
            "{number} line of {path} could not be written{why}{lost}",
            "{number} lines of {path} could not be written{why}{lost}",
            self.unwritten,
            path=self.path,
            why=why,
            lost=f": {' '.join(texts)}" if texts else "",
        )

    def append(self, record: EventRecord) -> None:
        """Write and sync all waiting records and this one; if that fails, this one waits too.

        If the format of the header does not know the record, the header gets today's format.
        """
        if self._header.format < least_format(record):
            self._change_header(format=FORMAT, program=__version__)
        self._lines.append(encode(len(self._lines), record))
        if isinstance(record, _TOLD):
            self._owed = len(self._lines)
        self._ask()

    def retry(self) -> None:
        """Make sure that the file exists and is complete, after waiting earlier journals.

        This is cheap if they are complete, so call it about once a second during a game.
        """
        for journal in (*self._earlier, self):
            journal._correct_date()
        self._ask()

    def _ask(self) -> None:
        """Have everything written that waits, unless that has still to begin anyway."""
        if not self._asked:
            self._asked = True
            self._perform(self._write_all)

    def _write_all(self) -> None:
        self._asked = False
        for journal in (*self._earlier, self):
            journal._write_if_needed()
        self._earlier = tuple(other for other in self._earlier if other.unwritten)

    @property
    def _header(self) -> Header:
        _, header = decode(self._lines[0][:-1])
        assert isinstance(header, Header)  # noqa: S101 - a journal begins with one
        return header

    def _change_header(self, **changes: object) -> None:
        self._lines[0] = encode(0, msgspec.structs.replace(self._header, **changes))

    def _correct_date(self) -> None:
        if self._log_date is not None and self._log_date.correct():
            self._change_header(started=self._log_date.date.isoformat(timespec="seconds"))
            self._redated = True

    def _write_if_needed(self) -> None:
        if self._redated:
            self._redated = False
            with suppress(OSError):  # no move waits; the next one writes the header as well
                self._write()
        if self.unwritten or self._trouble is not None or not self._is_unchanged():
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
            self._trouble = error
        else:
            self._trouble = None

    def _write(self) -> None:
        lines = tuple(self._lines)  # more may follow meanwhile
        self._disk.check_mounted()
        if self._damaged:
            self._copy()
            self._damaged = False
        if self._header_there != lines[0] and self._made and self._is_ours(lines[0]):
            self._replace(lines)
        else:
            file = self._open(lines[0])
            try:
                self._rewrite(file, lines)
            finally:
                self._disk.close(file)
        if not self._named:
            self._disk.sync_directory(self.path.parent)
            self._named = True
        self._safe = len(lines)

    def _open(self, header: bytes) -> int:
        """Open the file, creating it if needed.

        If the path belongs to another journal, leave that file alone and use the next free name.
        """
        if self._made and self._is_ours(header):
            return self._disk.open(self.path)
        # If the directory is missing as well, creating the file fails, and the journal waits.
        self._safe, self._left, self._named = 0, None, False
        others = (name_of(self._stem, number) for number in count(self._number + 1))
        self.path, file = self._create(chain([self.path.name], others))
        self._made, self._synced, self._synced_lines = True, 0, 0
        self._header_there = header
        return file

    def _create(self, names: Iterable[str]) -> tuple[Path, int]:
        """Create a file with the first free name of these."""
        for name in names:
            path = self.path.with_name(name)
            try:
                return path, self._disk.create(path)
            except FileExistsError:
                continue
        raise FileExistsError(errno.EEXIST, Text("no name is free"))

    def _is_ours(self, header: bytes) -> bool:
        """Return whether the path still refers to a file that begins like this journal."""
        try:
            if self._disk.identify(self.path) == self._left:
                return True
            found = self._disk.read(self.path)
        except FileNotFoundError:
            return False
        except OSError as error:
            if error.errno in (errno.EINVAL, errno.EFBIG):
                return False  # not even a file that could be a log
            raise
        headers = (self._header_there, header)
        return any(_common_prefix(found, head) == min(len(found), len(head)) for head in headers)

    def _replace(self, lines: Sequence[bytes]) -> None:
        """Replace the file, whose header is an earlier one, by the lines in memory."""
        whole = b"".join(lines)
        self._left = None
        self._disk.replace(self.path, whole)
        self._header_there = lines[0]
        self._synced, self._synced_lines = len(whole), len(lines)
        self._left = self._unless_changed(self._disk.identify(self.path))
        self._named = True

    def _rewrite(self, file: int, lines: Sequence[bytes]) -> None:
        """Make an open file equal to these lines, and sync it."""
        found = self._disk.identity(file)
        if found == self._left:
            self._left = None
            new = b"".join(lines[self._synced_lines :])
            self._write_from(file, new, self._synced)
            self._synced += len(new)
        else:
            # Bytes that were never synced are written again even if they look right: after a failed
            # sync the system shows them whether or not the card has them.
            whole = b"".join(lines)
            kept = min(_common_prefix(self._disk.read(self.path), whole), self._synced)
            self._left = None
            if found.size > kept:
                self._disk.cut(file, kept)
            self._write_from(file, whole[kept:], kept)
            self._synced = len(whole)
        self._synced_lines = len(lines)
        self._left = self._unless_changed(self._disk.identity(file))

    def _unless_changed(self, found: FileIdentity) -> FileIdentity | None:
        """Return a file's identity; None if something else has changed its size meanwhile."""
        return found if found.size == self._synced else None

    def _write_from(self, file: int, data: bytes, offset: int) -> None:
        """Write `data` at an offset of a file, and sync it."""
        done = 0
        while done < len(data):
            done += self._disk.write(file, data[done:], offset + done)
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


def _summary(record: Record) -> str:
    """Return what a person would have to note down; empty for other records."""
    match record:
        case MoveRecord(text):
            return text
        case TakebackRecord(plies):
            return f"(back {plies})"
        case EndRecord(outcome, how):
            return f"(end: {outcome}, {how})"
        case _:
            return ""
