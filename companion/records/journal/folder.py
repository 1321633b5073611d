"""The folder in which games are logged: one journal for each game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from companion.base.jobs import Perform, immediately
from companion.base.text import Text
from companion.records.journal.disk import Disk, mount_point
from companion.records.journal.log_date import LogDate
from companion.records.journal.log_names import (
    STAMP,
    name_of,
    newest_first,
    newest_stamp,
    next_number,
    split_name,
    stamp_of,
)
from companion.records.journal.null import NullJournal
from companion.records.journal.reader import GameLog
from companion.records.journal.record import Header
from companion.records.journal.writer import Journal

_FUTURE = timedelta(days=1)
"""How far ahead of a right clock a name is certainly wrong; less may be another time zone."""


def _unknown() -> bool:
    return False


class JournalFolder:
    """A folder of journals: creates and resumes them, and keeps those with waiting lines.

    The folder itself is made once, when the program starts (`directory_lock`), and never again: if
    it is missing later, it may lie on a card that was taken out.

    Args:
        path: The folder.
        now: Returns local date and time, for the head and the name of a new journal.
        disk: Writes to the folder, and knows where its card is mounted.
        perform: Performs the writing of all journals.
        is_right: Returns whether the clock is certainly right now.

    Attributes:
        path: The folder.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], datetime] = datetime.now,
        disk: Disk | None = None,
        perform: Perform = immediately,
        is_right: Callable[[], bool] = _unknown,
    ) -> None:
        self.path = path
        self._now = now
        self._disk = disk or Disk(mount_point(path))
        self._perform = perform
        self._is_right = is_right
        self._journals: list[Journal] = []

    def create(self, head: Header) -> Journal:
        """Begin a journal that starts now."""
        log_date = LogDate(self._now)
        started = log_date.date.isoformat(timespec="seconds")
        head = msgspec.structs.replace(head, started=started)
        self._journals = self._waiting()  # nothing is added any more to those that are written
        if self._is_right():
            with suppress(OSError):  # the next game tries it again
                self._rename_future(log_date.date)
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
                perform=self._perform,
            )
        )

    def _rename_future(self, now: datetime) -> None:
        """Rename the journals that began while the clock was far ahead, as if they began now.

        Otherwise all later names would have to be as far ahead, to keep the order.

        Raises:
            OSError: If one cannot be renamed.
        """
        started, limit = stamp_of(now), stamp_of(now + _FUTURE)
        waiting = [journal.path for journal in self._journals]
        names = [path.name for path in waiting]
        for path in reversed(newest_first(self.path)):
            if path.name[:STAMP] > limit and path not in waiting:
                stem, _ = split_name(path)
                number = next_number(self.path, started, names)
                self._disk.rename(path, path.with_name(name_of(started + stem[STAMP:], number)))

    def resume(self, log: GameLog) -> Journal:
        """Continue a journal."""
        waiting = self._waiting()
        return self._keep(
            Journal.resume(log.path, self._disk, earlier=waiting, perform=self._perform)
        )

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
        return [loss for journal in waiting if (loss := journal.loss)]

    def _waiting(self) -> list[Journal]:
        return [journal for journal in self._journals if journal.unwritten]

    def _keep(self, journal: Journal) -> Journal:
        self._journals.append(journal)
        return journal
