"""A search for solitaires in which something runs out: stones to lay, kings to make.

A move either brings the end nearer by one, or it does not. The first kind cannot go on for ever,
and every solution from a position has as many of them; it is the second kind that makes one longer.
So the search goes by levels: all that can be reached without a move of the second kind, then with
one of them, and so on. Each position is met once, on the lowest level that has it: the first
solution is a shortest one, and when the levels run out there is none.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable
from typing import TypeVar

from companion.engines.contract import Interrupted, Solver, Stop, never
from companion.rules import Game

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Search(Solver[P, M]):
    """Searches forwards, anew for every question; what a game needs is `missing`."""

    def __init__(self, game: Game[P, M]) -> None:
        self._game = game

    @abstractmethod
    def missing(self, position: P) -> int:
        """How many moves that bring the end nearer are needed at least; 0 when it is solved.

        No move lowers it by more than one, and none raises it.
        """

    def impossible(self, position: P) -> bool:
        """Whether one sees without a search that there is no solution."""
        return False

    def solve(
        self, position: P, stop: Stop = never, occurred: Collection[P] = ()
    ) -> tuple[M, ...] | None:
        return self._search(position, stop, occurred, shortest=True)

    def hopeless(self, position: P, stop: Stop = never, occurred: Collection[P] = ()) -> bool:
        # Any solution will do, so that every move may be on the first level.
        return self._search(position, stop, occurred, shortest=False) is None

    def _search(
        self, position: P, stop: Stop, occurred: Collection[P], *, shortest: bool
    ) -> tuple[M, ...] | None:
        if not self.missing(position):
            return ()
        if self.impossible(position):
            return None
        moves, advance, missing = self._game.moves, self._game.advance, self.missing
        # From where each position was reached. Those that end the match lead nowhere.
        came = dict.fromkeys(occurred if self._game.repetitions else (), position)
        came[position] = position
        level = [position]
        while level:
            later: dict[P, P] = {}
            while level:
                if stop():
                    raise Interrupted
                here = level.pop()
                left = missing(here)
                for move in moves(here):
                    after = advance(here, move)
                    if after in came:
                        continue
                    if shortest and missing(after) == left:
                        later.setdefault(after, here)
                        continue
                    came[after] = here
                    if not missing(after):
                        return self._way(came, position, after)
                    level.append(after)
            for after, here in later.items():
                if after not in came:
                    came[after] = here
                    level.append(after)
        return None

    def _way(self, came: dict[P, P], first: P, last: P) -> tuple[M, ...]:
        """The moves that led from the first position to the last."""
        found = []
        while last != first:
            before, after = came[last], last
            found.append(
                next(m for m in self._game.moves(before) if self._game.advance(before, m) == after)
            )
            last = before
        return tuple(reversed(found))
