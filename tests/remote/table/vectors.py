"""Test vectors for docs/remote.md, computed by the program: `make types` writes them."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from companion.remote.table import Answer, AnyEntry, Ply, Request, chain_hash
from companion.remote.table.code import TableCode
from companion.remote.table.entry import (
    Commitment,
    Reveal,
    commitment_digest,
    first_hash,
    own_secret,
)
from companion.remote.table.envelope import TableBox, derived_key, public_key, sign
from companion.remote.table.invitation import Invitation, new_table
from companion.remote.table.pairing import GuestPairing
from companion.remote.table.seat_link import Invited, Paired
from companion.remote.table.ticket import Terms
from companion.remote.table.topics import guest_topic, host_topic, presence_topic, seat_topic

TABLE = "0123456789abcdef" * 2


class Drawn:
    """Random bytes that are always the same, and those that were drawn of them."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self.drawn: list[str] = []

    def __call__(self, count: int) -> bytes:
        number = len(self.drawn)
        blocks = (f"{self._seed} {number} {block}".encode() for block in range(count // 32 + 1))
        data = b"".join(sha256(block).digest() for block in blocks)[:count]
        self.drawn.append(data.hex())
        return data


def vectors() -> dict[str, Any]:
    """All test vectors."""
    return {
        "codes": _codes(),
        "chain": _chain(),
        "envelopes": _envelopes(),
        "pairing": _pairing(),
    }


def _codes() -> list[dict[str, Any]]:
    draws = [("000000000000", 4), ("ffffffffffff", 4), ("075bcd15c0de", 8)]
    codes = [
        (random, digits, TableCode.draw(bytes.fromhex(random), digits)) for random, digits in draws
    ]
    return [
        {"random": random, "digits": digits, "code": str(code), "in digits": code.digits}
        for random, digits, code in codes
    ]


def _chain() -> dict[str, Any]:
    entries: list[dict[str, Any]] = []
    previous = first = first_hash(TABLE)
    for make in (
        lambda before: Ply(previous=before, author=0, text="14-12", spent=2417),
        lambda before: Request(
            previous=before, game=0, author=1, seat=0, number=1, what="takeback", plies=0
        ),
        lambda before: Answer(previous=before, author=1, accepted=True),
        lambda before: Ply(previous=before, author=0, text='"\\ü\t→', spent=0),
        lambda before: Commitment(
            previous=before,
            author=0,
            digest=commitment_digest(0, 0, 1, own_secret(b"seed", before)),
        ),
        lambda before: Reveal(previous=before, author=0, secret=own_secret(b"seed", before)),
    ):
        entry: AnyEntry = make(previous)
        previous = chain_hash(previous, entry)
        canonical = msgspec.json.encode(entry, order="sorted").decode()
        entries.append({"canonical": canonical, "hash": previous})
    return {"table": TABLE, "empty": first, "entries": entries}


def _envelopes() -> list[dict[str, Any]]:
    key, private, nonce = bytes(range(32)), bytes(range(32, 64)), bytes(range(12))
    made = []
    for topic, message in (
        (seat_topic(TABLE, 1), b""),
        (seat_topic(TABLE, 1), b"any message"),
        (presence_topic(TABLE, 0), b'{"here":true,"thinking":false}'),
    ):
        made.append(
            {
                "table key": key.hex(),
                "sealing key": derived_key(key, b"companion/1 table").hex(),
                "private key": private.hex(),
                "public key": public_key(private).hex(),
                "topic": topic,
                "message": message.hex(),
                "nonce": nonce.hex(),
                "signature": sign(private, topic, message).hex(),
                "envelope": TableBox(key).seal(private, topic, message, nonce).hex(),
            }
        )
    return made


def _pairing() -> dict[str, Any]:
    """A whole pairing for a table of two seats: what each side drew, in this order, and said."""
    for_host, for_guest = Drawn("host"), Drawn("guest")
    terms = Terms(game="solomon", seats=2, options={}, clock="fischer 5+3", players=("Ann", ""))
    invitation = Invitation(new_table(terms, for_host), for_host)
    (invited,) = invitation.reports()
    assert isinstance(invited, Invited)
    code = TableCode.parse(invited.code)
    guest = GuestPairing(code, "Bob", for_guest)
    topics = host_topic(code.nameplate), guest_topic(code.nameplate)
    said: list[dict[str, str]] = []
    for _ in range(2):
        standing = invitation.retained[topics[0]]
        guest.hear(standing)
        assert guest.message is not None
        invitation.hear(topics[1], guest.message, False)
        invitation.let_in()
        said += [
            {"topic": topics[0], "message": standing.decode()},
            {"topic": topics[1], "message": guest.message.decode()},
        ]
    said.append({"topic": topics[0], "message": invitation.retained[topics[0]].decode()})
    _, paired = invitation.reports()
    assert isinstance(paired, Paired)
    assert guest.ticket is not None
    return {
        "code": str(code),
        "drawn by the host": for_host.drawn,
        "drawn by the guest": for_guest.drawn,
        "messages": said,
        "host's ticket": msgspec.to_builtins(paired.ticket),
        "guest's ticket": msgspec.to_builtins(guest.ticket),
    }


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(vectors())).decode())  # noqa: T201
