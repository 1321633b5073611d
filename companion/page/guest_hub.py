"""All guests of a board, or of a wall of boards: one subscription, however many watch.

The board's thread only passes its messages on. They are turned into messages to guests once, in the
thread of the page's server, and encoded once for each language.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from companion.base.languages import Language
from companion.protocol.views import (
    Broadcast,
    ClockView,
    Hello,
    Lamps,
    Shining,
    State,
    Waiting,
)
from companion.protocol.wall_messages import WallMessage
from companion.protocol.watched_messages import WatchedAway, WatchedBoard, WatchedMessage

_T = TypeVar("_T")
_T_contra = TypeVar("_T_contra", contravariant=True)

_HEARD = (Hello, State, ClockView, Shining, Lamps, Waiting)

ToGuest = WatchedMessage | WallMessage
"""A message to a guest."""


class Feed(Protocol[_T_contra]):
    """Where messages to guests come from; see `WatchedView`."""

    def take(self, message: _T_contra, at: float) -> ToGuest | None:
        """Take a message, and return the one to guests; None if nothing changes for them."""

    def present(self, at: float) -> tuple[ToGuest, ...]:
        """Return everything for a guest who comes at `at` (seconds)."""


class WallFeed:
    """The boards on a wall, as they were told last."""

    def __init__(self) -> None:
        self._latest: dict[tuple[str, type], WallMessage] = {}

    def take(self, message: WallMessage, at: float) -> WallMessage:
        """Take a message, which is also the one to guests."""
        if isinstance(message.message, WatchedBoard | WatchedAway):
            self._latest = {
                key: told for key, told in self._latest.items() if key[0] != message.node
            }
        if not isinstance(message.message, WatchedAway):  # who comes later need not know of it
            self._latest[message.node, type(message.message)] = message
        return message

    def present(self, at: float) -> tuple[WallMessage, ...]:
        """Return everything that was told last."""
        return tuple(self._latest.values())


class EncodedMessage:
    """A message to guests, encoded at most once for each language.

    Attributes:
        board: The board that it is about, on a wall.
        kind: Its kind: a message replaces an earlier one of its board and kind.
        begins: Whether it makes everything obsolete that was told of its board before.
    """

    def __init__(self, message: ToGuest) -> None:
        self._message = message
        self._encoded: dict[str, str] = {}
        told = message.message if isinstance(message, WallMessage) else message
        self.board = message.node if isinstance(message, WallMessage) else ""
        self.kind: Hashable = type(told)
        self.begins = isinstance(told, WatchedBoard | WatchedAway)

    def text(self, language: Language) -> str:
        """Return the message as JSON, with its texts in a language."""
        encoded = self._encoded.get(language.code)
        if encoded is None:
            encoded = language.encode(self._message).decode()
            self._encoded[language.code] = encoded
        return encoded


class GuestQueue:
    """The messages that wait to be sent to one guest: at most the latest of each kind."""

    def __init__(self) -> None:
        self._latest: dict[tuple[str, Hashable], EncodedMessage] = {}
        self._filled = asyncio.Event()

    def put(self, told: EncodedMessage) -> None:
        """Add a message; it replaces the earlier ones that it makes obsolete."""
        if told.begins:
            for key in [key for key in self._latest if key[0] == told.board]:
                del self._latest[key]
        self._latest.pop((told.board, told.kind), None)
        self._latest[told.board, told.kind] = told
        self._filled.set()

    async def wait(self) -> tuple[EncodedMessage, ...]:
        """Wait until there is something to send, then remove and return all messages."""
        await self._filled.wait()
        self._filled.clear()
        taken = tuple(self._latest.values())
        self._latest.clear()
        return taken


class GuestPlaces:
    """The places for guests of one server; to be used only from the thread of its event loop."""

    def __init__(self, most: int) -> None:
        self._free = most

    def take(self) -> bool:
        """Take a place, and return whether there was one."""
        if self._free <= 0:
            return False
        self._free -= 1
        return True

    def give_back(self) -> None:
        """Give a place back."""
        self._free += 1


Subscribe = Callable[[Callable[[_T], None]], Callable[[], None]]
"""Subscribes a listener, which may be called from any thread; returns a function that ends that."""


class GuestHub(Generic[_T]):
    """The guests of one page; to be used only from the thread of the server's event loop.

    Args:
        subscribe: Subscribes to what the messages to guests are made of; the hub does so while
            there are guests.
        make_feed: Makes the messages to guests anew for each subscription.
        places: The places for guests.
    """

    def __init__(
        self, subscribe: Subscribe[_T], make_feed: Callable[[], Feed[_T]], places: GuestPlaces
    ) -> None:
        self._subscribe = subscribe
        self._make_feed = make_feed
        self._places = places
        self._guests: set[GuestQueue] = set()
        self._feed = make_feed()
        self._unsubscribe: Callable[[], None] | None = None
        self._round = 0  # the number of the subscription; late messages of earlier ones are dropped

    def join(self) -> GuestQueue | None:
        """Return the queue of another guest, with everything in it; None if there are too many."""
        if not self._places.take():
            return None
        loop = asyncio.get_running_loop()
        guest = GuestQueue()
        self._guests.add(guest)
        if self._unsubscribe is None:
            self._feed = self._make_feed()
            self._round += 1
            self._unsubscribe = self._subscribe(self._listener(loop, self._round))
        else:
            for message in self._feed.present(loop.time()):
                guest.put(EncodedMessage(message))
        return guest

    def leave(self, guest: GuestQueue) -> None:
        """Forget a guest."""
        self._guests.remove(guest)
        self._places.give_back()
        if not self._guests and self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    def _listener(self, loop: asyncio.AbstractEventLoop, number: int) -> Callable[[_T], None]:
        def listen(message: _T) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._take, message, number)

        return listen

    def _take(self, message: _T, number: int) -> None:
        if number != self._round:
            return
        told = self._feed.take(message, asyncio.get_running_loop().time())
        if told is not None:
            shared = EncodedMessage(told)
            for guest in self._guests:
                guest.put(shared)


def for_guests(listener: Callable[[Broadcast], None]) -> Callable[[Broadcast], None]:
    """Return a listener that passes on only the messages that matter to guests."""
    framed = False  # whether guests need every frame

    def listen(message: Broadcast) -> None:
        nonlocal framed
        if isinstance(message, Shining):
            framed = message.frames
        if isinstance(message, _HEARD) and (framed or not isinstance(message, Lamps)):
            listener(message)

    return listen
