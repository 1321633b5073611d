"""The messages that wait to be sent to one page; a bounded number, however slow the page is.

Only the latest `Hello`, `State`, `Clock`, `Shining`, `Lamps`, `Settings`, `Tool` and `RulesPage`
wait, because each replaces the one before: a slow page sees fewer frames but never misses the
present state. `Hello` and `Waiting` also discard everything that waits about the game or board
before.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import assert_never

from companion.protocol.views import (
    Broadcast,
    ClockView,
    Hello,
    Lamps,
    Pairing,
    Refused,
    RulesPage,
    SettingsView,
    Shining,
    State,
    ToolView,
    Waiting,
    Welcome,
)

Message = Broadcast | Welcome | Pairing | RulesPage

_REFUSALS = 8  # the oldest are dropped if a page sends bad commands faster than it reads


class SendQueue:
    """The messages for one connection. To be used only from the thread of its event loop."""

    def __init__(self) -> None:
        self._hello: Hello | Waiting | None = None
        self._state: State | None = None
        self._clock: ClockView | None = None
        self._shining: Shining | None = None
        self._lamps: Lamps | None = None
        self._settings: SettingsView | None = None
        self._tool: ToolView | None = None
        self._rules: RulesPage | None = None
        self._refused: deque[Refused] = deque(maxlen=_REFUSALS)
        self._filled = asyncio.Event()

    def put(self, message: Broadcast | RulesPage) -> None:
        """Add a message; it replaces the earlier ones that it makes obsolete."""
        match message:
            case Hello() | Waiting():
                self._hello = message
                self._state = self._clock = self._shining = self._lamps = None
            case State():
                self._state = message
            case ClockView():
                self._clock = message
            case Shining():
                self._shining = message
                self._lamps = None
            case Lamps():
                self._lamps = message
            case SettingsView():
                self._settings = message
            case ToolView():
                self._tool = message
            case RulesPage():
                self._rules = message
            case Refused():
                self._refused.append(message)
            case _:
                assert_never(message)
        self._filled.set()

    def take(self) -> tuple[Message, ...]:
        """Remove and return everything that waits, in the order in which to send it."""
        slots = (
            self._hello,
            self._state,
            self._clock,
            self._shining,
            self._lamps,
            self._settings,
            self._tool,
            self._rules,
            *self._refused,
        )
        self._hello = self._state = self._clock = self._shining = self._lamps = None
        self._settings = self._tool = self._rules = None
        self._refused.clear()
        self._filled.clear()
        return tuple(message for message in slots if message is not None)

    async def wait(self) -> tuple[Message, ...]:
        """Wait until there is something to send, then remove and return everything."""
        await self._filled.wait()
        return self.take()
