"""A journal as text for people: record by record, or as a game with tags and moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from companion.journal.reader import GameLog
from companion.journal.record import (
    EndRecord,
    EventRecord,
    Header,
    MoveRecord,
    NoteRecord,
    TakebackRecord,
)
from companion.text import english

_PLAIN = re.compile(r'[^\s({"][^\s]*')
_PLAIN_CHANCE = re.compile(r'[^\s)"][^)\r\n]*')


def export(log: GameLog, *, times: bool = False) -> str:
    """Return the game as plain text: tags in brackets, then the moves that were not taken back, by
    round. docs/library.md explains the form; `library.game_text` reads it.

    A round is one turn of each seat, on a line of its own. Chance moves appear in parentheses
    before the next move. The last line is the outcome, or `ongoing`. times: whether each move is
    followed by when it was made and what the clock showed, in braces.
    """
    end = log.end
    tags = [*_tags(log.head), ("Result", end.outcome if end else "ongoing")]
    if end:
        tags.append(("Ending", end.how))
    lines = [f"[{name} {_quoted(value)}]" for name, value in tags]
    rounds = [
        f"{n}. {' '.join(texts)}" for n, texts in enumerate(_rounds(log.moves, times), start=1)
    ]
    return "\n".join([*lines, "", *rounds, end.outcome if end else "ongoing", ""])


def show(log: GameLog) -> str:
    """Return every record in order, one on each line, followed by any damage."""
    head = log.head
    lines = [f"{name}: {value}" for name, value in _tags(head)]
    lines += [_format_record(record, head) for record in log.records]
    lines += log.damage
    if log.torn:
        lines.append("the last line is incomplete and was dropped")
    return "\n".join([*lines, ""])


def _tags(head: Header) -> Iterator[tuple[str, str]]:
    yield "Game", head.game
    for name, value in head.options.items():
        yield f"Option {name}", value
    for number, seat in enumerate(head.seats):
        yield f"Seat {number}", seat
    for number, level in head.computers.items():
        yield f"Computer {number}", level
    for number, name in head.players.items():
        yield f"Player {number}", name
    if head.clock:
        yield "Clock", head.clock
    for name, seed in head.seeds.items():
        yield f"Seed {name}", str(seed)
    yield "Started", head.started
    yield "Program", head.program
    yield "Position", head.position


def _quoted(text: str) -> str:
    return msgspec.json.encode(text, enc_hook=english).decode()


def _written(move: MoveRecord, times: bool) -> str:
    """A move as it is written in a round, in quotes if it would otherwise be misread."""
    text = move.text if _PLAIN.fullmatch(move.text) else _quoted(move.text)
    if move.seat < 0:
        text = f"({move.text if _PLAIN_CHANCE.fullmatch(move.text) else text})"
    return f"{text} {{{' '.join(map(_number, (move.at, *move.left)))}}}" if times else text


def _number(seconds: float) -> str:
    return f"{seconds:.15g}"


def _rounds(moves: Iterable[MoveRecord], times: bool) -> list[list[str]]:
    rounds: list[list[str]] = []
    acted: set[int] = set()
    drawn: list[str] = []
    for move in moves:
        if move.seat < 0:
            drawn.append(_written(move, times))
            continue
        if not rounds or move.seat in acted:
            rounds.append([])
            acted = set()
        acted.add(move.seat)
        rounds[-1] += [*drawn, _written(move, times)]
        drawn = []
    if drawn:
        rounds.append(drawn)
    return rounds


def _format_record(record: EventRecord, head: Header) -> str:
    match record:
        case MoveRecord(text, seat, at):
            who = head.seats[seat] if 0 <= seat < len(head.seats) else "chance"
            return f"{at:9.1f} s  {who}: {text}"
        case TakebackRecord(plies):
            return f"taken back: {plies}"
        case EndRecord(outcome, how):
            return f"end: {outcome} ({how})"
        case NoteRecord(text):
            return f"note: {text}"
