"""Asking for a solution while the board goes on: the search runs in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any

from companion.engines.solver import Interrupted, Solver


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer about a position: the moves of a solution, or None when there is none left."""

    position: Any
    moves: tuple[Any, ...] | None


Ask = Callable[[Solver, Any, Callable[[Solved], None]], Callable[[], None]]
"""Have a solver look at a position and tell the answer; the result gives the search up."""


def in_a_thread(
    solver: Solver, position: Any, tell: Callable[[Solved], None]
) -> Callable[[], None]:
    """Search in a thread of its own. `tell` is called there, unless the search was given up."""
    given_up = Event()

    def search() -> None:
        try:
            moves = solver.solve(position, given_up.is_set)
        except Interrupted:
            return
        tell(Solved(position, moves))

    Thread(target=search, name="solver", daemon=True).start()
    return given_up.set
