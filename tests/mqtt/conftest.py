from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mqtt.broker import Mosquitto


@pytest.fixture(scope="module")
def shared_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    """A broker for all tests of a module, which do not end it."""
    broker = Mosquitto(tmp_path_factory.mktemp("broker"))
    yield broker
    broker.kill()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker of a test's own."""
    folder = tmp_path / "broker"
    folder.mkdir()
    broker = Mosquitto(folder)
    yield broker
    broker.kill()
