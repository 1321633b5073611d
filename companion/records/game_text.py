"""Games read back from the text format of `journal.export`; docs/logged-games.md explains it.

A text lists the moves. The seat that made each move, and whether it was legal, follow from the
game's rules, so these are needed to read it. Anything the text omits is as at the start of a new
game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, cast

from companion import __version__
from companion.base.errors import CompanionError
from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import Text
from companion.games.registry import make
from companion.records.game_logs import log_of
from companion.records.journal.reader import replay
from companion.records.journal.record import (
    EndRecord,
    EventRecord,
    Header,
    JournalError,
    MoveRecord,
)
from companion.rules import Match

_LINE_END = re.compile(r"\r\n?|\n")
_TAG = re.compile(r'\[([A-Za-z]+)(?: ([^"\]]+?))? ("(?:[^"\\]|\\.)*")\]')
_ROUND = re.compile(r"\d+\.\s+(.*)")
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_TOKEN = re.compile(
    rf'(?P<times>\{{[^}}]*\}})|\((?P<chance>{_QUOTED}|[^)]*)\)|(?P<move>{_QUOTED}|[^\s({{"]\S*)'
)
_GAME = ("Game", "")
_ENDINGS = ("rules", "repetition", "resigned", "agreed", "time", "abandoned")


class InvalidGameText(CompanionError, ValueError):
    """An unreadable game in a text; the message names the line."""


class LoggedGame(NamedTuple):
    """A game as it is logged: its header, and its records in order."""

    head: Header
    records: tuple[EventRecord, ...]


class _Tag(NamedTuple):
    line: int
    value: str


class _Move(NamedTuple):
    line: int
    text: str
    times: tuple[float, ...]


def read_games(text: str) -> Iterator[LoggedGame]:
    """Read the games of a text one by one.

    Args:
        text: The text, with line ends of any system.

    Yields:
        Each game, replayed and found legal.

    Raises:
        InvalidGameText: At the first game that cannot be read.
    """
    tags: dict[tuple[str, str], _Tag] = {}
    moves: list[_Move] = []
    begun = False  # whether the moves of a game have begun
    for number, content in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
        line = content.strip()
        if line.startswith("["):
            name, value = _tag(number, line)
            # A game without moves may have nothing after its tags.
            if begun or (name == _GAME and name in tags):
                yield _game(tags, moves)
                tags, moves, begun = {}, [], False
            tags[name] = _Tag(number, value)
        elif line:
            if not tags:
                raise _invalid(number, Text("a game begins with its tags, such as [Game …]"))
            begun = True
            rounds = _ROUND.fullmatch(line)
            moves += _moves(number, rounds[1]) if rounds else ()
    if tags:
        yield _game(tags, moves)


def _tag(number: int, line: str) -> tuple[tuple[str, str], str]:
    found = _TAG.fullmatch(line)
    if found is None:
        raise _invalid(number, Text('a tag is written as [Name "value"], on a line'))
    return (found[1], found[2] or ""), _unquoted(number, found[3])


def _moves(number: int, text: str) -> Iterator[_Move]:
    at, last = 0, None
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        token = _TOKEN.match(text, at)
        if token is None:
            raise _invalid(number, Text("{text!r} is not a move", text=text[at : at + 20]))
        at = token.end()
        if token["times"] is not None:
            if last is None or last.times:
                raise _invalid(number, Text("times in braces follow the move they are of"))
            last = last._replace(times=_times(number, token["times"][1:-1]))
            continue
        if last is not None:
            yield last
        said = token["move"] if token["chance"] is None else token["chance"]
        last = _Move(number, _unquoted(number, said) if said.startswith('"') else said, ())
    if last is not None:
        yield last


def _times(number: int, text: str) -> tuple[float, ...]:
    try:
        return tuple(float(each) for each in text.split())
    except ValueError:
        problem = Text("the times {text!r} are not numbers of seconds", text=text)
        raise _invalid(number, problem) from None


def _unquoted(number: int, text: str) -> str:
    try:
        return decode_json(text, str)
    except InvalidJson as error:
        problem = Text(
            "{text} is not a text in quotes: {problem}", text=text[:40], problem=str(error)
        )
        raise _invalid(number, problem) from None


def _game(tags: dict[tuple[str, str], _Tag], moves: Sequence[_Move]) -> LoggedGame:
    first = min(tag.line for tag in tags.values())
    name = tags.get(_GAME)
    if name is None:
        raise _invalid(
            first,
            Text(
                'the game has no tag [Game "…"]; only what `companion journal export` writes can '
                "be read"
            ),
        )
    try:
        game = make(name.value, _named(tags, "Option"))
        position = tags.get(("Position", ""))
        start = game.start() if position is None else game.parse_position(position.value)
        match = Match(game, start)
    except CompanionError as error:
        raise _invalid(name.line, error.text) from None
    head = Header(
        game=game.name,
        options=game.chosen,
        seats=game.seats,
        seeds={key: _whole(first, value) for key, value in _named(tags, "Seed").items()},
        started=_value(tags, "Started"),
        program=_value(tags, "Program") or __version__,
        position=game.position_text(start),
        computers=_seated(first, _named(tags, "Computer")),
        clock=_value(tags, "Clock"),
        players=_seated(first, _named(tags, "Player")),
    )
    records: list[EventRecord] = []
    for move in moves:
        try:
            played = match.play_text(move.text)
        except CompanionError as error:
            raise _invalid(move.line, error.text) from None
        at, *left = move.times or (0.0,)
        records.append(MoveRecord(played.text, int(played.seat), at, tuple(left)))
    how = tags.get(("Ending", ""))
    if how is not None:
        if how.value not in _ENDINGS:
            raise _invalid(
                how.line, Text("choose an ending from {endings}", endings=", ".join(_ENDINGS))
            )
        ending = cast(
            Literal["rules", "repetition", "resigned", "agreed", "time", "abandoned"], how.value
        )
        records.append(EndRecord(_value(tags, "Result") or match.outcome.text, ending))
    found = LoggedGame(head, tuple(records))
    try:
        replay(log_of(found.head, found.records), game)
    except JournalError as error:  # the ending does not fit the moves
        why = str(error).partition(": ")[2]
        problem = Text("the game does not fit its tags: {problem}", problem=why)
        raise _invalid(first, problem) from None
    return found


def _named(tags: dict[tuple[str, str], _Tag], name: str) -> dict[str, str]:
    return {key: tag.value for (kind, key), tag in tags.items() if kind == name and key}


def _value(tags: dict[tuple[str, str], _Tag], name: str) -> str:
    tag = tags.get((name, ""))
    return "" if tag is None else tag.value


def _seated(line: int, named: dict[str, str]) -> dict[int, str]:
    return {_whole(line, seat): value for seat, value in named.items()}


def _whole(line: int, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise _invalid(line, Text("{text!r} is not a whole number", text=text)) from None


def _invalid(line: int, problem: Text) -> InvalidGameText:
    return InvalidGameText(Text("line {line}: {problem}", line=line, problem=problem))
