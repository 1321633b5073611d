"""An open board: its port, regular readings of all switches, port errors, and the button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.base.text import Text, sentences
from companion.device.ports.port import (
    Port,
    PortError,
    Report,
    lamp_trouble_of,
    notice_of,
    read_button,
)
from companion.hands import Faults
from companion.rules.geometry import Board, Occupancy
from companion.session.menu.button import GestureButton

_POLL = 1.0  # seconds between readings of all switches, in case an edge was lost

PortOpener = Callable[[Board], Port]
"""A function that creates the port for a board, not yet opened."""


class OpenBoard:
    """A board whose port is open, until `close`.

    Args:
        board: The board.
        opener: Creates its port.
        listen: Takes the port's reports.
        debounce: The time for which the button must hold a level to count (seconds).

    Attributes:
        board: The board of the games that are played on it.
        port: Its port.
        faults: What is known about faulty switches; it outlives a game.
        button: Its button, as gestures.
        trouble: Why the last reading of the switches failed; otherwise empty.

    Raises:
        PortError: If the board is unavailable.
    """

    def __init__(
        self, board: Board, opener: PortOpener, listen: Callable[[Report], None], debounce: float
    ) -> None:
        self.board = board
        self.port = opener(board)
        self.faults = Faults()
        self.button = GestureButton(debounce, partial(read_button, self.port))
        self.trouble = Text()
        self._next_poll = float("-inf")
        self.port.open(listen)

    @property
    def notice(self) -> Text:
        """What is wrong with the lamps or the firmware, though the board can be played on."""
        return sentences(lamp_trouble_of(self.port), notice_of(self.port))

    def occupancy(self, at: float) -> Occupancy:
        """Read all switches and the button, and schedule the next reading.

        Raises:
            PortError: If that fails.
        """
        self._next_poll = at + _POLL
        try:
            sensed = self.port.occupancy()
        except PortError:
            self.button.let_go(at)  # do not wait for a silent board twice
            raise
        self.button.look(at)
        return sensed

    def due(self, at: float) -> bool:
        """Return whether it is time to read all switches."""
        return at >= self._next_poll

    def poll(self, at: float) -> Occupancy | None:
        """Read all switches.

        Returns:
            The occupied points; None if the reading fails, with the reason in `trouble`.
        """
        try:
            sensed = self.occupancy(at)
        except PortError as error:
            self.trouble = error.text
            return None
        self.trouble = Text()
        return sensed

    @property
    def deadline(self) -> float:
        """When the next reading is due, or the button may produce a gesture (seconds)."""
        due = self.button.deadline
        return self._next_poll if due is None else min(self._next_poll, due)

    def close(self) -> None:
        """Turn the lamps off and release the hardware."""
        self.port.close()
