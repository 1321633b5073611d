"""A journal as text for people: record by record, or as a game with tags and moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from companion.base.text import Text, english, joined
from companion.records.journal.reader import GameLog
from companion.records.journal.record import (
    EndRecord,
    EventRecord,
    Header,
    MoveRecord,
    NoteRecord,
    TakebackRecord,
)

_PLAIN = re.compile(r'[^\s({"][^\s]*')
_PLAIN_CHANCE = re.compile(r'[^\s)"][^)\r\n]*')


def export(log: GameLog, *, times: bool = False) -> str:
    """Return the game as plain text: tags in brackets, then the moves not taken back, by round.

    docs/logged-games.md explains the form; `library.game_text` reads it. A round is one turn of
    each seat, on a line of its own. Chance moves appear in parentheses before the next move. The
    last line is the outcome, or `ongoing`.

    Args:
        log: The log.
        times: Whether each move is followed, in braces, by its time and the clock's reading.
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


def show(log: GameLog) -> Text:
    """Return every record in order, one on each line, followed by any damage."""
    head = log.head
    lines = [joined(": ", [name, value]) for name, value in _tags(head)]
    lines += [_format_record(record, head) for record in log.records]
    lines += log.damage
    if log.torn:
        lines.append(Text("the last line is incomplete and was dropped"))
    return joined("\n", lines)


def ending(end: EndRecord) -> Text:
    """Return the outcome of a game, and how it ended."""
    return joined(" ", [end.outcome, f"({end.how})"])


def result(head: Header, end: EndRecord) -> Text:
    """Return how a game ended, with the name of the winner: `Black (beginner) won (rules)`."""
    winner = end.outcome.removeprefix("win ")
    if winner == end.outcome or not winner.isdecimal() or int(winner) >= len(head.seats):
        return ending(end)
    seat = int(winner)
    who = head.players.get(seat) or head.computers.get(seat)
    named = Text("{seat} ({who})", seat=head.seats[seat], who=who) if who else head.seats[seat]
    return Text("{winner} won ({how})", winner=named, how=end.how)


def _tags(head: Header) -> Iterator[tuple[Text, str]]:
    """Yield the tags of a game; they have these names in every export, whatever the language."""
    yield Text("Game"), head.game
    for name, value in head.options.items():
        yield Text("Option {name}", name=name), value
    for number, seat in enumerate(head.seats):
        yield Text("Seat {number}", number=number), seat
    for number, level in head.computers.items():
        yield Text("Computer {number}", number=number), level
    for number, name in head.players.items():
        yield Text("Player {number}", number=number), name
    if head.clock:
        yield Text("Clock"), head.clock
    for name, seed in head.seeds.items():
        yield Text("Seed {name}", name=name), str(seed)
    yield Text("Started"), head.started
    yield Text("Program"), head.program
    yield Text("Position"), head.position


def _quoted(text: str) -> str:
    return msgspec.json.encode(text, enc_hook=english).decode()


def _written(move: MoveRecord, times: bool) -> str:
    """Return a move as it is written in a round, in quotes if it would otherwise be misread."""
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


def _format_record(record: EventRecord, head: Header) -> Text:
    match record:
        case MoveRecord(text, seat, at):
            who = head.seats[seat] if 0 <= seat < len(head.seats) else Text("chance")
            return joined("", [f"{at:9.1f} s  ", who, f": {text}"])
        case TakebackRecord(plies):
            return Text("taken back: {plies}", plies=plies)
        case EndRecord():
            return Text("end: {ending}", ending=ending(record))
        case NoteRecord(text):
            return Text("note: {text}", text=text)
