"""Engines of the distribution play the chess of the example package, with and without Chess 960.

`make test-examples` runs this; it needs the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.games.registry import make
from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings
from companion.opponents.external.player import ExternalPlayer
from companion.opponents.question import Question
from companion.rules import AnyGame, AnyNotation
from tests import needs

pytestmark = needs.chess_package.mark

Play = Callable[[AnyGame], ExternalPlayer]
ENGINES = {
    "stockfish": (needs.stockfish, ()),
    "toga2": (needs.toga2, ()),
    "gnuchess": (needs.gnuchess, ("--uci",)),
}


@pytest.fixture(params=ENGINES)
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture
def seat(name: str) -> Iterator[Play]:
    """Seats the engine at a game."""
    need, words = ENGINES[name]
    roster = EngineRoster(
        {name: EngineSettings(command=(need(), *words), protocol="uci", seconds=0.05)}
    )
    yield lambda game: roster.engine(game, name)
    roster.close()


def notation(game: AnyGame) -> AnyNotation:
    found = game.notation("uci")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("fen", "played", "best"),
    [
        ("6k1/p4ppp/8/8/8/8/8/R3K3 w Q - 0 1", ["e1c1", "a7a6"], "d1d8"),
        ("r3k3/8/8/8/8/8/P4PPP/6K1 b q - 0 1", ["e8a8", "a2a3"], "d8d1"),
    ],
)
def test_an_engine_understands_how_a_king_castles(
    seat: Play, fen: str, played: list[str], best: str
) -> None:
    """It mates with the rook that has castled."""
    game = make("chess")
    position, before = game.parse_position(fen), list[Any]()
    for text in played:
        before.append(position)
        position = game.advance(
            position, notation(game).by_text(position, game.moves(position))[text]
        )
    choice = seat(game).choose(Question(game, position, before=before))
    assert not choice.trouble
    assert notation(game).move_text(position, choice.move) == best


def test_an_engine_rates_every_move(seat: Play) -> None:
    game = make("chess")
    fools = game.parse_position("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2")
    rated = seat(game).analyse(Question(game, fools)).moves
    assert len(rated) == len(game.moves(fools))
    assert notation(game).move_text(fools, rated[0].move) == "d8h4"
    assert (rated[0].value, rated[0].plies) == (1.0, 1)
    assert len({one.value for one in rated}) > 5


def test_chess_960_needs_an_engine_that_knows_it(name: str, seat: Play) -> None:
    game = make("chess", start="0")
    choice = seat(game).choose(Question(game, game.start()))
    lacks = "it has no option 'UCI_Chess960', without which it cannot play this game"
    assert (lacks in choice.trouble) == (name != "stockfish")
    assert choice.move in game.moves(game.start())
