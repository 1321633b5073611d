"""What a page waits for while somebody at the table floods this board."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from websockets.sync.client import ClientConnection

from companion.remote.mqtt import tables
from companion.remote.table import Snapshot
from companion.remote.table.envelope import NONCE_BYTES, TableBox
from companion.remote.table.presence import SeatPresence
from companion.remote.table.seat_link import Paired, PairingFailed, PairingReport
from companion.remote.table.ticket import TableTicket
from companion.remote.table.topics import presence_topic, seat_topic
from tests.bench_remote.measures import Spread, line
from tests.faults.campaign import until
from tests.faults.program import Program, at_broker, write_settings
from tests.page_state import merged
from tests.remote.mqtt.broker import Mosquitto
from tests.remote.mqtt.seats import settings

MESSAGES = 10_000
_WANTED = 200.0  # milliseconds, at most
_CALM = 200  # commands without a flood
_LATER = 5.0  # seconds in which the board works off what the broker has kept for it


def bench_flood() -> None:
    """Print what a page's command takes with and without a flood.

    Raises RuntimeError if the boards do not meet, and TimeoutError if nobody is invited.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        broker = Mosquitto(folder / "broker", "max_queued_messages 0")
        config = write_settings(folder, folder / "games", more=at_broker(broker.port))
        try:
            with Program(config, "--game", "solomon", command="invite") as program:
                ticket = _join(program, broker)
                _measure(program, broker, ticket, "messages of presence", _presence)
                _measure(program, broker, ticket, "snapshots", _snapshot)
        finally:
            broker.kill()


def _join(program: Program, broker: Mosquitto) -> TableTicket:
    """Come to the table of a program that invites, and give the place at it."""
    told: list[PairingReport] = []
    tables.join(settings(broker), program.printed(r".*code: (\S+)"), told.append, "Ben")
    if not until(lambda: any(isinstance(one, Paired | PairingFailed) for one in told), 60):
        raise RuntimeError(f"the boards do not meet: {program.output}")
    (paired,) = (one for one in told if isinstance(one, Paired))
    return paired.ticket


Message = Callable[[TableTicket, int], tuple[str, bytes]]
"""Makes the topic and the text of a message, by its number."""


def _presence(ticket: TableTicket, number: int) -> tuple[str, bytes]:
    presence = SeatPresence(here=True, thinking=number % 2 == 0)
    return presence_topic(ticket.table, ticket.seat), msgspec.json.encode(presence)


def _snapshot(ticket: TableTicket, number: int) -> tuple[str, bytes]:
    seats = ticket.terms.seats
    empty = Snapshot(table=ticket.table, seat=ticket.seat, seats=seats, revision=number)
    return seat_topic(ticket.table, ticket.seat), msgspec.json.encode(empty)


def _measure(
    program: Program, broker: Mosquitto, ticket: TableTicket, what: str, message: Message
) -> None:
    """Flood the program with messages, while a page asks for something again and again."""
    box, sealed = TableBox(ticket.key), []
    for number in range(MESSAGES):
        topic, data = message(ticket, number)
        sealed.append((topic, box.seal(ticket.private, topic, data, os.urandom(NONCE_BYTES))))
    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    if not until(client.is_connected, 30):
        raise RuntimeError("the broker does not answer")

    def flood() -> None:
        for topic, envelope in sealed:
            said = client.publish(topic, envelope)
        said.wait_for_publish(30)

    with program.connection() as connection:
        page = _Page(connection)
        calm = Spread.of([page.ask() for _ in range(_CALM)])
        flooding = Thread(target=flood)
        began = time.monotonic()
        flooding.start()
        asked = [page.ask()]
        while flooding.is_alive():
            asked.append(page.ask())
        seconds = time.monotonic() - began
        end = time.monotonic() + _LATER
        while time.monotonic() < end:
            asked.append(page.ask())
    client.loop_stop()
    client.disconnect()
    line(f"a page's command among {MESSAGES} {what} in {seconds:.1f} s", str(Spread.of(asked)),
         f"wanted: max < {_WANTED:.0f} ms")  # fmt: skip
    line("    without them", str(calm), "the peer")


class _Page:
    """A page that asks for something that it is told at once."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._state: dict[str, Any] = {}
        self._on = False

    def ask(self) -> float:
        """Ask, and return the seconds until the answer."""
        self._on = not self._on
        began = time.monotonic()
        self._connection.send(json.dumps({"do": "assist", "on": self._on}))
        while self._state.get("assisted") is not self._on:
            message = json.loads(self._connection.recv(timeout=60))
            if message["type"] == "state":
                self._state = merged(self._state, message)
        return time.monotonic() - began
