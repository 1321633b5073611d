"""Writes the JSON Schema of the messages: `make types`."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.remote.pairing import (
    Closed,
    Done,
    GuestReply,
    HostWelcome,
    Introduction,
    Offer,
    Place,
    Taken,
)
from companion.remote.presence import SeatPresence
from companion.remote.replica import Snapshot

PUBLISHED = (Offer, Taken, HostWelcome, Closed, GuestReply, Done)
"""The messages of a pairing."""

SEALED = (Snapshot, SeatPresence, Introduction, Place)
"""What is inside envelopes."""


def remote_schema() -> dict[str, Any]:
    """The JSON Schema of what is published, and of what is sealed in envelopes."""
    references, definitions = msgspec.json.schema_components(
        [*PUBLISHED, *SEALED], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A message between boards far apart",
        "anyOf": list(references),
        "$defs": definitions,
    }


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(remote_schema())).decode())  # noqa: T201
