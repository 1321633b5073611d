"""A journal that keeps nothing, used until a game has been chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.journal.record import EventRecord
from companion.journal.writer import Journal
from companion.text import Text


class NullJournal:
    """Accepts what a `Journal` accepts, and drops it. Like one, it looks after those of other games
    for as long as lines of theirs wait.

    others: returns the journals of which lines wait, the newest last.
    """

    path = Path()

    def __init__(self, others: Callable[[], Sequence[Journal]] = tuple) -> None:
        self._others = others

    @property
    def waiting(self) -> int:
        """How many lines of other journals are not on the card yet."""
        return sum(journal.unwritten for journal in self._others())

    @property
    def warning(self) -> Text:
        """Why they are not, and what to do, in one line; empty if all is well."""
        return next((journal.warning for journal in reversed(self._others())), Text())

    def append(self, record: EventRecord) -> None:
        """Drop a record."""

    def retry(self) -> None:
        """Try once more to write what waits."""
        for journal in self._others():
            journal.retry()
