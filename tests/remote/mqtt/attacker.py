"""A guest, a host and a player of somebody else, written from docs/remote.md alone.

Nothing of `companion` is used here: what this talks to the program is what the norm says.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from hashlib import sha256
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.subscribeoptions import SubscribeOptions
from spake2 import SPAKE2_A, SPAKE2_B

from tests.remote.mqtt.broker import Mosquitto

_PATIENCE = 60.0  # seconds; only a test that fails waits so long

Members = dict[str, Any]


def host_of(code: str) -> str:
    """The topic at which a host publishes."""
    return f"companion/1/invite/{code.split('-')[0]}/host"


def guest_of(code: str) -> str:
    """The topic at which a guest publishes."""
    return f"companion/1/invite/{code.split('-')[0]}/guest"


def packed(**members: object) -> bytes:
    """A message."""
    return json.dumps({"version": 1, **members}).encode()


def base64(data: bytes) -> str:
    return b64encode(data).decode()


def named(message: bytes) -> str:
    """What a message is named by."""
    return sha256(message).hexdigest()


def seal(key: bytes, name: str, plain: bytes) -> bytes:
    nonce = os.urandom(12)
    return b"\1" + nonce + ChaCha20Poly1305(key).encrypt(nonce, plain, b"\1" + name.encode())


def unseal(key: bytes, name: str, sealed: bytes) -> bytes:
    return ChaCha20Poly1305(key).decrypt(sealed[1:13], sealed[13:], sealed[:1] + name.encode())


def derived(secret: bytes, info: str) -> bytes:
    return HKDF(SHA256(), 32, None, info.encode()).derive(secret)


class Stranger:
    """Whoever may publish at the broker. Hears everything, but not what it says itself."""

    def __init__(self, broker: Mosquitto) -> None:
        self._heard: SimpleQueue[tuple[str, bytes]] = SimpleQueue()
        ready = Event()
        self._client = client = Client(
            CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5
        )
        client.on_message = self._hear
        client.on_subscribe = lambda *_: ready.set()
        client.connect("127.0.0.1", broker.port)
        client.subscribe("companion/#", options=SubscribeOptions(qos=1, noLocal=True))
        client.loop_start()
        assert ready.wait(_PATIENCE)

    def _hear(self, _client: Client, _userdata: object, message: MQTTMessage) -> None:
        self._heard.put((message.topic, bytes(message.payload)))

    def say(self, topic: str, message: bytes, *, retain: bool = True) -> None:
        """Publish, and wait until the broker has it."""
        self._client.publish(topic, message, 1, retain).wait_for_publish(_PATIENCE)

    def until(self, topic: str, *kinds: str) -> bytes:
        """Wait for a message at a topic, of one of these kinds if any is named."""
        while True:
            try:
                heard, message = self._heard.get(timeout=_PATIENCE)
            except Empty:
                raise AssertionError(f"nothing came at {topic}: {kinds}") from None
            if heard == topic and (not kinds or (message and kind(message) in kinds)):
                return message

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def kind(message: bytes) -> str:
    return str(json.loads(message)["kind"])


class Keys:
    """The two keys of a pairing."""

    def __init__(self, secret: bytes) -> None:
        self.to_guest = derived(secret, "companion/1 pairing, host to guest")
        self.to_host = derived(secret, "companion/1 pairing, guest to host")


class Guest:
    """Somebody who answers an offer. code: what they believe the code to be."""

    def __init__(self, code: str, private: Ed25519PrivateKey | None = None) -> None:
        self.code = code
        self.private = private or Ed25519PrivateKey.generate()
        self._spake = SPAKE2_B(code.encode(), host_of(code).encode(), guest_of(code).encode())
        self._share = self._spake.start()
        self.said = b""

    @property
    def public(self) -> bytes:
        return public(self.private)

    def reply(self, offer: bytes, share: bytes = b"", more: Members | None = None) -> bytes:
        """Its answer to an offer. share: published instead of its own.
        more: what it says of itself."""
        self.keys = Keys(self._spake.finish(b64decode(json.loads(offer)["share"])))
        told = {"public": base64(self.public), "player": "Eve", **(more or {})}
        sealed = seal(self.keys.to_host, f"{guest_of(self.code)} reply", json.dumps(told).encode())
        self.said = packed(
            kind="reply",
            offer=named(offer),
            share=base64(share or self._share),
            sealed=base64(sealed),
        )
        return self.said

    def place(self, welcome: bytes) -> Members:
        """What it is given."""
        members = json.loads(welcome)
        assert members["reply"] == named(self.said)
        plain = unseal(self.keys.to_guest, host_of(self.code), b64decode(members["sealed"]))
        place: Members = json.loads(plain)
        return place

    def done(self, welcome: bytes) -> bytes:
        """That it has its place."""
        digest = sha256(welcome).digest()
        sealed = seal(self.keys.to_host, f"{guest_of(self.code)} done", digest)
        return packed(kind="done", sealed=base64(sealed))


class Host:
    """Somebody who makes an offer. code: what they believe the code to be."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.private = Ed25519PrivateKey.generate()
        self._spake = SPAKE2_A(code.encode(), host_of(code).encode(), guest_of(code).encode())
        self.share = self._spake.start()

    def offer(self, **members: object) -> bytes:
        return packed(**{"kind": "offer", "share": base64(self.share), **members})

    def introduction(self, reply: bytes) -> Members:
        """What the guest says of itself. Raises InvalidTag if the code was another one."""
        members = json.loads(reply)
        self.keys = Keys(self._spake.finish(b64decode(members["share"])))
        name = f"{guest_of(self.code)} reply"
        plain = unseal(self.keys.to_host, name, b64decode(members["sealed"]))
        introduction: Members = json.loads(plain)
        return introduction

    def welcome(self, reply: bytes, **place: object) -> bytes:
        """A place at a table of two, or what is said of it instead."""
        guest = self.introduction(reply)["public"]
        given = {
            "table": os.urandom(16).hex(),
            "key": base64(os.urandom(32)),
            "seat": 1,
            "roster": [base64(public(self.private)), guest],
            "terms": {"game": "solomon", "seats": 2, "host": 0},
        } | place
        sealed = seal(self.keys.to_guest, host_of(self.code), json.dumps(given).encode())
        return packed(kind="welcome", reply=named(reply), sealed=base64(sealed))


class Player:
    """Somebody with a table's key and one private key."""

    def __init__(self, table: str, key: bytes, private: bytes) -> None:
        self._table = table
        self._key = derived(key, "companion/1 table")
        self._private = Ed25519PrivateKey.from_private_bytes(private)

    def seat(self, seat: int) -> str:
        return f"companion/1/{self._table}/seat/{seat}"

    def presence(self, seat: int) -> str:
        return f"companion/1/{self._table}/presence/{seat}"

    def envelope(self, topic: str, message: bytes) -> bytes:
        signed = b"companion/1 signed\n" + topic.encode() + b"\n" + message
        return seal(self._key, topic, self._private.sign(signed) + message)

    def open(self, topic: str, envelope: bytes) -> Members:
        """What stands in somebody's envelope."""
        members: Members = json.loads(unseal(self._key, topic, envelope)[64:])
        return members


def public(private: Ed25519PrivateKey) -> bytes:
    return private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
