"""Searches by engines in the background, and how their results come back."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from companion.engines import Interrupted

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found out about a position, which may no longer be the present one."""

    position: Any


class SearchJob(Protocol):
    """What to search for."""

    def run(
        self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> SearchResult:
        """The result. Once `late` returns true, a guess will do. Raises Interrupted as soon as
        `stop` returns true."""

    def failed(self) -> SearchResult:
        """What takes the place of the result if the search fails, so that nobody waits for it."""


def result_of(
    job: SearchJob, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
) -> SearchResult:
    """The result of a job, even if its search fails: packages bring games and engines of their own.
    Raises Interrupted as soon as `stop` returns true."""
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
        """Start a job, and later pass on its result. Returns a function that cancels the job.

        ahead: whether nobody waits for the result yet. Such a job may be left out. It gives way to
        any other and then begins anew.
        """
