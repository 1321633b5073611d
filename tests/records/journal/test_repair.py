"""What is saved of a damaged journal, and that the damaged one stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.records.journal import reader
from companion.records.journal.log_names import newest_path
from companion.records.journal.record import EndRecord, EventRecord, JournalError
from companion.records.journal.repair import repair
from companion.records.journal.writer import Journal
from tests.records.journal.games import SOLOMON, first_moves, head


def log_with(directory: Path, *entries: EventRecord) -> Path:
    journal = Journal.create(directory, head())
    for entry in entries:
        journal.append(entry)
    return journal.path


def test_an_intact_journal_is_let_alone(tmp_path: Path) -> None:
    path = log_with(tmp_path, *first_moves(3))
    assert repair(reader.read_log(path), SOLOMON) is None
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("damaged", range(2, 8))
def test_the_moves_before_the_damage_are_saved_and_the_rest_is_named(
    damaged: int, tmp_path: Path
) -> None:
    path = log_with(tmp_path, *first_moves(6))
    lines = path.read_bytes().splitlines(keepends=True)
    lines[damaged - 1] = lines[damaged - 1].replace(b'"kind"', b'"kine"')
    path.write_bytes(b"".join(lines))
    found = repair(reader.read_log(path), SOLOMON)
    assert found is not None
    assert found.moves == damaged - 2
    assert f"line {damaged} is damaged" in found.lost[0]
    later = 7 - damaged
    assert [line for line in found.lost if "later move" in line] == (
        [f"{later} later move{'s' * (later > 1)} cannot be used"] if later else []
    )
    assert path.read_bytes() == b"".join(lines)
    assert newest_path(tmp_path) == found.path
    log = reader.read_log(found.path)
    assert [move.text for move in log.moves] == [move.text for move in first_moves(damaged - 2)]
    assert reader.verify(found.path, SOLOMON) == []
    assert not log.finished


def test_moves_that_are_impossible_are_left_out(tmp_path: Path) -> None:
    one, two, three = first_moves(3)
    path = log_with(tmp_path, one, three, two)
    found = repair(reader.read_log(path), SOLOMON)
    assert found is not None
    assert found.moves == 1
    assert f"{path}, line 3" in found.lost[0]
    assert "2 later moves" in found.lost[1]


def test_a_game_that_had_ended_does_not_go_on(tmp_path: Path) -> None:
    path = log_with(tmp_path, *first_moves(3), EndRecord("win 0", "resigned"))
    path.write_bytes(path.read_bytes().replace(b'"n":2', b'"n":9'))
    found = repair(reader.read_log(path), SOLOMON)
    assert found is not None
    assert found.moves == 1
    assert reader.read_log(found.path).finished


def test_an_incomplete_last_line_is_left_out(tmp_path: Path) -> None:
    path = log_with(tmp_path, *first_moves(3))
    path.write_bytes(path.read_bytes()[:-5])
    found = repair(reader.read_log(path), SOLOMON)
    assert found is not None
    assert found.moves == 2
    assert "incomplete" in found.lost[0]


def test_a_full_card_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = log_with(tmp_path, *first_moves(3))
    path.write_bytes(path.read_bytes()[:-5])
    log = reader.read_log(path)

    def refuse(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.records.journal.disk.os.pwrite", refuse)
    with pytest.raises(JournalError, match="No space left on device"):
        repair(log, SOLOMON)
