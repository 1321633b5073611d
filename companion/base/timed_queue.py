"""Waiting for the next item of a queue, but not for ever."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from typing import TypeVar

Item = TypeVar("Item")


def next_item(queue: SimpleQueue[Item], wait: float) -> Item:
    """Return the next item of a queue, in the only thread that takes any.

    A `get` of CPython whose time is over before it begins to wait may wait until the next item is
    put, however long that takes (Modules/_queuemodule.c, 3.11 to 3.13). It does not once a `get`
    without waiting has found nothing.

    Args:
        queue: The queue.
        wait: How long to wait (seconds); not at all if it is not positive.

    Raises:
        Empty: If there is none by then.
    """
    try:
        return queue.get_nowait()
    except Empty:
        if wait <= 0:
            raise
    return queue.get(timeout=wait)
