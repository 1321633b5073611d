"""What is measured of processes and of a broker, and how it is printed."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE = 30.0  # seconds; only a measurement that fails waits so long

SYSTEM = "$SYS/broker/"
DELIVERED = "publish/messages/sent"
DROPPED = "publish/messages/dropped"
COUNTS = (
    DELIVERED,
    DROPPED,
    "messages/received",
    "messages/sent",
    "bytes/received",
    "bytes/sent",
)
"""What the broker counts, under SYSTEM, since it was started. (How many were published is not
among them: Mosquitto 2.0.11 says that it is always 0.)"""


def line(what: str, measured: str, wanted: str) -> None:
    """Print a figure beside its limit or its peer."""
    print(f"{what:62} {measured:>38}   {wanted}", flush=True)


class Spread(NamedTuple):
    """How some times are spread, in milliseconds."""

    median: float
    p99: float
    most: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Spread:
        """Return the spread of some times. Raises ValueError if there is none."""
        if not seconds:
            raise ValueError("nothing was measured")
        ordered = sorted(seconds)
        p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
        return cls(median(ordered) * 1e3, p99 * 1e3, ordered[-1] * 1e3)

    def __str__(self) -> str:
        return f"median {self.median:.1f}, p99 {self.p99:.1f}, max {self.most:.1f} ms"


def resident(pid: int) -> int:
    """Return the resident memory of a process, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    kilobytes = next(row.split()[1] for row in status.splitlines() if row.startswith("VmRSS"))
    return int(kilobytes) << 10


def processor(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def load() -> str:
    """Return how busy the machine is: processes that want to run, over a minute."""
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


class Probe:
    """Two plain clients of the broker's library, each in a thread of its own: what a message takes
    without this program."""

    def __init__(self, port: int) -> None:
        self._topic = f"probe/{os.urandom(4).hex()}"
        self._came = threading.Event()
        self._ready = threading.Event()
        self._at = 0.0
        self._sender = _client(port)
        self._hearer = _client(port)
        self._hearer.on_message = self._hear
        self._hearer.on_subscribe = lambda *_: self._ready.set()
        self._sender.loop_start()
        self._hearer.loop_start()
        _until(self._sender.is_connected)
        _until(self._hearer.is_connected)
        self._hearer.subscribe(self._topic, qos=1)
        assert self._ready.wait(_PATIENCE)

    def round(self, size: int) -> float:
        """Return the seconds from a retained message of so many bytes to its arrival."""
        self._came.clear()
        began = time.monotonic()
        self._sender.publish(self._topic, os.urandom(size), 1, retain=True)
        assert self._came.wait(_PATIENCE)
        return self._at - began

    def close(self) -> None:
        """Disconnect."""
        for client in (self._sender, self._hearer):
            client.disconnect()
            client.loop_stop()

    def _hear(self, client: Client, data: Any, message: MQTTMessage) -> None:
        self._at = time.monotonic()
        self._came.set()


class BrokerCounts:
    """What a broker says of itself."""

    def __init__(self, port: int) -> None:
        self._values: dict[str, int] = {}
        self._rounds = self._heard = 0
        self._changed = threading.Condition()
        self._client = _client(port)
        self._client.on_message = self._hear
        self._client.on_connect = lambda client, *_: client.subscribe(
            [(SYSTEM + name, 0) for name in COUNTS]
        )
        self._client.loop_start()

    def read(self) -> Mapping[str, int]:
        """Return the next values. What has not changed is not sent again, and stays as it was. The
        messages with these values are not counted among those that were delivered."""
        with self._changed:
            self._rounds = 0
            assert self._changed.wait_for(lambda: self._rounds > 0, _PATIENCE)
        time.sleep(0.3)  # they come one after another
        with self._changed:
            found = {name: self._values.get(name, 0) for name in COUNTS}
            found[DELIVERED] -= self._heard
            return found

    def close(self) -> None:
        """Disconnect."""
        self._client.disconnect()
        self._client.loop_stop()

    def _hear(self, client: Client, data: Any, message: MQTTMessage) -> None:
        with self._changed, suppress(ValueError):
            self._values[message.topic.removeprefix(SYSTEM)] = int(message.payload)
            self._rounds += 1
            self._heard += 1
            self._changed.notify_all()


def _client(port: int) -> Client:
    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    client.connect("127.0.0.1", port)
    return client


def _until(wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.01)
