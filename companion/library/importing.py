"""Imports games from a file into the folder of logs: logs, or games as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from companion.files import read_regular
from companion.journal.disk import Disk
from companion.journal.reader import GameLog, parse_log
from companion.journal.record import JournalError
from companion.library.game_text import InvalidGameText, read_games
from companion.library.records import log_of, split_logs, store
from companion.rules import CompanionError
from companion.text import Text, joined, verbatim

_GAME = re.compile(rb"^\s*\[Game ", re.MULTILINE)

LARGEST_IMPORT = 64 << 20
"""The largest file to import, in bytes: tens of thousands of games."""


class ImportFailed(CompanionError, OSError):
    """Nothing can be imported from a file; the message says why."""


@dataclass(slots=True)
class ImportReport:
    """The result of an import.

    stored:  the new logs. known: the number of games already in the folder.
    trouble: what could not be imported, a line for each.
    """

    stored: list[Path] = field(default_factory=list)
    known: int = 0
    trouble: list[Text] = field(default_factory=list)


def import_games(path: Path, folder: Path, now: datetime, disk: Disk | None = None) -> ImportReport:
    """Write each game of a file to its own log. Raises ImportFailed if the file cannot be read, and
    JournalError if a log cannot be written. now: local date and time. disk: knows where the
    folder's card is mounted."""
    try:
        data = read_regular(path, LARGEST_IMPORT)
    except OSError as error:
        raise ImportFailed(
            Text("{file} cannot be read: {problem}", file=path, problem=error.strerror)
        ) from None
    return add_games(data, path.name, folder, now, disk)


def add_games(
    data: bytes,
    source: str,
    folder: Path,
    now: datetime,
    disk: Disk | None = None,
    most: int | None = None,
) -> ImportReport:
    """Do the same with the contents of a file called `source`. most: the most games allowed; None
    for no limit. Raises ImportFailed if there are more, before anything is written."""
    texts = data.lstrip()[:1] != b"{"
    games = _GAME.findall(data) if texts else split_logs(data)
    if most is not None and len(games) > most:
        raise ImportFailed(
            Text(
                "{file} has {number} games, more than {most}: use `companion journal import`",
                file=source,
                number=len(games),
                most=most,
            )
        )
    try:
        (disk or Disk()).check_mounted()
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImportFailed(
            Text(
                "nothing can be written to {folder}: {problem}",
                folder=folder,
                problem=error.strerror,
            )
        ) from None
    report = ImportReport()
    logs = _texts(source, data, report) if texts else _logs(source, games, report)
    for log in logs:
        stored = store(folder, log, now, source)
        if stored is None:
            report.known += 1
        else:
            report.stored.append(stored)
    return report


def _logs(source: str, games: list[bytes], report: ImportReport) -> Iterator[GameLog]:
    for number, lines in enumerate(games, start=1):
        try:
            log = parse_log(Path(f"{source}, game {number}"), lines)
        except JournalError as error:
            report.trouble.append(error.text)
            continue
        report.trouble += map(verbatim, log.damage)
        yield log


def _texts(source: str, data: bytes, report: ImportReport) -> Iterator[GameLog]:
    try:
        for game in read_games(data.decode()):
            yield log_of(game.head, game.records)
    except UnicodeDecodeError:
        report.trouble.append(Text("{file} is neither a log nor UTF-8 text", file=source))
    except InvalidGameText as error:
        report.trouble.append(joined(", ", [source, error.text]))
