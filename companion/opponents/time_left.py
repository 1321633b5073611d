"""The time on a match's clock, for the player that has to choose a move."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The clock at the moment when a seat begins to think.

    Attributes:
        left: The seconds left, by seat; negative if a seat's time is up.
        bonus: The seconds added for each move.
        per_move: Whether the time is for a single move, and restarts with the next one.
    """

    left: tuple[float, ...]
    bonus: float = 0.0
    per_move: bool = False
