"""The connection to the broker of the house: tells Home Assistant how things stand."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress

from companion.home.messages import Heard, HomeMessages
from companion.mqtt.connection import BrokerConnection, Pace
from companion.mqtt.settings import RemoteSettings
from companion.protocol.commands import Command
from companion.protocol.views import Broadcast
from companion.rules import CompanionError
from companion.text import Text


class _Subscriber:
    """What stands at the topics, and what is asked there."""

    expiry = 0  # what stands does so until somebody clears it

    def __init__(
        self,
        messages: HomeMessages,
        send: Callable[[Command], None],
        tell: Callable[[Text], None],
    ) -> None:
        self._messages = messages
        self._send = send
        self._tell = tell
        self.standing: Mapping[str, bytes] = {}
        self.topics = (messages.command,)
        self.will: tuple[str, bytes] | None = messages.will

    def take(self, message: Heard) -> None:
        """Take a message to pages."""
        self._messages.hear(message)
        self.standing = self._messages.standing()

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        """Do what is asked now, if it makes sense; what stood there before was asked of an earlier
        program."""
        asked = None if retained else self._messages.asked(message)
        if asked is not None:
            with suppress(CompanionError):  # there is no board yet
                self._send(asked)

    def settled(self) -> None:
        """Nothing waits for that."""

    def state(self, connected: bool, trouble: Text) -> None:
        """Tell what is wrong."""
        if trouble:
            self._tell(Text("Home Assistant is not told anything: {problem}", problem=trouble))

    def tick(self) -> None:
        """Nothing depends on the time."""


class HomeLink:
    """Publishes what `HomeMessages` makes of the messages to pages, and passes on what is asked.

    Without a broker it waits for one; nothing else depends on it.
    """

    def __init__(
        self,
        settings: RemoteSettings,
        messages: HomeMessages,
        send: Callable[[Command], None],
        tell: Callable[[Text], None],
        pace: Pace | None = None,
    ) -> None:
        """Begin to connect. send: has a command carried out; may raise CompanionError. tell: takes
        a line about what is wrong. Both are called in a thread of this link's. Raises
        InvalidBroker."""
        self._subscriber = _Subscriber(messages, send, tell)
        name = f"board-companion-{os.urandom(8).hex()}"
        self._connection = BrokerConnection(settings, name, self._subscriber, pace)
        self._connection.start()

    def hear(self, message: Broadcast) -> None:
        """Take a message to pages, from any thread. Returns at once."""
        if isinstance(message, Heard):
            self._connection.post(lambda: self._subscriber.take(message))

    def close(self) -> None:
        """Leave: the board is shown as unavailable. Returns at once."""
        self._connection.close()

    def join(self, seconds: float) -> bool:
        """Wait until a closed link has left; return whether it has."""
        return self._connection.join(seconds)
