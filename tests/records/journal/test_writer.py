from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.records.journal.codec import encode
from companion.records.journal.reader import read_log
from companion.records.journal.record import JournalError, NoteRecord
from companion.records.journal.writer import Journal
from tests import needs
from tests.records.journal.disks import FullDisk, HastyDisk, TellingDisk
from tests.records.journal.games import ENTRIES, first_moves, head
from tests.slow import slow_after

LINES = 11
NAME = "2026-11-20-153012-solomon.jsonl"


WHOLE = b"".join(encode(n, record) for n, record in enumerate([head(), *ENTRIES]))
ENDS = [i + 1 for i, byte in enumerate(WHOLE) if byte == ord("\n")]


def test_a_journal_is_named_after_its_start_and_game(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, head())
    assert journal.path == tmp_path / NAME
    assert (journal.warning, journal.waiting) == ("", 0)
    assert journal.path.read_bytes() == encode(0, head())


def test_journals_of_the_same_second_take_the_next_free_name(tmp_path: Path) -> None:
    names = [Journal.create(tmp_path, head()).path.name for _ in range(3)]
    assert names == [NAME, NAME.replace(".", "-2."), NAME.replace(".", "-3.")]


def test_what_is_appended_stands_in_the_file_line_by_line(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, head())
    for i, entry in enumerate(ENTRIES, start=2):
        journal.append(entry)
        assert journal.path.read_bytes().count(b"\n") == i
    assert journal.path.read_bytes() == WHOLE


def test_the_file_and_its_name_are_synced_before_create_returns(tmp_path: Path) -> None:
    disk = TellingDisk()
    Journal.create(tmp_path, head(), disk)
    assert disk.asked == ["create", "write", "sync", "sync_directory"]


def test_every_append_is_synced_after_it_is_written(tmp_path: Path) -> None:
    disk = TellingDisk()
    journal = Journal.create(tmp_path, head(), disk)
    for entry in ENTRIES:
        disk.asked.clear()
        journal.append(entry)
        assert disk.asked == ["identify", "open", "write", "sync"]


def test_a_retry_without_need_only_looks(tmp_path: Path) -> None:
    disk = TellingDisk()
    journal = Journal.create(tmp_path, head(), disk)
    disk.asked.clear()
    journal.retry()
    assert disk.asked == ["identify"]


def test_trouble_without_a_number_or_a_name_is_told_as_it_comes(tmp_path: Path) -> None:
    class Odd(TellingDisk):
        def write(self, file: int, data: bytes, offset: int) -> int:
            raise OSError("the reader was unplugged")

    journal = Journal.create(tmp_path, head(), Odd())
    assert journal.warning == (
        f"the journal cannot be written to {tmp_path} (the reader was unplugged): "
        "1 line waits in memory for the next try; check the card"
    )


def test_everybody_may_read_a_journal_and_its_owner_write_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        path = Journal.create(tmp_path, head()).path
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize(("code", "waiting"), [(errno.EINVAL, 0), (errno.EIO, 1)])
def test_a_file_system_without_names_to_sync_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, waiting: int
) -> None:
    genuine = os.fsync

    def fsync(file: int) -> None:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            raise OSError(code, os.strerror(code))
        genuine(file)

    monkeypatch.setattr(os, "fsync", fsync)
    assert Journal.create(tmp_path, head()).waiting == waiting


def test_a_line_whose_sync_failed_is_written_again_and_synced(tmp_path: Path) -> None:
    disk = TellingDisk()
    journal = Journal.create(tmp_path, head(), disk)
    disk.failing = {"sync": errno.EIO}
    journal.append(NoteRecord("one"))
    assert journal.waiting == 1
    assert "Input/output error" in journal.warning
    disk.failing = {}
    disk.asked.clear()
    journal.retry()
    assert disk.asked[-3:] == ["cut", "write", "sync"]
    assert (journal.waiting, journal.warning) == (0, "")


def test_a_directory_sync_that_failed_is_made_up_for(tmp_path: Path) -> None:
    disk = TellingDisk()
    disk.failing = {"sync_directory": errno.EIO}
    journal = Journal.create(tmp_path, head(), disk)
    assert journal.waiting == 1
    disk.failing = {}
    journal.retry()
    assert disk.asked[-1] == "sync_directory"
    assert journal.waiting == 0


@pytest.mark.parametrize(
    ("what", "code", "advice"),
    [
        ("create", errno.EACCES, "allow this user to write there"),
        ("create", errno.EROFS, "remove the write protection"),
        ("create", errno.ENODEV, "put the card back"),
        ("write", errno.ENOSPC, "make room there"),
        ("sync", errno.EIO, "check the card"),
        ("create", errno.EMFILE, "this program has too many files open (EMFILE)"),
        ("create", errno.ENFILE, "the system has too many files open (ENFILE)"),
    ],
)
def test_a_journal_that_cannot_begin_waits_and_says_so_in_one_line(
    tmp_path: Path, what: str, code: int, advice: str
) -> None:
    disk = TellingDisk()
    disk.failing = {what: code}
    (tmp_path / "log").mkdir()
    journal = Journal.create(tmp_path / "log", head(), disk)
    for entry in ENTRIES:
        journal.append(entry)
    assert journal.waiting == 1 + len(ENTRIES)
    assert journal.warning.count("\n") == 0
    assert str(tmp_path / "log") in journal.warning
    assert f"{LINES} lines wait in memory" in journal.warning
    assert advice in journal.warning
    disk.failing = {}
    journal.retry()
    assert (journal.waiting, journal.warning) == (0, "")
    assert journal.path.read_bytes() == WHOLE


def test_a_directory_that_is_not_there_is_named_and_waited_for(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("not a directory")
    journal = Journal.create(tmp_path / "log", head())
    assert journal.waiting == 1
    assert journal.warning == (
        f"the journal cannot be written to {tmp_path / 'log'} (Not a directory): "
        "1 line waits in memory for the next try; choose a directory that can be created"
    )
    (tmp_path / "log").unlink()
    journal.retry()
    assert "put the card back, or create this directory" in journal.warning
    assert not (tmp_path / "log").exists()
    (tmp_path / "log").mkdir()
    journal.append(NoteRecord("on"))
    assert journal.waiting == 0


def test_a_full_card_never_holds_a_torn_line_before_another(tmp_path: Path) -> None:
    near_ends = {end + off for end in ENDS for off in (-2, -1, 0, 1)}
    for room in sorted({*near_ends, *range(0, len(WHOLE), 9)} - {len(WHOLE), len(WHOLE) + 1}):
        fill_up(tmp_path / str(room), room)


def fill_up(tmp_path: Path, room: int) -> None:
    tmp_path.mkdir()
    disk = FullDisk(room)
    journal = Journal.create(tmp_path, head(), disk)
    for entry in ENTRIES:
        journal.append(entry)
        data = journal.path.read_bytes()
        assert WHOLE.startswith(data)
    assert journal.waiting == LINES - sum(end <= room for end in ENDS)
    assert "No space left on device" in journal.warning
    disk.room = 10_000
    journal.retry()
    assert journal.path.read_bytes() == WHOLE
    assert (journal.waiting, journal.warning) == (0, "")


def test_room_for_a_few_bytes_more_at_each_retry_is_enough_in_the_end(tmp_path: Path) -> None:
    disk = FullDisk(0)
    journal = Journal.create(tmp_path, head(), disk)
    for entry in ENTRIES:
        journal.append(entry)
    while journal.waiting:
        disk.room += 100
        journal.retry()
        assert WHOLE.startswith(journal.path.read_bytes())
    assert journal.path.read_bytes() == WHOLE


@needs.full_device.mark
def test_the_full_device_of_the_system_is_survived(tmp_path: Path) -> None:
    class Full(TellingDisk):
        def create(self, path: Path) -> int:
            path.touch(exist_ok=False)
            return self.open(path)

        def open(self, path: Path) -> int:
            return super().open(Path("/dev/full") if self.failing else path)

    disk = Full()
    disk.failing = {"nothing": 0}
    journal = Journal.create(tmp_path, head(), disk)
    journal.append(ENTRIES[0])
    assert "No space left on device" in journal.warning
    assert journal.waiting == 2
    disk.failing = {}
    journal.retry()
    assert journal.waiting == 0
    assert journal.path.read_bytes() == b"".join(WHOLE.splitlines(keepends=True)[:2])


def test_a_directory_that_goes_and_comes_back_gets_the_lines_that_waited(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.mkdir()
    journal = Journal.create(card, head())
    one, two, three, *rest = ENTRIES
    journal.append(one)
    card.rename(tmp_path / "pocket")
    journal.append(two)
    journal.append(three)
    assert journal.waiting == 4
    assert "put the card back" in journal.warning
    assert not card.exists()  # nothing is begun beneath the mount point
    (tmp_path / "pocket").rename(card)
    for entry in rest:
        journal.append(entry)
    assert (journal.waiting, journal.warning) == (0, "")
    assert journal.path.read_bytes() == WHOLE
    assert len(list(card.iterdir())) == 1


def test_an_empty_card_gets_the_whole_journal(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.mkdir()
    journal = Journal.create(card, head())
    for entry in ENTRIES:
        journal.append(entry)
    shutil.rmtree(card)
    journal.retry()
    assert journal.waiting == LINES
    card.mkdir()
    journal.retry()
    assert (journal.waiting, journal.warning) == (0, "")
    assert journal.path.read_bytes() == WHOLE


def test_an_older_state_of_the_card_is_carried_on(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, head())
    older = b""
    for i, entry in enumerate(ENTRIES):
        if i == 5:
            older = journal.path.read_bytes()
        journal.append(entry)
    journal.path.write_bytes(older)
    journal.retry()
    assert journal.path.read_bytes() == WHOLE


def test_another_journal_of_the_same_name_is_let_alone(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, head())
    other = encode(0, head(started="2026-11-20 15:30:12"))
    journal.path.write_bytes(other)
    for entry in ENTRIES:
        journal.append(entry)
    assert (tmp_path / NAME).read_bytes() == other
    assert journal.path.name == NAME.replace(".", "-2.")
    assert journal.path.read_bytes() == WHOLE


@pytest.mark.parametrize("every", slow_after(1, (7, 1)))
def test_cut_off_at_any_byte_the_game_goes_on_from_the_last_whole_line(
    every: int, tmp_path: Path
) -> None:
    for size in {*range(0, len(WHOLE) + 1, every), *ENDS, *(end - 1 for end in ENDS)}:
        cut_off(tmp_path / NAME, size)


def cut_off(path: Path, size: int) -> None:
    path.write_bytes(WHOLE[:size])
    lines = [end for end in ENDS if end <= size]
    if not lines:
        with pytest.raises(JournalError, match="has no complete line"):
            Journal.resume(path)
        return
    log = read_log(path)
    assert list(log.records) == ENTRIES[: len(lines) - 1]
    assert log.torn == (lines[-1] < size)
    assert log.damage == ()
    journal = Journal.resume(path, HastyDisk())
    assert path.read_bytes() == WHOLE[: lines[-1]]
    assert (journal.waiting, journal.warning) == (0, "")
    for entry in ENTRIES[len(lines) - 1 :]:
        journal.append(entry)
    assert path.read_bytes() == WHOLE


def test_what_append_returned_from_survives_a_kill(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from itertools import count\n"
        "from pathlib import Path\n"
        "from companion.records.journal.record import NoteRecord\n"
        "from companion.records.journal.writer import Journal\n"
        "from tests.records.journal.games import head\n"
        "journal = Journal.create(Path(sys.argv[1]), head())\n"
        "for i in count():\n"
        "    journal.append(NoteRecord(str(i)))\n"
        "    print(i, flush=True)\n"
    )
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        while writer.stdout.readline().strip() != "20":
            assert writer.poll() is None
        writer.kill()
    log = read_log(tmp_path / NAME)
    assert log.damage == ()
    assert list(log.records)[:21] == [NoteRecord(str(i)) for i in range(21)]


def test_resuming_syncs_and_never_shortens_the_sound_part(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(WHOLE + b'{"crc":"')
    disk = TellingDisk()
    Journal.resume(path, disk)
    assert disk.asked[-4:] == ["open", "cut", "sync", "sync_directory"]
    assert path.read_bytes() == WHOLE


def test_resuming_a_damaged_file_keeps_a_copy_of_it(tmp_path: Path) -> None:
    path = tmp_path / NAME
    damaged = WHOLE.replace(b"pulled", b"pushed")
    path.write_bytes(damaged)
    journal = Journal.resume(path)
    journal.append(NoteRecord("on"))
    assert path.with_name(NAME + ".damaged1").read_bytes() == damaged
    journal.append(NoteRecord("and on"))
    assert sorted(found.name for found in tmp_path.iterdir()) == [NAME, NAME + ".damaged1"]
    assert path.with_name(NAME + ".damaged1").read_bytes() == damaged
    log = read_log(path)
    assert (log.damage, list(log.records)) == (
        (),
        [*ENTRIES[:4], NoteRecord("on"), NoteRecord("and on")],
    )


def test_a_damaged_file_is_not_cut_before_its_copy_is_whole(tmp_path: Path) -> None:
    path = tmp_path / NAME
    damaged = WHOLE.replace(b"pulled", b"pushed")
    path.write_bytes(damaged)
    disk = FullDisk(100)
    journal = Journal.resume(path, disk)
    for _ in range(3):
        journal.retry()
    assert "No space left" in journal.warning
    assert path.read_bytes() == damaged
    disk.room = 10_000
    journal.retry()
    assert journal.warning == ""
    assert sorted(found.name for found in tmp_path.iterdir()) == [NAME, NAME + ".damaged1"]
    assert path.with_name(NAME + ".damaged1").read_bytes() == damaged
    assert list(read_log(path).records) == ENTRIES[:4]


troubles = st.lists(
    st.tuples(
        st.sampled_from(["write", "sync", "open", "cut", "identify", "sync_directory"]),
        st.sampled_from([errno.EIO, errno.ENOSPC, errno.EROFS, errno.ENODEV]),
        st.booleans(),
    ),
    min_size=LINES - 1,
    max_size=LINES - 1,
)


@given(troubles)
def test_whatever_fails_nothing_is_raised_lost_or_torn(
    tmp_path_factory: pytest.TempPathFactory, troubles: list[tuple[str, int, bool]]
) -> None:
    disk = TellingDisk()
    journal = Journal.create(tmp_path_factory.mktemp("log"), head(), disk)
    for entry, (what, code, fails) in zip(ENTRIES, troubles, strict=True):
        disk.failing = {what: code} if fails else {}
        journal.append(entry)
        assert (journal.waiting == 0) == (journal.warning == "")
        assert WHOLE.startswith(journal.path.read_bytes())
    disk.failing = {}
    journal.retry()
    assert (journal.waiting, journal.warning) == (0, "")
    assert journal.path.read_bytes() == WHOLE


def test_something_else_under_the_name_is_let_alone(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, head())
    journal.path.unlink()
    os.mkfifo(journal.path)
    for entry in ENTRIES:
        journal.append(entry)
    assert (journal.waiting, journal.warning) == (0, "")
    assert journal.path.name == NAME.replace(".", "-2.")
    assert journal.path.read_bytes() == WHOLE


def test_what_would_be_lost_is_named(tmp_path: Path) -> None:
    disk = TellingDisk()
    journal = Journal.create(tmp_path, head(), disk)
    assert journal.loss == ""
    disk.failing = {"write": errno.ENOSPC}
    (first,) = first_moves(1)
    _, *rest = ENTRIES
    journal.append(first)
    assert journal.loss == (
        f"1 line of {journal.path} could not be written (No space left on device): {first.text}"
    )
    for entry in rest:
        journal.append(entry)
    assert journal.loss.startswith(f"{LINES - 1} lines of")
    disk.failing = {}
    journal.retry()
    assert journal.loss == ""


def test_a_file_that_is_changed_during_a_sync_is_mended(tmp_path: Path) -> None:
    class Changed(HastyDisk):
        size = -1

        def sync(self, file: int) -> None:
            if self.size >= 0:
                os.truncate(file, self.size)
                self.size = -1

    disk = Changed()
    journal = Journal.create(tmp_path, head(), disk)
    disk.size = 20
    journal.append(ENTRIES[0])
    journal.retry()
    journal.append(ENTRIES[1])
    log = read_log(journal.path)
    assert list(log.records) == list(ENTRIES[:2])
    assert not log.damage
