"""Chess as engines write it that speak the Universal Chess Interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.base.text import Text
from companion.rules import InvalidPosition, Notation
from companion.rules.geometry import points_of
from companion_chess import notation, rules
from companion_chess.rules import BOARD, Move, Position

_OPTION = "UCI_Chess960"
_PROMOTIONS = ("", "", "n", "b", "r", "q")  # by the kind


class PlainUci(Notation[Position, Move]):
    """FEN, and squares. Castling is the king's own move, such as e1g1.

    In a position of Chess 960 that could be another move, so there the king takes its own rook.
    """

    def position_text(self, position: Position) -> str:
        for seat in (rules.WHITE, rules.BLACK):
            home = BOARD.names[rules.king(position, seat)]
            rooks = [BOARD.names[p] for p in points_of(position.castling & position[seat])]
            if any(home[0] != "e" or rook[0] not in "ah" for rook in rooks):
                raise InvalidPosition(
                    Text(
                        "it has no option {name!r}, without which it does not know how a king on "
                        "{king} castles",
                        name=_OPTION,
                        king=home,
                    )
                )
        return notation.fen(position)

    def move_text(self, position: Position, move: Move) -> str:
        return _kings_move(position, move) or _squares(move)

    def other_texts(self, position: Position, move: Move) -> Sequence[str]:
        return (_squares(move),) if _kings_move(position, move) else ()


class Uci960(PlainUci):
    """The same, but in castling the king always takes its own rook, such as e1h1."""

    settings: Mapping[str, str] = {_OPTION: "true"}

    def position_text(self, position: Position) -> str:
        return notation.fen(position)

    def move_text(self, position: Position, move: Move) -> str:
        return _squares(move)

    def other_texts(self, position: Position, move: Move) -> Sequence[str]:
        text = _kings_move(position, move)
        return (text,) if text else ()


class Uci(Uci960):
    """Either, depending on the engine: for games from the usual start."""

    simpler: Notation[Position, Move] | None = PlainUci()


UCI, UCI_960 = Uci(), Uci960()


def _squares(move: Move) -> str:
    origin, to, promotion = move
    return BOARD.names[origin] + BOARD.names[to] + _PROMOTIONS[promotion]


def _kings_move(position: Position, move: Move) -> str:
    """The move of a king that castles from its usual square with a rook on its own; or empty."""
    origin, to, _ = move
    if not rules.is_castling(position, move):
        return ""
    if BOARD.names[origin][0] != "e" or BOARD.names[to][0] not in "ah":
        return ""
    king, _ = rules.castled(position.seat, to - origin)
    return BOARD.names[origin] + BOARD.names[king]
