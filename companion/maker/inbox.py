"""What a maker's tool hears: the board, and the keyboard."""

from __future__ import annotations

import time
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol

from companion.drivers import Report


class Typed(NamedTuple):
    """A line that was typed; empty: Enter alone, or the board's button."""

    text: str


class Typing(NamedTuple):
    """A line as far as it has been typed."""

    text: str


class Silence(NamedTuple):
    """Nobody will type any more: standard input has ended."""


Heard = Report | Typed | Typing | Silence


class Inbox(Protocol):
    """A queue with a clock."""

    def put(self, heard: Heard) -> None:
        """Put something in; from any thread."""

    def take(self, until: float) -> Heard | None:
        """Take what came first; None when nothing has come by then (seconds of `now`)."""

    def now(self) -> float:
        """The time."""


class Queue:
    """The inbox of real time."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Heard] = SimpleQueue()

    def put(self, heard: Heard) -> None:
        """Put something in; from any thread."""
        self._queue.put(heard)

    def take(self, until: float) -> Heard | None:
        """Take what came first; None when nothing has come by then."""
        wait = until - self.now()
        try:
            return self._queue.get(timeout=wait) if wait > 0 else self._queue.get_nowait()
        except Empty:
            return None

    def now(self) -> float:
        """The time."""
        return time.monotonic()
