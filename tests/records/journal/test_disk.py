"""The file system below a journal: what is synced where, and who may write."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.records.journal.disk import Disk
from companion.records.journal.lock import directory_lock
from companion.records.journal.record import JournalError

HOLDER = """
import sys
from pathlib import Path
from companion.records.journal.lock import directory_lock
with directory_lock(Path(sys.argv[1])):
    print("locked", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("system", ["posix", "windows"])
def test_bytes_are_written_where_they_belong(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if system == "windows":
        monkeypatch.delattr(os, "pwrite")
    disk, path = Disk(), tmp_path / "log"
    file = disk.create(path)
    assert disk.write(file, b"one\ntwo\n", 0) == 8
    assert disk.write(file, b"six\n", 4) == 4
    assert disk.write(file, b"1", 0) == 1
    disk.sync(file)
    disk.close(file)
    assert path.read_bytes() == b"1ne\nsix\n"


def test_directory_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_ino))
    Disk().sync_directory(tmp_path)
    assert synced == [tmp_path.stat().st_ino]


def test_directory_is_not_synced_where_none_can_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(PermissionError):
        Disk().sync_directory(tmp_path)
    monkeypatch.delattr(os, "O_DIRECTORY")
    Disk().sync_directory(tmp_path)


def test_directory_is_locked_until_its_program_ends_however_it_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    piped = subprocess.PIPE
    with subprocess.Popen(command, stdin=piped, stdout=piped, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        refused = pytest.raises(JournalError, match="another companion is using the log in")
        with refused, directory_lock(tmp_path):
            pass
        holder.send_signal(signal.SIGKILL)
    with directory_lock(tmp_path):
        pass


def test_lock_excludes_the_one_of_version_0_1_0(tmp_path: Path) -> None:
    with (tmp_path / ".lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with pytest.raises(JournalError), directory_lock(tmp_path):
            pass
    with (
        directory_lock(tmp_path),
        (tmp_path / ".lock").open("ab") as file,
        pytest.raises(BlockingIOError),
    ):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS])
def test_file_system_without_locks_is_used_without(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refused)
    for _ in range(2):  # nothing stays that could keep the next program out
        with directory_lock(tmp_path):
            (tmp_path / "game").write_text("")
    with directory_lock(tmp_path), directory_lock(tmp_path):
        pass


def test_error_inside_the_lock_is_passed_on_and_the_lock_released(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="the card is gone"), directory_lock(tmp_path):
        raise OSError("the card is gone")
    with directory_lock(tmp_path):
        pass


def test_directories_that_are_made_are_synced_from_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(Disk, "sync_directory", lambda _, directory: synced.append(directory))
    with directory_lock(tmp_path / "card" / "games"):
        assert set(synced) == {tmp_path, tmp_path / "card"}
    synced.clear()
    with directory_lock(tmp_path / "card" / "games"):
        assert not synced


def test_a_directory_that_cannot_be_synced_is_locked_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(Disk, "sync_directory", refused)
    games = tmp_path / "games"
    with directory_lock(games), pytest.raises(JournalError), directory_lock(games):
        pass
