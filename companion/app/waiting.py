"""Waits for a board that is not there yet: tries again and again, and tells the pages why.

Nothing here sleeps: `deadline` says when `advance` has something to do.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.drivers.port import MissingLibrary, PortError
from companion.protocol.backend import PageListener
from companion.protocol.views import Waiting
from companion.text import Text

RETRY = 3.0
"""Seconds between attempts: soon enough for somebody who plugs a board in, and little load."""

_LOOKING = Text("still looking for it")


class BoardConnector:
    """Calls `begin` again and again until it no longer raises PortError.

    begin: opens the board.
    echo:  prints a line; called when the trouble changes.

    trouble:   why the board cannot be opened.
    listeners: the pages that are told about it meanwhile.
    """

    def __init__(self, begin: Callable[[], None], echo: Callable[[Text], None]) -> None:
        self.trouble = _LOOKING
        self.listeners: list[PageListener] = []
        self.deadline = float("-inf")
        self._begin = begin
        self._echo = echo

    def advance(self, clock: Callable[[], float]) -> bool:
        """Try again if that is due. Returns whether the board is there. Raises MissingLibrary if a
        library is missing, because no board would bring it."""
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
            self._echo(Text("Waiting for the board: {trouble}", trouble=trouble))
            for listener in self.listeners:
                listener(Waiting(trouble))
        return False

    def join(self, listener: PageListener) -> None:
        """Tell a page why there is no board."""
        self.listeners.append(listener)
        listener(Waiting(self.trouble))

    def leave(self, listener: PageListener) -> None:
        """Send a page nothing more."""
        if listener in self.listeners:
            self.listeners.remove(listener)
