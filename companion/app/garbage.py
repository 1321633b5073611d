"""Garbage collection, which must not delay a lamp.

A full collection looks at every object that could be part of a cycle, and stops all threads
meanwhile: 20 ms on a desktop for the modules of the program alone, and several times that on a Pi.
A search for a move makes so many objects that this happens every few seconds, and so does loading
the program, whose objects stay.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collections_put_off() -> Iterator[None]:
    """Collect no garbage before `exempt_present_objects` is called, or the end."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def exempt_present_objects() -> None:
    """Collect all garbage once, and leave what is then in memory out of every later collection."""
    gc.collect()
    gc.freeze()
    gc.enable()
