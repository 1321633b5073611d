"""Hints, and the warning that a puzzle has become hopeless.

The search runs in the background. Its result is dropped if the position has changed meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.engines import Solver, solver_for
from companion.rules import CompanionError, TurnMatch
from companion.session.search import Cancel, OnResult, SearchResult, SearchRunner
from companion.text import Text


@dataclass(frozen=True, slots=True)
class SolverResult(SearchResult):
    """What a solver found out about a position: whether it is hopeless, and the moves of a solution
    if one was asked for and exists."""

    hopeless: bool
    moves: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class SolverJob:
    """Asks a solver about a position: for a solution (`moves`), or only whether there is one.
    before: the positions that led to it."""

    solver: Solver[Any, Any]
    position: Any
    before: tuple[Any, ...]
    moves: bool

    def run(
        self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> SolverResult:
        """The result, which is exact however late it is. Raises Interrupted as soon as `stop`
        returns true."""
        if not self.moves:
            return SolverResult(
                self.position, self.solver.hopeless(self.position, stop, self.before)
            )
        moves = self.solver.solve(self.position, stop, self.before)
        return SolverResult(self.position, moves is None, moves or ())


class Hints:
    """Hints for one match.

    text:    what to tell the player; or empty.
    move:    the next move of a solution, if one was asked for and found.
    watched: whether the player wants to be told when the position becomes hopeless.
    """

    def __init__(
        self, match: TurnMatch, search: SearchRunner, on_result: OnResult, *, watched: bool
    ) -> None:
        self.text = Text()
        self.move: Any | None = None
        self.watched = watched
        self._match = match
        self._solver = solver_for(match.game)
        self._search = search
        self._on_result = on_result
        self._asked = False
        self._about = (-1, False)  # how many plies had been played, and whether that was the end
        self._cancel: Cancel = lambda: None

    @property
    def possible(self) -> bool:
        """Whether this game has a solver."""
        return self._solver is not None

    def ask(self) -> None:
        """Look for a hint. Raises CompanionError if there can be none."""
        if self._solver is None:
            raise CompanionError(Text("there are no hints for {game}", game=self._match.game.title))
        if self._match.over:
            raise CompanionError(Text("the game is over: there is nothing left to solve"))
        self._asked = True
        self.text = Text("Looking for a solution …")
        self._begin()

    def watch(self, on: bool) -> None:
        """Start or stop telling the player when the position becomes hopeless."""
        self.watched = on
        if not self._asked:
            self._renew()

    def update(self) -> None:
        """Start afresh if the position has changed."""
        match = self._match
        now = (len(match.history), match.over)
        if now != self._about:
            self._about = now
            self._renew()

    def _renew(self) -> None:
        self._cancel()
        self._asked, self.text, self.move = False, Text(), None
        if self.watched and self._solver is not None and not self._match.over:
            self._begin()

    def take(self, solved: SolverResult) -> None:
        """Take the result of a search."""
        match = self._match
        if solved.position != match.position or match.over:
            return
        if solved.hopeless:
            self.text = (
                Text("There is no solution from here: take a move back.")
                if match.history
                else Text("There is no solution from here: begin another game.")
            )
        elif self._asked and solved.moves:
            self.move = solved.moves[0]
            self.text = Text("Hint: {move}", move=match.game.move_text(match.position, self.move))
        self._asked = False

    def close(self) -> None:
        """Cancel the search: its result is no longer needed."""
        self._cancel()

    def _begin(self) -> None:
        self._cancel()
        match = self._match
        if self._solver is not None and not match.over:
            before = tuple(played.position for played in match.history)
            job = SolverJob(self._solver, match.position, before, self._asked)
            self._cancel = self._search(job, self._on_result)
