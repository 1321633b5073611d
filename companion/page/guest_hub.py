"""All guests of a board: one subscription for all of them, however many watch.

The board's thread only passes its messages on. They are turned into messages to guests once, in the
thread of the page's server, and encoded once for each language.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from companion.base.languages import Language
from companion.protocol.backend import PageListener
from companion.protocol.views import (
    Broadcast,
    ClockView,
    Hello,
    Lamps,
    Shining,
    State,
    Waiting,
)
from companion.protocol.watched_messages import WatchedAway, WatchedBoard, WatchedMessage
from companion.protocol.watched_view import WatchedView

_HEARD = (Hello, State, ClockView, Shining, Lamps, Waiting)

Subscribe = Callable[[PageListener], Callable[[], None]]
"""Subscribes a listener to the messages to pages; returns a function that ends that."""


class GuestMessage:
    """A message to guests, encoded at most once for each language."""

    def __init__(self, message: WatchedMessage) -> None:
        self.message = message
        self._encoded: dict[str, str] = {}

    def text(self, language: Language) -> str:
        """Return the message as JSON, with its texts in a language."""
        encoded = self._encoded.get(language.code)
        if encoded is None:
            encoded = language.encode(self.message).decode()
            self._encoded[language.code] = encoded
        return encoded


class GuestQueue:
    """The messages that wait to be sent to one guest: at most the latest of each kind."""

    def __init__(self) -> None:
        self._latest: dict[type[WatchedMessage], GuestMessage] = {}
        self._filled = asyncio.Event()

    def put(self, told: GuestMessage) -> None:
        """Add a message; it replaces the earlier ones that it makes obsolete."""
        kind = type(told.message)
        if kind in (WatchedBoard, WatchedAway):
            self._latest.clear()
        self._latest.pop(kind, None)
        self._latest[kind] = told
        self._filled.set()

    async def wait(self) -> tuple[GuestMessage, ...]:
        """Wait until there is something to send, then remove and return all messages."""
        await self._filled.wait()
        self._filled.clear()
        taken = tuple(self._latest.values())
        self._latest.clear()
        return taken


class GuestHub:
    """The guests of one board; to be used only from the thread of the server's event loop.

    Args:
        subscribe: Subscribes to the messages to pages; the hub does so while there are guests.
        most: The most guests at a time.
    """

    def __init__(self, subscribe: Subscribe, most: int) -> None:
        self._subscribe = subscribe
        self._most = most
        self._guests: set[GuestQueue] = set()
        self._view = WatchedView()
        self._unsubscribe: Callable[[], None] | None = None
        self._round = 0  # the number of the subscription; late messages of earlier ones are dropped

    def join(self) -> GuestQueue | None:
        """Return the queue of another guest, with everything in it; None if there are too many."""
        if len(self._guests) >= self._most:
            return None
        loop = asyncio.get_running_loop()
        guest = GuestQueue()
        self._guests.add(guest)
        if self._unsubscribe is None:
            self._view = WatchedView()
            self._round += 1
            self._unsubscribe = self._subscribe(_listener(loop, self._take, self._round))
        else:
            for message in self._view.present(loop.time()):
                guest.put(GuestMessage(message))
        return guest

    def leave(self, guest: GuestQueue) -> None:
        """Forget a guest."""
        self._guests.discard(guest)
        if not self._guests and self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    def _take(self, message: Broadcast, number: int) -> None:
        if number != self._round:
            return
        told = self._view.take(message, asyncio.get_running_loop().time())
        if told is not None:
            shared = GuestMessage(told)
            for guest in self._guests:
                guest.put(shared)


def _listener(
    loop: asyncio.AbstractEventLoop, take: Callable[[Broadcast, int], None], number: int
) -> PageListener:
    """Return what passes on the messages that matter to guests, from any thread."""
    framed = False  # whether guests need every frame

    def listen(message: Broadcast) -> None:
        nonlocal framed
        if isinstance(message, Shining):
            framed = message.frames
        if not isinstance(message, _HEARD) or (isinstance(message, Lamps) and not framed):
            return
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(take, message, number)

    return listen
