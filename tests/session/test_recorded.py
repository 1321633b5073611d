"""The times in a log only ever grow."""

from __future__ import annotations

from pathlib import Path

from companion.records.journal.folder import JournalFolder
from companion.records.journal.reader import GameLog, read_log, replay
from companion.records.journal.record import AWAITED, SET_UP, MoveRecord
from companion.rules import Match
from companion.session.match.recorded import RecordedMatch
from tests.records.journal.games import SOLOMON


def times(log: GameLog) -> list[float]:
    return [record.at for record in log.records if isinstance(record, MoveRecord)]


def test_times_go_on_after_a_takeback_and_a_restart(tmp_path: Path) -> None:
    folder = JournalFolder(tmp_path)
    match = RecordedMatch.begin(Match(SOLOMON), folder, 100.0, bag_seed=None)
    for at in (101.0, 105.0, 109.0):
        match.play(match.turns[0], at)
    match.take_back(2)
    log = read_log(match.journal.path)
    assert log.played_for == 9.0
    # A new program, whose clock begins anew.
    again = RecordedMatch.resume(log, replay(log, SOLOMON), folder, 3.0)
    again.play(again.turns[0], 4.5)
    assert times(read_log(match.journal.path)) == [1.0, 5.0, 9.0, 10.5]


def test_times_never_go_back_even_if_the_clock_does(tmp_path: Path) -> None:
    match = RecordedMatch.begin(Match(SOLOMON), JournalFolder(tmp_path), 100.0, bag_seed=None)
    for at in (101.0, 100.5, 99.0, 102.0):
        match.play(match.turns[0], at)
    assert times(read_log(match.journal.path)) == [1.0, 1.0, 1.0, 2.0]


def test_a_log_without_moves_has_not_been_played(tmp_path: Path) -> None:
    match = RecordedMatch.begin(Match(SOLOMON), JournalFolder(tmp_path), 100.0, bag_seed=None)
    assert read_log(match.journal.path).played_for == 0.0


def test_each_set_up_is_recorded_once(tmp_path: Path) -> None:
    match = RecordedMatch.begin(Match(SOLOMON), JournalFolder(tmp_path), 100.0, bag_seed=None)
    for done in (True, True, False, False, True, True, False):
        match.record_setup(done)
    notes = [one for one in read_log(match.journal.path).records if one in (AWAITED, SET_UP)]
    assert notes == [SET_UP, AWAITED, SET_UP, AWAITED]
