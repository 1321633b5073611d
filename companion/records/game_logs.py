"""Conversion between games and logs, and the files that hold them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from companion.base.text import Text
from companion.games.registry import IgnoredGame, make
from companion.records.journal.codec import BadRecordError, decode, encode
from companion.records.journal.reader import GameLog, parse_log, read_log
from companion.records.journal.record import (
    EndRecord,
    EventRecord,
    Header,
    JournalError,
    NoteRecord,
)
from companion.records.journal.writer import Journal
from companion.rules import AnyGame, InvalidOption, UnknownGame

_NOWHERE = Path("game")


def log_of(head: Header, records: Iterable[EventRecord]) -> GameLog:
    """Return a log with these records."""
    lines = (encode(number, record) for number, record in enumerate((head, *records)))
    return parse_log(_NOWHERE, b"".join(lines))


def game_of(log: GameLog) -> AnyGame:
    """Return the game of a log, with its options.

    Raises:
        UnknownGame: If the game is not installed, or is ignored; the message names the log.
        InvalidOption: If the installed version lacks these options; the message names the log.
    """
    name, game = log.path.name, log.head.game
    try:
        return make(game, log.head.options)
    except IgnoredGame as error:
        raise IgnoredGame(
            Text("{name} cannot be opened: {problem}", name=name, problem=error.text)
        ) from error
    except UnknownGame as error:
        raise UnknownGame(
            Text(
                "{name} is a game of {game!r}, which is not installed; install the package that "
                "has it",
                name=name,
                game=game,
            )
        ) from error
    except InvalidOption as error:
        raise InvalidOption(
            Text(
                "{name} needs another version of {game!r}: {problem}",
                name=name,
                game=game,
                problem=error.text,
            )
        ) from error


def split_logs(data: bytes) -> list[bytes]:
    """Split a download of many games into single logs, at each header."""
    found: list[list[bytes]] = []
    for line in data.splitlines(keepends=True):
        if not found or _is_head(line):
            found.append([])
        found[-1].append(line)
    return [b"".join(lines) for lines in found]


def _is_head(line: bytes) -> bool:
    if b'"kind":"head"' not in line:
        return False
    try:
        return isinstance(decode(line.rstrip(b"\r\n"))[1], Header)
    except BadRecordError:
        return False


def store(folder: Path, log: GameLog, now: datetime, source: str) -> Path | None:
    """Write the intact lines of a log to a new file.

    A game without an end is recorded as abandoned, so that it is not resumed.

    Args:
        folder: The folder of logs.
        log: The log.
        now: Local date and time, for the file name, if the log does not say when it began, or gives
            a later time.
        source: The origin of the log, for a note.

    Returns:
        The path of the new file; None if the folder already has that game.

    Raises:
        JournalError: If the file cannot be written.
    """
    try:
        started = min(datetime.fromisoformat(log.head.started).replace(tzinfo=None), now)
    except ValueError:
        started = now
    stamp = started.strftime("%Y-%m-%d-%H%M%S")
    for known in folder.glob(f"{stamp}-*.jsonl"):
        if _is_same(known, log):
            return None
    lines = [*log.lines]
    lines.append(encode(len(lines), NoteRecord(f"imported from {source}")))
    if log.end is None:
        lines.append(encode(len(lines), EndRecord("ongoing", "abandoned")))
    name = "".join(c if c.isalnum() or c == "_" else "-" for c in log.head.game[:40])
    journal = Journal.copy(folder / f"{stamp}-{name}.jsonl", lines)
    if journal.warning:
        raise JournalError(journal.warning)
    return journal.path


def _is_same(path: Path, log: GameLog) -> bool:
    """Return whether a file holds the same game, perhaps with other notes and takebacks."""
    try:
        return _gist(read_log(path)) == _gist(log)
    except JournalError:
        return False


def _gist(log: GameLog) -> tuple[object, ...]:
    head, end = log.head, log.end
    texts = [move.text for move in log.moves]
    began = (head.game, head.options, head.position, head.started, head.players, head.computers)
    return *began, texts, end.outcome if end else "ongoing"
