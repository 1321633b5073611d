"""What goes into the tracker beside `Sensed`, and what comes out of it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Tick(NamedTuple):
    """Time has come to `at` (seconds)."""

    at: float


class Confirm(NamedTuple):
    """The button was pressed, or the page says yes; `held`: pressed long."""

    at: float
    held: bool = False


class Choose(NamedTuple):
    """A question was answered by the candidate's number."""

    candidate: int
    at: float


class MoveMade(NamedTuple):
    """Hands have made this legal move. Whoever plays it lets the tracker follow at once."""

    move: Any


class TakenBack(NamedTuple):
    """Hands have taken back the last `plies` plies."""

    plies: int


class BoardReady(NamedTuple):
    """The board shows the position that was wanted."""


Signal = MoveMade | TakenBack | BoardReady
