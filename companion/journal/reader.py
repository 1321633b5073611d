"""Reading a journal back: whatever its file has suffered, all that is reliable, and what is not.

A file is read line by line until the first one that is damaged. What comes after it has lost its
connection and is left out, but never in silence. Bytes after the last newline are a torn line: the
write that a power cut interrupted. They are no damage, for such a line was never said to be safe.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from companion.journal.line import BadLineError, unseal
from companion.journal.record import (
    AWAITED,
    SET_UP,
    Back,
    End,
    Entry,
    Head,
    JournalError,
    Move,
    Record,
)
from companion.rules import AnyGame, CompanionError, Match, Seat

_NAME = re.compile(r"(\d{4}-\d{2}-\d{2}-\d{6})-(.+?)(?:-(\d+))?\.jsonl")


@dataclass(frozen=True, slots=True)
class Log:
    """What a journal holds.

    path:    its file.
    head:    its first line.
    records: what its sound lines after the head say; record i stands on line i + 2.
    damage:  a complaint for every line that is damaged or out of order.
    torn:    whether an unfinished last line was dropped.
    lines:   those sound lines themselves, the head's first, with their newlines.
    cut_off: what the sound lines after the first damage say; nothing is played by them.
    """

    path: Path
    head: Head
    records: tuple[Entry, ...]
    damage: tuple[str, ...]
    torn: bool
    lines: tuple[bytes, ...]
    cut_off: tuple[Record, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand, those taken back left out."""
        stand: list[Move] = []
        for record in self.records:
            if isinstance(record, Move):
                stand.append(record)
            elif isinstance(record, Back):
                del stand[max(len(stand) - record.plies, 0) :]
        return tuple(stand)

    @property
    def end(self) -> End | None:
        """How the game ended; None while it goes on, or when an end was taken back."""
        found = None
        for record in self.records:
            if isinstance(record, End):
                found = record
            elif isinstance(record, (Move, Back)):
                found = None
        return found

    @property
    def awaited(self) -> bool:
        """Whether the board was still being made to show the position."""
        found = True
        for record in self.records:
            if record == AWAITED:
                found = True
            elif record == SET_UP or (isinstance(record, Move) and record.seat >= 0):
                found = False
        return found

    @property
    def finished(self) -> bool:
        """Whether the game has ended, as far as any sound line tells."""
        return self.end is not None or any(isinstance(record, End) for record in self.cut_off)

    def line_of(self, record: int) -> str:
        """Where record i stands, for a message."""
        return f"{self.path}, line {record + 2}"


@dataclass(frozen=True, slots=True)
class Summary:
    """One journal of a directory; `log` is None when nothing of it can be read, `trouble` says
    what is wrong with it, or is empty."""

    path: Path
    log: Log | None
    trouble: str


def read(path: Path) -> Log:
    """The journal in a file; JournalError when not even its head can be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(
            f"the journal {path} cannot be read: {error.strerror}; "
            "`companion journal list` shows those that can"
        ) from None
    return parse(path, data)


def parse(path: Path, data: bytes) -> Log:
    """The journal that a file's bytes hold; JournalError when not even its head can be read."""
    *lines, rest = data.split(b"\n")
    head: Head | None = None
    sound: list[Entry] = []
    cut_off: list[Record] = []
    damage: list[str] = []
    expected = 0
    for at, line in enumerate(lines, start=1):
        try:
            number, record = unseal(line)
        except BadLineError as bad:
            damage.append(f"{path}, line {at} is damaged: {bad}")
            expected += 1
            continue
        fault = _misplaced(number, expected, record)
        expected = number + 1
        if fault:
            damage.append(f"{path}, line {at} is out of place: {fault}")
        if damage:
            cut_off.append(record)
        elif isinstance(record, Head):
            head = record
        else:
            sound.append(record)
    if head is None:
        why = damage[0] if damage else f"{path} holds no whole line"
        raise JournalError(f"{why}; without its head nothing of this journal can be used")
    kept = tuple(line + b"\n" for line in lines[: 1 + len(sound)])
    return Log(path, head, tuple(sound), tuple(damage), bool(rest), kept, tuple(cut_off))


def _misplaced(number: int, expected: int, record: Record) -> str:
    if number != expected:
        return f"it is number {number} where number {expected} was to come"
    if isinstance(record, Head) != (number == 0):
        return "it is a second head" if number else "the head was to come"
    return ""


def replay(log: Log, game: AnyGame) -> Match:
    """The match that a journal's lines make, every move checked.

    JournalError for a game other than the journal's, and with the line where it fails.
    """
    match = _begin(log, game)
    for i, record in enumerate(log.records):
        try:
            _follow(match, record)
        except CompanionError as error:
            raise JournalError(f"{log.line_of(i)}: {error}") from None
    return match


def texts(log: Log, game: AnyGame) -> list[str]:
    """The text of the start position, then of the position after each move that stands.

    JournalError as for `replay`.
    """
    match = replay(log, game)
    before = [game.position_text(played.position) for played in match.history]
    return [*before, game.position_text(match.position)]


def _begin(log: Log, game: AnyGame) -> Match:
    where = f"{log.path}, line 1"
    if (log.head.game, log.head.options) != (game.name, game.chosen):
        raise JournalError(
            f"{where}: it is a game of {log.head.game!r} with the options {log.head.options}, "
            f"not of {game.name!r} with {game.chosen}"
        )
    try:
        return Match(game, game.parse_position(log.head.position))
    except CompanionError as error:
        raise JournalError(f"{where}: {error}") from None


def _follow(match: Match, record: Entry) -> None:
    if isinstance(record, Move):
        acting = match.to_act
        if not match.over and record.seat != acting:
            raise JournalError(f"move {record.text!r} is seat {record.seat}'s, but {acting} acts")
        match.play_text(record.text)
    elif isinstance(record, Back):
        match.take_back(record.plies)
    elif isinstance(record, End):
        _finish(match, record)


def _finish(match: Match, end: End) -> None:
    if end.how == "agreed":
        match.agree_draw()
    elif end.how == "resigned":
        # Of two players the one who has not won resigned; a single player can only be seat 0.
        match.resign(Seat(0 if end.outcome == "win 1" else len(match.game.seats) - 1))
    reached = match.outcome.text
    if reached != end.outcome:
        raise JournalError(f"the game is said to end with {end.outcome!r}, but it is {reached!r}")


def logs(directory: Path) -> list[Summary]:
    """Every journal of a directory, the newest first; none where there is no directory."""
    return [_summary(path) for path in _files(directory)]


def unfinished(directory: Path) -> Log | None:
    """The newest journal whose game has not ended, or None."""
    for path in _files(directory):
        log = _summary(path).log
        if log is not None and not log.finished:
            return log
    return None


def verify(path: Path, game: AnyGame | None = None) -> list[str]:
    """Everything that is wrong with a journal, a line each; empty when it is sound.

    With its game, the moves are played again as well.
    """
    try:
        log = read(path)
    except JournalError as error:
        return [str(error)]
    complaints = list(log.damage)
    if log.torn:
        complaints.append(_torn(log))
    if game is not None:
        try:
            replay(log, game)
        except JournalError as error:
            complaints.append(str(error))
    return complaints


def _torn(log: Log) -> str:
    return f"{log.path}: the last line was never finished and is dropped"


def _summary(path: Path) -> Summary:
    try:
        log = read(path)
    except JournalError as error:
        return Summary(path, None, str(error))
    trouble = log.damage[0] if log.damage else _torn(log) if log.torn else ""
    return Summary(path, log, trouble)


def _files(directory: Path) -> list[Path]:
    try:
        found = [(_NAME.fullmatch(path.name), path) for path in directory.iterdir()]
    except OSError:
        return []
    named = [(name[1], int(name[3] or 1), path) for name, path in found if name]
    return [path for *_, path in sorted(named, reverse=True)]
