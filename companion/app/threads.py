"""Searches beside the board: they may take seconds, so each runs in a thread of its own."""

from __future__ import annotations

from threading import Event, Lock, Thread

from companion.engines import Interrupted
from companion.session.search import Cancel, OnResult, SearchJob


class ThreadedSearch:
    """Runs jobs in threads of their own, one after another: a solver is not to be shared."""

    def __init__(self) -> None:
        self._free = Lock()

    def __call__(self, job: SearchJob, on_result: OnResult) -> Cancel:
        """Begin a job; one that was cancelled before makes room in a moment."""
        cancelled = Event()

        def search() -> None:
            with self._free:
                try:
                    result = job.run(cancelled.is_set)
                except Interrupted:
                    return
            if not cancelled.is_set():
                on_result(result)

        Thread(target=search, name="search", daemon=True).start()
        return cancelled.set
