"""What docs/remote.md publishes for others is what the program does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from spake2.parameters.ed25519 import ParamsEd25519

from companion.remote.mqtt.broker_connection import KEEPALIVE
from companion.remote.table.schema import PUBLISHED, remote_schema
from companion.remote.table.seat_link import LARGEST_MESSAGE
from tests.remote.table.vectors import vectors

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "remote.md").read_text(encoding="utf-8")

AGAIN = "run `make types`"


def _committed(name: str) -> object:
    return json.loads((DOCS / name).read_text(encoding="utf-8"))


def test_the_schema_is_up_to_date() -> None:
    made = json.loads(msgspec.json.encode(remote_schema()))
    assert _committed("remote.schema.json") == made, AGAIN


def test_the_vectors_are_up_to_date() -> None:
    assert _committed("remote.vectors.json") == json.loads(msgspec.json.encode(vectors())), AGAIN


def test_an_envelope_is_made_as_the_page_says() -> None:
    """By the page, and not by the program."""
    for one in vectors()["envelopes"]:
        data = bytes.fromhex(one["envelope"])
        topic, message = one["topic"].encode(), bytes.fromhex(one["message"])
        assert data[:13] == b"\1" + bytes.fromhex(one["nonce"])
        opened = ChaCha20Poly1305(bytes.fromhex(one["sealing key"])).decrypt(
            data[1:13], data[13:], b"\1" + topic
        )
        assert opened == bytes.fromhex(one["signature"]) + message
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(one["public key"]))
        public.verify(opened[:64], b"companion/1 signed\n" + topic + b"\n" + message)


def test_numbers_on_the_page_are_right() -> None:
    for element in (ParamsEd25519.M, ParamsEd25519.N):
        assert element.to_bytes().hex() in PAGE
    assert f"{LARGEST_MESSAGE + 1024:,} bytes" in PAGE
    assert f"{KEEPALIVE} s" in PAGE
    named = re.findall(r"^\| `(\w+)` \| (?:host|guest) \|", PAGE, re.MULTILINE)
    kinds = [kind.__struct_config__.tag for kind in PUBLISHED]
    assert sorted(named) == sorted(map(str, kinds))
