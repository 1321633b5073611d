"""The connection that removes a board from Home Assistant once that has been disabled."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from companion.base.text import Text
from companion.remote.home_assistant.told_topics import Farewell, ToldTopics
from companion.remote.mqtt.broker_connection import BrokerConnection
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.pace import Pace


class HomeRemoval:
    """Clears the topics of earlier runs, and leaves. Without a broker it waits for one, silently.

    Args:
        settings: The broker.
        told: The topics.
        pace: The pauses before new attempts to connect.
    """

    topics: Sequence[str] = ()
    will = None
    expiry = 0

    def __init__(
        self, settings: RemoteSettings, told: ToldTopics, pace: Pace | None = None
    ) -> None:
        """Begin to connect.

        Raises:
            InvalidBroker: If the settings are not valid.
        """
        self._told = told
        self._farewell = Farewell(told.topics)
        self.standing: Mapping[str, bytes] = self._farewell.standing
        name = f"board-companion-{os.urandom(8).hex()}"
        self._connection = BrokerConnection(settings, name, self, pace)
        self._connection.start()

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        """Do nothing: no topic is heard."""

    def settled(self) -> None:
        """Take note that the topics of this step are cleared; in the end, leave."""
        self._farewell.published()
        if not self._farewell.topics:
            self._told.keep(())
            self._connection.close()

    def state(self, connected: bool, trouble: Text) -> None:
        """Do nothing: nobody waits for this."""

    def tick(self) -> None:
        """Go on with the next step."""
        self._farewell.go_on()
        self.standing = self._farewell.standing

    def close(self) -> None:
        """Leave; what is not cleared will be in the next run. Returns at once."""
        self._connection.close()

    def join(self, seconds: float) -> bool:
        """Wait until a closed connection has been left; return whether it has."""
        return self._connection.join(seconds)
