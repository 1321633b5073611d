"""A board that is open: its port, the look at every switch, its trouble, its button."""

from __future__ import annotations

from collections.abc import Callable

from companion.drivers.port import Port, PortError, Report
from companion.geometry import Board, Occupancy
from companion.menu.button import GestureButton
from companion.tracking import Faults

_POLL = 1.0  # seconds between readings of all switches, the safety net for a lost edge

PortOpener = Callable[[Board], Port]
"""Makes the port for a board, not yet reporting."""


class OpenBoard:
    """A port that is open, from then until `close`.

    board:   of the games that are played on it.
    faults:  what is known of its switches, from game to game.
    button:  its button, as gestures.
    trouble: why the switches could not be read the last time; or empty.
    """

    def __init__(
        self, board: Board, opener: PortOpener, listen: Callable[[Report], None], debounce: float
    ) -> None:
        """Open the port for a board; it reports to `listen`. debounce: seconds for which the button
        must hold a level. Raises PortError if the board is unavailable."""
        self.board = board
        self.port = opener(board)
        self.faults = Faults()
        self.button = GestureButton(debounce)
        self.trouble = ""
        self._next_poll = float("-inf")
        self.port.open(listen)

    def occupancy(self, at: float) -> Occupancy:
        """What every switch senses now; the next look is due a while after. Raises PortError if
        they cannot be read."""
        self._next_poll = at + _POLL
        return self.port.occupancy()

    def due(self, at: float) -> bool:
        """Whether it is time to look at every switch."""
        return at >= self._next_poll

    def look(self, at: float) -> Occupancy | None:
        """What every switch senses now; None, and `trouble`, if they cannot be read."""
        try:
            sensed = self.occupancy(at)
        except PortError as error:
            self.trouble = str(error)
            return None
        self.trouble = ""
        return sensed

    @property
    def deadline(self) -> float:
        """When the next look is due, or the button will have something to say."""
        due = self.button.deadline
        return self._next_poll if due is None else min(self._next_poll, due)

    def close(self) -> None:
        """Lamps off, hardware given back."""
        self.port.close()
