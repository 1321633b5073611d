"""The inputs of the tracker besides `Sensed`, and its outputs."""

from __future__ import annotations

from typing import Any, NamedTuple


class Tick(NamedTuple):
    """The time is now `at` (seconds)."""

    at: float


class Confirm(NamedTuple):
    """The players confirm, with the button or on the page.

    Attributes:
        at: The time (seconds).
        held: Whether by a long press.
    """

    at: float
    held: bool = False


class Choose(NamedTuple):
    """The players answer a question.

    Attributes:
        candidate: The index of the answer.
        at: The time (seconds).
    """

    candidate: int
    at: float


class MoveMade(NamedTuple):
    """Hands have made this legal move. The caller plays it and calls `follow` at once."""

    move: Any


class TakenBack(NamedTuple):
    """Hands have taken back the last `plies` plies."""

    plies: int


class BoardReady(NamedTuple):
    """The board is set up."""


Signal = MoveMade | TakenBack | BoardReady
