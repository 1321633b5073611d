"""Background searches: they may take seconds, so each runs in a thread of its own."""

from __future__ import annotations

from threading import Event, Lock, Thread

from companion.engines import Interrupted
from companion.session.search import Cancel, OnResult, SearchJob


class ThreadedSearch:
    """Runs jobs in threads of their own, one at a time: threads must not share a solver."""

    def __init__(self) -> None:
        self._free = Lock()

    def __call__(self, job: SearchJob, on_result: OnResult) -> Cancel:
        """Start a job. It waits until the one before has ended."""
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
