"""What waits to be sent to one page: bounded, whatever the page's speed.

Of `Hello`, `State` and `Lamps` only the latest of each waits, for a later one says all that an
earlier one did: a slow page sees fewer frames, and never misses the present state. A `Hello`
empties what was said of the game before it, and `Waiting` of the board before it; a `Hello` makes
that void in turn.
"""

from __future__ import annotations

import asyncio
from collections import deque

from companion.protocol.views import Hello, Lamps, Pairing, Refused, State, Waiting, Welcome

Message = Hello | State | Lamps | Waiting | Welcome | Pairing | Refused

_REFUSALS = 8  # A page that sends rubbish faster than it reads the answers loses the oldest.


class Outbox:
    """The messages for one connection; used from the thread of its event loop alone."""

    def __init__(self) -> None:
        self._hello: Hello | Waiting | None = None
        self._state: State | None = None
        self._lamps: Lamps | None = None
        self._refused: deque[Refused] = deque(maxlen=_REFUSALS)
        self._filled = asyncio.Event()

    def put(self, message: Hello | State | Lamps | Waiting | Refused) -> None:
        """Have a message sent, in place of an earlier one that it makes void."""
        match message:
            case Hello() | Waiting():
                self._hello, self._state, self._lamps = message, None, None
            case State():
                self._state = message
            case Lamps():
                self._lamps = message
            case Refused():
                self._refused.append(message)
        self._filled.set()

    def take(self) -> tuple[Message, ...]:
        """All that waits, in the order in which it is to be read; nothing waits afterwards."""
        slots = (self._hello, self._state, self._lamps, *self._refused)
        self._hello = self._state = self._lamps = None
        self._refused.clear()
        self._filled.clear()
        return tuple(message for message in slots if message is not None)

    async def wait(self) -> tuple[Message, ...]:
        """All that waits, as soon as something does."""
        await self._filled.wait()
        return self.take()
