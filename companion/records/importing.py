"""Import of games from a file into the folder of logs.

The file holds logs, games as text, or games in a format that an installed package reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from companion.base.errors import CompanionError
from companion.base.files import read_regular
from companion.base.text import Text, joined, verbatim
from companion.records.game_formats import game_formats
from companion.records.game_logs import log_of, split_logs, store
from companion.records.game_text import InvalidGameText, read_games
from companion.records.journal.disk import Disk
from companion.records.journal.reader import GameLog, parse_log
from companion.records.journal.record import JournalError

_GAME = re.compile(rb"^\s*\[Game ", re.MULTILINE)
_PGN = re.compile(rb'^(?:\xef\xbb\xbf)?[ \t]*\[(?:Event|Site|White|Black|FEN) +"', re.MULTILINE)

LARGEST_IMPORT = 64 << 20
"""The largest file to import, in bytes: tens of thousands of games."""


class ImportFailed(CompanionError, OSError):
    """A file from which nothing can be imported; the message gives the reason."""


@dataclass(slots=True)
class ImportReport:
    """The result of an import.

    Attributes:
        stored: The new logs.
        known: The number of games already in the folder.
        trouble: What could not be imported, a line for each.
    """

    stored: list[Path] = field(default_factory=list)
    known: int = 0
    trouble: list[Text] = field(default_factory=list)


def import_games(path: Path, folder: Path, now: datetime, disk: Disk | None = None) -> ImportReport:
    """Write each game of a file to its own log.

    Args:
        path: The file.
        folder: The folder of logs; it is created if necessary.
        now: Local date and time.
        disk: Knows where the folder's card is mounted.

    Raises:
        ImportFailed: If the file cannot be read, or nothing can be written to the folder.
        JournalError: If a log cannot be written.
    """
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
    """Write each game in the contents of a file to its own log.

    Args:
        data: The contents.
        source: The name of the file.
        folder: The folder of logs; it is created if necessary.
        now: Local date and time.
        disk: Knows where the folder's card is mounted.
        most: The most games allowed; None for no limit.

    Raises:
        ImportFailed: If there are more games, before anything is written; or if nothing can be
            written to the folder.
        JournalError: If a log cannot be written.
    """
    report = ImportReport()
    number, logs = _games(source, data, report, most)
    if most is not None and number > most:
        raise ImportFailed(
            Text(
                "{file} has {number} games, more than {most}: use `companion journal import`",
                file=source,
                number=number,
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
    for log in logs:
        stored = store(folder, log, now, source)
        if stored is None:
            report.known += 1
        else:
            report.stored.append(stored)
    return report


def _games(
    source: str, data: bytes, report: ImportReport, most: int | None
) -> tuple[int, Iterable[GameLog]]:
    """Return the number of games in a file, and their logs. What cannot be read is reported."""
    if found := len(_GAME.findall(data)):
        return found, _texts(source, data, report)
    for form in game_formats().values():
        if form.recognises(data):
            logs = list(_foreign(source, form.read(data), report, most))
            return len(logs), logs
    if _PGN.search(data):
        report.trouble.append(
            Text(
                "{file} is PGN: convert it with `companion-chess text FILE`, which comes with the "
                "game of chess, and import the result",
                file=source,
            )
        )
        return 0, ()
    if data.lstrip()[:1] != b"{":
        return 0, _texts(source, data, report)
    games = split_logs(data)
    return len(games), _logs(source, games, report)


def _foreign(
    source: str, games: Iterator[GameLog | CompanionError], report: ImportReport, most: int | None
) -> Iterator[GameLog]:
    """Yield the games of a package's format, whose number is only known when they are read."""
    number = 0
    for game in games:
        if isinstance(game, CompanionError):
            report.trouble.append(joined(", ", [source, game.text]))
            continue
        number += 1
        if most is not None and number > most:
            raise ImportFailed(
                Text(
                    "{file} has more than {most} games: use `companion journal import`",
                    file=source,
                    most=most,
                )
            )
        yield game


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
