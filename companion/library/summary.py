"""What the index stores about a log: numbers and short texts, printable whoever wrote the log."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.journal.disk import read_file
from companion.journal.reader import STAMP, GameLog, parse_log, split_name
from companion.journal.record import JournalError
from companion.text import Text

TORN = Text("the last line is incomplete and was dropped")
"""The fault of a log after a power cut."""

_LONGEST = 80  # characters of a text; a header may be a thousand times as long
_LONGEST_TROUBLE = 300
_SEATS = 6  # no game has more


@dataclass(frozen=True, slots=True)
class LogSummary:
    """What a list shows about a log.

    order:    a sort key: when the log began and, within a second, its number.
    readable: whether the header can be read, so that the log can be shown and downloaded.
    players:  the name of the person on each seat; empty if not known.
    levels:   the computer's level on each seat; empty if a person plays there.
    The other fields are those of `protocol.library.GameEntry`.
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
    """Return a text that is safe to show: on one line, not too long, without control characters or
    marks that change the writing direction."""
    cut = text if len(text) <= most else text[:most] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)


def shown_name(name: str) -> str:
    """Return a file name that is safe to show. A name that is not UTF-8 has escapes."""
    return printable(os.fsencode(name).decode("utf-8", "backslashreplace"), 160)


def _trouble(log: GameLog) -> str:
    if log.damage:
        why = log.damage[0].replace(str(log.path), "the file")
        return f"{why}; `companion journal repair` saves what is sound"
    return TORN if log.torn else ""


def _order(path: Path, started: str) -> str:
    """When a log began: from its file name if possible, else from its header."""
    stem, number = split_name(path)
    if not _is_stamp(stem[:STAMP]):
        try:
            stem = datetime.fromisoformat(started).strftime("%Y-%m-%d-%H%M%S")
        except ValueError:
            stem = ""
    return f"{stem[:STAMP]} {number:09}"


def _is_stamp(text: str) -> bool:
    try:
        datetime.strptime(text, "%Y-%m-%d-%H%M%S")
    except ValueError:
        return False
    return True
