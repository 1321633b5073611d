"""The index of the logs in a folder: an SQLite file beside them.

The logs are the source of truth. The index only saves reading them all again, so any problem with
it is solved by rebuilding it:

- If the file is missing, damaged, from another version of the program, or from another program, it
  is deleted and rebuilt. `PRAGMA integrity_check` looks for damage once in each run of the program,
  and whenever another process has changed the file; it sees no change of a value, so each row has a
  seal, the hash of its values. A file is only used if its tables are exactly those below, so
  nothing that a stranger has put there is ever run. A row names a file only if its key is that
  file's, and only keys of existing files stay in the index.
- If the file cannot be written (a read-only or full card, or another user's folder), the index is
  kept in memory, starting from a copy of the file if that is sound. If another program has merely
  locked the file, it is used again afterwards.
- If the size, time or inode of a log differs from the index, the log is read again.

The file is open only during a query: a card can be removed at any time.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.base.text import Text, english
from companion.records.journal.disk import Disk
from companion.records.log_summary import LogSummary, shown_name, summarize

INDEX_NAME = ".library.sqlite"
DELETED = "deleted"
"""The folder, inside that of the logs, for deleted logs."""

FILES_AT_ONCE = 200
"""The most files to read in one go."""
BYTES_AT_ONCE = 4 << 20
"""The bytes after which no more files are read in one go."""

_T = TypeVar("_T")
_SUFFIX = ".jsonl"
_LOCKED = 1.0  # seconds to wait for another program that uses the index
_TABLES = (
    "CREATE TABLE logs (key TEXT PRIMARY KEY, folder INTEGER, name BLOB, file TEXT, stamp TEXT, "
    "size INTEGER, ordering TEXT, readable INTEGER, trouble TEXT, game TEXT, seats TEXT, "
    "started TEXT, outcome TEXT, how TEXT, moves INTEGER, seconds REAL, seal BLOB) WITHOUT ROWID",
    "CREATE INDEX shelf ON logs (folder, ordering DESC, name DESC)",
    "CREATE TABLE players (log TEXT, seat INTEGER, name TEXT, level TEXT, "
    "PRIMARY KEY (log, seat)) WITHOUT ROWID",
    "CREATE INDEX names ON players (name)",
)


@dataclass(frozen=True, slots=True)
class LogPlace:
    """The place of a log.

    Attributes:
        name: Its file name.
        deleted: Whether it is in the folder of deleted logs.
    """

    name: str
    deleted: bool

    @classmethod
    def of(cls, key: str, folder: int, name: bytes) -> LogPlace | None:
        """Return the place in a row of the index; None if the key does not match the name."""
        found = cls(os.fsdecode(name), bool(folder))
        return found if found.key == key else None

    @property
    def key(self) -> str:
        """The log's ID in requests, whatever characters its name has."""
        marked = bytes([self.deleted]) + os.fsencode(self.name)
        return hashlib.blake2b(marked, digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class _Found:
    place: LogPlace
    stamp: str
    size: int


class LogIndex:
    """The index of one folder.

    Args:
        directory: The folder.
        disk: Knows where the folder's card is mounted.

    Attributes:
        directory: The folder.
        note: Why the index is kept in memory, or why the folder cannot be read; else empty.
    """

    def __init__(self, directory: Path, disk: Disk | None = None) -> None:
        self.directory = directory
        self.note = Text()
        self._path = directory / INDEX_NAME
        self._disk = disk or Disk(None)
        self._checked = ""  # the stamp of the index file that was last checked
        self._memory: sqlite3.Connection | None = None
        self._locked = False  # whether that is only because the file was locked

    def path(self, place: LogPlace) -> Path:
        """Return the path of a log."""
        return (
            self.directory / DELETED / place.name if place.deleted else self.directory / place.name
        )

    def close(self) -> None:
        """Release the index in memory, if there is one."""
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    def refresh(self) -> int:
        """Read logs that are new or have changed, newest first, up to a limit.

        Returns:
            The number of files still to be read.
        """
        try:
            self._disk.check_mounted()
            found = [*_scan(self.directory, deleted=False), *_scan(self.directory, deleted=True)]
        except OSError as error:
            self.note = Text(
                "the folder {folder} cannot be read: {problem}; check the card",
                folder=self.directory,
                problem=error.strerror,
            )
            return 0
        if self._locked and self._unlocked():
            self._locked = False
            self.close()
        if self._memory is None:
            self.note = Text()
        return self._use(lambda db: self._refresh(db, found))

    def select(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows that a query finds."""
        return self._use(lambda db: db.execute(query, values).fetchall())

    # How the file is kept

    def _use(self, act: Callable[[sqlite3.Connection], _T]) -> _T:
        """Run a function on the index, in the file or in memory."""
        if self._memory is None:
            for _ in range(2):  # once more if the file had to be rebuilt
                try:
                    with self._file() as db:
                        return _committed(db, act)
                except sqlite3.DatabaseError as error:
                    code = getattr(error, "sqlite_errorcode", None)
                    if code is None or not isinstance(error, sqlite3.OperationalError):
                        self._remove()  # damaged; without a code, there is text that is not UTF-8
                        continue
                    self.note = _made_anew(str(error))  # such as a full or read-only card
                    self._locked = code == sqlite3.SQLITE_BUSY
                    break
                except OSError as error:
                    self.note = _made_anew(error.strerror)
                    break
            self._memory = self._copy()
        return _committed(self._memory, act)

    @contextmanager
    def _file(self) -> Iterator[sqlite3.Connection]:
        """Open the index file, rebuilding it if it is not sound."""
        if _stamp_of(self._path) != self._checked and not self._sound():
            self._remove()
        fresh = not os.path.lexists(self._path)
        with closing(_connect(self._path, "rwc" if fresh else "rw")) as db:
            if fresh:
                _create_tables(db)
            yield db
        self._checked = _stamp_of(self._path)

    def _sound(self) -> bool:
        """Return whether the file is an undamaged index of this version."""
        if not self._path.is_file() or self._path.is_symlink():
            return False
        try:
            with closing(_connect(self._path, "ro")) as db:
                tables = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")}
                if tables != set(_TABLES):
                    return False
                checked = db.execute("PRAGMA integrity_check").fetchone()
                return checked == ("ok",) and _sealed(db)
        except (sqlite3.Error, UnicodeDecodeError):
            return False

    def _unlocked(self) -> bool:
        """Return whether the file is no longer locked."""
        try:
            with self._file() as db:
                db.execute("BEGIN IMMEDIATE")
                db.rollback()
        except (sqlite3.Error, OSError):
            return False
        return True

    def _remove(self) -> None:
        self._path.unlink(missing_ok=True)
        self._checked = ""

    def _copy(self) -> sqlite3.Connection:
        """Return an index in memory: a copy of the file if that is sound; else an empty one."""
        # The thread that answers requests creates it, and the one that ends the program closes it.
        memory = sqlite3.connect(":memory:", check_same_thread=False)
        if self._sound():
            with closing(_connect(self._path, "ro")) as db:
                db.backup(memory)
        else:
            _create_tables(memory)
        return memory

    # What is in it

    def _refresh(self, db: sqlite3.Connection, found: Sequence[_Found]) -> int:
        known = dict(db.execute("SELECT key, stamp FROM logs").fetchall())
        there = {each.place.key: each for each in found}
        gone = [(key,) for key in known.keys() - there.keys()]
        db.executemany("DELETE FROM logs WHERE key = ?", gone)
        db.executemany("DELETE FROM players WHERE log = ?", gone)
        new = [(key, each) for key, each in there.items() if known.get(key) != each.stamp]
        new.sort(key=lambda item: item[1].place.name, reverse=True)
        read, size = 0, 0
        for key, each in new:
            if read == FILES_AT_ONCE or size >= BYTES_AT_ONCE:
                break
            _put(db, key, each, summarize(self.path(each.place)))
            read, size = read + 1, size + each.size
        return len(new) - read


def _made_anew(problem: str | None) -> Text:
    return Text("the list of games is made anew each time: {problem}", problem=problem)


def _scan(directory: Path, *, deleted: bool) -> Iterator[_Found]:
    """Find the logs in a folder, without reading them. A missing folder has none."""
    try:
        entries = os.scandir(directory / DELETED if deleted else directory)
    except (FileNotFoundError, NotADirectoryError):
        return
    with entries:
        for entry in entries:
            if entry.name.endswith(_SUFFIX) and not entry.name.startswith("."):
                stamp, size = _seen(entry)
                yield _Found(LogPlace(entry.name, deleted), stamp, size)


def _seen(entry: os.DirEntry[str]) -> tuple[str, int]:
    try:
        found = entry.stat()
    except OSError:  # a broken link, or a file that no longer exists
        return "", 0
    return _stamp(found), found.st_size


def _stamp(found: os.stat_result) -> str:
    return f"{found.st_dev}:{found.st_ino}:{found.st_size}:{found.st_mtime_ns}"


def _stamp_of(path: Path) -> str:
    try:
        return _stamp(path.lstat())
    except OSError:
        return "none"


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=_LOCKED)
    try:
        db.execute("PRAGMA trusted_schema = OFF")
        if mode != "ro":
            # A power cut may damage the file, but then it is rebuilt.
            db.execute("PRAGMA journal_mode = MEMORY")
            db.execute("PRAGMA synchronous = OFF")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _create_tables(db: sqlite3.Connection) -> None:
    for table in _TABLES:
        db.execute(table)


def _committed(db: sqlite3.Connection, act: Callable[[sqlite3.Connection], _T]) -> _T:
    with db:
        return act(db)


def _put(db: sqlite3.Connection, key: str, found: _Found, log: LogSummary) -> None:
    place = found.place
    row = (
        key,
        int(place.deleted),
        os.fsencode(place.name),
        shown_name(place.name),
        found.stamp,
        found.size,
        log.order,
        int(log.readable),
        log.trouble,
        log.game,
        msgspec.json.encode(log.seats, enc_hook=english).decode(),
        log.started,
        log.outcome,
        log.how,
        log.moves,
        float(log.seconds),
    )
    people = enumerate(zip(log.players, log.levels, strict=True))
    players = [(key, seat, *both) for seat, both in people if any(both)]
    sealed = (*row, _seal(row, players))
    db.execute(f"REPLACE INTO logs VALUES ({', '.join('?' * len(sealed))})", sealed)
    db.execute("DELETE FROM players WHERE log = ?", (key,))
    db.executemany("INSERT INTO players VALUES (?, ?, ?, ?)", players)


def _seal(row: Sequence[object], players: Sequence[Sequence[object]]) -> bytes:
    """Return the hash of a log's row and of the rows of its players, in the order of the seats."""
    return hashlib.blake2b(msgspec.msgpack.encode((row, players)), digest_size=16).digest()


def _sealed(db: sqlite3.Connection) -> bool:
    """Return whether all rows are as they were written."""
    players = defaultdict[str, list[tuple[object, ...]]](list)
    for player in db.execute("SELECT * FROM players ORDER BY log, seat"):
        players[player[0]].append(player)
    for *row, seal in db.execute("SELECT * FROM logs"):
        if seal != _seal(row, players.pop(row[0], [])):
            return False
    return not players
