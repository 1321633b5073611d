"""A journal that keeps nothing, used until a game has been chosen."""

from __future__ import annotations

from pathlib import Path

from companion.journal.record import EventRecord


class NullJournal:
    """Accepts what a `Journal` accepts, and drops it."""

    path = Path()
    warning = ""
    waiting = 0

    def append(self, record: EventRecord) -> None:
        """Drop a record."""

    def retry(self) -> None:
        """There is never anything to write."""
