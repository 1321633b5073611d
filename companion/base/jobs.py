"""Jobs that may take long, such as writing to a card, and who performs them."""

from __future__ import annotations

from collections.abc import Callable

Perform = Callable[[Callable[[], None]], None]
"""Performs a job, at once or later in another thread; jobs are performed in order."""


def immediately(job: Callable[[], None]) -> None:
    """Perform a job in the calling thread."""
    job()
