"""The progress reports of long programs."""

from __future__ import annotations

from collections.abc import Callable

OnProgress = Callable[[str, int, int], None]
"""Called with the current task, the amount done, and the total."""


def unreported(_what: str, _done: int, _total: int) -> None:
    """Do nothing: the `OnProgress` of programs that need no report."""
