"""The reading of a journal: everything that can be trusted, and a report of the rest.

A file is read line by line up to the first damaged line. Everything after that line is left out,
but always reported. Bytes after the last newline are an incomplete line: a write that a power cut
interrupted. They do not count as damage, because that line was never confirmed as saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.base.errors import CompanionError, InvalidOption
from companion.base.files import os_reason
from companion.base.text import Text
from companion.records.journal.codec import BadRecordError, NewerFormatError, decode
from companion.records.journal.disk import read_file
from companion.records.journal.log_names import newest_first
from companion.records.journal.record import (
    AWAITED,
    SET_UP,
    EndRecord,
    EventRecord,
    Header,
    JournalError,
    MoveRecord,
    Record,
    TakebackRecord,
)
from companion.rules import AnyGame, Match, Seat
from companion.rules.option import settle

RECENT = 20
"""The number of newest logs read to find the game to resume; there may be very many logs."""


@dataclass(frozen=True, slots=True)
class GameLog:
    """The contents of a journal.

    Attributes:
        path: Its file.
        head: Its first record.
        records: The records of the intact lines after the header; record i is on line i + 2.
        damage: A message for every line that is damaged or out of order.
        torn: Whether an incomplete last line was dropped.
        lines: The intact lines themselves, starting with the header's, with their newlines.
        cut_off: The records of the intact lines after the first damage; they are not replayed.
    """

    path: Path
    head: Header
    records: tuple[EventRecord, ...]
    damage: tuple[Text, ...]
    torn: bool
    lines: tuple[bytes, ...]
    cut_off: tuple[Record, ...]

    @property
    def moves(self) -> tuple[MoveRecord, ...]:
        """The moves that were not taken back."""
        stand: list[MoveRecord] = []
        for record in self.records:
            if isinstance(record, MoveRecord):
                stand.append(record)
            elif isinstance(record, TakebackRecord):
                del stand[max(len(stand) - record.plies, 0) :]
        return tuple(stand)

    @property
    def end(self) -> EndRecord | None:
        """How the game ended; None while it goes on, or if the end was taken back."""
        found = None
        for record in self.records:
            if isinstance(record, EndRecord):
                found = record
            elif isinstance(record, (MoveRecord, TakebackRecord)):
                found = None
        return found

    @property
    def awaited(self) -> bool:
        """Whether the board was still being set up."""
        found = True
        for record in self.records:
            if record == AWAITED:
                found = True
            elif record == SET_UP or (isinstance(record, MoveRecord) and record.seat >= 0):
                found = False
        return found

    @property
    def played_for(self) -> float:
        """The seconds played: the greatest time of any move, even of one that was taken back."""
        times = (record.at for record in self.records if isinstance(record, MoveRecord))
        return max(times, default=0.0)

    @property
    def finished(self) -> bool:
        """Whether the game has ended, according to any intact line."""
        return self.end is not None or any(isinstance(record, EndRecord) for record in self.cut_off)

    def line_of(self, record: int) -> Text:
        """Return the location of record i, for a message."""
        return _place(self.path, record + 2)


@dataclass(frozen=True, slots=True)
class Summary:
    """One journal of a directory.

    Attributes:
        path: Its file.
        log: The log; None if it cannot be read.
        trouble: The first fault; empty if it is intact.
    """

    path: Path
    log: GameLog | None
    trouble: Text


def read_log(path: Path) -> GameLog:
    """Read a journal from a file.

    Raises:
        JournalError: If not even its header can be read.
    """
    try:
        data = read_file(path)
    except OSError as error:
        raise JournalError(
            Text(
                "the journal {path} cannot be read: {problem}; `companion journal list` shows "
                "those that can",
                path=path,
                problem=os_reason(error),
            )
        ) from None
    return parse_log(path, data)


def parse_log(path: Path, data: bytes) -> GameLog:
    """Parse the bytes of a journal file.

    Args:
        path: The file, for messages.
        data: Its contents.

    Raises:
        JournalError: If not even the header can be read.
    """
    *lines, rest = data.split(b"\n")
    head: Header | None = None
    sound: list[EventRecord] = []
    cut_off: list[Record] = []
    damage: list[Text] = []
    expected = 0
    for at, line in enumerate(lines, start=1):
        try:
            number, record = decode(line)
        except NewerFormatError as newer:
            raise JournalError(
                Text("{path} cannot be read: {problem}", path=path, problem=newer.text)
            ) from None
        except BadRecordError as bad:
            place = _place(path, at)
            damage.append(Text("{where} is damaged: {fault}", where=place, fault=bad.text))
            expected += 1
            continue
        fault = _sequence_error(number, expected, record)
        expected = number + 1
        if fault:
            place = _place(path, at)
            damage.append(Text("{where} is out of place: {fault}", where=place, fault=fault))
        if damage:
            cut_off.append(record)
        elif isinstance(record, Header):
            head = record
        else:
            sound.append(record)
    if head is None:
        why = damage[0] if damage else Text("{path} has no complete line", path=path)
        raise JournalError(
            Text("{why}; without its header nothing in this journal can be used", why=why)
        )
    kept = tuple(line + b"\n" for line in lines[: 1 + len(sound)])
    return GameLog(path, head, tuple(sound), tuple(damage), bool(rest), kept, tuple(cut_off))


def _sequence_error(number: int, expected: int, record: Record) -> Text:
    if number != expected:
        return Text(
            "it is number {number}, but number {expected} was expected",
            number=number,
            expected=expected,
        )
    if isinstance(record, Header) != (number == 0):
        return Text("it is a second header") if number else Text("the header was expected")
    return Text()


def replay(log: GameLog, game: AnyGame) -> Match:
    """Replay a journal as a match, checking every move.

    Raises:
        JournalError: If a record is not possible, or the game is not the journal's; the message
            names the line.
    """
    match = _start_match(log, game)
    _, refused = _replay(log, match)
    if refused:
        raise JournalError(refused)
    return match


def possible_records(log: GameLog, game: AnyGame) -> tuple[int, Text]:
    """Return how many records can be replayed, and why the next one cannot.

    Returns:
        The number of records, and the reason; the reason is empty if all can be replayed.

    Raises:
        JournalError: If not even the start position can be used.
    """
    return _replay(log, _start_match(log, game))


def _replay(log: GameLog, match: Match) -> tuple[int, Text]:
    for i, record in enumerate(log.records):
        try:
            _apply(match, record)
        except CompanionError as error:
            return i, Text("{where}: {problem}", where=log.line_of(i), problem=error.text)
    return len(log.records), Text()


def position_texts(log: GameLog, game: AnyGame) -> list[str]:
    """Return the text of the start position, then of the position after each move not taken back.

    Raises:
        JournalError: If the journal cannot be replayed; see `replay`.
    """
    match = replay(log, game)
    before = [game.position_text(played.position) for played in match.history]
    return [*before, game.position_text(match.position)]


def _start_match(log: GameLog, game: AnyGame) -> Match:
    where = _place(log.path, 1)
    if log.head.game != game.name or _settled(log.head.options, game) != game.chosen:
        raise JournalError(
            Text(
                "{where}: it is a game of {game!r} with the options {options}, not of {other!r} "
                "with {chosen}",
                where=where,
                game=log.head.game,
                options=log.head.options,
                other=game.name,
                chosen=game.chosen,
            )
        )
    try:
        return Match(game, game.parse_position(log.head.position))
    except CompanionError as error:
        raise JournalError(Text("{where}: {problem}", where=where, problem=error.text)) from None


def _settled(options: Mapping[str, str], game: AnyGame) -> Mapping[str, str]:
    """Return a log's options with those that its game did not have then, at their defaults."""
    try:
        return settle(game.options, options)
    except InvalidOption:
        return options


def _apply(match: Match, record: EventRecord) -> None:
    if isinstance(record, MoveRecord):
        acting = match.to_act
        if not match.over and record.seat != acting:
            raise JournalError(
                Text(
                    "move {move!r} is seat {seat}'s, but {acting} acts",
                    move=record.text,
                    seat=record.seat,
                    acting=acting,
                )
            )
        match.play_text(record.text)
    elif isinstance(record, TakebackRecord):
        match.take_back(record.plies)
    elif isinstance(record, EndRecord):
        _apply_end(match, record)


def _apply_end(match: Match, end: EndRecord) -> None:
    if end.how == "agreed":
        match.agree_draw()
    elif end.how in ("resigned", "time"):
        # Of two players, the one who did not win has lost; a single player is always seat 0.
        match.resign(Seat(0 if end.outcome == "win 1" else len(match.game.seats) - 1))
    reached = match.outcome.text
    if reached != end.outcome:
        raise JournalError(
            Text(
                "the recorded outcome is {outcome!r}, but the moves lead to {reached!r}",
                outcome=end.outcome,
                reached=reached,
            )
        )


def list_logs(directory: Path) -> list[Summary]:
    """List the journals of a directory, the newest first; a missing directory has none."""
    return [_summary(path) for path in newest_first(directory)]


def recent_logs(directory: Path) -> Iterator[Summary]:
    """Read the newest `RECENT` journals of a directory, one by one, the newest first."""
    return (_summary(path) for path in newest_first(directory, RECENT))


def verify(path: Path, game: AnyGame | None = None) -> list[Text]:
    """Return everything that is wrong with a journal, one message each; empty if it is intact.

    Args:
        path: The file.
        game: The journal's game, to replay the moves as well; None to check only the lines.
    """
    try:
        log = read_log(path)
    except JournalError as error:
        return [error.text]
    complaints = list(log.damage)
    if log.torn:
        complaints.append(_torn(log))
    if game is not None:
        try:
            replay(log, game)
        except JournalError as error:
            complaints.append(error.text)
    return complaints


def _place(path: Path, line: int) -> Text:
    return Text("{path}, line {line}", path=path, line=line)


def _torn(log: GameLog) -> Text:
    return Text("{path}: the last line is incomplete and was dropped", path=log.path)


def _summary(path: Path) -> Summary:
    try:
        log = read_log(path)
    except JournalError as error:
        return Summary(path, None, error.text)
    trouble = log.damage[0] if log.damage else _torn(log) if log.torn else Text()
    return Summary(path, log, trouble)
