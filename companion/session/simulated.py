"""Simulated pieces: what hands and a player's eyes do where there is no wood."""

from __future__ import annotations

from collections.abc import Sequence

from companion.drivers.simulated import SimulatedPort
from companion.geometry import Point
from companion.rules import Action, CompanionError, Turn
from companion.session.ledger import Ledger
from companion.web import messages

PieceCommand = messages.Lift | messages.Put | messages.Arrange | messages.Sweep


class SimulatedPieces:
    """The pieces of a simulated port, for one match."""

    def __init__(self, port: SimulatedPort, ledger: Ledger) -> None:
        self._port = port
        self._ledger = ledger
        self._match = ledger.match

    def obey(self, command: PieceCommand) -> None:
        """Move pieces as the page says; CompanionError for what no hand can do."""
        port = self._port
        match command:
            case messages.Lift(place, hand, piece):
                port.lift(self._place(place), hand, piece)
            case messages.Put(place, hand):
                if hand in port.tabletop().hands:  # or the lift before it was refused, and said so
                    port.put(self._place(place), hand)
            case messages.Arrange():
                port.arrange(self._texts(self._match.position))
                port.put_away({piece.text for piece in self._match.game.pieces})
            case messages.Sweep():
                port.sweep()

    def tidy(self) -> None:
        """Do what a player does where no switch can see it: crown, turn over, put a captured
        piece under its captor. To be called when the switches agree with the position."""
        table = self._port.tabletop()
        wanted = self._texts(self._match.position)
        if not table.hands and [list(stack) for stack in table.points] != wanted:
            self._port.arrange(wanted)

    def stock(self) -> None:
        """Lay ready beside the board what a legal move may bring onto it."""
        turns, position = self._ledger.turns, self._match.position
        wanted = {
            step.piece.text: None
            for line in self._ledger.lines
            for step in turns.steps(position, line)
            if step.action is Action.ENTER
        }
        self._port.supply(list(wanted))

    def shows(self, candidates: Sequence[Turn]) -> int | None:
        """Which of these turns the pieces show to be made, as anybody can see who looks at them;
        None when that is none, or not just one."""
        turns, position = self._ledger.turns, self._match.position
        there = [list(stack) for stack in self._port.tabletop().points]
        found = [
            number
            for number, line in enumerate(candidates)
            if self._texts(turns.advance(position, line)) == there
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
