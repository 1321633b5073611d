"""Simulated pieces: does what hands and eyes do on a wooden board."""

from __future__ import annotations

from collections.abc import Sequence

from companion.drivers.port import PiecePlaces, PieceTable
from companion.geometry import Occupancy, Point, bits
from companion.protocol import commands
from companion.rules import Action, CompanionError, Turn, TurnMatch

PieceCommand = commands.Lift | commands.Put | commands.Arrange | commands.Sweep


class SimulatedPieces:
    """The simulated pieces of a board, for one match."""

    def __init__(self, table: PieceTable, match: TurnMatch) -> None:
        self._table = table
        self._match = match

    def obey(self, command: PieceCommand) -> None:
        """Move pieces as the page asks. Raises CompanionError for what no hand could do."""
        table = self._table
        match command:
            case commands.Lift(place, hand, piece):
                table.lift(self._place(place), hand, piece)
            case commands.Put(place, hand):
                if (
                    hand in table.piece_places().hands
                ):  # otherwise the lift was refused, with a message
                    table.put(self._place(place), hand)
            case commands.Arrange():
                table.arrange(self._texts(self._match.position))
                table.keep_in_tray({piece.text for piece in self._match.game.pieces})
            case commands.Sweep():
                table.clear_board()

    def tabletop(self) -> PiecePlaces:
        """Where every piece is now."""
        return self._table.piece_places()

    @property
    def occupancy(self) -> Occupancy:
        """The points that pieces stand on."""
        stacks = self._table.piece_places().points
        return Occupancy(bits(Point(p) for p, stack in enumerate(stacks) if stack))

    @property
    def in_hand(self) -> bool:
        """Whether a hand holds a piece."""
        return bool(self._table.piece_places().hands)

    def tidy(self) -> None:
        """Do what a player does that no switch senses: crown a piece, turn it over, or put a
        captured piece under its captor. To be called when the switches and the pieces agree with
        the position."""
        table = self._table.piece_places()
        right = self._texts(self._match.position)
        if not table.hands and [list(stack) for stack in table.points] != right:
            self._table.arrange(right)

    def stock(self) -> None:
        """Lay out beside the board the pieces that a legal move may place."""
        game, position = self._match.turn_game, self._match.position
        needed = {
            step.piece.text: None
            for turn in self._match.turns
            for step in game.steps(position, turn)
            if step.action is Action.ENTER
        }
        self._table.stock_tray(list(needed))

    def shows(self, candidates: Sequence[Turn]) -> int | None:
        """The index of the one turn among these that would leave the pieces as they are; None if
        there is none, or more than one."""
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
