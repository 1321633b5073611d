"""A journal that keeps nothing, for as long as no game has been chosen."""

from __future__ import annotations

from pathlib import Path

from companion.journal.record import Entry


class Unlogged:
    """Takes what a `Journal` takes, and forgets it."""

    path = Path()
    warning = ""
    waiting = 0

    def append(self, record: Entry) -> None:
        """Forget a record."""

    def retry(self) -> None:
        """Have nothing to write."""
