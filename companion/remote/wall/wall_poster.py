"""Posts a board at a broker, as guests are shown it: retained, one topic for each kind of message.

board-companion/NODE/watch/board    the board, the game on it and its players
board-companion/NODE/watch/game     the position and the last moves
board-companion/NODE/watch/clock    the clock, again every five seconds while it runs
board-companion/NODE/watch/lamps    the meaning of the lamps
board-companion/NODE/watch/here     `online`, or `offline`, which is the connection's will
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.protocol.views import Broadcast, Lamps, SettingsView
from companion.protocol.wall_messages import WALL_VERSION, OnWall, WallPosting
from companion.protocol.watched_messages import (
    WatchedAway,
    WatchedBoard,
    WatchedClock,
    WatchedLamps,
    WatchedMessage,
    WatchedPosition,
)
from companion.protocol.watched_view import WatchedView
from companion.remote.mqtt.broker_connection import BrokerConnection
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.pace import Pace

WATCH_TOPIC = "board-companion/{node}/watch/{kind}"
_KINDS = ("board", "game", "clock", "lamps")
HERE, GONE = b"online", b"offline"

_CLOCK_EVERY = 5.0  # seconds: who comes later has a clock that is wrong by this at most
_TITLE = "page.title"


class WallBoard:
    """What is posted of one board.

    Args:
        node: The board's name in topics.
        words: Encodes a message as JSON in the language of the place.
    """

    def __init__(self, node: str, words: Callable[[object], bytes]) -> None:
        self._node = node
        self._encode = words
        self._view = WatchedView()
        self._title = ""
        self._told: dict[str, OnWall] = {}
        self._encoded: dict[str, tuple[str, OnWall, bytes]] = {}
        self._clock_at = float("-inf")
        self.here = self._topic("here")
        self.will = self.here, GONE

    def take(self, message: Broadcast, at: float) -> None:
        """Take a message to pages, which came at `at` (seconds)."""
        if isinstance(message, SettingsView):
            titles = [str(each.value) for each in message.settings if each.key == _TITLE]
            self._title = titles[0] if titles else ""
        self._keep(self._view.take(message, at), at)

    def tick(self, at: float) -> None:
        """Tell the clock again if it runs, now and then."""
        clock = self._told.get("clock")
        if (
            isinstance(clock, WatchedClock)
            and clock.running is not None
            and at - self._clock_at >= _CLOCK_EVERY
        ):
            for message in self._view.present(at):
                if isinstance(message, WatchedClock):
                    self._keep(message, at)

    def _keep(self, told: WatchedMessage | None, at: float) -> None:
        match told:
            case WatchedBoard() | WatchedAway():
                self._told = {"board": told}
            case WatchedPosition():
                self._told["game"] = told
            case WatchedClock():
                self._told["clock"], self._clock_at = told, at
            case WatchedLamps():  # they shine by themselves: no frames are posted
                self._told["lamps"] = msgspec.structs.replace(told, frames=False)

    def standing(self) -> dict[str, bytes]:
        """Return the message to keep retained at each topic; empty where there is none."""
        if not self._told:
            return {}
        found = {self._topic(kind): self._posting(kind) for kind in _KINDS}
        return {**found, self.here: HERE}

    def _topic(self, kind: str) -> str:
        return WATCH_TOPIC.format(node=self._node, kind=kind)

    def _posting(self, kind: str) -> bytes:
        told = self._told.get(kind)
        if told is None:
            return b""
        title, message, encoded = self._encoded.get(kind, ("", None, b""))
        if message is not told or title != self._title:
            encoded = self._encode(WallPosting(WALL_VERSION, self._title, told))
            self._encoded[kind] = self._title, told, encoded
        return encoded


class WallPoster:
    """The connection that posts one board. Without a broker it waits for one.

    Args:
        settings: The broker.
        board: What is posted.
        tell: Takes a line about a fault, in the connection's thread.
        pace: The pauses before new attempts to connect.
        clock: Returns the time (seconds).
    """

    topics: Sequence[str] = ()
    expiry = 0  # what stands does so until the next message

    def __init__(
        self,
        settings: RemoteSettings,
        board: WallBoard,
        tell: Callable[[Text], None],
        pace: Pace | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        """Begin to connect.

        Raises:
            InvalidBroker: If the settings are not valid.
        """
        self._board = board
        self._tell = tell
        self._now = clock
        self.will: tuple[str, bytes] | None = board.will
        self.standing: Mapping[str, bytes] = {}
        name = f"board-companion-{os.urandom(8).hex()}"
        self._connection = BrokerConnection(settings, name, self, pace)
        self._connection.start()

    def listen(self, message: Broadcast) -> None:
        """Take a message to pages, from any thread; returns at once."""
        if not isinstance(message, Lamps):
            self._connection.post(lambda: self._take(message))

    def close(self) -> None:
        """Leave: the board is shown as away; returns at once."""
        self._connection.close()

    def join(self, seconds: float) -> bool:
        """Wait until a closed connection has left; return whether it has."""
        return self._connection.join(seconds)

    def _take(self, message: Broadcast) -> None:
        self._board.take(message, self._now())
        self.standing = self._board.standing()

    # For the connection

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        """Do nothing: no topic is heard."""

    def settled(self) -> None:
        """Do nothing: the board goes on."""

    def state(self, connected: bool, trouble: Text) -> None:
        """Report a fault."""
        if trouble:
            self._tell(Text("The wall is not told anything: {problem}", problem=trouble))

    def tick(self) -> None:
        """Post the clock again, now and then."""
        self._board.tick(self._now())
        self.standing = self._board.standing()
