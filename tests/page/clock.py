"""An event loop whose clock jumps to the next timer: nothing waits for real time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class _Selector(selectors.DefaultSelector):
    """Never waits; it lets the time pass that it should have waited."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        if not found and timeout:
            self.now += timeout
        return found


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that uses timers, but no sockets; in a thread of its own, since the browser's
    event loop runs in the tests'."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_run, work).result()


def _run(work: Coroutine[Any, Any, T]) -> T:
    selector = _Selector()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


async def seconds(work: Coroutine[Any, Any, Any]) -> float:
    """How long something takes on the loop's clock."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    await work
    return loop.time() - began
