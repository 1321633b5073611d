"""The journals of one game after another in one folder."""

from __future__ import annotations

import errno
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from companion.records.journal import reader
from companion.records.journal.folder import JournalFolder
from companion.records.journal.null import NullJournal
from companion.records.journal.reader import read_log
from companion.records.journal.record import EndRecord, NoteRecord
from tests.records.journal.disks import Card, HastyDisk
from tests.records.journal.games import ENTRIES, first_moves, head

ABANDONED = EndRecord("ongoing", "abandoned")


def folder(path: Path) -> JournalFolder:
    return JournalFolder(path, lambda: datetime(2026, 11, 20, 15, 30, 12))


def test_earlier_journals_warn_and_retry_until_they_are_written(tmp_path: Path) -> None:
    card, pocket = tmp_path / "card", tmp_path / "pocket"
    card.mkdir()
    games = folder(card)
    journals = [games.create(head())]
    for entry in first_moves(3):
        journals[-1].append(entry)
    card.rename(pocket)
    journals[-1].append(ABANDONED)
    for _ in range(3):
        journals.append(games.create(head()))
        journals[-1].append(ABANDONED)
    last = journals[-1]
    assert last.waiting == 5 + 3 * 2  # as nobody knows which card comes back, all lines wait
    assert "11 lines wait in memory" in last.warning
    assert not card.exists()
    pocket.rename(card)
    last.retry()
    assert (last.waiting, last.warning) == (0, "")
    found = reader.list_logs(card)
    assert [summary.path for summary in found] == [journal.path for journal in journals[::-1]]
    assert all(summary.log and summary.log.finished for summary in found)
    assert games.finish() == []


def test_what_cannot_be_written_at_the_end_is_named_game_by_game(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.mkdir()
    games = folder(card)
    first = games.create(head())
    card.rename(tmp_path / "pocket")
    first.append(ABANDONED)
    second = games.create(head())
    for entry in ENTRIES:
        second.append(entry)
    one, other = games.finish()
    assert f"2 lines of {first.path} could not be written" in one
    assert "(end: ongoing, abandoned)" in one
    assert f"{len(ENTRIES) + 1} lines of {second.path} could not be written" in other
    (tmp_path / "pocket").rename(card)
    assert games.finish() == []


def test_a_present_journal_is_not_forgotten_when_another_is_resumed(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.mkdir()
    games = folder(card)
    old = games.create(head())
    present = games.create(head())
    games.resume(reader.read_log(old.path)).append(ABANDONED)
    card.rename(tmp_path / "pocket")
    present.append(ABANDONED)
    assert [str(present.path) in line for line in games.finish()] == [True]


def test_a_journal_is_named_after_the_second_in_which_it_begins(tmp_path: Path) -> None:
    folder = JournalFolder(tmp_path, lambda: datetime(2026, 3, 1, 12, 0, 5, 999999))
    journal = folder.create(head(started="whenever"))
    assert journal.path == tmp_path / "2026-03-01-120005-solomon.jsonl"
    written = read_log(journal.path)
    assert written.head == head(started="2026-03-01T12:00:05")


def test_a_folder_goes_on_with_a_journal(tmp_path: Path) -> None:
    folder = JournalFolder(tmp_path)
    log = read_log(folder.create(head()).path)
    folder.resume(log).append(NoteRecord("on"))
    assert read_log(log.path).records == (NoteRecord("on"),)


def test_a_journal_that_keeps_nothing_takes_everything() -> None:
    journal = NullJournal()
    journal.append(NoteRecord("lost"))
    journal.retry()
    assert (journal.warning, journal.waiting) == ("", 0)


def test_names_keep_the_order_of_games_if_the_clock_is_set_back(tmp_path: Path) -> None:
    clock = iter(
        datetime.fromisoformat(time)
        for time in (
            "2026-11-20T10:00:00",
            "2031-01-01T00:00:00",
            "2026-11-20T11:00:00",
            "1970-01-01T00:00:10",
            "2031-01-01T00:00:00",
            "2031-01-01T00:00:01",
        )
    )
    games = JournalFolder(tmp_path, lambda: next(clock))
    journals = [games.create(head(started="now")) for _ in range(6)]
    found = reader.list_logs(tmp_path)
    assert [summary.path for summary in found] == [journal.path for journal in journals[::-1]]
    assert [journal.path.name for journal in journals[1:4]] == [
        "2031-01-01-000000-solomon.jsonl",
        "2031-01-01-000000-solomon-2.jsonl",
        "2031-01-01-000000-solomon-3.jsonl",
    ]
    assert read_log(journals[2].path).head.started == "2026-11-20T11:00:00"  # as the clock has it


def test_one_clock_in_the_future_misnames_no_later_log(tmp_path: Path) -> None:
    """Games begun with the clock years ahead, then with it right, and known to be so or not."""
    clock = iter(
        datetime.fromisoformat(f"{time}:00")
        for time in (
            "2026-11-20T10:00",
            "2031-01-01T00:00",
            "2026-11-20T11:00",  # the clock has been set, but nothing says so
            "2026-11-21T10:00",
            "2026-11-21T12:00",
            "2026-11-21T03:00",  # in another time zone
        )
    )
    right = iter([False, False, False, True, True, True])
    games = JournalFolder(tmp_path, lambda: next(clock), is_right=lambda: next(right))
    texts = [str(number) for number in range(6)]
    for text in texts:
        games.create(head(started="now")).append(NoteRecord(text))
    found = reader.list_logs(tmp_path)[::-1]
    assert [summary.log.records for summary in found if summary.log] == [
        (NoteRecord(text),) for text in texts
    ]
    assert [summary.path.name for summary in found] == [
        "2026-11-20-100000-solomon.jsonl",
        "2026-11-21-100000-solomon.jsonl",
        "2026-11-21-100000-solomon-2.jsonl",
        "2026-11-21-100000-solomon-3.jsonl",
        "2026-11-21-120000-solomon.jsonl",
        "2026-11-21-120000-solomon-2.jsonl",
    ]


def test_a_log_that_waits_for_its_card_keeps_its_name(tmp_path: Path) -> None:
    card = Card(tmp_path / "card")
    clock = iter([datetime(2031, 1, 1), datetime(2026, 1, 1), datetime(2026, 1, 2)])
    games = JournalFolder(card.folder, lambda: next(clock), card, is_right=lambda: True)
    first = games.create(head())
    card.there = False
    first.append(ABANDONED)
    games.create(head())
    card.there = True
    last = games.create(head())
    assert first.path.name == "2031-01-01-000000-solomon.jsonl"
    assert last.path.name == "2031-01-01-000000-solomon-3.jsonl"
    assert all(summary.log for summary in reader.list_logs(card.folder))


def test_a_folder_that_lets_nothing_be_renamed_begins_games_as_ever(tmp_path: Path) -> None:
    class Unnamed(HastyDisk):
        def rename(self, path: Path, new: Path) -> None:
            raise OSError(errno.EPERM, f"{path} to {new}")

    clock = iter([datetime(2031, 1, 1), datetime(2026, 1, 1)])
    games = JournalFolder(tmp_path, lambda: next(clock), Unnamed(), is_right=lambda: True)
    names = [games.create(head()).path.name for _ in range(2)]
    assert names == ["2031-01-01-000000-solomon.jsonl", "2031-01-01-000000-solomon-2.jsonl"]


def test_names_keep_the_order_of_games_that_wait_for_the_card(tmp_path: Path) -> None:
    card = tmp_path / "card"
    clock = iter([datetime(2031, 1, 1), datetime(2026, 1, 1)])
    games = JournalFolder(card, lambda: next(clock))
    journals = [games.create(head()) for _ in range(2)]
    card.mkdir()
    journals[-1].retry()
    found = reader.list_logs(card)
    assert [summary.path for summary in found] == [journal.path for journal in journals[::-1]]


def test_a_journal_that_keeps_nothing_looks_after_those_that_wait(tmp_path: Path) -> None:
    card = Card(tmp_path / "card")
    games = JournalFolder(card.folder, disk=card)
    logs = [read_log(games.create(head()).path) for _ in range(2)]
    lobby = games.keep_none()
    card.there = False
    for log in logs:
        games.resume(log).append(ABANDONED)
    assert lobby.waiting == 2
    assert "2 lines wait in memory" in lobby.warning
    lobby.retry()
    assert lobby.waiting == 2
    card.there = True
    lobby.retry()
    assert (lobby.waiting, lobby.warning) == (0, "")
    assert all(summary.log and summary.log.finished for summary in reader.list_logs(card.folder))


def test_every_journal_is_written_by_whoever_performs_the_writing(tmp_path: Path) -> None:
    jobs: list[Callable[[], None]] = []
    games = JournalFolder(tmp_path, lambda: datetime(2026, 11, 20, 15, 30, 12), perform=jobs.append)
    created = games.create(head())
    created.append(ENTRIES[0])
    assert len(jobs) == 1
    assert created.waiting
    jobs.pop()()
    assert not created.waiting
    resumed = games.resume(read_log(created.path))
    resumed.append(ENTRIES[1])
    assert len(jobs) == 1
    jobs.pop()()
    assert list(read_log(created.path).records)[-1] == ENTRIES[1]
