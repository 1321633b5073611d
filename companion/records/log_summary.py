"""The summary of a log in the index: numbers and short texts, printable whatever the log holds."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.base.text import Text
from companion.records.journal.disk import read_file
from companion.records.journal.log_names import STAMP, split_name, stamp_of
from companion.records.journal.reader import GameLog, parse_log
from companion.records.journal.record import JournalError

TORN = Text("the last line is incomplete and was dropped")
"""The fault of a log after a power cut."""

_LONGEST = 80  # characters of a text; a header may be a thousand times as long
_LONGEST_TROUBLE = 300
_SEATS = 6  # no game has more


@dataclass(frozen=True, slots=True)
class LogSummary:
    """The fields of a log that a list shows.

    The fields not described here are those of `protocol.library.GameEntry`.

    Attributes:
        order: A sort key: when the log began and, within a second, its number.
        readable: Whether the header can be read, so that the log can be shown and downloaded.
        players: The name of the person on each seat; empty if not known.
        levels: The computer's level on each seat; empty if a person plays there.
    """

    order: str
    readable: bool
    trouble: str
    game: str = ""
    seats: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    started: str = ""
    outcome: str = ""
    how: str = ""
    moves: int = 0
    seconds: float = 0.0


def summarize(path: Path) -> LogSummary:
    """Read a log and return its summary, whatever the file contains."""
    try:
        log = parse_log(path, read_file(path))
    except OSError as error:
        why = f"the file cannot be read: {error.strerror}"
        return LogSummary(_order(path, ""), readable=False, trouble=why)
    except JournalError as error:
        why = str(error).replace(str(path), "the file")
        return LogSummary(_order(path, ""), False, printable(why, _LONGEST_TROUBLE))
    head, end = log.head, log.end
    seats = tuple(map(printable, head.seats[:_SEATS]))
    return LogSummary(
        order=_order(path, head.started),
        readable=True,
        trouble=printable(_trouble(log), _LONGEST_TROUBLE),
        game=printable(head.game),
        seats=seats,
        players=tuple(printable(head.players.get(seat, "")) for seat in range(len(seats))),
        levels=tuple(printable(head.computers.get(seat, "")) for seat in range(len(seats))),
        started=printable(head.started),
        outcome=printable(end.outcome) if end else "ongoing",
        how=end.how if end else "",
        moves=len(log.moves),
        seconds=min(max(log.played_for, 0.0), 1e9),
    )


def printable(text: str, most: int = _LONGEST) -> str:
    """Return a text that is safe to show.

    It is on one line, and has no control characters or marks that change the writing direction.

    Args:
        text: The text.
        most: The number of characters after which it is cut off.
    """
    cut = text if len(text) <= most else text[:most] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)


def shown_name(name: str) -> str:
    """Return a file name that is safe to show; a name that is not UTF-8 has escapes."""
    return printable(os.fsencode(name).decode("utf-8", "backslashreplace"), 160)


def _trouble(log: GameLog) -> str:
    if log.damage:
        why = log.damage[0].replace(str(log.path), "the file")
        return f"{why}; `companion journal repair` saves what is sound"
    return TORN if log.torn else ""


def _order(path: Path, started: str) -> str:
    """Return when a log began: from its file name if possible, else from its header."""
    stem, number = split_name(path)
    if not _is_stamp(stem[:STAMP]):
        try:
            stem = stamp_of(datetime.fromisoformat(started))
        except ValueError:
            stem = ""
    return f"{stem[:STAMP]} {number:09}"


def _is_stamp(text: str) -> bool:
    try:
        datetime.strptime(text, "%Y-%m-%d-%H%M%S")
    except ValueError:
        return False
    return True
