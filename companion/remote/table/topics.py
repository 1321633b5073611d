"""The topics of the protocol; docs/remote.md is the norm."""

from __future__ import annotations

PREFIX = "companion/1"
"""The beginning of all topics; the number is the version of the protocol."""


def seat_topic(table: str, seat: int) -> str:
    """Return the topic of a seat's snapshot."""
    return f"{PREFIX}/{table}/seat/{seat}"


def presence_topic(table: str, seat: int) -> str:
    """Return the topic of a seat's presence."""
    return f"{PREFIX}/{table}/presence/{seat}"


def host_topic(nameplate: str) -> str:
    """Return the topic on which the host publishes."""
    return f"{PREFIX}/invite/{nameplate}/host"


def guest_topic(nameplate: str) -> str:
    """Return the topic on which the guest publishes."""
    return f"{PREFIX}/invite/{nameplate}/guest"
