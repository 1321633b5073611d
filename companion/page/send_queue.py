"""The messages that wait to be sent to one page; a bounded number, however slow the page is.

Only the latest message of each kind waits, because it replaces the one before: a slow page sees
fewer frames but never misses the present state. `Hello` and `Waiting` also discard all waiting
messages about the game or board before. Messages are sent in the order in which they came;
refusals, of which several may wait, come last.
"""

from __future__ import annotations

import asyncio
from collections import deque

from companion.protocol.views import (
    Broadcast,
    ClockView,
    Hello,
    Lamps,
    Pairing,
    Refused,
    RulesPage,
    Shining,
    State,
    Waiting,
    Welcome,
)

Message = Broadcast | Welcome | Pairing | RulesPage

_GAME: tuple[type[Message], ...] = (Hello, Waiting, State, ClockView, Shining, Lamps)
_OBSOLETE: dict[type[Message], tuple[type[Message], ...]] = {
    Hello: _GAME,
    Waiting: _GAME,
    Shining: (Lamps,),
}
"""The other kinds of messages that a message of a kind makes obsolete."""

_REFUSALS = 8  # the oldest are dropped if a page sends bad commands faster than it reads


class SendQueue:
    """The messages for one connection, to be used only from the thread of its event loop."""

    def __init__(self) -> None:
        self._latest: dict[type[Message], Message] = {}
        self._refused: deque[Refused] = deque(maxlen=_REFUSALS)
        self._filled = asyncio.Event()

    def put(self, message: Broadcast | RulesPage) -> None:
        """Add a message; it replaces the earlier ones that it makes obsolete."""
        if isinstance(message, Refused):
            self._refused.append(message)
        else:
            kind = type(message)
            for obsolete in (kind, *_OBSOLETE.get(kind, ())):
                self._latest.pop(obsolete, None)
            self._latest[kind] = message
        self._filled.set()

    def take(self) -> tuple[Message, ...]:
        """Remove and return all waiting messages, in the order in which to send them."""
        taken = (*self._latest.values(), *self._refused)
        self._latest.clear()
        self._refused.clear()
        self._filled.clear()
        return taken

    async def wait(self) -> tuple[Message, ...]:
        """Wait until there is something to send, then remove and return all messages."""
        await self._filled.wait()
        return self.take()
