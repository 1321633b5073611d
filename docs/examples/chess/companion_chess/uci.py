"""Chess as engines write it that speak the Universal Chess Interface."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import Notation
from companion_chess import notation
from companion_chess.rules import BOARD, Move, Position

_PROMOTIONS = ("", "", "n", "b", "r", "q")  # by the kind


class Uci(Notation[Position, Move]):
    """FEN, and squares. Castling is written as in Chess 960: the king takes its own rook."""

    settings: Mapping[str, str] = {"UCI_Chess960": "true"}

    def position_text(self, position: Position) -> str:
        return notation.fen(position)

    def move_text(self, position: Position, move: Move) -> str:
        origin, to, promotion = move
        return BOARD.names[origin] + BOARD.names[to] + _PROMOTIONS[promotion]


UCI = Uci()
