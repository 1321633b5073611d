"""An open board: its port, regular readings of all switches, port errors, and the button."""

from __future__ import annotations

from collections.abc import Callable

from companion.drivers.port import Port, PortError, Report
from companion.geometry import Board, Occupancy
from companion.menu.button import GestureButton
from companion.text import Text
from companion.tracking import Faults

_POLL = 1.0  # seconds between readings of all switches, in case an edge was lost

PortOpener = Callable[[Board], Port]
"""Creates the port for a board, not yet opened."""


class OpenBoard:
    """A board whose port is open, until `close`.

    board:   the board of the games that are played on it.
    faults:  what is known about faulty switches; it outlives a game.
    button:  its button, as gestures.
    trouble: why the last reading of the switches failed; else empty.
    """

    def __init__(
        self, board: Board, opener: PortOpener, listen: Callable[[Report], None], debounce: float
    ) -> None:
        """Open the port for a board; it reports to `listen`. debounce: seconds for which the button
        must hold a level to count. Raises PortError if the board is unavailable."""
        self.board = board
        self.port = opener(board)
        self.faults = Faults()
        self.button = GestureButton(debounce)
        self.trouble = Text()
        self._next_poll = float("-inf")
        self.port.open(listen)

    def occupancy(self, at: float) -> Occupancy:
        """Read all switches, and schedule the next reading. Raises PortError if that fails."""
        self._next_poll = at + _POLL
        return self.port.occupancy()

    def due(self, at: float) -> bool:
        """Whether it is time to read all switches."""
        return at >= self._next_poll

    def poll(self, at: float) -> Occupancy | None:
        """Read all switches. If that fails, returns None, and `trouble` says why."""
        try:
            sensed = self.occupancy(at)
        except PortError as error:
            self.trouble = error.text
            return None
        self.trouble = Text()
        return sensed

    @property
    def deadline(self) -> float:
        """When the next reading is due, or the button may produce a gesture."""
        due = self.button.deadline
        return self._next_poll if due is None else min(self._next_poll, due)

    def close(self) -> None:
        """Turn the lamps off and release the hardware."""
        self.port.close()
