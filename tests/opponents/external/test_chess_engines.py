"""Chess engines of the distribution play whole games, whatever options they have."""

from __future__ import annotations

import pytest

from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings
from companion.opponents.question import Question
from tests import needs
from tests.opponents.external.chess_game import Chess

GAME = Chess()
MOST = 120  # plies; engines that are alike may draw for ever


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        pytest.param(needs.stockfish, (), id="stockfish"),
        pytest.param(needs.toga2, (), id="toga2"),
        pytest.param(needs.gnuchess, ("--uci",), id="gnuchess"),
    ],
)
def test_an_engine_plays_both_sides_to_the_end(
    engine: needs.Need[str], words: tuple[str, ...]
) -> None:
    settings = EngineSettings(command=(engine(), *words), protocol="uci", seconds=0.02)
    roster = EngineRoster({"x": settings})
    player, position, before = roster.engine(GAME, "x"), GAME.start(), list[str]()
    try:
        while not GAME.outcome(position).over and len(before) < MOST:
            choice = player.choose(Question(GAME, position, before=before))
            assert not choice.trouble
            before.append(position)
            position = GAME.advance(position, choice.move)
    finally:
        roster.close()
    assert len(before) > 20
