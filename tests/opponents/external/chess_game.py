"""Chess as a game of this program, by python-chess: enough of it to talk about with an engine."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from companion.base.text import Text
from companion.rules import (
    DRAW,
    NOBODY,
    ONGOING,
    Action,
    Game,
    Notation,
    Outcome,
    Piece,
    Seat,
    Stack,
    Step,
    win,
)
from companion.rules.boards import boards
from companion.rules.geometry import Point


class _Uci(Notation[str, str]):
    def position_text(self, position: str) -> str:
        return position

    def move_text(self, position: str, move: str) -> str:
        return move


_UCI = _Uci()


class Chess(Game[str, str]):
    """Positions are FENs; moves are as UCI writes them, but shown in capitals, so that no text is
    taken for the other."""

    name = "test_chess"
    title = Text("Chess for tests")

    def setup(self) -> None:
        self.board = boards()["grid8"]
        self.seats = (Text("White"), Text("Black"))
        self.pieces = tuple(Piece(Seat(seat), Text("man"), text) for seat, text in enumerate("wb"))

    def start(self) -> str:
        return chess.STARTING_FEN

    def to_act(self, position: str) -> Seat:
        board = chess.Board(position)
        return NOBODY if board.is_game_over() else Seat(not board.turn)

    def moves(self, position: str) -> Sequence[str]:
        return [move.uci() for move in chess.Board(position).legal_moves]

    def advance(self, position: str, move: str) -> str:
        board = chess.Board(position)
        board.push_uci(move)
        return board.fen()

    def outcome(self, position: str) -> Outcome:
        ended = chess.Board(position).outcome()
        if ended is None:
            return ONGOING
        return DRAW if ended.winner is None else win(Seat(not ended.winner))

    def stacks(self, position: str) -> tuple[Stack, ...]:
        board = chess.Board(position)
        return tuple(
            () if (piece := board.piece_at(square)) is None else (self.pieces[not piece.color],)
            for square in chess.SQUARES
        )

    def steps(self, position: str, move: str) -> tuple[Step, ...]:
        played = chess.Move.from_uci(move)
        mover = self.stacks(position)[played.from_square][0]
        return (
            Step(Action.LIFT, Point(played.from_square), mover, False),
            Step(Action.PLACE, Point(played.to_square), mover, True),
        )

    def position_text(self, position: str) -> str:
        return position

    def parse_position(self, text: str) -> str:
        return chess.Board(text).fen()

    def move_text(self, position: str, move: str) -> str:
        return move.upper()

    def notation(self, protocol: str) -> Notation[str, str] | None:
        return _UCI if protocol == "uci" else None
