"""Commands from pages, ordered with the changes on the board.

Switches need a moment to settle, and a board must be still before a move is accepted, but a command
arrives at once. So *Take back*, pressed right after a piece was put down, would arrive before the
move that it is about, and a hand could take a piece from a board that is not yet set up. A command
therefore waits until all earlier board changes have been judged, and later commands wait behind it.
Answers about the board as it is (confirm, choose) only wait for the switches. Hands that move
simulated pieces only wait until the board is set up, and settings do not wait at all. A click means
what the position makes of it, so it waits until the position is known.
"""

from __future__ import annotations

from collections import deque

from companion.hands import BoardReader
from companion.protocol.commands import (
    Adjust,
    Choose,
    Command,
    Confirm,
    Lift,
    ListEngines,
    Put,
    Release,
    SetEngine,
    TryEngine,
)


class CommandQueue:
    """The commands that have arrived but have not been executed.

    Attributes:
        deadline: When the first of them is due (seconds), as far as known; otherwise None.
    """

    def __init__(self) -> None:
        self.deadline: float | None = None
        self._extended = False  # whether that is later than it was first known
        self._waiting: deque[Command] = deque()

    def add(self, command: Command) -> None:
        """Add a command; call `take` next."""
        self._waiting.append(command)

    def take(self, at: float, reader: BoardReader | None) -> Command | None:
        """Remove and return the next command that is due by `at` (seconds), or None.

        Args:
            at: The current time (seconds).
            reader: The board's reader, up to date; None if there is no board to wait for.
        """
        if not self._waiting:
            return None
        if self.deadline is None:
            due = None if reader is None else _due(self._waiting[0], reader)
            self.deadline = at if due is None else due
        if self.deadline > at:
            return None
        if not self._extended and reader is not None:
            # What the board shows now may take longer to be judged. Later changes delay nothing.
            self._extended = True
            due = _due(self._waiting[0], reader)
            if due is not None and due > at:
                self.deadline = due
                return None
        self.deadline, self._extended = None, False
        return self._waiting.popleft()


def _due(command: Command, reader: BoardReader) -> float | None:
    """Return when a command may be executed (seconds); None for at once."""
    match command:
        case Lift() | Put() | Release():
            return reader.ready
        case Confirm() | Choose():
            return reader.settled
        case Adjust() | ListEngines() | TryEngine() | SetEngine():
            return None
        case _:
            return reader.judged
