"""The level that suits somebody."""

from __future__ import annotations

import pytest

from companion.coach.suggested_level import LevelResult, suggest_level


@pytest.mark.parametrize(
    ("results", "suits"),
    [
        ("", ""),
        ("easy 1", "easy"),
        ("easy 1, easy 1", "casual"),
        ("easy 1, easy 0", "easy"),
        ("easy 1, easy 0.5", "easy"),
        ("easy 0, easy 0", "easy"),
        ("easy 0, easy 0, easy 0", "beginner"),
        ("beginner 0, beginner 0, beginner 0", "beginner"),
        ("strong 1, strong 1", "strong"),
        ("easy 1, casual 1", "casual"),  # one win there is not enough
        ("easy 1, easy 1, good 0", "good"),
        ("easy 1, easy 1, stockfish:3 1", "casual"),
    ],
)
def test_wins_lead_up_and_losses_down(results: str, suits: str) -> None:
    said = [one.split() for one in results.split(", ") if one]
    assert suggest_level([LevelResult(level, float(score)) for level, score in said]) == suits
