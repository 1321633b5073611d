"""A search for solitaires with a supply that runs out, such as stones to lay or kings to make.

A move either makes one step of progress or none. All solutions from a position have the same number
of progress moves; they differ in the number of other moves. So the search proceeds level by level:
first the positions that progress moves alone can reach, then those that take one other move, and so
on. Each position is visited once, on the lowest level that reaches it. The first solution found is
therefore a shortest one, and if the levels run out there is none.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable
from typing import TypeVar

from companion.opponents.contract import Interrupted, Solver, Stop, never
from companion.rules import Game

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Search(Solver[P, M]):
    """A solver that searches forwards, from scratch for each question.

    A subclass defines `missing`.
    """

    def __init__(self, game: Game[P, M]) -> None:
        self._game = game

    @abstractmethod
    def missing(self, position: P) -> int:
        """Return the number of progress moves still needed; 0 in a solved position.

        A move lowers this by at most one and never raises it.
        """

    def impossible(self, position: P) -> bool:
        """Return whether there is clearly no solution, without a search."""
        return False

    def solve(
        self, position: P, stop: Stop = never, occurred: Collection[P] = ()
    ) -> tuple[M, ...] | None:
        return self._search(position, stop, occurred, shortest=True)

    def hopeless(self, position: P, stop: Stop = never, occurred: Collection[P] = ()) -> bool:
        # Any solution will do, so all moves can be on the first level.
        return self._search(position, stop, occurred, shortest=False) is None

    def _search(
        self, position: P, stop: Stop, occurred: Collection[P], *, shortest: bool
    ) -> tuple[M, ...] | None:
        if not self.missing(position):
            return ()
        if self.impossible(position):
            return None
        moves, advance, missing = self._game.moves, self._game.advance, self.missing
        # The predecessor of each position. A position that a repetition would lose counts as
        # visited.
        predecessor = dict.fromkeys(occurred if self._game.repetitions else (), position)
        predecessor[position] = position
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
                    if after in predecessor:
                        continue
                    if shortest and missing(after) == left:
                        later.setdefault(after, here)
                        continue
                    predecessor[after] = here
                    if not missing(after):
                        return self._path(predecessor, position, after)
                    level.append(after)
            for after, here in later.items():
                if after not in predecessor:
                    predecessor[after] = here
                    level.append(after)
        return None

    def _path(self, predecessor: dict[P, P], first: P, last: P) -> tuple[M, ...]:
        """Return the moves that lead from the first position to the last."""
        found = []
        while last != first:
            before, after = predecessor[last], last
            found.append(
                next(m for m in self._game.moves(before) if self._game.advance(before, m) == after)
            )
            last = before
        return tuple(reversed(found))
