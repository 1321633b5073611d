"""The folder in which games are logged."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from companion.journal.folder import JournalFolder
from companion.journal.null import NullJournal
from companion.journal.reader import read_log
from companion.journal.record import NoteRecord
from tests.journal.games import head


def test_a_journal_is_named_after_the_second_in_which_it_begins(tmp_path: Path) -> None:
    folder = JournalFolder(tmp_path / "games", lambda: datetime(2026, 3, 1, 12, 0, 5, 999999))
    journal = folder.create(head(started="whenever"))
    assert journal.path == tmp_path / "games" / "2026-03-01-120005-solomon.jsonl"
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
