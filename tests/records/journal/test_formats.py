"""A resumed log keeps to the format of its header, or raises it as a whole."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from companion import __version__
from companion.games import registry
from companion.records.journal.codec import decode
from companion.records.journal.reader import read_log, replay
from companion.records.journal.record import (
    FORMAT,
    EndRecord,
    EventRecord,
    Header,
    MoveRecord,
    NoteRecord,
    TakebackRecord,
    least_format,
)
from companion.records.journal.writer import Journal
from tests.records.journal.disks import TellingDisk

OLD = Path(__file__).with_name("logs") / "solomon-format-2.jsonl"
RESUMED = NoteRecord("resumed")
UNDONE = TakebackRecord(0)
ABANDONED = EndRecord("ongoing", "abandoned")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(OLD, tmp_path / "2026-03-01-120000-solomon.jsonl"))


def formats(path: Path) -> tuple[int, int]:
    """Return the format that a file names, and the one that its records need."""
    _, *records = (decode(line)[1] for line in path.read_bytes().splitlines())
    needed = [least_format(record) for record in records if not isinstance(record, Header)]
    return read_log(path).head.format, max(needed)


def is_one_format(path: Path) -> bool:
    named, needed = formats(path)
    return named >= needed


def test_records_that_the_format_knows_leave_the_header_as_it_is(path: Path) -> None:
    journal = Journal.resume(path)
    for record in (RESUMED, TakebackRecord(1), MoveRecord("2-7", 1, 9.5), ABANDONED):
        journal.append(record)
        assert path.read_bytes().startswith(OLD.read_bytes())


@pytest.mark.parametrize(
    "record",
    [UNDONE, EndRecord("win 1", "time"), MoveRecord("2-7", 1, 9.5, (3.0, 4.0))],
    ids=["takeback", "time", "clock"],
)
def test_a_record_of_a_later_format_raises_that_of_the_log(path: Path, record: EventRecord) -> None:
    before = read_log(path)
    path.chmod(0o640)
    journal = Journal.resume(path)
    for added in (RESUMED, record, ABANDONED):
        journal.append(added)
        assert is_one_format(path)
    log = read_log(path)
    assert (log.head.format, log.head.program) == (FORMAT, __version__)
    assert (log.head.started, log.head.position) == (before.head.started, before.head.position)
    assert log.records == (*before.records, RESUMED, record, ABANDONED)
    assert not log.damage
    assert path.stat().st_mode & 0o777 == 0o640
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_a_resignation_that_is_taken_back_is_still_so_after_a_restart(path: Path) -> None:
    Journal.resume(path).append(UNDONE)
    log = read_log(path)
    match = replay(log, registry.make(log.head.game, log.head.options))
    assert [played.text for played in match.history] == ["14-12", "2-7"]
    assert not match.over
    Journal.resume(path).append(ABANDONED)
    assert read_log(path).records[-2:] == (UNDONE, ABANDONED)


@pytest.mark.parametrize("what", ["replace", "identify"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_format_that_cannot_be_raised_waits_with_its_record(
    path: Path, what: str, code: int
) -> None:
    disk = TellingDisk()
    journal = Journal.resume(path, disk)
    disk.failing = {what: code}
    journal.append(UNDONE)
    journal.append(ABANDONED)
    assert journal.waiting == 2
    assert path.read_bytes() == OLD.read_bytes()
    disk.failing = {}
    journal.retry()
    assert (journal.waiting, journal.warning, journal.path) == (0, "", path)
    assert read_log(path).records[-2:] == (UNDONE, ABANDONED)
    assert is_one_format(path)


def test_a_file_that_was_replaced_but_may_not_be_on_the_card_is_replaced_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.resume(path)

    def failing(_: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as context:
        context.setattr("companion.base.files.sync_folder", failing)
        journal.append(UNDONE)
    assert journal.waiting == 1
    journal.retry()
    assert (journal.waiting, journal.path) == (0, path)
    assert [found.name for found in path.parent.iterdir()] == [path.name]
    assert read_log(path).records[-1] == UNDONE


def test_a_raised_log_whose_file_is_gone_is_written_again(path: Path) -> None:
    journal = Journal.resume(path)
    journal.append(UNDONE)
    before = path.read_bytes()
    path.unlink()
    journal.retry()
    assert (journal.path.read_bytes(), journal.waiting) == (before, 0)
    journal.append(ABANDONED)
    assert read_log(journal.path).records[-2:] == (UNDONE, ABANDONED)
