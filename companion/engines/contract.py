"""The contract of a solver.

A solver runs in a thread of its own while play goes on, and is never shared between threads. It has
no clock: the caller's `stop` says when to give up. `stop` is called several times per millisecond,
so it has to be fast.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable
from typing import Any, Generic, TypeVar

from companion.rules import CompanionError
from companion.text import Text

Stop = Callable[[], bool]
"""Whether to give up now."""

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Interrupted(CompanionError, RuntimeError):
    """A solver was told to stop before it had an answer."""

    def __init__(self) -> None:
        super().__init__(Text("the search was stopped before it found an answer; ask again"))


def never() -> bool:
    """Never give up."""
    return False


class Solver(ABC, Generic[P, M]):
    """Solves one solitaire from any of its positions.

    Every answer is exact; the only limit is `stop`. `occurred` holds the earlier positions of the
    match: in a game lost by repetition, a solution avoids them; in other games they do not
    matter.
    """

    @abstractmethod
    def solve(
        self, position: P, stop: Stop = never, occurred: Collection[P] = ()
    ) -> tuple[M, ...] | None:
        """The fewest moves that solve the puzzle from here, or None if it cannot be solved.

        A solved position needs no moves. Raises Interrupted if `stop` returns True.
        """

    @abstractmethod
    def hopeless(self, position: P, stop: Stop = never, occurred: Collection[P] = ()) -> bool:
        """Whether there is no solution from here. Raises Interrupted if `stop` returns True."""


AnySolver = Solver[Any, Any]
"""A solver of any game."""
