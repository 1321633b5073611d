"""The entries of a table's shared log, and the hashes that chain them."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
"""A number of plies, games or requests."""

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=10**10)]

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]

PlyText = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]

RequestKind = Literal["takeback", "draw", "resign", "time", "pause", "resume", "new"]
"""What one seat may ask the others. A resignation needs no answer."""


class Entry(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """What all entries have.

    previous: the chain hash of the log before this entry, 64 hexadecimal digits.
    author:   the seat that appended it.
    """

    previous: str
    author: SeatNumber


class Ply(Entry, frozen=True, kw_only=True, tag="ply"):
    """One ply of a game, in the game's notation.

    spent: milliseconds by the author's own clock.
    """

    text: PlyText
    spent: Milliseconds = 0


class Request(Entry, frozen=True, kw_only=True, tag="request"):
    """A seat asks for something.

    game:   which game it is about; once another has begun, it means nothing.
    seat:   who asks. Whoever holds the pen writes it down, so this need not be the author.
    number: counts the requests of that seat, from 1; each is written down once.
    plies:  for a takeback, how many plies stay; otherwise 0.
    """

    game: Count
    seat: SeatNumber
    number: Count
    what: RequestKind
    plies: Count = 0


class Answer(Entry, frozen=True, kw_only=True, tag="answer"):
    """The author's answer to the request that is open."""

    accepted: bool


class Commitment(Entry, frozen=True, kw_only=True, tag="commitment"):
    """The author's part in a draw from the bag, still secret.

    digest: what `commitment_digest` makes of the secret, 64 hexadecimal digits.
    """

    digest: str


class Reveal(Entry, frozen=True, kw_only=True, tag="reveal"):
    """The author's part in a draw from the bag, once all commitments are in the log.

    secret: 64 hexadecimal digits.
    """

    secret: str


AnyEntry = Ply | Request | Answer | Commitment | Reveal


def chain_hash(previous: str, entry: AnyEntry) -> str:
    """Return the hash of a log: SHA-256 of the entry's canonical JSON, which names the hash before.

    Canonical JSON: keys sorted, no spaces, every field present, UTF-8.
    """
    fields = msgspec.to_builtins(entry)
    fields["previous"] = previous
    return sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()


def commitment_digest(seat: int, game: int, plies: int, secret: str) -> str:
    """Return the digest of a seat's secret for the draw after so many plies of a game: SHA-256 of
    `companion/1/commitment/SEAT/GAME/PLIES/SECRET`. So nobody can use the commitment of another."""
    return sha256(f"companion/1/commitment/{seat}/{game}/{plies}/{secret}".encode()).hexdigest()


def own_secret(seed: bytes, log: str) -> str:
    """Return a seat's secret for the commitment that follows a log with this chain hash:
    HMAC-SHA-256 with the seat's seed. So it is the same after a restart, and none is ever used
    again."""
    return hmac.new(seed, b"companion/1/secret/" + log.encode(), sha256).hexdigest()


def joint_number(secrets: Sequence[str]) -> int:
    """Return the number that all seats have made together, in the order of the seats."""
    return int.from_bytes(sha256("/".join(secrets).encode()).digest(), "big")


def first_hash(table: str) -> str:
    """Return the hash of the empty log of a table, so that no entry fits another table."""
    return sha256(b"companion/1/" + table.encode()).hexdigest()
