"""The time that a match's clock leaves to whoever has to choose a move."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """A clock when a seat begins to think.

    left:     the seconds that each seat has left, by seat; below 0 if its time is over.
    bonus:    the seconds that each move adds.
    per_move: whether that time is for one move, and begins anew with the next.
    """

    left: tuple[float, ...]
    bonus: float = 0.0
    per_move: bool = False
