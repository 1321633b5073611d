"""The events of a maker's tool, from the board and the keyboard."""

from __future__ import annotations

import time
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol

from companion.drivers import Report


class LineEntered(NamedTuple):
    """A line was entered; empty for Enter alone or the board's button."""

    text: str


class LineEdited(NamedTuple):
    """The line being typed has changed."""

    text: str


class InputClosed(NamedTuple):
    """Standard input has ended."""


ConsoleEvent = Report | LineEntered | LineEdited | InputClosed


class Inbox(Protocol):
    """A queue with a clock."""

    def put(self, event: ConsoleEvent) -> None:
        """Add an event; from any thread."""

    def take(self, until: float) -> ConsoleEvent | None:
        """Return the oldest event; None if there is none by then (seconds of `now`)."""

    def now(self) -> float:
        """The time."""


class RealTimeInbox:
    """The inbox in real time."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[ConsoleEvent] = SimpleQueue()

    def put(self, event: ConsoleEvent) -> None:
        """Add an event; from any thread."""
        self._queue.put(event)

    def take(self, until: float) -> ConsoleEvent | None:
        """Return the oldest event; None if there is none by then."""
        wait = until - self.now()
        try:
            return self._queue.get(timeout=wait) if wait > 0 else self._queue.get_nowait()
        except Empty:
            return None

    def now(self) -> float:
        """The time."""
        return time.monotonic()
