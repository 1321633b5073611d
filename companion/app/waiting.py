"""Waits for a missing board: tries again and again, and informs the pages of the reason.

Nothing here sleeps: `deadline` gives the time when `advance` has something to do.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.base.text import Text
from companion.device.ports.port import MissingLibrary, PortError
from companion.protocol.backend import PageListener
from companion.protocol.views import Waiting

RETRY = 3.0
"""The time between attempts (seconds).

That is soon enough for a person who plugs a board in, and little load.
"""

_LOOKING = Text("still looking for it")


class BoardConnector:
    """Calls `begin` again and again until it no longer raises PortError.

    Args:
        begin: Opens the board.
        echo: Prints a line; called when the trouble changes.

    Attributes:
        trouble: Why the board cannot be opened.
        listeners: The pages that are informed meanwhile.
        deadline: When `advance` tries again (seconds).
        announced: Whether it has been said that the board is waited for.
    """

    def __init__(self, begin: Callable[[], None], echo: Callable[[Text], None]) -> None:
        self.trouble = _LOOKING
        self.listeners: list[PageListener] = []
        self.deadline = float("-inf")
        self.announced = False
        self._begin = begin
        self._echo = echo

    def advance(self, clock: Callable[[], float]) -> bool:
        """Try again if that is due.

        Args:
            clock: Returns the time (seconds).

        Returns:
            Whether the board is there.

        Raises:
            MissingLibrary: If a library is missing, because no board would bring it.
        """
        if clock() < self.deadline:
            return False
        try:
            self._begin()
        except MissingLibrary:
            raise
        except PortError as error:
            trouble = error.text
        else:
            return True
        self.deadline = clock() + RETRY  # an attempt takes time of its own
        if trouble != self.trouble:
            self.trouble = trouble
            self.announce()
            for listener in self.listeners:
                listener(Waiting(trouble))
        return False

    def announce(self) -> None:
        """Say why the board is waited for; any thread may do so."""
        self.announced = True
        self._echo(Text("Waiting for the board: {trouble}", trouble=self.trouble))

    def join(self, listener: PageListener) -> None:
        """Inform a page why there is no board, now and on every change."""
        self.listeners.append(listener)
        listener(Waiting(self.trouble))

    def leave(self, listener: PageListener) -> None:
        """Send a page no further messages."""
        if listener in self.listeners:
            self.listeners.remove(listener)
