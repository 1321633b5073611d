"""What is asked of an engine beside the board, and how its answer comes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search has found out about a position. The position may have gone by since."""

    position: Any


class SearchJob(Protocol):
    """What is to be searched for."""

    def run(self, stop: Callable[[], bool]) -> SearchResult:
        """The result; raises Interrupted when `stop` says so."""


OnResult = Callable[[SearchResult], None]
Cancel = Callable[[], None]

Search = Callable[[SearchJob, OnResult], Cancel]
"""Begins a job and later hands its result on; what it returns cancels the job."""
