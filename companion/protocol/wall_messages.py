"""Messages about one of many boards, as guests are told them: at a broker, and on a page."""

from __future__ import annotations

import msgspec

from companion.protocol.watched_messages import (
    WatchedAway,
    WatchedBoard,
    WatchedClock,
    WatchedLamps,
    WatchedPosition,
)

WALL_VERSION = 1
"""The version of the messages at a broker."""

OnWall = WatchedBoard | WatchedPosition | WatchedClock | WatchedLamps | WatchedAway
"""What is told of a board on a wall."""


class WallPosting(msgspec.Struct, frozen=True):
    """A message of one board at a broker.

    Attributes:
        version: The version of these messages.
        title: The name of the board; may be empty.
        message: What guests are told.
    """

    version: int
    title: str
    message: OnWall


class WallMessage(msgspec.Struct, frozen=True, tag_field="type", tag="on"):
    """A message of one board, for a page that shows many.

    Attributes:
        node: The board's name in topics, which tells the boards apart.
        title: The name of the board.
        message: What guests are told.
    """

    node: str
    title: str
    message: OnWall
