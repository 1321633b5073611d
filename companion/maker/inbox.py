"""The events of a maker's tool, from the board and the keyboard."""

from __future__ import annotations

import time
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol

from companion.base.timed_queue import next_item
from companion.device.ports import Report


class LineEntered(NamedTuple):
    """A line that was entered; empty for Enter alone or the board's button.

    Attributes:
        text: The line.
        scripted: Whether it comes from a file or a pipe, so that it may be there before the
            question that it answers.
    """

    text: str
    scripted: bool = False


class LineEdited(NamedTuple):
    """A change of the line being typed."""

    text: str


class InputClosed(NamedTuple):
    """The end of standard input."""


ConsoleEvent = Report | LineEntered | LineEdited | InputClosed


class Inbox(Protocol):
    """A queue with a clock."""

    def put(self, event: ConsoleEvent) -> None:
        """Add an event; from any thread."""

    def take(self, until: float) -> ConsoleEvent | None:
        """Return the oldest event; None if there is none by `until` (seconds of `now`)."""

    def now(self) -> float:
        """Return the time (seconds)."""


class RealTimeInbox:
    """An inbox in real time."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[ConsoleEvent] = SimpleQueue()

    def put(self, event: ConsoleEvent) -> None:
        """Add an event; from any thread."""
        self._queue.put(event)

    def take(self, until: float) -> ConsoleEvent | None:
        """Return the oldest event; None if there is none by then (seconds of `now`)."""
        wait = until - self.now()
        try:
            return next_item(self._queue, wait)
        except Empty:
            return None

    def now(self) -> float:
        """Return the time (seconds)."""
        return time.monotonic()
