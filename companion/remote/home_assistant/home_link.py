"""The connection to the home's broker, which shows Home Assistant the state of the board."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.protocol.commands import Command
from companion.protocol.views import Broadcast
from companion.remote.home_assistant.home_messages import ONLINE, Heard, HomeMessages
from companion.remote.home_assistant.told_topics import Farewell, ToldTopics
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
        publish_again: Callable[[str], None],
        publish_once: Callable[[str, bytes], None],
        told: ToldTopics | None,
    ) -> None:
        self._told = told
        self._former: Farewell | None = None
        self._messages = messages
        self._send = send
        self._tell = tell
        self._publish_again = publish_again
        self._publish_once = publish_once
        self._denied: set[str] = set()  # the topics that somebody else has overwritten
        self._crowded = False  # whether it was said that another board has the same node
        self.standing: Mapping[str, bytes] = {}
        self.topics = (*messages.commands, messages.availability)
        self.will: tuple[str, bytes] | None = messages.will

    def take(self, message: Heard) -> None:
        """Take a message to pages."""
        events = self._messages.hear(message)
        self._stand()
        for event in events:
            self._publish_once(self._messages.event, event)

    def _stand(self) -> None:
        """Have the present messages published, after what removes those of earlier runs."""
        current = self._messages.standing()
        if self._told is None or not current:
            self.standing = current
            return
        if self._former is None:
            gone = [topic for topic in self._told.topics if topic not in current]
            self._former = Farewell(gone, self._messages.hand_over)
        self.standing = self._former.standing | current
        self._told.keep((*self._former.topics, *current))

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        """Carry out a valid command; a retained one was meant for an earlier run of the program."""
        if topic == self._messages.availability:
            self._hear_availability(topic, message, retained)
            return
        asked = None if retained else self._messages.asked(topic, message)
        if asked is not None:
            with suppress(CompanionError):  # there is no board yet
                self._send(asked)

    def _hear_availability(self, topic: str, message: bytes, retained: bool) -> None:
        """Contradict what does not say that the board is there.

        Such as the will of a connection that is long gone. What says so live is of another board.
        """
        if not message:  # another board had this node, and has removed everything
            self._denied.update(self.standing)
        elif message != ONLINE:
            self._denied.add(topic)
        elif not retained and not self._crowded:
            self._crowded = True
            self._publish_again(topic)  # so that the other one knows, too
            self._tell(
                Text(
                    "another board is shown in Home Assistant as {node!r}, too: give each a "
                    "home_assistant.node of its own",
                    node=self._messages.node,
                )
            )

    def settled(self) -> None:
        """Take note of it for the topics of earlier runs."""
        if self._former is not None and self._former.topics:
            self._former.published()
            self._stand()

    def state(self, connected: bool, trouble: Text) -> None:
        """Report a fault."""
        if trouble:
            self._tell(Text("Home Assistant is not told anything: {problem}", problem=trouble))

    def tick(self) -> None:
        """Publish the time that has run down, and again what was overwritten.

        So what somebody else keeps overwriting is published once a second at most.
        """
        if self._former is not None:
            self._former.go_on()
        self._stand()
        for topic in self.standing:
            if topic in self._denied:
                self._publish_again(topic)
        self._denied.clear()


class HomeLink:
    """Publishes the messages of `HomeMessages`, and passes on the commands of Home Assistant.

    Without a broker it waits for one; nothing else depends on it.

    Args:
        settings: The broker.
        messages: Turns messages to pages into messages to Home Assistant.
        send: Carries out a command, in a thread of this link; it may raise CompanionError.
        tell: Takes a line about a fault, in the same thread.
        pace: The pauses before new attempts to connect.
        told: The topics at which an earlier run told something; those that are no longer used are
            cleared.
    """

    def __init__(
        self,
        settings: RemoteSettings,
        messages: HomeMessages,
        send: Callable[[Command], None],
        tell: Callable[[Text], None],
        pace: Pace | None = None,
        told: ToldTopics | None = None,
    ) -> None:
        """Begin to connect.

        Raises:
            InvalidBroker: If the settings are not valid.
        """
        self._subscriber = _Subscriber(
            messages,
            send,
            tell,
            lambda topic: self._connection.publish_again(topic),
            lambda topic, message: self._connection.publish_once(topic, message),
            told,
        )
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
