"""Every game, played in a process of its own that is killed and started again: what was told before
is believed afterwards, and nothing is taken back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from websockets.sync.client import connect

from companion.games.registry import kinds, make
from companion.records.journal import reader
from tests.playing_page import PATIENCE, PlayingPage
from tests.test_cli import playing

_TURNS = 4


@pytest.mark.slow
@pytest.mark.parametrize("name", kinds())
def test_what_was_told_survives_every_restart(name: str, tmp_path: Path) -> None:
    random = Random(name)
    game = make(name)
    told: list[str] | None = None
    for turns in (1, _TURNS, 0):
        with (
            playing(tmp_path, "--game", name) as (address, _),  # it ends in a kill
            connect(address, open_timeout=PATIENCE) as connection,
        ):
            page = PlayingPage(connection, game)
            if told is not None:
                assert page.texts == told
            stacks = game.stacks(page.match.position)
            lying = [[piece.text for piece in stack] for stack in stacks]
            assert page.state["tabletop"]["points"] == lying
            for _ in range(turns):
                if not page.match.over:
                    page.play(random)
            told = page.texts
    (summary,) = reader.list_logs(tmp_path / "games")
    assert summary.log is not None
    assert [move.text for move in summary.log.moves] == told
    assert not any("back" in line.decode() for line in summary.log.lines)
