"""The JSON Schema of the messages, written by `make types`."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.base.json_schema import json_schema
from companion.remote.table.pairing import (
    Closed,
    Done,
    GuestReply,
    HostWelcome,
    Introduction,
    Offer,
    Place,
    Taken,
    Verdict,
)
from companion.remote.table.presence import SeatPresence
from companion.remote.table.replica import Snapshot

PUBLISHED = (Offer, Taken, HostWelcome, Closed, GuestReply, Done)
"""The messages of a pairing."""

SEALED = (Snapshot, SeatPresence, Introduction, Place, Verdict)
"""The contents of envelopes."""


def remote_schema() -> dict[str, Any]:
    """Return the JSON Schema of published messages and of the contents of envelopes."""
    return json_schema("A message between boards far apart", [*PUBLISHED, *SEALED])


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(remote_schema())).decode())  # noqa: T201
