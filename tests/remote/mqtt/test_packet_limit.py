"""A broker that sends more than any table needs: it is left before the body is read."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

import pytest

from companion.base.text import Text
from companion.remote.mqtt.broker_connection import BrokerConnection
from companion.remote.mqtt.broker_settings import RemoteSettings

BODY = 200_000_000  # bytes
GREETING = b"\x20\x03\x00\x00\x00"  # MQTT 5, 3.2: CONNACK, success, no properties
PIECE = bytes(65536)
NETWORK = 20_000_000  # bytes that both ends' buffers may hold, at most


class Flood:
    """A broker that greets, and then sends a message of 200 MB for as long as it is read."""

    def __init__(self) -> None:
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.sent: SimpleQueue[int] = SimpleQueue()
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        wire, _ = self.server.accept()
        sent = 0
        with wire, suppress(OSError):
            wire.settimeout(10)
            wire.recv(4096)
            left, length = BODY, b""
            while left:
                left, digit = left >> 7, left & 127
                length += bytes([digit | (128 if left else 0)])
            wire.sendall(GREETING + b"\x30" + length)
            while sent < BODY:
                sent += wire.send(PIECE)
        self.sent.put(sent)


class Listener:
    """A subscriber that notes what it is told."""

    topics: Sequence[str] = ()
    standing: Mapping[str, bytes] = {}
    will = None
    expiry = 0

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.troubles: SimpleQueue[Text] = SimpleQueue()

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        self.heard.append(len(message))

    def settled(self) -> None: ...

    def state(self, connected: bool, trouble: Text) -> None:
        if not connected:
            self.troubles.put(trouble)

    def tick(self) -> None: ...


@pytest.fixture
def flood() -> Iterator[Flood]:
    flood = Flood()
    yield flood
    flood.server.close()


def test_a_packet_that_is_too_large_is_refused_before_it_is_read(flood: Flood) -> None:
    listener = Listener()
    settings = RemoteSettings(host="127.0.0.1", port=flood.port, tls=False)
    connection = BrokerConnection(settings, "board", listener)
    connection.start()
    try:
        trouble = listener.troubles.get(timeout=10)
        assert flood.sent.get(timeout=10) < NETWORK
    finally:
        connection.close()
    assert f"127.0.0.1:{flood.port} sent a message larger than 8 MB; it was not read" in str(
        trouble
    )
    assert listener.heard == []
