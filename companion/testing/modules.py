"""Modules that are imported afresh for a limited time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def modules_restored(*roots: str) -> Iterator[None]:
    """Import these packages afresh inside the context, and forget them afterwards.

    They depend on what they find when they are imported, and that may differ in the next test.
    """
    inside = tuple(f"{root}." for root in roots)

    def ours() -> list[str]:
        return [name for name in sys.modules if f"{name}.".startswith(inside)]

    before = {name: sys.modules.pop(name) for name in ours()}
    try:
        yield
    finally:
        for name in ours():
            del sys.modules[name]
        sys.modules.update(before)
