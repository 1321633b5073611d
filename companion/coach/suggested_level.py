"""The level of the computer that suits somebody, from that person's results.

A level suits while both sides win now and then. Only the last games at the level that was played
last count: after two wins in a row, the next level up is suggested; after three losses in a row,
the next one down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.opponents.levels import LEVELS

_UP = 2  # wins in a row
_DOWN = 3  # losses in a row


class LevelResult(NamedTuple):
    """A finished game against the computer.

    Attributes:
        level: The computer's level.
        score: 1 for a win, 0.5 for a draw, 0 for a loss.
    """

    level: str
    score: float


def suggest_level(results: Sequence[LevelResult]) -> str:
    """Return the level that suits after these results, the oldest first; empty without any.

    Games at levels of external engines do not count.
    """
    counted = [result for result in results if result.level in LEVELS]
    if not counted:
        return ""
    last = counted[-1].level
    scores: list[float] = []
    for level, score in reversed(counted):
        if level != last:
            break
        scores.append(score)
    at = LEVELS.index(last)
    if len(scores) >= _UP and all(score == 1 for score in scores[:_UP]):
        at += 1
    elif len(scores) >= _DOWN and all(score == 0 for score in scores[:_DOWN]):
        at -= 1
    return LEVELS[min(max(at, 0), len(LEVELS) - 1)]
