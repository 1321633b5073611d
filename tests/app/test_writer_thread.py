"""A thread writes to the card; what happens on the board does not wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Event, Thread

import pytest

from companion.app.loop import Loop
from companion.app.writer_thread import WriterThread
from companion.config import Config, JournalSettings, PageSettings
from companion.games.registry import make
from companion.protocol.commands import Lift, Put, Resign
from companion.protocol.views import Broadcast, Lamps, State
from companion.records.journal.disk import Disk
from companion.records.journal.reader import read_log
from companion.rules import Match

_LONG = 60  # seconds


def test_jobs_are_done_at_once_before_it_is_started() -> None:
    done: list[str] = []
    WriterThread(lambda: done.append("told"))(lambda: done.append("job"))
    assert done == ["job"]


def test_jobs_are_done_in_order_and_each_is_told() -> None:
    done: list[str] = []
    writer = WriterThread(lambda: done.append("told"))
    writer.start()
    for name in "ab":
        writer(lambda name=name: done.append(name))  # type: ignore[misc]
    writer.stop(_LONG)
    assert done == ["a", "told", "b", "told"]
    writer(lambda: done.append("at once"))
    assert done[-1] == "at once"


def test_a_job_that_fails_is_logged_and_the_next_one_is_done(
    caplog: pytest.LogCaptureFixture,
) -> None:
    done: list[str] = []
    writer = WriterThread(lambda: None)
    writer.start()
    writer(lambda: done.remove("nothing"))
    writer(lambda: done.append("next"))
    writer.stop(_LONG)
    assert done == ["next"]
    assert "unexpected error while writing" in caplog.text


def test_a_job_that_hangs_does_not_hold_up_the_end() -> None:
    hangs = Event()
    done: list[str] = []
    writer = WriterThread(lambda: None)
    writer.start()
    writer(lambda: done.append("late") if hangs.wait(_LONG) else None)
    writer.stop(0.0)
    writer(lambda: done.append("never"))  # in its turn, which does not come
    assert done == []
    hangs.set()


class HangingSync:
    """A card whose syncs return only while `free` is set."""

    def __init__(self) -> None:
        self.free = Event()
        self.free.set()
        self.asked = Event()

    def sync(self) -> None:
        """Wait until the card is free."""
        self.asked.set()
        assert self.free.wait(_LONG)


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> HangingSync:
    card = HangingSync()
    monkeypatch.setattr(Disk, "sync", lambda _disk, _file: card.sync())
    return card


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[Loop]:
    """A running loop, with Solomon on the simulated board."""
    loop = Loop(
        Config(journal=JournalSettings(directory=str(tmp_path)), page=PageSettings(enabled=False))
    )
    loop.session.current.begin(Match(make("solomon")), loop.now())
    loop.arrange()
    thread = Thread(target=loop.run)
    thread.start()
    yield loop
    loop.stop()
    thread.join()


def test_lamps_go_on_while_a_move_is_synced(card: HangingSync, loop: Loop) -> None:
    heard: Queue[Broadcast] = Queue()
    loop.subscribe(heard.put)
    _until(heard, lambda message: isinstance(message, State) and message.phase == "rest")
    card.asked.clear()
    card.free.clear()
    loop.command(Lift("14", "h"))
    loop.command(Put("12", "h"))
    assert card.asked.wait(_LONG)
    loop.command(Lift("2", "h"))
    before = _until(heard, lambda message: isinstance(message, Lamps))
    after = _until(heard, lambda message: isinstance(message, Lamps) and message != before)
    assert after != before
    card.free.set()
    told = _until(heard, lambda message: isinstance(message, State) and bool(message.moves))
    assert isinstance(told, State)
    assert [move.text for move in told.moves] == ["14-12"]
    assert [move.text for move in read_log(Path(told.log)).moves] == ["14-12"]


def _until(heard: Queue[Broadcast], wanted: object) -> Broadcast:
    """Return the next message that is wanted."""
    assert callable(wanted)
    while not wanted(message := heard.get(timeout=_LONG)):
        pass
    return message


def test_what_waits_for_the_card_is_written_before_boards_far_apart_are_left(
    card: HangingSync, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: Queue[int] = Queue()
    close = loop.session.close

    def closing() -> None:
        left.put(len(loop.journals.unwritten))
        close()

    monkeypatch.setattr(loop.session, "close", closing)
    card.asked.clear()
    card.free.clear()
    loop.command(Resign())
    assert card.asked.wait(_LONG)
    loop.stop()
    card.free.set()
    assert left.get(timeout=_LONG) == 0
