"""What a game is about, in one sentence."""

from __future__ import annotations

from companion.rules import AnyGame

_NUMBERS = ("one", "two", "three", "four", "five", "six")


def summary_of(kind: type[AnyGame]) -> str:
    """Return a game's own sentence or, if it has none, how many play it."""
    seats = len(kind().seats)
    return kind.summary or f"A game for {_NUMBERS[seats - 1]} player{'s' * (seats > 1)}."
