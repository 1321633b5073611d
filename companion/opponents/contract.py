"""The interface of a solver.

A solver runs in its own thread while play goes on, and is never shared between threads. It has no
clock: the caller's `stop` tells it when to give up. `stop` is called several times per millisecond,
so it must be fast.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable
from typing import Any, Generic, TypeVar

from companion.base.errors import CompanionError
from companion.base.text import Text

Stop = Callable[[], bool]
"""Returns True to tell a search to give up."""

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Interrupted(CompanionError, RuntimeError):
    """A search was stopped before it found an answer."""

    def __init__(self) -> None:
        super().__init__(Text("the search was stopped before it found an answer; ask again"))


def never() -> bool:
    """Return False: the `Stop` that never gives up."""
    return False


class Solver(ABC, Generic[P, M]):
    """Solves one solitaire from any of its positions.

    Every answer is exact; the only limit is `stop`. `occurred` holds the earlier positions of the
    match: in a game that a repetition loses, solutions avoid them; other games ignore them.
    """

    @abstractmethod
    def solve(
        self, position: P, stop: Stop = never, occurred: Collection[P] = ()
    ) -> tuple[M, ...] | None:
        """Find a shortest solution.

        Args:
            position: The position to solve.
            stop: Returns True to give up.
            occurred: The earlier positions of the match.

        Returns:
            The moves, empty for a solved position; None if there is no solution.

        Raises:
            Interrupted: If `stop` returns True.
        """

    @abstractmethod
    def hopeless(self, position: P, stop: Stop = never, occurred: Collection[P] = ()) -> bool:
        """Return whether there is no solution from here.

        Args:
            position: The position to solve.
            stop: Returns True to give up.
            occurred: The earlier positions of the match.

        Raises:
            Interrupted: If `stop` returns True.
        """


AnySolver = Solver[Any, Any]
"""A solver for any game."""
