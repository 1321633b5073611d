"""A broker, as for boards far apart."""

from tests.remote.mqtt.conftest import broker, no_connection_is_left

__all__ = ["broker", "no_connection_is_left"]
