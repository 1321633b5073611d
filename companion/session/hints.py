"""Hints, and the word that a puzzle has become hopeless: asked for here, found elsewhere.

The search runs beside the board; an answer about a position that has gone by is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.engines import Solver, solver_for
from companion.rules import CompanionError, TurnMatch
from companion.session.search import Cancel, OnResult, Search, SearchResult


@dataclass(frozen=True, slots=True)
class SolverResult(SearchResult):
    """The answer about a position: whether it is hopeless, and the moves of a solution if there is
    one and it was asked for."""

    hopeless: bool
    moves: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class SolverJob:
    """What a solver is asked about a position: for a solution (`moves`), or only whether there is
    one. before: the positions that led to it."""

    solver: Solver[Any, Any]
    position: Any
    before: tuple[Any, ...]
    moves: bool

    def run(self, stop: Callable[[], bool]) -> SolverResult:
        """The answer; Interrupted when `stop` says so."""
        if not self.moves:
            return SolverResult(
                self.position, self.solver.hopeless(self.position, stop, self.before)
            )
        moves = self.solver.solve(self.position, stop, self.before)
        return SolverResult(self.position, moves is None, moves or ())


class Hints:
    """What is known about the way to the solution of one match.

    text: what to say; move: the next move of a solution, when it was asked for. watched: whether
    the player wants to be told when the position is hopeless.
    """

    def __init__(
        self, match: TurnMatch, search: Search, on_result: OnResult, *, watched: bool
    ) -> None:
        self.text = ""
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
        """The player wants a hint; CompanionError for a game that has none."""
        if self._solver is None:
            raise CompanionError(f"there are no hints for {self._match.game.title}")
        if self._match.over:
            raise CompanionError("the game is over: there is nothing left to solve")
        self._asked = True
        self.text = "Looking for a solution …"
        self._begin()

    def watch(self, on: bool) -> None:
        """Say from now on, or do not say, when the position is hopeless."""
        self.watched = on
        if not self._asked:
            self._renew()

    def moved(self) -> None:
        """The position may be another one now; what is known of the same one stays."""
        match = self._match
        now = (len(match.history), match.over)
        if now != self._about:
            self._about = now
            self._renew()

    def _renew(self) -> None:
        self._cancel()
        self._asked, self.text, self.move = False, "", None
        if self.watched and self._solver is not None and not self._match.over:
            self._begin()

    def take(self, solved: SolverResult) -> None:
        """An answer has come."""
        match = self._match
        if solved.position != match.position or match.over:
            return
        if solved.hopeless:
            self.text = "No solution is left from here: take a move back."
        elif self._asked and solved.moves:
            self.move = solved.moves[0]
            self.text = f"Hint: {match.game.move_text(match.position, self.move)}"
        self._asked = False

    def close(self) -> None:
        """Nobody wants the answer any more."""
        self._cancel()

    def _begin(self) -> None:
        self._cancel()
        match = self._match
        if self._solver is not None and not match.over:
            before = tuple(played.position for played in match.history)
            job = SolverJob(self._solver, match.position, before, self._asked)
            self._cancel = self._search(job, self._on_result)
