"""Reads the boards that are posted at a broker, for a page that shows them all.

Whoever may write at the broker can post anything. So a message counts only if it has the expected
form and fits to its board; at most `MOST_BOARDS` boards are kept, and no large message is read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any

from companion.base.json_text import InvalidJson, JsonDecoder
from companion.base.text import Text, verbatim
from companion.protocol.wall_messages import WALL_VERSION, OnWall, WallMessage, WallPosting
from companion.protocol.watched_messages import (
    WatchedAway,
    WatchedBoard,
    WatchedClock,
    WatchedLamps,
    WatchedPosition,
)
from companion.remote.mqtt.broker_connection import BrokerConnection
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.pace import Pace
from companion.remote.wall.wall_poster import HERE, WATCH_TOPIC

MOST_BOARDS = 50
"""The most boards on a wall; others are not shown."""

LARGEST_POSTING = 1 << 15
"""The size of the largest message that is read (bytes); a board of chess has seven thousand."""

_MOST_KNOWN = 2 * MOST_BOARDS
"""The most boards that are remembered: of many that were posted some time, few are switched on."""

_LONGEST_TITLE = 40
_MOST_POINTS = 400
_TOPIC = re.compile(r"board-companion/([A-Za-z0-9_-]{1,40})/watch/(board|game|clock|lamps|here)")
_FORMS: Mapping[str, tuple[type, ...]] = {
    "board": (WatchedBoard, WatchedAway),
    "game": (WatchedPosition,),
    "clock": (WatchedClock,),
    "lamps": (WatchedLamps,),
}

WallListener = Callable[[WallMessage], None]
"""Takes what is told of the boards on a wall."""


def _text(kind: type, value: Any) -> Text:
    if kind is not Text or not isinstance(value, str):
        raise ValueError("it is not a text")
    return verbatim(value)


_postings: JsonDecoder[WallPosting] = JsonDecoder(WallPosting, _text)


class Wall:
    """The boards on a wall, message by message. A board is shown while it says that it is there."""

    def __init__(self) -> None:
        self._boards: dict[str, dict[str, WallMessage]] = {}  # by node and kind
        self._here: set[str] = set()

    def take(self, topic: str, data: bytes) -> tuple[WallMessage, ...]:
        """Take a message at the broker, and return what is to be told of it."""
        found = _TOPIC.fullmatch(topic)
        if found is None or len(data) > LARGEST_POSTING:
            return ()
        node, kind = found[1], found[2]
        if kind == "here":
            return self._come(node) if data == HERE else self._go(node)
        if not data:
            return self._remove(node, kind)
        message = _read(node, data)
        if message is None or not isinstance(message.message, _FORMS[kind]):
            return ()
        if node not in self._boards and len(self._boards) >= _MOST_KNOWN:
            return ()
        self._boards.setdefault(node, {})[kind] = message
        if node not in self._here:
            return ()
        if kind == "board":
            return tuple(self._present(node))
        return (message,) if self._fits(node, message.message) else ()

    def present(self) -> tuple[WallMessage, ...]:
        """Return what is to be told of all boards."""
        return tuple(message for node in sorted(self._here) for message in self._present(node))

    def _come(self, node: str) -> tuple[WallMessage, ...]:
        if node in self._here or len(self._here) >= MOST_BOARDS:
            return ()
        self._here.add(node)
        return tuple(self._present(node))

    def _go(self, node: str) -> tuple[WallMessage, ...]:
        if node not in self._here:
            return ()
        self._here.remove(node)
        return (self._gone(node),)

    def _remove(self, node: str, kind: str) -> tuple[WallMessage, ...]:
        """Forget what an empty message clears; without its board, everything of a node."""
        if kind != "board":
            self._boards.get(node, {}).pop(kind, None)
            return ()
        told = (self._gone(node),) if node in self._here and node in self._boards else ()
        self._boards.pop(node, None)
        return told

    def _gone(self, node: str) -> WallMessage:
        board = self._boards.get(node, {}).get("board")
        return WallMessage(node, node if board is None else board.title, WatchedAway())

    def _present(self, node: str) -> list[WallMessage]:
        told = self._boards.get(node, {})
        board = told.get("board")
        if board is None:
            return []
        others = [told[kind] for kind in ("game", "clock", "lamps") if kind in told]
        return [board, *(each for each in others if self._fits(node, each.message))]

    def _fits(self, node: str, message: OnWall) -> bool:
        """Return whether a message is about the board that stands there."""
        board = self._boards[node].get("board")
        if board is None or not isinstance(board.message, WatchedBoard):
            return False
        points, seats = len(board.message.points), len(board.message.seats)
        match message:
            case WatchedPosition(stacks=stacks, sensed=sensed, last=last):
                inside = all(0 <= point < points for point in last)
                return len(stacks) == len(sensed) == points and inside
            case WatchedClock(left=left):
                return len(left) == seats
            case WatchedLamps(shines=shines):
                return all(0 <= at < points for shine in shines for at, _ in shine.lamps)
        return True


def _read(node: str, data: bytes) -> WallMessage | None:
    """Return the message of a board; None if it has another form."""
    try:
        posting = _postings.decode(data)
    except InvalidJson:
        return None
    title = posting.title.strip() or node
    if posting.version != WALL_VERSION or len(title) > _LONGEST_TITLE or not title.isprintable():
        return None
    board = posting.message
    if isinstance(board, WatchedBoard):
        points = len(board.points)
        named = [*(p for line in board.lines for p in line), *board.palaces]
        named += [p for area in board.areas for p in area.points]
        if not 0 < points <= _MOST_POINTS or not all(0 <= p < points for p in named):
            return None
    return WallMessage(node, title, board)


class WallReader:
    """The connection that hears all boards at a broker. Without a broker it waits for one.

    Args:
        settings: The broker.
        tell: Takes a line about a fault, in the connection's thread.
        pace: The pauses before new attempts to connect.
    """

    topics: Sequence[str] = (WATCH_TOPIC.format(node="+", kind="+"),)
    will = None
    expiry = 0
    standing: Mapping[str, bytes] = {}

    def __init__(
        self, settings: RemoteSettings, tell: Callable[[Text], None], pace: Pace | None = None
    ) -> None:
        """Begin to connect.

        Raises:
            InvalidBroker: If the settings are not valid.
        """
        self._tell = tell
        self._wall = Wall()
        self._lock = Lock()
        self._listeners: list[WallListener] = []
        name = f"board-companion-{os.urandom(8).hex()}"
        self._connection = BrokerConnection(settings, name, self, pace)
        self._connection.start()

    def subscribe(self, listener: WallListener) -> Callable[[], None]:
        """Tell a listener what stands, and then every change; from any thread.

        Args:
            listener: Called from the connection's thread or this one; it must return at once.

        Returns:
            A function that ends the subscription.
        """
        with self._lock:
            for message in self._wall.present():
                listener(message)
            self._listeners.append(listener)

        def end() -> None:
            with self._lock:
                self._listeners.remove(listener)

        return end

    def close(self) -> None:
        """Leave; returns at once."""
        self._connection.close()

    def join(self, seconds: float) -> bool:
        """Wait until a closed connection has left; return whether it has."""
        return self._connection.join(seconds)

    # For the connection

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        """Take a message at the broker."""
        with self._lock:
            for told in self._wall.take(topic, message):
                for listener in self._listeners:
                    listener(told)

    def settled(self) -> None:
        """Do nothing: nothing is published."""

    def state(self, connected: bool, trouble: Text) -> None:
        """Report a fault."""
        if trouble:
            self._tell(Text("The wall hears no board: {problem}", problem=trouble))

    def tick(self) -> None:
        """Do nothing: boards post by themselves."""
