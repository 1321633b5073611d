"""A log begun before the computer's clock was set gets its date when it is."""

from __future__ import annotations

import ctypes
import errno
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from companion.records.journal.log_date import LogDate, clock_is_synchronized
from companion.records.journal.reader import list_logs, read_log
from companion.records.journal.record import MoveRecord
from companion.records.journal.writer import Journal
from tests.records.journal.disks import TellingDisk
from tests.records.journal.games import head

TRUE = datetime(2026, 11, 20, 15, 0, 0)
"""When the computer is started."""


class Computer:
    """A computer, and the time since its start. ahead: by how much its clock is ahead."""

    def __init__(self, ahead: float = 0.0) -> None:
        self.up = 0.0
        self.ahead = ahead

    def log_date(self) -> LogDate:
        return LogDate(self.now, self.wall, lambda: self.up)

    def now(self) -> datetime:
        return TRUE + timedelta(seconds=self.up + self.ahead)

    def wall(self) -> float:
        return self.now().replace(tzinfo=UTC).timestamp()


def begun(
    folder: Path, computer: Computer, disk: TellingDisk | None = None
) -> tuple[Journal, datetime]:
    """A log that begins now, and when that really is."""
    log_date = computer.log_date()
    started = log_date.date.isoformat(timespec="seconds")
    journal = Journal.create(folder, head(started=started), disk, log_date=log_date)
    return journal, TRUE + timedelta(seconds=computer.up)


def date_of(path: Path) -> datetime:
    return datetime.fromisoformat(read_log(path).head.started)


@pytest.mark.parametrize("ahead", [-3e8, -86_400.0, 90.0, 1e9], ids=str)
def test_the_date_is_corrected_when_the_clock_is_set(tmp_path: Path, ahead: float) -> None:
    computer = Computer(ahead)
    computer.up = 12.0
    journal, started = begun(tmp_path, computer)
    journal.append(MoveRecord("14-12", 0, 1.0))
    computer.up = 40.0
    journal.retry()
    assert date_of(journal.path) == started + timedelta(seconds=ahead)
    computer.ahead = 0.4  # by NTP
    journal.retry()
    assert date_of(journal.path) == started
    journal.append(MoveRecord("2-7", 1, 2.0))
    assert [record.text for record in read_log(journal.path).moves] == ["14-12", "2-7"]
    assert [summary.path for summary in list_logs(tmp_path)] == [journal.path]


def test_a_small_correction_and_summer_time_change_no_date() -> None:
    computer = Computer()
    local = [timedelta()]
    log_date = LogDate(lambda: computer.now() + local[0], computer.wall, lambda: computer.up)
    for moment in range(10):
        computer.up += 3600.0
        computer.ahead += 50.0  # a slow clock that is kept right, now and then
        local[0] = timedelta(hours=moment % 2)
        assert not log_date.correct()
        computer.ahead -= 50.0
        assert not log_date.correct()
    assert log_date.date == TRUE


@pytest.mark.parametrize("seed", range(40))
def test_the_log_is_whole_wherever_the_card_fails(tmp_path: Path, seed: int) -> None:
    """Moves, settings of the clock and failures of the card in any order; and now and then the
    program is ended, and what it has left is read."""
    random, disk = Random(seed), TellingDisk()
    computer = Computer(random.choice([-1e8, 0.0, 1e8]))
    journal, started = begun(tmp_path, computer, disk)
    dates, texts = {date_of(journal.path)}, list[str]()
    for step in range(30):
        computer.up += random.uniform(0, 100)
        disk.failing = (
            {random.choice(["write", "sync", "replace", "open", "identify"]): errno.EIO}
            if random.random() < 0.4
            else {}
        )
        match random.randrange(3):
            case 0:
                computer.ahead = random.choice([-1e8, 0.0, 1e8])
                dates.add(started + timedelta(seconds=computer.ahead))
                journal.retry()
            case 1:
                texts.append(f"{step % 18 + 1}-{step % 17 + 2}")
                journal.append(MoveRecord(texts[-1], step % 2, float(step)))
            case _:
                journal.retry()
        log = read_log(journal.path)
        assert not log.damage
        written = [record.text for record in log.moves]
        assert written == texts[: len(written)]
        assert len(written) >= len(texts) - journal.unwritten
        assert datetime.fromisoformat(log.head.started) in dates
    disk.failing = {}
    computer.ahead = 0.0
    journal.retry()
    journal.append(MoveRecord("19-18", 0, 99.0))
    assert [record.text for record in read_log(journal.path).moves] == [*texts, "19-18"]
    assert date_of(journal.path) == started
    assert not journal.warning


@pytest.mark.parametrize(
    ("answer", "right"), [(0, True), (1, True), (5, False), (-1, False)], ids=str
)
def test_a_clock_is_right_when_the_kernel_says_so(
    monkeypatch: pytest.MonkeyPatch, answer: int, right: bool
) -> None:
    library = SimpleNamespace(adjtimex=lambda state: answer + any(state.raw))
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)
    assert clock_is_synchronized() is right


def test_a_clock_that_nobody_vouches_for_may_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert clock_is_synchronized() in (True, False)  # by the genuine kernel
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())  # as on macOS
    assert not clock_is_synchronized()
