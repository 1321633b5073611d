"""The files of a relay: the game being played, and all games of the evening."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import takewhile
from pathlib import Path

from companion.base.text import Text
from companion.records.journal.disk import read_file
from companion.records.journal.log_names import newest_first, stamp_of
from companion.records.journal.reader import GameLog, parse_log
from companion.records.journal.record import JournalError
from companion.remote.relay.relay_texts import relayed
from companion.remote.relay_settings import RelaySettings

MOST_GAMES = 500
"""The most games of an evening in a file."""

_MORNING = timedelta(hours=6)


def evening_of(now: datetime) -> datetime:
    """Return when the evening of a local date and time began: at six in the morning."""
    return (now - _MORNING).replace(hour=0, minute=0, second=0, microsecond=0) + _MORNING


class RelayFiles:
    """Makes the contents of the files from the logs; a game that is over is read once.

    Args:
        settings: The section `[relay]`.
        folder: The folder of the logs.
        now: Returns the local date and time.
        tell: Takes a line about a log that cannot be read.
    """

    def __init__(
        self,
        settings: RelaySettings,
        folder: Path,
        now: Callable[[], datetime],
        tell: Callable[[Text], None],
    ) -> None:
        self._settings = settings
        self._folder = folder
        self._now = now
        self._tell = tell
        self._over: dict[Path, dict[str, str]] = {}  # the texts of finished games
        self._read: tuple[Path, int, int] | None = None  # the log that was read last, and its state
        self._unreadable: set[Path] = set()

    def follow(self, path: Path) -> dict[str, bytes]:
        """Return the files after a change of the game being played, by name.

        Args:
            path: Its log.

        Returns:
            The files; none if its log has not changed since the last time.
        """
        try:
            found = path.stat()
            state = path, found.st_size, found.st_mtime_ns
            if state == self._read:
                return {}
            data = read_file(path)
        except OSError:  # its card is out; the log is written once that is back
            return {}
        self._read = state
        log = self._parse(path, data)
        if log is None:
            return {}
        name = self._settings.name
        present = relayed(log, self._settings.tags)
        files = {f"{name}.{ending}": text.encode() for ending, text in present.items()}
        evening: dict[str, list[str]] = {}
        for texts in (*self._earlier(path), present):
            for ending, text in texts.items():
                evening.setdefault(ending, []).append(text)
        for ending, games in evening.items():
            files[f"{name}-all.{ending}"] = "\n".join(games).encode()
        return files

    def _earlier(self, present: Path) -> list[dict[str, str]]:
        """Return the texts of the other games of this evening that have moves, oldest first."""
        since = stamp_of(evening_of(self._now()))
        names = takewhile(lambda path: path.name >= since, newest_first(self._folder, MOST_GAMES))
        paths = [path for path in reversed(list(names)) if path.name != present.name]
        self._over = {path: texts for path, texts in self._over.items() if path in paths}
        return [texts for path in paths if (texts := self._texts(path))]

    def _texts(self, path: Path) -> dict[str, str]:
        if path not in self._over:
            try:
                log = self._parse(path, read_file(path))
            except OSError:
                return {}
            texts = relayed(log, self._settings.tags) if log is not None and log.moves else {}
            if log is not None and log.end is None:  # it may still go on at a board far away
                return texts
            self._over[path] = texts
        return self._over[path]

    def _parse(self, path: Path, data: bytes) -> GameLog | None:
        try:
            return parse_log(path, data)
        except JournalError as error:
            if path not in self._unreadable:
                self._unreadable.add(path)
                self._tell(error.text)
            return None
