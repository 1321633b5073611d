"""A connection to a broker that reconnects by itself, in a thread of its own.

How it works:

1. A `Subscriber` names the topics it hears, and the message to keep retained at each topic it
   publishes to. After every event, messages that the broker does not have yet are published. After
   a new connection these are all. So the newest always wins, and nothing old is sent again.
2. At most one message to each topic is on its way. Later changes wait for the acknowledgement.
3. All of a subscriber's methods are called in the connection's thread, one at a time. Other
   threads hand in their calls with `post`.
4. The client of the broker's library is made anew for each connection, so that it keeps nothing of
   the last one. Its name stays: if the broker still holds the last connection, it ends that first.
5. A packet larger than the greeting allows ends the connection once its length is known. The
   library alone would read it whole before anybody could look at it.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import Any, Protocol

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.base.text import Text
from companion.remote.mqtt import tls, trouble
from companion.remote.mqtt.broker_settings import InvalidBroker, RemoteSettings
from companion.remote.pace import Pace
from companion.remote.table.seat_link import LARGEST_MESSAGE

KEEPALIVE = 30
"""The seconds between signs of life; after one and a half times that, a seat counts as away."""

_LARGEST_PACKET = LARGEST_MESSAGE + 1024  # bytes

_ANSWER = 10.0  # seconds that a broker may take to greet
_LEAVING = 2.0  # seconds to send what is left when a connection is closed
_WITH_WILL = 4  # MQTT 5, 3.14.2.1: disconnect with will message


class Subscriber(Protocol):
    """The user of a connection. Its methods must not raise."""

    @property
    def topics(self) -> Sequence[str]:
        """The topics to hear, in the order of subscription."""

    @property
    def standing(self) -> Mapping[str, bytes]:
        """The message to keep retained at each topic."""

    @property
    def will(self) -> tuple[str, bytes] | None:
        """The topic and the retained message to publish if the connection is lost."""

    @property
    def expiry(self) -> int:
        """The seconds after which the broker forgets the retained messages; 0 for never."""

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        """Take a message that has come; `retained` if the broker had kept it from before."""

    def settled(self) -> None:
        """Take note that the broker has all retained messages."""

    def state(self, connected: bool, trouble: Text) -> None:
        """Take note that the connection has been made or lost, or of another fault."""

    def tick(self) -> None:
        """Take note that about a second has passed, while connected."""


class _Lost(Exception):
    """The connection has ended."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class _LimitedClient(Client):
    """A client that refuses a packet larger than the limit before it reads its body.

    Attributes:
        oversized: Whether the broker has sent such a packet.
    """

    oversized = False

    def _sock_recv(self, bufsize: int) -> bytes:
        """Read from the socket.

        The library reads a packet's head byte by byte; then it asks for all of the body at once, as
        long as its head says, and takes an OSError for a connection that is lost.
        """
        if bufsize > _LARGEST_PACKET:
            self.oversized = True
            raise OSError(f"a packet of {bufsize} bytes")
        return super()._sock_recv(bufsize)


class BrokerConnection:
    """A connection for one subscriber.

    Args:
        settings: The broker.
        name: The client's name; it must be unique at the broker.
        subscriber: The user of the connection.
        pace: The pauses before new attempts.
    """

    def __init__(
        self, settings: RemoteSettings, name: str, subscriber: Subscriber, pace: Pace | None = None
    ) -> None:
        """Prepare the connection; `start` makes it.

        Raises:
            InvalidBroker: If the settings are not valid.
        """
        settings.require()
        self._settings = settings
        self._name = name
        self._subscriber = subscriber
        self._pace = pace or Pace()
        self._posted: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._bell, self._ear = socket.socketpair()
        self._bell.setblocking(False)
        self._ear.setblocking(False)
        self._closing = False
        self._told: tuple[bool, Text] | None = None
        self._forget()
        self._thread = Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        """Begin to connect."""
        self._thread.start()

    def post(self, act: Callable[[], None]) -> None:
        """Call a function in the connection's thread; returns at once."""
        self._posted.put(act)
        with suppress(OSError):  # it is full, so the thread will wake up; or it has ended
            self._bell.send(b"!")

    def close(self) -> None:
        """Publish the rest, if that is possible at once, and leave; returns at once."""
        self.post(self._close)

    def join(self, seconds: float) -> bool:
        """Wait until a closed connection has left; return whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    # For the subscriber, in the connection's thread

    def publish_again(self, topic: str) -> None:
        """Publish the message of a topic, whether or not it has been published before."""
        self._stands.pop(topic, None)
        for number, (under_way, _) in self._flying.items():
            if under_way == topic:
                self._flying[number] = (topic, b"")  # it will not be taken for what has to stand

    def publish_once(self, topic: str, message: bytes) -> None:
        """Publish a message that nobody keeps, after what stands; without a broker, it is lost."""
        if self._greeted:
            self._passing.append((topic, message))

    # The thread

    def _close(self) -> None:
        self._closing = True

    def _forget(self) -> None:
        """Forget everything about the last connection."""
        self._stands: dict[str, bytes] = {}
        self._flying: dict[int, tuple[str, bytes]] = {}  # by the number of the packet
        self._passing: list[tuple[str, bytes]] = []  # to be published once
        self._subscribed: frozenset[str] = frozenset()
        self._subscribing: dict[int, frozenset[str]] = {}
        self._greeted = False
        self._settled = False
        self._worked = False  # whether the broker has had everything
        self._refused: Text | None = None
        self._wire: Any = None  # the last socket

    def _run(self) -> None:
        rng = Random(self._name)  # noqa: S311 - no secret; each board has pauses of its own
        pauses = self._pace.pauses(rng)
        while not self._closing:
            self._forget()
            client: _LimitedClient | None = None
            try:
                client = self._connected()
                self._converse(client)
            except _Lost as end:
                self._tell(False, end.text)
            if self._worked:
                pauses = self._pace.pauses(rng)
            if client is not None:
                client.on_disconnect = None
                with suppress(Exception):
                    client.disconnect(
                        reasoncode=ReasonCode(PacketTypes.DISCONNECT, identifier=_WITH_WILL)
                    )
            if not self._closing:
                self._rest(next(pauses))
        self._bell.close()
        self._ear.close()

    def _connected(self) -> _LimitedClient:
        """Return a client that has sent its greeting.

        Raises:
            _Lost: If the broker cannot be reached, or the settings cannot be used.
        """
        settings = self._settings
        client = _LimitedClient(
            CallbackAPIVersion.VERSION2,
            client_id=self._name,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,
        )
        client.connect_timeout = _ANSWER
        try:
            if settings.user:
                client.username_pw_set(settings.user, settings.password())
            context = tls.trust(settings)
        except InvalidBroker as error:
            raise _Lost(error.text) from None
        if context is not None:
            client.tls_set_context(context)
        if (will := self._subscriber.will) is not None:
            client.will_set(will[0], will[1], qos=1, retain=True)
        client.on_socket_open = self._on_socket_open
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        client.on_subscribe = self._on_subscribe
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.MaximumPacketSize = _LARGEST_PACKET
        try:
            client.connect(
                settings.host,
                settings.actual_port,
                keepalive=KEEPALIVE,
                clean_start=True,
                properties=properties,
            )
        except Exception as error:  # the library passes on whatever the network raises
            raise _Lost(trouble.connect_trouble(settings, error, str(date.today()))) from None
        return client

    def _converse(self, client: _LimitedClient) -> None:
        """Receive and publish until this is closed.

        Raises:
            _Lost: If the connection ends before.
        """
        began = ticked = time.monotonic()
        closed_at: float | None = None
        while True:
            self._hand_in()
            if self._refused is not None:
                raise _Lost(self._refused)
            if self._greeted:
                self._subscribe(client)
                self._publish(client)
            now = time.monotonic()
            if self._closing:
                closed_at = closed_at or now
                if self._settled or not self._greeted or now - closed_at > _LEAVING:
                    return
            elif not self._greeted and now - began > _ANSWER:
                raise _Lost(trouble.no_broker(self._settings))
            if self._greeted and now - ticked >= 1.0:
                ticked = now
                self._subscriber.tick()
            if not self._turn(client, 0.1 if self._closing else 1.0):
                if self._refused is not None:
                    continue
                if client.oversized:
                    raise _Lost(trouble.too_large(self._settings, _LARGEST_PACKET))
                raise _Lost(trouble.lost(self._settings) if self._greeted else self._no_greeting())

    def _no_greeting(self) -> Text:
        """Return why the broker ended a connection before it greeted."""
        refusal = getattr(self._wire, "refusal", None)
        if refusal is not None and trouble.wants_certificate(refusal):
            return trouble.certificate_refusal(self._settings)
        return trouble.no_broker(self._settings)

    def _turn(self, client: Client, seconds: float) -> bool:
        """Wait for the network or for posted calls; return whether the connection holds."""
        wire: Any = client.socket()
        if wire is None:
            return False
        pending = bool(getattr(wire, "pending", lambda: 0)())  # TLS has more than it has handed out
        try:
            ready = self._wait(wire, client.want_write(), 0.0 if pending else seconds)
            if pending or ready & selectors.EVENT_READ:
                self._check(client.loop_read())
            if ready & selectors.EVENT_WRITE:
                self._check(client.loop_write())
            self._check(client.loop_misc())
        except Exception:  # whatever the network brings: the library does not check all of it
            return False
        return client.socket() is not None

    def _wait(self, wire: Any, writes: bool, seconds: float) -> int:
        """Wait for the network, or for a posted call; return the network's events."""
        with selectors.DefaultSelector() as selector:
            if wire is not None:
                wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if writes else 0)
                selector.register(wire, wanted)
            selector.register(self._ear, selectors.EVENT_READ)
            ready = {key.fileobj: events for key, events in selector.select(seconds)}
        return ready.get(wire, 0)

    @staticmethod
    def _check(code: MQTTErrorCode) -> None:
        if code != MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise ConnectionError(code)

    def _hand_in(self) -> None:
        """Make the calls that other threads have posted."""
        with suppress(BlockingIOError):
            self._ear.recv(4096)
        with suppress(Empty):
            while True:
                self._posted.get_nowait()()

    def _rest(self, seconds: float) -> None:
        """Wait before another attempt (seconds), at most until the connection is closed."""
        end = time.monotonic() + seconds
        while not self._closing and (left := end - time.monotonic()) > 0:
            self._wait(None, False, left)
            self._hand_in()

    def _subscribe(self, client: Client) -> None:
        asked = self._subscribed.union(*self._subscribing.values())
        new = [topic for topic in self._subscriber.topics if topic not in asked]
        if new:
            # Without what this client has published itself.
            options = SubscribeOptions(qos=1, noLocal=True)
            _, number = client.subscribe([(topic, options) for topic in new])
            self._subscribing[number or 0] = frozenset(new)

    def _publish(self, client: Client) -> None:
        """Publish the messages that the broker does not have yet."""
        if self._subscribing:
            return  # what stood there before comes first
        under_way = {topic for topic, _ in self._flying.values()}
        standing = self._subscriber.standing
        for topic, message in standing.items():
            if topic in under_way or self._stands.get(topic) == message:
                continue
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            if self._subscriber.expiry:
                properties.MessageExpiryInterval = self._subscriber.expiry
            number = client.publish(topic, message, 1, retain=True, properties=properties).mid
            self._flying[number] = (topic, message)
        for topic, message in self._passing:
            client.publish(topic, message, 1)
        self._passing.clear()
        settled = not self._flying and all(
            self._stands.get(topic) == message for topic, message in standing.items()
        )
        if settled and not self._settled:
            self._tell(True, Text())
        self._settled = settled
        if settled:
            self._worked = True
            self._subscriber.settled()

    def _tell(self, connected: bool, trouble: Text) -> None:
        """Report a change of the connection to the subscriber."""
        if self._closing or self._told == (connected, trouble):
            return
        self._told = (connected, trouble)
        self._subscriber.state(connected, trouble)

    # What the library calls

    def _on_socket_open(self, client: Client, data: Any, wire: Any) -> None:
        self._wire = wire  # a broker that leaves at once may still have said why

    def _on_connect(
        self, client: Client, data: Any, flags: Any, reason: ReasonCode, properties: Any
    ) -> None:
        if reason.is_failure:
            self._refused = trouble.login_refusal(self._settings, reason.value, str(reason))
        else:
            self._greeted = True

    def _on_message(self, client: Client, data: Any, message: MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            return
        self._subscriber.hear(topic, bytes(message.payload), message.retain)

    def _on_subscribe(
        self, client: Client, data: Any, number: int, reasons: list[ReasonCode], properties: Any
    ) -> None:
        asked = self._subscribing.pop(number, frozenset())
        for topic, reason in zip(sorted(asked), reasons, strict=False):
            if reason.is_failure:
                self._refused = self._refused or trouble.forbidden(self._settings, topic)
        self._subscribed |= asked

    def _on_publish(
        self, client: Client, data: Any, number: int, reason: ReasonCode, properties: Any
    ) -> None:
        flight = self._flying.pop(number, None)
        if flight is None:
            return
        topic, message = flight
        if reason.is_failure:
            self._refused = self._refused or trouble.forbidden(self._settings, topic)
        else:
            self._stands[topic] = message
