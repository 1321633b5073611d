"""A journal as text for people: the line-by-line account, and the game with tags and moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from companion.journal.reader import Log
from companion.journal.record import Back, End, Entry, Head, Move, Note


def export(log: Log) -> str:
    """The game as plain text: tags in brackets, then the moves that stand, numbered by rounds.

    A round is one turn of each seat, and stands on a line of its own. What chance drew stands in
    parentheses before the move it led to. The last line is the outcome, `ongoing` if there is none.
    """
    end = log.end
    tags = [*_tags(log.head), ("Result", end.outcome if end else "ongoing")]
    if end:
        tags.append(("Ending", end.how))
    lines = [f"[{name} {_quoted(value)}]" for name, value in tags]
    rounds = [f"{n}. {' '.join(texts)}" for n, texts in enumerate(_rounds(log.moves), start=1)]
    return "\n".join([*lines, "", *rounds, end.outcome if end else "ongoing", ""])


def show(log: Log) -> str:
    """Everything the journal says, in order, a line each, and what is wrong with it at the end."""
    head = log.head
    lines = [f"{name}: {value}" for name, value in _tags(head)]
    lines += [_said(record, head) for record in log.records]
    lines += log.damage
    if log.torn:
        lines.append("the last line was never finished and is dropped")
    return "\n".join([*lines, ""])


def _tags(head: Head) -> Iterator[tuple[str, str]]:
    yield "Game", head.game
    for name, value in head.options.items():
        yield f"Option {name}", value
    for number, seat in enumerate(head.seats):
        yield f"Seat {number}", seat
    for number, level in head.computers.items():
        yield f"Computer {number}", level
    for name, seed in head.seeds.items():
        yield f"Seed {name}", str(seed)
    yield "Started", head.started
    yield "Program", head.program
    yield "Position", head.position


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def _rounds(moves: Iterable[Move]) -> list[list[str]]:
    rounds: list[list[str]] = []
    acted: set[int] = set()
    drawn: list[str] = []
    for move in moves:
        if move.seat < 0:
            drawn.append(f"({move.text})")
            continue
        if not rounds or move.seat in acted:
            rounds.append([])
            acted = set()
        acted.add(move.seat)
        rounds[-1] += [*drawn, move.text]
        drawn = []
    if drawn:
        rounds.append(drawn)
    return rounds


def _said(record: Entry, head: Head) -> str:
    match record:
        case Move(text, seat, at):
            who = head.seats[seat] if 0 <= seat < len(head.seats) else "chance"
            return f"{at:9.1f} s  {who}: {text}"
        case Back(plies):
            return f"taken back: {plies}"
        case End(outcome, how):
            return f"end: {outcome} ({how})"
        case Note(text):
            return f"note: {text}"
