"""Chess engines of others play it: those of the distribution, whatever options they have."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from random import Random

import pytest
from companion_chess import rules
from companion_chess.chess import Chess
from companion_chess.notation import parse_fen
from companion_chess.rules import Move, Position
from companion_chess.uci import UCI, UCI_960, PlainUci

from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings
from companion.opponents.external.player import ExternalPlayer
from companion.opponents.question import Question

PATH = f"{os.environ.get('PATH', '')}:/usr/games"
ENGINES = {
    "stockfish": ("stockfish",),
    "toga2": ("toga2",),
    "gnuchess": ("gnuchess", "--uci"),
}
FOR_ALL = [pytest.param(name, id=name) for name in ENGINES]
PLAIN = PlainUci()

Make = Callable[[str, Chess], ExternalPlayer]


@pytest.fixture
def engine() -> Iterator[Make]:
    made: list[EngineRoster] = []

    def make(name: str, game: Chess) -> ExternalPlayer:
        program, *words = ENGINES[name]
        found = shutil.which(program, path=PATH)
        if found is None:
            pytest.skip(f"no {program} (sudo apt install {program})")
        settings = EngineSettings(command=(found, *words), protocol="uci", seconds=0.05)
        made.append(EngineRoster({name: settings}))
        return made[-1].engine(game, name)

    yield make
    for roster in made:
        roster.close()


@pytest.mark.parametrize("name", FOR_ALL)
def test_an_engine_plays_a_game(name: str, engine: Make) -> None:
    game = Chess()
    player, position, before = engine(name, game), game.start(), list[Position]()
    while not game.outcome(position).over and len(before) < 60:
        choice = player.choose(Question(game, position, before=before))
        assert not choice.trouble
        before.append(position)
        position = game.advance(position, choice.move)
    assert len(before) > 8


@pytest.mark.parametrize("name", FOR_ALL)
@pytest.mark.parametrize(
    ("fen", "replies"),
    [
        ("6k1/p4ppp/8/8/8/8/8/R3K3 w Q - 0 1", ["e1a1", "a7a6", "d1d8"]),
        ("r3k3/8/8/8/8/8/P4PPP/6K1 b q - 0 1", ["e8a8", "a2a3", "d8d1"]),
    ],
)
def test_an_engine_understands_how_a_king_castles(
    name: str, engine: Make, fen: str, replies: list[str]
) -> None:
    """It mates with the rook that has castled."""
    game = Chess()
    position, before = parse_fen(fen)[0], list[Position]()
    for text in replies[:-1]:
        before.append(position)
        position = game.advance(position, UCI_960.by_text(position, game.moves(position))[text])
    choice = engine(name, game).choose(Question(game, position, before=before))
    assert not choice.trouble
    assert UCI_960.move_text(position, choice.move) == replies[-1]


@pytest.mark.parametrize("name", FOR_ALL)
def test_an_engine_rates_every_move(name: str, engine: Make) -> None:
    game = Chess()
    fools = parse_fen("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2")[0]
    rated = engine(name, game).analyse(Question(game, fools)).moves
    assert len(rated) == len(game.moves(fools))
    assert UCI.move_text(fools, rated[0].move) == "d8h4"
    assert (rated[0].value, rated[0].plies) == (1.0, 1)
    assert rated[-1].value < rated[0].value
    assert len({one.value for one in rated}) > 5


@pytest.mark.parametrize("name", FOR_ALL)
def test_chess_960_needs_an_engine_that_knows_it(name: str, engine: Make) -> None:
    game = Chess({"start": 0})
    choice = engine(name, game).choose(Question(game, game.start()))
    if name == "stockfish":
        assert not choice.trouble
    else:
        assert f"engine {name}: it has no option 'UCI_Chess960'" in choice.trouble
    assert choice.move in game.moves(game.start())


@pytest.mark.parametrize("name", FOR_ALL)
@pytest.mark.parametrize(
    "king", ["3k3r/8/8/8/8/8/8/3K3R w Kk - 0 1", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"]
)
def test_castling_of_chess_960_needs_an_engine_that_knows_it(
    name: str, king: str, engine: Make
) -> None:
    game, position = Chess(), parse_fen(king)[0]
    choice = engine(name, game).choose(Question(game, position))
    if name == "stockfish":
        assert not choice.trouble
    else:
        said = "it has no option 'UCI_Chess960', without which it does not know how a king on"
        assert f"engine {name}: {said}" in choice.trouble
    assert choice.move in game.moves(position)


@pytest.mark.parametrize("start", [518, 0, 17, 959])
@pytest.mark.parametrize("notation", [UCI, UCI_960, PLAIN])
def test_every_text_means_one_move(start: int, notation: PlainUci) -> None:
    """Also where the king may castle to a square beside it, in random games."""
    random, game = Random(start), Chess({"start": start})
    for _ in range(12):
        position = game.start()
        for _ in range(40):
            moves = game.moves(position)
            if not moves:
                break
            found = notation.by_text(position, moves)
            assert {found[notation.move_text(position, move)] for move in moves} == set(moves)
            assert all(_means(position, text, move) for text, move in found.items())
            castles = [move for move in moves if rules.is_castling(position, move)]
            position = game.advance(position, random.choice(castles or moves))


def _means(position: Position, text: str, move: Move) -> bool:
    """Whether a text is the move's squares, or those of the king that castles from its file."""
    origin, to = rules.BOARD.names.index(text[:2]), rules.BOARD.names.index(text[2:4])
    if (origin, to) == (move.origin, move.to):
        return True
    king, _ = rules.castled(position.seat, move.to - move.origin)
    return rules.is_castling(position, move) and (origin, to) == (move.origin, king)
