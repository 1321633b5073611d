"""Every game is played to the end by clicks alone, quick ones and slow ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import TimingSettings
from companion.games.registry import built_in, make
from companion.rules import Match
from companion.testing import VirtualTable
from tests.conformance.option_sets import parameters
from tests.session.clicker import Clicker

_PACES = (3.0, 10.0)  # seconds between the clicks of somebody who thinks
_TURNS = 120  # of a game that may never end


@pytest.mark.parametrize(("name", "options"), parameters())
def test_a_game_is_played_to_its_end_by_clicks(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    play(tmp_path, Match(make(name, options)))


@pytest.mark.parametrize("pace", _PACES)
@pytest.mark.parametrize("name", built_in())
def test_a_game_is_played_to_its_end_by_slow_clicks(tmp_path: Path, name: str, pace: float) -> None:
    timing = TimingSettings()  # of which the pause ends a turn that could go on, on a wooden board
    assert timing.settle + timing.patience < _PACES[0] * 1000 < timing.pause < _PACES[1] * 1000
    play(tmp_path, Match(make(name)), pace=pace)


def play(folder: Path, match: Match, pace: float = 0.4) -> None:
    """Play random turns to the end of the match, or for a long while."""
    with VirtualTable(folder) as table:
        table.begin_match(match)
        clicker = Clicker(table, seed=1, pace=pace)
        for _ in range(_TURNS):
            if table.session.match.over:
                break
            clicker.play_random()
