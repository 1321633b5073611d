"""Background searches: they may take seconds, so each runs in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from threading import Condition, Event, Thread
from time import monotonic

from companion.base.foreign import CallEnded
from companion.opponents.contract import Interrupted
from companion.opponents.search_jobs import Cancel, OnResult, SearchJob, result_of

LATE_AFTER = 10.0
"""The time after which a search for a move settles for its result so far (seconds).

Only a slow machine needs so long.
"""


class ThreadedSearch:
    """Runs jobs in threads of their own, one at a time: threads must not share a solver.

    Args:
        patience: The time after which a job is late (seconds).
        idle: While this is not set, all jobs rest: they would take the interpreter from a thread
            that is busy with something urgent.
        watch: Watches over each job while it runs; it may raise `CallEnded`.
    """

    def __init__(
        self,
        patience: float = LATE_AFTER,
        idle: Event | None = None,
        watch: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._watch = watch
        self._patience = patience
        self._idle = idle or _always()
        self._change = Condition()
        self._running = False
        self._awaited = 0  # jobs that have yet to begin and that somebody waits for

    def __call__(self, job: SearchJob, on_result: OnResult, *, ahead: bool = False) -> Cancel:
        """Start a job. It waits until the one before has ended.

        Args:
            job: The job.
            on_result: Takes the result, in the job's thread.
            ahead: Whether the result is not awaited yet. Such a job ends for any other, and begins
                anew afterwards.

        Returns:
            A function that cancels the job.
        """
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
                    with self._watch():
                        result = result_of(job, stop, self._late())
                except Interrupted:
                    if cancelled.is_set():
                        return
                except CallEnded:  # it came just after the package's code had ended by itself
                    result = job.failed()
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
        """Return a function that returns whether a job that begins now is late."""
        end = monotonic() + self._patience
        return lambda: monotonic() > end

    def _begin(self, ahead: bool) -> None:
        """Wait until it is the job's turn."""
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
