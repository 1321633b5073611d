"""Searches in the background end when they are late, and say nothing when they are cancelled."""

from __future__ import annotations

from collections.abc import Callable
from queue import Queue

from companion.app.threads import ThreadedSearch
from companion.games.registry import make
from companion.session.opponents import MoveJob, MoveResult
from companion.session.search import SearchResult


def job() -> MoveJob:
    game = make("gomony")
    return MoveJob(game, game.start(), (), "strong", 1)


def test_a_search_that_is_late_makes_do_with_what_it_has() -> None:
    found: Queue[SearchResult] = Queue()
    ThreadedSearch(patience=0.0)(job(), found.put)
    result = found.get(timeout=60)
    assert isinstance(result, MoveResult)
    assert result.choice.move in job().game.moves(result.position)
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


def test_a_cancelled_search_has_no_result_and_makes_way_for_the_next_one() -> None:
    found: Queue[SearchResult] = Queue()
    search, waiting = ThreadedSearch(patience=600.0), Waiting()
    cancel = search(waiting, found.put)
    waiting.began.get(timeout=60)
    cancel()
    waiting.ended.get(timeout=60)
    search(job(), found.put)
    assert isinstance(found.get(timeout=60), MoveResult)
    assert found.empty()
