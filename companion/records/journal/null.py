"""A journal that keeps nothing, used until a game has been chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.base.text import Text
from companion.records.journal.record import EventRecord
from companion.records.journal.writer import Journal


class NullJournal:
    """Accepts what a `Journal` accepts, and drops it.

    Like a journal, it writes the waiting lines of other games.

    Args:
        others: Returns the journals that have waiting lines, the newest last.
    """

    path = Path()
    storing = False

    def __init__(self, others: Callable[[], Sequence[Journal]] = tuple) -> None:
        self._others = others

    @property
    def waiting(self) -> int:
        """The number of lines of other journals that are not on the card yet."""
        return sum(journal.unwritten for journal in self._others())

    @property
    def warning(self) -> Text:
        """The reason and the remedy, in one line; empty if all is well."""
        return next((journal.warning for journal in reversed(self._others())), Text())

    def append(self, record: EventRecord) -> None:
        """Drop a record."""

    def retry(self) -> None:
        """Try once more to write the waiting lines."""
        for journal in self._others():
            journal.retry()
