"""A question to a computer player: a position of a match, and how long to think about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeVar

from companion.opponents.contract import Interrupted, Stop, never
from companion.opponents.time_left import TimeLeft
from companion.rules import AnyGame

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Question:
    """A position of a match.

    Attributes:
        game: The game.
        position: The position, in which a seat is to act.
        before: The earlier positions of the match, oldest first.
        seed: Decides everything that is left to chance.
    """

    game: AnyGame
    position: Any
    before: Sequence[Any] = ()
    seed: int = 0

    @property
    def random(self) -> Random:
        """A random source that depends only on the seed and the position."""
        text = self.game.position_text(self.position)
        return Random(f"{self.seed} {len(self.before)} {text}")  # noqa: S311

    def after(self, move: Any) -> Any:
        """Return the position after a move."""
        return self.game.advance(self.position, move)


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The limits of a search.

    Attributes:
        effort: The fraction of the usual nodes and playouts to spend.
        stop: Returns True to give up; the search then raises Interrupted.
        late: Returns True to accept what has been found so far.
        clock: The match's clock when the seat began to think; None if there is none.
    """

    effort: float = 1.0
    stop: Stop = never
    late: Stop = never
    clock: TimeLeft | None = None

    def over(self) -> bool:
        """Return whether to end the search, with or without an answer."""
        return self.stop() or self.late()

    def unless_late(self, find: Callable[[Stop], _Found], otherwise: _Found) -> _Found:
        """Return what a search finds, or something else if it has to end before it finds anything.

        Args:
            find: Searches, and raises Interrupted once the function that it is given returns True,
                or once it has looked far enough.
            otherwise: The result of a search that ended so.

        Raises:
            Interrupted: If `stop` returns True.
        """
        try:
            return find(self.over)
        except Interrupted:
            if self.stop():
                raise
            return otherwise


UNLIMITED: Final = SearchLimits()
"""The usual effort, and no end before that."""
