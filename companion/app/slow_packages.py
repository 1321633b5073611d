"""Names the package that makes the program slow while it is loaded."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer, get_ident
from time import monotonic

from companion.base.foreign import place_now

CHECKED_FOR = 1.0
"""The time after which checks of a package should come to an end (seconds)."""

SLOW_AFTER = 3.0
"""The time after which a package is named as slow (seconds)."""

_log = logging.getLogger(__name__)


@contextmanager
def watch_over(what: str) -> Iterator[Callable[[], bool]]:
    """Warn while something of a package is loaded, if that takes long, and say where it is.

    Args:
        what: What is loaded, with the name of its package.

    Yields:
        A function that returns whether checks should come to an end.
    """
    thread, begun = get_ident(), monotonic()

    def warn() -> None:
        _log.warning(
            "%s is slow: %.0f seconds are not enough to load it%s",
            what,
            SLOW_AFTER,
            f"; it is at {place}" if (place := place_now(thread)) else "",
        )

    timer = Timer(SLOW_AFTER, warn)
    timer.daemon = True
    timer.start()
    try:
        yield lambda: monotonic() > begun + CHECKED_FOR
    finally:
        timer.cancel()
