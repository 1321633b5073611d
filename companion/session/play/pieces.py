"""Simulated pieces: the work of hands and eyes on a wooden board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.device.ports.port import PiecePlaces, PieceTable
from companion.protocol import commands
from companion.rules import Action, Turn, TurnMatch
from companion.rules.geometry import Occupancy, Point, bits
from companion.session.match.places import named_point

_ASSISTANT = "assistant"  # the hand of the assistant

PieceCommand = commands.Lift | commands.Put | commands.Arrange | commands.Sweep


class PieceMove(NamedTuple):
    """The move of one piece, or of all pieces on a point, to another place.

    Attributes:
        origin: The point that it comes from; None for the tray.
        to: The point where it goes; None for the tray.
        piece: The text of a piece from the tray; otherwise empty.
        leads: Whether the piece is the one that the move is about, which goes first.
    """

    origin: Point | None
    to: Point | None
    piece: str = ""
    leads: bool = False


def taken_off(match: TurnMatch) -> list[str]:
    """Return the texts of the pieces that moves have taken off the board, and not brought back."""
    game, off = match.game, list[str]()
    count = sum(map(len, game.stacks(match.history[0].position))) if match.history else 0
    for ply in match.history:
        before = count
        count = sum(map(len, game.stacks(game.advance(ply.position, ply.move))))
        for action, _, piece, _ in game.steps(ply.position, ply.move):
            if action is Action.REMOVE and count < before:
                off.append(piece.text)
            elif action is Action.ENTER and piece.text in off:
                off.remove(piece.text)
    return off


class SimulatedPieces:
    """The simulated pieces of a board, for one match."""

    def __init__(self, table: PieceTable, match: TurnMatch) -> None:
        self._table = table
        self._match = match

    def obey(self, command: PieceCommand) -> None:
        """Move pieces for the page.

        Raises:
            CompanionError: If no hand could do that.
        """
        table = self._table
        match command:
            case commands.Lift(place, hand, piece):
                table.lift(self.point(place), hand, piece)
            case commands.Put(place, hand):
                if (
                    hand in table.piece_places().hands
                ):  # otherwise the lift was refused, with a message
                    table.put(self.point(place), hand)
            case commands.Arrange():
                table.arrange(self._texts(self._match.position), taken_off(self._match))
                table.keep_in_tray({piece.text for piece in self._match.game.pieces})
            case commands.Sweep():
                table.clear_board()

    def carry(self, carry: PieceMove) -> None:
        """Carry a piece to another place.

        Raises:
            CompanionError: If the piece is not there.
        """
        self._table.lift(carry.origin, _ASSISTANT, carry.piece if carry.origin is None else "")
        self._table.put(carry.to, _ASSISTANT)

    def there(self, carry: PieceMove) -> bool:
        """Return whether there is a piece to carry, and room for it."""
        table = self._table.piece_places()
        if carry.to is not None and table.points[carry.to] and not carry.leads:
            return False
        if carry.origin is None and carry.piece not in table.tray:
            return False
        return carry.origin is None or bool(table.points[carry.origin])

    def tabletop(self) -> PiecePlaces:
        """Return the place of every piece."""
        return self._table.piece_places()

    @property
    def occupancy(self) -> Occupancy:
        """The occupied points."""
        stacks = self._table.piece_places().points
        return Occupancy(bits(Point(p) for p, stack in enumerate(stacks) if stack))

    @property
    def right(self) -> bool:
        """Whether the occupied points are exactly those of the position."""
        return self.occupancy == self._match.game.occupancy(self._match.position)

    @property
    def placed(self) -> bool:
        """Whether the pieces on the board are exactly those of the position."""
        return not self.in_hand and self._there == self._texts(self._match.position)

    @property
    def in_hand(self) -> bool:
        """Whether a hand holds a piece."""
        return bool(self._table.piece_places().hands)

    def tidy(self) -> None:
        """Do what a player does that no switch senses.

        Crown a piece, turn it over, or put a captured piece under its captor. To be called when the
        switches and the pieces agree with the position.
        """
        right = self._texts(self._match.position)
        if not self.in_hand and self._there != right:
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
        """Return the index of the one turn among these that would leave the pieces as they are.

        None if there is no such turn, or more than one.
        """
        game, position = self._match.turn_game, self._match.position
        there = self._there
        found = [
            number
            for number, turn in enumerate(candidates)
            if self._texts(game.advance(position, turn)) == there
        ]
        return found[0] if len(found) == 1 else None

    @property
    def _there(self) -> list[list[str]]:
        """The texts of the pieces on every point."""
        return [list(stack) for stack in self._table.piece_places().points]

    def _texts(self, position: object) -> list[list[str]]:
        stacks = self._match.game.stacks(position)
        return [[piece.text for piece in stack] for stack in stacks]

    def point(self, name: str) -> Point | None:
        """Return the point of that name; None for the tray.

        Raises:
            CompanionError: If there is no such point.
        """
        return None if name == "tray" else named_point(self._match.game.board, name)

    def name(self, point: Point | None) -> str:
        """Return the name of a point, or `tray` for None."""
        return "tray" if point is None else self._match.game.board.names[point]
