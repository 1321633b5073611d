"""Background searches: they may take seconds, so each runs in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Event, Thread
from time import monotonic

from companion.engines import Interrupted
from companion.session.search import Cancel, OnResult, SearchJob, result_of

LATE_AFTER = 10.0
"""Seconds after which a search for a move makes do with what it has; only a slow machine needs so
long."""


class ThreadedSearch:
    """Runs jobs in threads of their own, one at a time: threads must not share a solver.

    A job is late after `patience` seconds. All jobs rest while `idle` is not set: they would take
    the interpreter from whoever has something to do at once.
    """

    def __init__(self, patience: float = LATE_AFTER, idle: Event | None = None) -> None:
        self._patience = patience
        self._idle = idle or _always()
        self._change = Condition()
        self._running = False
        self._awaited = 0  # jobs that have yet to begin and that somebody waits for

    def __call__(self, job: SearchJob, on_result: OnResult, *, ahead: bool = False) -> Cancel:
        """Start a job. It waits until the one before has ended. A job of which nobody waits for the
        result (`ahead`) ends for any other, and begins anew afterwards."""
        cancelled = Event()

        def stop() -> bool:
            if not self._idle.is_set():
                self._idle.wait()
            return cancelled.is_set() or (ahead and self._awaited > 0)

        def search() -> None:
            result = None
            while result is None:
                self._begin(ahead)
                try:
                    result = result_of(job, stop, self._late())
                except Interrupted:
                    if cancelled.is_set():
                        return
                finally:
                    self._end()
            if not cancelled.is_set():
                on_result(result)

        if not ahead:
            with self._change:
                self._awaited += 1
        Thread(target=search, name="search", daemon=True).start()
        return cancelled.set

    def _late(self) -> Callable[[], bool]:
        """Whether a job that begins now is late."""
        end = monotonic() + self._patience
        return lambda: monotonic() > end

    def _begin(self, ahead: bool) -> None:
        """Wait until it is a job's turn."""
        with self._change:
            self._change.wait_for(lambda: not (self._running or (ahead and self._awaited)))
            self._running = True
            self._awaited -= not ahead

    def _end(self) -> None:
        with self._change:
            self._running = False
            self._change.notify_all()


def _always() -> Event:
    event = Event()
    event.set()
    return event
