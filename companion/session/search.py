"""Background searches by engines, and their results."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from companion.engines import Interrupted

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search from a position, which may no longer be the current one."""

    position: Any


class SearchJob(Protocol):
    """A search to run."""

    def run(
        self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> SearchResult:
        """Run the search. Once `late` returns True, a guess will do. Raises Interrupted as soon as
        `stop` returns True."""

    def failed(self) -> SearchResult:
        """The substitute result if the search fails, so that nobody waits for ever."""


def result_of(
    job: SearchJob, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
) -> SearchResult:
    """The result of a job, even if its search fails: packages bring their own games and engines.
    Raises Interrupted as soon as `stop` returns True."""
    try:
        return job.run(stop, late)
    except Interrupted:
        raise
    except Exception:
        _log.exception("a search has failed: %s", type(job).__name__)
        return job.failed()


OnResult = Callable[[SearchResult], None]
Cancel = Callable[[], None]


class SearchRunner(Protocol):
    """Runs searches, one at a time."""

    def __call__(self, job: SearchJob, on_result: OnResult, *, ahead: bool = False) -> Cancel:
        """Start a job, and later pass its result on. Returns a function that cancels the job.

        ahead: whether nobody waits for the result yet. Such a job may be dropped. It gives way to
        any other job, and then starts again.
        """
