"""The connection to the home's broker, which shows Home Assistant the state of the board."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.protocol.commands import Command
from companion.protocol.views import Broadcast
from companion.remote.home_assistant.home_messages import Heard, HomeMessages
from companion.remote.mqtt.broker_connection import BrokerConnection, Pace
from companion.remote.mqtt.broker_settings import RemoteSettings


class _Subscriber:
    """The retained messages, and the commands that come from Home Assistant."""

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
        """Carry out a valid command; a retained one was meant for an earlier run of the program."""
        asked = None if retained else self._messages.asked(message)
        if asked is not None:
            with suppress(CompanionError):  # there is no board yet
                self._send(asked)

    def settled(self) -> None:
        """Do nothing: no report depends on that."""

    def state(self, connected: bool, trouble: Text) -> None:
        """Report a fault."""
        if trouble:
            self._tell(Text("Home Assistant is not told anything: {problem}", problem=trouble))

    def tick(self) -> None:
        """Do nothing: nothing depends on the time."""


class HomeLink:
    """Publishes the messages of `HomeMessages`, and passes on the commands of Home Assistant.

    Without a broker it waits for one; nothing else depends on it.

    Args:
        settings: The broker.
        messages: Turns messages to pages into messages to Home Assistant.
        send: Carries out a command, in a thread of this link; it may raise CompanionError.
        tell: Takes a line about a fault, in the same thread.
        pace: The pauses before new attempts to connect.
    """

    def __init__(
        self,
        settings: RemoteSettings,
        messages: HomeMessages,
        send: Callable[[Command], None],
        tell: Callable[[Text], None],
        pace: Pace | None = None,
    ) -> None:
        """Begin to connect.

        Raises:
            InvalidBroker: If the settings are not valid.
        """
        self._subscriber = _Subscriber(messages, send, tell)
        name = f"board-companion-{os.urandom(8).hex()}"
        self._connection = BrokerConnection(settings, name, self._subscriber, pace)
        self._connection.start()

    def hear(self, message: Broadcast) -> None:
        """Take a message to pages, from any thread; returns at once."""
        if isinstance(message, Heard):
            self._connection.post(lambda: self._subscriber.take(message))

    def close(self) -> None:
        """Leave: the board is shown as unavailable; returns at once."""
        self._connection.close()

    def join(self, seconds: float) -> bool:
        """Wait until a closed link has left; return whether it has."""
        return self._connection.join(seconds)
