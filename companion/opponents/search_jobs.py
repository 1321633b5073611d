"""Background searches by engines, and their results."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from companion.base.foreign import PackageFault, ends_program, explained
from companion.base.text import Text
from companion.opponents.contract import Interrupted

_log = logging.getLogger(__name__)

HASTY = Text("The search ran out of time: there may be a better move.")
"""What is said of the best answer so far, where a slow computer had no time for more."""

_logged: set[str] = set()
"""The failures that have been logged: each is logged once."""


class SearchResult(msgspec.Struct, frozen=True):
    """The result of a search from a position, which may no longer be the current one."""

    position: Any


class SearchJob(Protocol):
    """A search to run."""

    def run(
        self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> SearchResult:
        """Run the search.

        Args:
            stop: Returns True to give up.
            late: Returns True once a guess will do.

        Raises:
            Interrupted: As soon as `stop` returns True.
        """

    def failed(self) -> SearchResult:
        """Return the substitute result if the search fails, so that the game can go on."""


def result_of(
    job: SearchJob, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
) -> SearchResult:
    """Return the result of a job, even if its search fails.

    Packages add their own games and engines, so any exception is possible.

    Args:
        job: The job.
        stop: Returns True to give up.
        late: Returns True once a guess will do.

    Raises:
        Interrupted: As soon as `stop` returns True.
    """
    try:
        return job.run(stop, late)
    except Interrupted:
        raise
    except PackageFault:  # its game remembers it, and the session closes that game
        return job.failed()
    except BaseException as error:
        if ends_program(error):
            raise
        problem = explained(error)
        if problem not in _logged:  # the next search may well fail in the same way
            _logged.add(problem)
            _log.exception("a search has failed: %s: %s", type(job).__name__, problem)
        return job.failed()


OnResult = Callable[[SearchResult], None]
Cancel = Callable[[], None]


class SearchRunner(Protocol):
    """A runner of searches, one at a time."""

    def __call__(self, job: SearchJob, on_result: OnResult, *, ahead: bool = False) -> Cancel:
        """Start a job, and later pass its result on.

        Args:
            job: The job.
            on_result: Receives the result.
            ahead: Whether the result is not needed yet. Such a job may be dropped. It gives way to
                any other job, and then starts again.

        Returns:
            A function that cancels the job.
        """
