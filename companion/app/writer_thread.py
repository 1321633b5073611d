"""A thread that writes: a slow card keeps neither lamps nor switches waiting."""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

_log = logging.getLogger(__name__)

_Job = Callable[[], None]


class WriterThread:
    """Performs jobs one after another: in a thread of its own from `start` on, before that at once.

    Args:
        done: Called in that thread after each job.
    """

    def __init__(self, done: Callable[[], None]) -> None:
        self._done = done
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None

    def __call__(self, job: _Job) -> None:
        """Perform a job, now or later."""
        if self._thread is None:
            job()
        else:
            self._jobs.put(job)

    def start(self) -> None:
        """Perform jobs in a thread of their own from now on."""
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def stop(self, patience: float) -> None:
        """Wait for all jobs so far, for at most so many seconds.

        Then jobs are performed at once again; if one hangs, later ones are not performed at all.
        """
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(patience)
            if not self._thread.is_alive():
                self._thread = None

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception:
                _log.exception("unexpected error while writing")
            self._done()
