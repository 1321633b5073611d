"""The topics of the protocol; docs/remote.md is the norm."""

from __future__ import annotations

PREFIX = "companion/1"
"""What all topics begin with; the number is the version of the protocol."""


def seat_topic(table: str, seat: int) -> str:
    """Where a seat publishes its snapshot."""
    return f"{PREFIX}/{table}/seat/{seat}"


def presence_topic(table: str, seat: int) -> str:
    """Where a seat publishes whether it is there."""
    return f"{PREFIX}/{table}/presence/{seat}"


def host_topic(nameplate: str) -> str:
    """Where whoever invites publishes."""
    return f"{PREFIX}/invite/{nameplate}/host"


def guest_topic(nameplate: str) -> str:
    """Where whoever joins publishes."""
    return f"{PREFIX}/invite/{nameplate}/guest"
