"""The crashes themselves: what was synced stays, the rest may go; and a writer that forgets to sync
is found out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.records.journal.disk import Disk
from companion.records.journal.reader import read_log
from companion.records.journal.record import Header, JournalError, MoveRecord
from companion.records.journal.writer import Journal
from tests.faults.crash_states import moment, spoiled
from tests.faults.traced import Created, Cut, Event, Moved, Removed, Synced, Told, Written

_SEEDS = range(200)
_HEAD = Header(
    game="solomon", options={}, seats=("White", "Black"), started="2026-03-01T12:00:00",
    program="0", position="",
)  # fmt: skip


class _TracedDisk(Disk):
    """Keeps what a journal asks of the file system, as a tracer would."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._names: dict[int, str] = {}

    def create(self, path: Path) -> int:
        file = super().create(path)
        self._names[file] = path.name
        self.events.append(Created(path.name))
        return file

    def open(self, path: Path) -> int:
        file = super().open(path)
        self._names[file] = path.name
        return file

    def write(self, file: int, data: bytes, offset: int) -> int:
        self.events.append(Written(self._names[file], offset, data))
        return super().write(file, data, offset)

    def sync(self, file: int) -> None:
        self.events.append(Synced(self._names[file], failed=False))

    def sync_directory(self, directory: Path) -> None:
        self.events.append(Synced("", failed=False))


def _played(folder: Path) -> list[Event]:
    """The events of a short game."""
    disk = _TracedDisk()
    journal = Journal.create(folder, _HEAD, disk)
    moves: tuple[str, ...] = ()
    for number in range(8):
        moves += (f"{number}-{number + 1}",)
        journal.append(MoveRecord(moves[-1], number % 2, float(number)))
        disk.events.append(Told(journal.path.name, moves, warned=False))
    return disk.events


def _lost(events: list[Event], folder: Path, seed: int) -> bool:
    """Whether a crash at some moment loses a move that was told before."""
    random = Random(seed)
    reached = moment({}, events[: random.randrange(len(events) + 1)])
    left = reached.crash(random)
    for name, promised in reached.promised.items():
        path = folder / "left.jsonl"
        path.write_bytes(left.get(name, b""))
        try:
            found = [move.text for move in read_log(path).moves]
        except JournalError:
            found = []
        if tuple(found[: len(promised)]) != promised:
            return True
    return False


def test_no_crash_loses_what_a_journal_has_synced(tmp_path: Path) -> None:
    events = _played(tmp_path)
    assert not any(_lost(events, tmp_path, seed) for seed in _SEEDS)


@pytest.mark.parametrize("forgotten", ["the file", "the folder"])
def test_a_writer_that_does_not_sync_is_found_out(forgotten: str, tmp_path: Path) -> None:
    events = [
        event
        for event in _played(tmp_path)
        if not isinstance(event, Synced) or (event.name == "") == (forgotten == "the file")
    ]
    assert any(_lost(events, tmp_path, seed) for seed in _SEEDS)


def _left(*events: Event) -> set[bytes | None]:
    """What crashes after these events leave of the file a."""
    return {moment({}, events).crash(Random(seed)).get("a") for seed in _SEEDS}


_NEW = (Created("a"), Synced("", failed=False))


def test_what_is_synced_stays() -> None:
    assert _left(*_NEW, Written("a", 0, b"one"), Synced("a", failed=False)) == {b"one"}


def test_a_write_that_is_not_synced_may_be_lost_torn_or_zero() -> None:
    left = _left(*_NEW, Written("a", 0, b"one"))
    assert {b"", b"o", b"on", b"one", b"\0", b"\0\0e", b"\0\0\0"} <= left


def test_the_name_of_a_file_may_be_lost_until_its_folder_is_synced() -> None:
    written = (Written("a", 0, b"one"), Synced("a", failed=False))
    assert _left(Created("a"), *written) == {None, b"one"}


def test_writes_overtake_each_other_between_two_syncs() -> None:
    left = _left(*_NEW, Written("a", 0, b"one"), Written("a", 3, b"two"))
    assert {b"\0\0\0two", b"one", b"onetwo"} <= left


def test_bytes_before_a_failed_sync_are_never_certain() -> None:
    left = _left(
        *_NEW,
        Written("a", 0, b"one"),
        Synced("a", failed=True),
        Written("a", 3, b"two"),
        Synced("a", failed=False),
    )
    assert left == {b"\0\0\0two", b"onetwo"}


def test_a_cut_that_is_not_synced_may_be_lost() -> None:
    sound = (*_NEW, Written("a", 0, b"one"), Synced("a", failed=False))
    assert _left(*sound, Cut("a", 1)) == {b"one", b"o"}


def test_a_file_that_was_there_before_is_certain() -> None:
    reached = moment({"a": b"one"}, [Written("a", 3, b"two")])
    left = {reached.crash(Random(seed))["a"] for seed in _SEEDS}
    assert {data[:3] for data in left} == {b"one"}
    assert b"onetwo" in left


def test_a_card_spoils_some_bytes() -> None:
    data = bytes(range(256)) * 4
    changed = {spoiled(data, Random(seed)) for seed in range(20)}
    assert data not in changed
    assert len(changed) > 10


def _replaced(*, forgotten: str = "") -> set[bytes | None]:
    """What crashes leave of a file that was replaced, if something was not synced."""
    events: list[Event] = [
        Created("r/.a.new"),
        Written("r/.a.new", 0, b"two"),
        Synced("r/.a.new", failed=False),
        Moved("r/.a.new", "r/a"),
        Synced("r", failed=False),
    ]
    events = [
        event
        for event in events
        if getattr(event, "name", "") != forgotten or (not isinstance(event, Synced))
    ]
    return {moment({"r/a": b"one"}, events).crash(Random(seed)).get("r/a") for seed in _SEEDS}


def test_a_file_that_was_replaced_durably_is_the_new_one() -> None:
    assert _replaced() == {b"two"}


def test_a_replaced_file_may_come_back_until_its_folder_is_synced() -> None:
    assert _replaced(forgotten="r") == {b"one", b"two"}


def test_a_file_that_was_not_synced_before_it_was_moved_may_be_torn() -> None:
    assert {b"two", b"", b"t"} <= _replaced(forgotten="r/.a.new")


def test_the_name_of_a_removed_file_may_come_back() -> None:
    reached = moment({"a": b"one"}, [Removed("a")])
    assert {reached.crash(Random(seed)).get("a") for seed in _SEEDS} == {None, b"one"}


def test_the_versions_of_a_name_are_what_was_moved_there() -> None:
    written = (Created("b"), Written("b", 0, b"two"), Moved("b", "a"))
    assert moment({"a": b"one"}, written).versions["a"] == [b"one", b"two"]
