"""Moves as engines write them: each text means one move."""

from __future__ import annotations

from random import Random

import pytest
from companion_chess import rules
from companion_chess.chess import Chess
from companion_chess.rules import Move, Position
from companion_chess.uci import UCI, UCI_960, PlainUci

PLAIN = PlainUci()


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
