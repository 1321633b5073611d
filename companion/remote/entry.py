"""The entries of a table's shared log, and the hashes that chain them."""

from __future__ import annotations

from hashlib import sha256
from typing import Literal

import msgspec

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
    author: int


class Ply(Entry, frozen=True, kw_only=True, tag="ply"):
    """One ply of a game, in the game's notation.

    spent: milliseconds by the author's own clock.
    """

    text: str
    spent: int = 0


class Request(Entry, frozen=True, kw_only=True, tag="request"):
    """A seat asks for something.

    seat:   who asks. Whoever holds the pen writes it down, so this need not be the author.
    number: counts the requests of that seat, from 1; each is written down once.
    plies:  for a takeback, how many plies stay; otherwise 0.
    """

    seat: int
    number: int
    what: RequestKind
    plies: int = 0


class Answer(Entry, frozen=True, kw_only=True, tag="answer"):
    """The author's answer to the request that is open."""

    accepted: bool


AnyEntry = Ply | Request | Answer


def chain_hash(previous: str, entry: AnyEntry) -> str:
    """Return the hash of a log: SHA-256 of the entry's canonical JSON, which names the hash before.

    Canonical JSON: keys sorted, no spaces, every field present, UTF-8.
    """
    fields = msgspec.to_builtins(entry)
    fields["previous"] = previous
    return sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()


def first_hash(table: str) -> str:
    """Return the hash of the empty log of a table, so that no entry fits another table."""
    return sha256(b"companion/1/" + table.encode()).hexdigest()
