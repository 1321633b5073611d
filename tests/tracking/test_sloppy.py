"""Whatever careless hands do, the match holds what they meant, and nothing else."""

from __future__ import annotations

import pytest

from tests.tracking.sloppy import Habits, Sloppy


@pytest.mark.parametrize(
    ("game", "options", "turns"),
    [("solomon", {}, 250), ("peg", {}, 150), ("peg", {"board": "grid7"}, 50)],
    ids=["solomon", "peg", "peg-grid7"],
)
@pytest.mark.parametrize("seed", range(6))
def test_sloppy_hands_are_understood(
    game: str, options: dict[str, str], turns: int, seed: int
) -> None:
    hands = Sloppy(game, seed, Habits(), **options)
    kinds = [hands.turn() for _ in range(turns)]
    assert len(set(kinds)) > 10


def test_sloppier_hands_are_understood() -> None:
    hands = Sloppy("solomon", 7, Habits(sloppy=0.9, blink=0.6, drag=0.5, slow=0.3))
    for _ in range(300):
        hands.turn()
