"""A board that cannot be had yet: what wants it is tried again and again, and pages are told why.

Nothing here sleeps: `deadline` says when `advance` has something to do.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.drivers.port import PortError
from companion.protocol.views import Hello, Lamps, State, Waiting

RETRY = 3.0
"""Seconds between attempts: soon enough for whoever plugs a board in, and no load."""

_LOOKING = "it is being looked for"

Listener = Callable[[Hello | State | Lamps | Waiting], None]


class BoardWait:
    """Waits for a board.

    begin: what wants it, and raises PortError for as long as it is not there. say: takes a line for
    a person, once for every trouble. trouble: why the board cannot be had. listeners: the pages
    that are joined meanwhile.
    """

    def __init__(self, begin: Callable[[], None], say: Callable[[str], None]) -> None:
        self.trouble = _LOOKING
        self.listeners: list[Listener] = []
        self.deadline = float("-inf")
        self._begin = begin
        self._say = say

    def advance(self, clock: Callable[[], float]) -> bool:
        """Try if it is time to; whether the board is there."""
        if clock() < self.deadline:
            return False
        try:
            self._begin()
        except PortError as error:
            trouble = str(error)
        else:
            return True
        self.deadline = clock() + RETRY  # an attempt takes time of its own
        if trouble != self.trouble:
            self.trouble = trouble
            self._say(f"Waiting for the board: {trouble}")
            for listener in self.listeners:
                listener(Waiting(trouble))
        return False

    def join(self, listener: Listener) -> None:
        """Tell a page why there is nothing to see."""
        self.listeners.append(listener)
        listener(Waiting(self.trouble))

    def leave(self, listener: Listener) -> None:
        """A page has gone."""
        if listener in self.listeners:
            self.listeners.remove(listener)
