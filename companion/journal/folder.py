"""The folder in which games are logged: one journal a game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import msgspec

from companion.journal.reader import GameLog
from companion.journal.record import Header
from companion.journal.writer import Journal


class JournalFolder:
    """Creates and resumes journals.

    path: the folder. now: local date and time, for the head and the name of a new journal.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = datetime.now) -> None:
        self.path = path
        self._now = now

    def create(self, head: Header) -> Journal:
        """Begin a journal that starts now."""
        started = self._now().isoformat(timespec="seconds")
        return Journal.create(self.path, msgspec.structs.replace(head, started=started))

    def resume(self, log: GameLog) -> Journal:
        """Go on with a journal."""
        return Journal.resume(log.path)
