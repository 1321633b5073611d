"""Searches in the background end when they are late, and say nothing when they are cancelled."""

from __future__ import annotations

from collections.abc import Callable
from queue import Queue
from threading import Event
from threading import enumerate as enumerate_threads

import pytest

from companion.app.threads import ThreadedSearch
from companion.app.watchdog import Watchdog
from companion.app.writer_thread import WriterThread
from companion.games.registry import make
from companion.opponents import Interrupted, search_jobs
from companion.opponents.question import Question
from companion.opponents.search_jobs import SearchResult
from companion.session.match.thinking import MoveJob, MoveResult


def job(level: str = "strong") -> MoveJob:
    game = make("gomony")
    return MoveJob(Question(game, game.start(), seed=1), level)


def test_a_search_that_is_late_makes_do_with_what_it_has() -> None:
    found: Queue[SearchResult] = Queue()
    ThreadedSearch(patience=0.0)(job(), found.put)
    result = found.get(timeout=60)
    assert isinstance(result, MoveResult)
    assert result.choice.move in job().question.game.moves(result.position)
    whole = job().run(lambda: False)
    assert result.choice != whole.choice  # it would have thought for longer


class Waiting:
    """A job that goes on until it is told to stop, and then has a result after all."""

    def __init__(self) -> None:
        self.began: Queue[bool] = Queue()
        self.ended: Queue[bool] = Queue()

    def run(
        self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> SearchResult:
        self.began.put(True)
        while not stop():
            assert not late()
        self.ended.put(True)
        return SearchResult("too late")

    def failed(self) -> SearchResult:
        raise AssertionError("it does not fail")


def test_a_cancelled_search_has_no_result_and_makes_way_for_the_next_one() -> None:
    found: Queue[SearchResult] = Queue()
    search, waiting = ThreadedSearch(patience=600.0), Waiting()
    cancel = search(waiting, found.put)
    waiting.began.get(timeout=60)
    cancel()
    waiting.ended.get(timeout=60)
    search(job("easy"), found.put)
    assert isinstance(found.get(timeout=60), MoveResult)
    assert found.empty()


def test_a_search_that_nobody_waits_for_gives_way_and_begins_anew() -> None:
    found: Queue[SearchResult] = Queue()
    search, ahead = ThreadedSearch(patience=600.0), GivesWay()
    cancel = search(ahead, found.put, ahead=True)
    ahead.began.get(timeout=60)
    search(job("easy"), found.put)
    assert isinstance(found.get(timeout=60), MoveResult)
    ahead.ended.get(timeout=60)
    ahead.began.get(timeout=60)  # again
    cancel()
    ahead.ended.get(timeout=60)
    search(job("easy"), found.put)
    assert isinstance(found.get(timeout=60), MoveResult)
    assert found.empty()


class GivesWay(Waiting):
    """A job that is interrupted as a search is."""

    def run(
        self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> SearchResult:
        super().run(stop, late)
        raise Interrupted


class Counting(Waiting):
    """A job that says each time that it goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: Queue[bool] = Queue()

    def run(
        self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> SearchResult:
        while not stop():
            self.steps.put(True)
        raise Interrupted


class Told(Event):
    """An event that says when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.awaited: Queue[bool] = Queue()

    def wait(self, timeout: float | None = None) -> bool:
        self.awaited.put(True)
        return super().wait(timeout)


def test_searches_rest_while_there_is_something_else_to_do() -> None:
    idle, counting = Told(), Counting()
    cancel = ThreadedSearch(patience=600.0, idle=idle)(counting, lambda _: None)
    idle.awaited.get(timeout=60)
    assert counting.steps.empty()
    idle.set()
    counting.steps.get(timeout=60)
    cancel()


class Failing(Waiting):
    """A job whose search fails."""

    def run(
        self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> SearchResult:
        raise ZeroDivisionError

    def failed(self) -> SearchResult:
        return SearchResult("failed")


def test_a_search_that_fails_has_a_result_and_makes_way_for_the_next_one(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_jobs, "_logged", set())  # each failure is logged once
    found: Queue[SearchResult] = Queue()
    search = ThreadedSearch(patience=600.0)
    search(Failing(), found.put)
    assert found.get(timeout=60) == SearchResult("failed")
    search(job("easy"), found.put)
    assert isinstance(found.get(timeout=60), MoveResult)
    assert "ZeroDivisionError" in caplog.text


def test_no_thread_keeps_the_program_from_ending() -> None:
    before, over = set(enumerate_threads()), Event()

    class Waiting(Failing):
        """A job that goes on until the test is over."""

        def run(
            self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
        ) -> SearchResult:
            over.wait(60)
            return self.failed()

    ended: Queue[SearchResult] = Queue()
    writer, dog = WriterThread(lambda: None), Watchdog(lambda: 0.0)
    ThreadedSearch(patience=600.0)(Waiting(), ended.put)
    writer.start()
    dog.start()
    try:
        begun = [each for each in enumerate_threads() if each not in before]
        assert sorted(each.name for each in begun) == ["search", "watchdog", "writer"]
        assert all(each.daemon for each in begun)
    finally:
        over.set()
        dog.stop()
        writer.stop(60)
    assert ended.get(timeout=60) == SearchResult("failed")
