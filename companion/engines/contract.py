"""The contract that every solver keeps.

A solver is asked in a thread of its own while the board goes on, and is not shared between threads.
It knows no time: whoever asks says by `stop` when it has waited long enough. `stop` is called
several times in a millisecond, so it has to be quick.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable
from typing import Any, Generic, TypeVar

from companion.rules import CompanionError

Stop = Callable[[], bool]
"""Whether to give up now."""

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Interrupted(CompanionError, RuntimeError):
    """A solver was told to stop before it knew."""

    def __init__(self) -> None:
        super().__init__("the search for a solution was stopped before its end; ask again")


def never() -> bool:
    """Go on for as long as it takes."""
    return False


class Solver(ABC, Generic[P, M]):
    """Answers for one solitaire, from any position of it.

    Every answer is exact, whatever the position: there is no limit but `stop`. `occurred` are the
    positions of the match so far; where a position that returns loses, a solution leads through
    none of them, and elsewhere they do not matter.
    """

    @abstractmethod
    def solve(
        self, position: P, stop: Stop = never, occurred: Collection[P] = ()
    ) -> tuple[M, ...] | None:
        """Moves that solve the puzzle from here, as few as possible; None when there are none.

        A solved position needs no move. Interrupted when `stop` says so.
        """

    @abstractmethod
    def hopeless(self, position: P, stop: Stop = never, occurred: Collection[P] = ()) -> bool:
        """Whether there is no solution from here; Interrupted when `stop` says so."""


AnySolver = Solver[Any, Any]
"""A solver of a game whose positions and moves are nobody's business."""
