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
"""The kinds of request to the other seats; a resignation needs no answer."""


class Entry(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """The fields of every entry.

    Attributes:
        previous: The chain hash of the log before this entry, 64 hexadecimal digits.
        author: The seat that appended it.
    """

    previous: str
    author: SeatNumber


class Ply(Entry, frozen=True, kw_only=True, tag="ply"):
    """One ply of a game.

    Attributes:
        text: The ply in the game's notation.
        spent: The milliseconds it took, by the author's own clock.
    """

    text: PlyText
    spent: Milliseconds = 0


class Request(Entry, frozen=True, kw_only=True, tag="request"):
    """A request of a seat.

    Attributes:
        game: The game it is about; it has no effect once another game has begun.
        seat: The seat that asks. The holder of the pen appends the request, so this need not be the
            author.
        number: The count of that seat's requests, from 1; each is appended once.
        what: The kind of request.
        plies: For a takeback, the number of plies that remain; otherwise 0.
    """

    game: Count
    seat: SeatNumber
    number: Count
    what: RequestKind
    plies: Count = 0


class Answer(Entry, frozen=True, kw_only=True, tag="answer"):
    """The author's answer to the open request."""

    accepted: bool


class Commitment(Entry, frozen=True, kw_only=True, tag="commitment"):
    """The author's part in a draw from the bag, still secret.

    Attributes:
        digest: The secret's `commitment_digest`, 64 hexadecimal digits.
    """

    digest: str


class Reveal(Entry, frozen=True, kw_only=True, tag="reveal"):
    """The author's part in a draw from the bag, once all commitments are in the log.

    Attributes:
        secret: The secret, 64 hexadecimal digits.
    """

    secret: str


AnyEntry = Ply | Request | Answer | Commitment | Reveal


def chain_hash(previous: str, entry: AnyEntry) -> str:
    """Return the hash of a log: SHA-256 of its last entry's canonical JSON.

    The entry contains the hash before it. Canonical JSON has sorted keys, no spaces, every field,
    and is encoded in UTF-8.

    Args:
        previous: The hash of the log before the entry.
        entry: The last entry.
    """
    fields = msgspec.to_builtins(entry)
    fields["previous"] = previous
    return sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()


def commitment_digest(seat: int, game: int, plies: int, secret: str) -> str:
    """Return the digest of a seat's secret for one draw.

    It is the SHA-256 of `companion/1/commitment/SEAT/GAME/PLIES/SECRET`, so a seat cannot use the
    commitment of another.

    Args:
        seat: The seat.
        game: The number of the game.
        plies: The number of plies before the draw.
        secret: The secret, 64 hexadecimal digits.
    """
    return sha256(f"companion/1/commitment/{seat}/{game}/{plies}/{secret}".encode()).hexdigest()


def own_secret(seed: bytes, log: str) -> str:
    """Return a seat's secret for its commitment: HMAC-SHA-256 with the seat's seed.

    It is the same after a restart, and never used twice.

    Args:
        seed: The seat's seed.
        log: The chain hash of the log that the commitment follows.
    """
    return hmac.new(seed, b"companion/1/secret/" + log.encode(), sha256).hexdigest()


def joint_number(secrets: Sequence[str]) -> int:
    """Return the number that the secrets of all seats determine, in the order of the seats."""
    return int.from_bytes(sha256("/".join(secrets).encode()).digest(), "big")


def first_hash(table: str) -> str:
    """Return the hash of the empty log of a table, so that no entry fits another table."""
    return sha256(b"companion/1/" + table.encode()).hexdigest()
