"""Background searches: they may take seconds, so each runs in a thread of its own."""

from __future__ import annotations

from threading import Event, Lock, Thread
from time import monotonic

from companion.engines import Interrupted
from companion.session.search import Cancel, OnResult, SearchJob

LATE_AFTER = 10.0
"""Seconds after which a search for a move makes do with what it has; only a slow machine needs so
long."""


class ThreadedSearch:
    """Runs jobs in threads of their own, one at a time: threads must not share a solver.

    A job is late after `patience` seconds.
    """

    def __init__(self, patience: float = LATE_AFTER) -> None:
        self._free = Lock()
        self._patience = patience

    def __call__(self, job: SearchJob, on_result: OnResult) -> Cancel:
        """Start a job. It waits until the one before has ended."""
        cancelled = Event()

        def search() -> None:
            with self._free:
                end = monotonic() + self._patience
                try:
                    result = job.run(cancelled.is_set, lambda: monotonic() > end)
                except Interrupted:
                    return
            if not cancelled.is_set():
                on_result(result)

        Thread(target=search, name="search", daemon=True).start()
        return cancelled.set
