from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.remote.mqtt import tables
from companion.remote.mqtt.broker_connection import BrokerConnection
from tests.remote.mqtt.attacker import Stranger
from tests.remote.mqtt.broker import Mosquitto

_PATIENCE = 10
"""Seconds that a connection which was closed may take to leave."""


@pytest.fixture(autouse=True)
def no_connection_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close every connection at the end of the test that began it, and wait until it has left:
    it must not try again during later tests."""
    begun: list[BrokerConnection] = []
    start = BrokerConnection.start

    def remembered(connection: BrokerConnection) -> None:
        begun.append(connection)
        start(connection)

    monkeypatch.setattr(BrokerConnection, "start", remembered)
    yield
    for connection in begun:
        connection.close()
    assert all(connection.join(_PATIENCE) for connection in begun), "a connection stays"


@pytest.fixture(autouse=True)
def guests_are_let_in_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for somebody to turn them away."""
    monkeypatch.setattr(tables, "GUESTS_SHOWN", 0)


@pytest.fixture(scope="module")
def shared_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    """A broker for all tests of a module, which do not end it."""
    broker = Mosquitto(tmp_path_factory.mktemp("broker"))
    yield broker
    broker.kill()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker of a test's own."""
    broker = Mosquitto(tmp_path / "broker")
    yield broker
    broker.kill()


@pytest.fixture
def stranger(shared_broker: Mosquitto) -> Iterator[Stranger]:
    """Somebody else at the shared broker."""
    stranger = Stranger(shared_broker)
    yield stranger
    stranger.close()
