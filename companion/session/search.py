"""Searches beside the board: they may take seconds, so each runs in a thread of its own.

What it finds comes back like everything else that happens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import Any, Protocol

from companion.engines import Interrupted


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found out about a position. The position may have gone by since."""

    position: Any


class Question(Protocol):
    """What is to be searched for."""

    def answer(self, stop: Callable[[], bool]) -> Found:
        """The answer; Interrupted when `stop` says so."""


Tell = Callable[[Found], None]
GiveUp = Callable[[], None]

Search = Callable[[Question, Tell], GiveUp]
"""Has a question answered and tells the answer; what it returns gives the search up."""


class ThreadedSearch:
    """Searches in threads of their own, one after another: a solver is not to be shared."""

    def __init__(self) -> None:
        self._free = Lock()

    def __call__(self, question: Question, tell: Tell) -> GiveUp:
        """Begin a search; one that was given up before makes room in a moment."""
        given_up = Event()

        def search() -> None:
            with self._free:
                try:
                    found = question.answer(given_up.is_set)
                except Interrupted:
                    return
            if not given_up.is_set():
                tell(found)

        Thread(target=search, name="search", daemon=True).start()
        return given_up.set
