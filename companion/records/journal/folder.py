"""The folder in which games are logged: one journal for each game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import msgspec

from companion.base.text import Text
from companion.records.journal.disk import Disk, mount_point
from companion.records.journal.log_date import LogDate
from companion.records.journal.null import NullJournal
from companion.records.journal.reader import STAMP, GameLog, newest_stamp
from companion.records.journal.record import Header
from companion.records.journal.writer import Journal


class JournalFolder:
    """A folder of journals: creates and resumes them, and keeps those with waiting lines.

    The folder itself is made once, when the program starts (`directory_lock`), and never again: if
    it is missing later, it may lie on a card that was taken out.

    Args:
        path: The folder.
        now: Returns local date and time, for the head and the name of a new journal.
        disk: Writes to the folder, and knows where its card is mounted.

    Attributes:
        path: The folder.
    """

    def __init__(
        self, path: Path, now: Callable[[], datetime] = datetime.now, disk: Disk | None = None
    ) -> None:
        self.path = path
        self._now = now
        self._disk = disk or Disk(mount_point(path))
        self._journals: list[Journal] = []

    def create(self, head: Header) -> Journal:
        """Begin a journal that starts now."""
        log_date = LogDate(self._now)
        started = log_date.date.isoformat(timespec="seconds")
        head = msgspec.structs.replace(head, started=started)
        self._journals = self._waiting()  # nothing is added any more to those that are written
        # The clock may have been set back: a Pi has none that goes on without power.
        newest = max(
            [newest_stamp(self.path), *(each.path.name[:STAMP] for each in self._journals)]
        )
        return self._keep(
            Journal.create(
                self.path,
                head,
                self._disk,
                earlier=self._journals,
                after=newest,
                log_date=log_date,
            )
        )

    def resume(self, log: GameLog) -> Journal:
        """Continue a journal."""
        return self._keep(Journal.resume(log.path, self._disk, earlier=self._waiting()))

    def keep_none(self) -> NullJournal:
        """Return a journal that keeps nothing, but writes the waiting lines of the others."""
        return NullJournal(self._waiting)

    @property
    def unwritten(self) -> list[Path]:
        """The logs that still have to be written; any thread may ask."""
        return [journal.path for journal in self._waiting()]

    def finish(self) -> list[Text]:
        """Try once more to write the waiting lines.

        Returns:
            What could not be written, a line for each game.
        """
        waiting = self._waiting()
        for journal in waiting:
            journal.retry()
        return [journal.loss for journal in waiting if journal.unwritten]

    def _waiting(self) -> list[Journal]:
        return [journal for journal in self._journals if journal.unwritten]

    def _keep(self, journal: Journal) -> Journal:
        self._journals.append(journal)
        return journal
