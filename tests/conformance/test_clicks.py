"""Every game is played to the end by clicks alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import make
from companion.rules import Match
from companion.testing import VirtualTable
from tests.conformance.option_sets import parameters
from tests.session.clicker import Clicker

_TURNS = 120  # of a game that may never end


@pytest.mark.parametrize(("name", "options"), parameters())
def test_a_game_is_played_to_its_end_by_clicks(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin_match(Match(make(name, options)))
        clicker = Clicker(table, seed=1)
        for _ in range(_TURNS):
            if table.session.match.over:
                break
            clicker.play_random()
