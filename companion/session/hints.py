"""Hints, and the word that a puzzle has become hopeless: asked for here, found elsewhere.

A search may take seconds, so it runs beside the board (`Search`), and its answer comes back like
everything else that happens. An answer about a position that has gone by is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import Any

from companion.engines import Interrupted, Solver, solver_for
from companion.rules import CompanionError
from companion.session.ledger import Ledger

Tell = Callable[["Solved"], None]
GiveUp = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer about a position: the moves of a solution, or None when there is none left."""

    position: Any
    moves: tuple[Any, ...] | None


Search = Callable[[Solver[Any, Any], Any, tuple[Any, ...], Tell], GiveUp]
"""Looks for a solution from a position, given those before it, and tells the answer; what it
returns gives the search up."""


class ThreadedSearch:
    """Searches in threads of their own, one after another: a solver is not to be shared."""

    def __init__(self) -> None:
        self._free = Lock()

    def __call__(
        self, solver: Solver[Any, Any], position: Any, before: tuple[Any, ...], tell: Tell
    ) -> GiveUp:
        """Begin a search; one that was given up before makes room in a moment."""
        given_up = Event()

        def search() -> None:
            with self._free:
                try:
                    moves = solver.solve(position, given_up.is_set, before)
                except Interrupted:
                    return
            if not given_up.is_set():
                tell(Solved(position, moves))

        Thread(target=search, name="solver", daemon=True).start()
        return given_up.set


class Hints:
    """What is known about the way to the solution of one match.

    text: what to say; move: the next move of a solution, when it was asked for. watched: whether
    the player wants to be told when the position is hopeless.
    """

    def __init__(self, ledger: Ledger, search: Search, tell: Tell, *, watched: bool) -> None:
        self.text = ""
        self.move: Any | None = None
        self.watched = watched
        self._ledger = ledger
        self._solver = solver_for(ledger.match.game)
        self._search = search
        self._tell = tell
        self._asked = False
        self._give_up: GiveUp = lambda: None

    @property
    def possible(self) -> bool:
        """Whether this game has a solver."""
        return self._solver is not None

    def ask(self) -> None:
        """The player wants a hint; CompanionError for a game that has none."""
        if self._solver is None:
            raise CompanionError(f"there are no hints for {self._ledger.match.game.title}")
        self._asked = True
        self.text = "Looking for a solution …"
        self._begin()

    def watch(self, on: bool) -> None:
        """Say from now on, or do not say, when the position is hopeless."""
        self.watched = on
        if not self._asked:
            self.moved()

    def moved(self) -> None:
        """The position is another one now."""
        self._give_up()
        self._asked, self.text, self.move = False, "", None
        if self.watched and self._solver is not None and not self._ledger.match.over:
            self._begin()

    def take(self, solved: Solved) -> None:
        """An answer has come."""
        match = self._ledger.match
        if solved.position != match.position or match.over:
            return
        if solved.moves is None:
            self.text = "No solution is left from here: take a move back."
        elif self._asked and solved.moves:
            self.move = solved.moves[0]
            self.text = f"Hint: {match.game.move_text(match.position, self.move)}"
        self._asked = False

    def close(self) -> None:
        """Nobody wants the answer any more."""
        self._give_up()

    def _begin(self) -> None:
        self._give_up()
        match = self._ledger.match
        if self._solver is not None and not match.over:
            before = tuple(played.position for played in match.history)
            self._give_up = self._search(self._solver, match.position, before, self._tell)
