"""What waits to be sent to a web server; the newest contents of each address, and when."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from companion.base.text import Text
from companion.remote.pace import Pace


class Push(NamedTuple):
    """Contents to send to an address."""

    address: str
    data: bytes


class PushQueue:
    """Decides what is sent when. After a failure, everything waits: it is one server.

    Args:
        rng: Shortens the pauses.
        pace: The pauses after failures.
    """

    def __init__(self, rng: Random, pace: Pace | None = None) -> None:
        self._rng = rng
        self._pace = pace or Pace()
        self._waiting: dict[str, bytes] = {}
        self._pauses: Iterator[float] | None = None  # while it fails
        self._not_before = float("-inf")
        self._troubles: dict[str, Text] = {}  # of the addresses that failed last

    def add(self, address: str, data: bytes) -> None:
        """Add contents; they replace those that still wait for that address."""
        self._waiting[address] = data

    def due(self) -> float | None:
        """Return when something is to be sent (seconds); None if nothing waits."""
        return self._not_before if self._waiting else None

    def take(self, at: float) -> Push | None:
        """Return what to send at `at` (seconds), or None.

        It goes on waiting until `sent` says that it is there.
        """
        if not self._waiting or at < self._not_before:
            return None
        address = next(iter(self._waiting))
        return Push(address, self._waiting[address])

    def sent(self, push: Push) -> bool:
        """Note that it is there; return whether that address had failed before."""
        if self._waiting.get(push.address) == push.data:
            del self._waiting[push.address]
        self._pauses = None
        return self._troubles.pop(push.address, None) is not None

    def failed(self, push: Push, trouble: Text, at: float) -> bool:
        """Note a failure at `at` (seconds); return whether it is a new one.

        Other addresses come first the next time.
        """
        self._waiting[push.address] = self._waiting.pop(push.address)
        self._pauses = self._pauses or self._pace.pauses(self._rng)
        self._not_before = at + next(self._pauses)
        new = trouble != self._troubles.get(push.address)
        self._troubles[push.address] = trouble
        return new
