"""Simulated pieces: what hands and a player's eyes do where there is no wood."""

from __future__ import annotations

from collections.abc import Sequence

from companion.drivers.port import PiecePlaces, PieceTable
from companion.geometry import Point
from companion.protocol import commands
from companion.rules import Action, CompanionError, Turn, TurnMatch

PieceCommand = commands.Lift | commands.Put | commands.Arrange | commands.Sweep


class SimulatedPieces:
    """The simulated pieces of a board, for one match."""

    def __init__(self, table: PieceTable, match: TurnMatch) -> None:
        self._table = table
        self._match = match

    def obey(self, command: PieceCommand) -> None:
        """Move pieces as the page says; CompanionError for what no hand can do."""
        table = self._table
        match command:
            case commands.Lift(place, hand, piece):
                table.lift(self._place(place), hand, piece)
            case commands.Put(place, hand):
                # Else the lift before it was refused, and said so.
                if hand in table.piece_places().hands:
                    table.put(self._place(place), hand)
            case commands.Arrange():
                table.arrange(self._texts(self._match.position))
                table.keep_in_tray({piece.text for piece in self._match.game.pieces})
            case commands.Sweep():
                table.clear_board()

    def tabletop(self) -> PiecePlaces:
        """Where every piece is now."""
        return self._table.piece_places()

    def tidy(self) -> None:
        """Do what a player does where no switch can see it: crown, turn over, put a captured
        piece under its captor. To be called when the switches agree with the position."""
        table = self._table.piece_places()
        wanted = self._texts(self._match.position)
        if not table.hands and [list(stack) for stack in table.points] != wanted:
            self._table.arrange(wanted)

    def stock(self) -> None:
        """Lay ready beside the board what a legal move may bring onto it."""
        game, position = self._match.turn_game, self._match.position
        wanted = {
            step.piece.text: None
            for turn in self._match.turns
            for step in game.steps(position, turn)
            if step.action is Action.ENTER
        }
        self._table.stock_tray(list(wanted))

    def shows(self, candidates: Sequence[Turn]) -> int | None:
        """Which of these turns the pieces show to be made, as anybody can see who looks at them;
        None when that is none, or not just one."""
        game, position = self._match.turn_game, self._match.position
        there = [list(stack) for stack in self._table.piece_places().points]
        found = [
            number
            for number, turn in enumerate(candidates)
            if self._texts(game.advance(position, turn)) == there
        ]
        return found[0] if len(found) == 1 else None

    def _texts(self, position: object) -> list[list[str]]:
        stacks = self._match.game.stacks(position)
        return [[piece.text for piece in stack] for stack in stacks]

    def _place(self, name: str) -> Point | None:
        board = self._match.game.board
        if name == "tray":
            return None
        if name not in board.index:
            raise CompanionError(f"the {board.name} board has no point {name!r}")
        return board.index[name]
