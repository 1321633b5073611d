"""Commands of pages, in the order in which things happened.

Switches need a moment to settle, and a board must be still before a move is believed, but a command
comes at once. So *Take back*, pressed right after a piece was put down, would arrive before the
move that it is about, and a hand could take a piece from a board before it counts as set up. A
command therefore waits until the board that was reported before it is judged, and later ones wait
behind it. What answers the board as it is (confirm, choose) waits for the switches alone. Hands
that move simulated pieces wait for nothing but a board that is set up, and settings for nothing.
"""

from __future__ import annotations

from collections import deque

from companion.protocol.commands import Adjust, Choose, Command, Confirm, Lift, Put
from companion.tracking import BoardReader


class CommandQueue:
    """The commands that have come and have not been carried out.

    deadline: when the first of them is due (seconds), as far as it is known.
    """

    def __init__(self) -> None:
        self.deadline: float | None = None
        self._waiting: deque[Command] = deque()

    def add(self, command: Command) -> None:
        """Take a command. Call `take` next."""
        self._waiting.append(command)

    def take(self, at: float, reader: BoardReader) -> Command | None:
        """Take out the next command that is due by `at`, if any. reader: of the board, which has
        read everything until then."""
        if not self._waiting:
            return None
        if self.deadline is None:
            due = _due(self._waiting[0], reader)
            self.deadline = at if due is None else due
        if self.deadline > at:
            return None
        self.deadline = None
        return self._waiting.popleft()

    def take_all(self) -> list[Command]:
        """Take out all commands, whenever they are due."""
        taken = list(self._waiting)
        self._waiting.clear()
        self.deadline = None
        return taken


def _due(command: Command, reader: BoardReader) -> float | None:
    """When a command may be carried out; None: at once."""
    match command:
        case Lift() | Put():
            return reader.ready
        case Confirm() | Choose():
            return reader.settled
        case Adjust():
            return None
        case _:
            return reader.judged
