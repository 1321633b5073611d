"""The games of a PGN text: their tags, moves and results, not yet judged by the rules.

Every token belongs to a game, or an error names its line. A damaged tag is passed over alone, a
game with damaged moves up to its end, and no error makes two games of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.base.text import Text
from companion.rules import CompanionError
from companion_chess.pgn_tokens import (
    CUT_COMMENT,
    CUT_STRING,
    END,
    NUMBER,
    PERIODS,
    RESULT,
    STRING,
    WORD,
    Reader,
    Token,
)

_MARK = re.compile(r"[!?]{1,2}|e\.?p\.?|\+[+\-=]?|[-=]\+|#|=|[+-]/[-=+]|=/\+|[±∓⩲⩱∞]")
_LONGEST = 60  # characters of a word
_TAG_TOKENS = 20  # the most of them that are looked at for what is left of a tag
_NAME = re.compile(r"\w+", re.ASCII)
_ESCAPED = re.compile(r'\\(["\\])')
_STARTING = re.compile(r"\b(?:fen|variant)\b|(?:[1-8pnbrqk]+/){7}", re.IGNORECASE)


class InvalidPgn(CompanionError, ValueError):
    """A game of PGN that cannot be read; the message names its line."""


class InvalidTag(InvalidPgn):
    """A tag of PGN that cannot be read; its game is read without it."""


class Tag(NamedTuple):
    """The value of a tag, and its line."""

    line: int
    value: str


@dataclass(slots=True)
class PgnGame:
    """A game as it is written.

    Attributes:
        line: The line of its first token.
        tags: Its tags, by their names in small letters.
        moves: Its moves, each with its line.
        result: The result after its moves, or empty.
        problem: Why it cannot be read, if so: the first reason.
    """

    line: int
    tags: dict[str, Tag] = field(default_factory=dict)
    moves: list[tuple[int, str]] = field(default_factory=list)
    result: str = ""
    problem: InvalidPgn | None = None

    def tag(self, name: str, otherwise: str = "") -> str:
        """Return the value of a tag."""
        found = self.tags.get(name.lower())
        return otherwise if found is None else found.value

    def refuse(self, line: int, problem: Text) -> None:
        """Note why the game cannot be read, unless a reason is known."""
        self.problem = self.problem or at_line(line, problem)


def at_line(line: int, problem: Text) -> InvalidPgn:
    """Return the error with a problem and its line."""
    return InvalidPgn(_on(line, problem))


def read_pgn(text: str) -> Iterator[PgnGame | InvalidTag]:
    """Read the games of a text one after another.

    Yields:
        Each game; before it, an error for each of its tags that cannot be read.
    """
    reader = Reader(text)
    last: PgnGame | None = None
    while reader.peek().kind != END:
        game = PgnGame(reader.peek().line)
        wrong = list(_read_tags(reader, game))
        yield from wrong
        _read_moves(reader, game, bare=not game.tags and not wrong, last=last)
        if game.tags or game.moves or game.problem:
            last = game
            yield game
        elif game.result and (last is None or last.result != game.result):
            game.refuse(
                game.line, Text("the result {result} belongs to no game", result=game.result)
            )
            yield game


# Tags


def _read_tags(reader: Reader, game: PgnGame) -> Iterator[InvalidTag]:
    """Read the tags before the moves. Yields an error for each that cannot be read."""
    while True:
        token = reader.peek()
        if token.kind == CUT_COMMENT:
            _refuse_token(game, reader.take())
        elif token.kind == "[" and _is_tag(reader):
            name = reader.peek(1).text
            known = game.tags.get(name.lower())
            if known and token.apart:
                return  # a game without moves; this tag is the next one's
            value = _ESCAPED.sub(r"\1", reader.peek(2).text[1:-1])
            if known is None:
                game.tags[name.lower()] = Tag(token.line, value)
            elif known.value != value:
                problem = Text("the tag {name} is there twice", name=name)
                yield _passed_over(game, token.line, name, problem)
            _skip(reader, 4)
        elif token.kind == RESULT and _is_among_tags(reader, game):
            problem = Text("{text!r} stands among the tags", text=reader.take().text)
            yield InvalidTag(_on(token.line, problem))
        elif token.kind == "[" or _is_rest_of_tag(reader):
            text = _skip_tag(reader)
            problem = Text('{text!r} is not a tag, as [Name "value"] is', text=text[:_LONGEST])
            yield _passed_over(game, token.line, text, problem)
        else:
            return


def _passed_over(game: PgnGame, line: int, text: str, problem: Text) -> InvalidTag:
    """Return the error of a tag; without some tags, the game cannot be read either."""
    if _STARTING.search(text):
        game.refuse(line, Text("where the game began cannot be read"))
    return InvalidTag(_on(line, problem))


def _is_tag(reader: Reader) -> bool:
    kinds = [reader.peek(ahead).kind for ahead in range(4)]
    return (
        kinds[0] == "["
        and kinds[1] in (WORD, NUMBER)
        and kinds[2:] == [STRING, "]"]
        and _NAME.fullmatch(reader.peek(1).text) is not None
    )


def _begins_like_tag(reader: Reader) -> bool:
    kinds = [reader.peek(ahead).kind for ahead in range(3)]
    return kinds[:2] == ["[", WORD] and kinds[2] in (STRING, CUT_STRING)


def _is_among_tags(reader: Reader, game: PgnGame) -> bool:
    """Whether more tags of the same game follow a result: the game does not end there."""
    token, after, name = (reader.peek(ahead) for ahead in range(3))
    return (
        after.kind == "["
        and bool(game.tags)
        and not token.apart
        and not after.apart
        and name.text.lower() not in game.tags
    )


def _is_rest_of_tag(reader: Reader) -> bool:
    """Whether a line has lost the bracket that opened its tag: no move is between quotes."""
    line = reader.peek().line
    for ahead in range(_TAG_TOKENS):
        token = reader.peek(ahead)
        if token.line != line or token.kind in ("[", END):
            break
        if token.kind in ("]", STRING, CUT_STRING):
            return True
    return False


def _skip_tag(reader: Reader) -> str:
    """Pass over what is left of a tag: up to its bracket, the end of its line, or the next tag."""
    said = [reader.take()]
    while (token := reader.peek()).line == said[-1].line and token.kind not in ("[", END):
        if said[-1].kind == "]":
            break
        said.append(reader.take())
    return " ".join(token.text for token in said).replace("[ ", "[").replace(" ]", "]")


def _skip(reader: Reader, number: int) -> None:
    for _ in range(number):
        reader.take()


# Moves


def _read_moves(reader: Reader, game: PgnGame, *, bare: bool, last: PgnGame | None) -> None:
    """Read the moves after the tags, and the result if there is one.

    Args:
        reader: The tokens.
        game: Is given what is read.
        bare: Whether the game has no tags.
        last: The game before it.
    """
    opened: list[int] = []  # the lines of the variations that are open
    counted = bare and last is not None  # only its numbers tell such a game from scattered moves
    if counted and reader.peek().kind != RESULT and not _is_first_move(reader):
        token = reader.peek()
        game.refuse(
            token.line,
            Text("{text!r} comes after the end of a game, and begins no other", text=_cut(token)),
        )
    ended = False  # whether a variation has just come to a result
    while (token := reader.peek()).kind != END:
        if token.kind == "[" and (token.first or ended) and _begins_like_tag(reader):
            break
        if _is_first_move(reader) and (
            ended or (bare and not opened and token.apart and (game.moves or game.problem))
        ):
            break
        ended = token.kind == RESULT
        reader.take()
        if token.kind == RESULT:
            if not opened:
                game.result = token.text
                return
        elif token.kind == "(":
            opened.append(token.line)
        elif token.kind == ")" and opened:
            opened.pop()
        elif token.kind == NUMBER:
            if counted and not opened:
                _check_number(game, token)
        elif token.kind == WORD and len(token.text) <= _LONGEST:
            if not opened and _MARK.fullmatch(token.text) is None:
                game.moves.append((token.line, token.text))
        elif token.kind != PERIODS:
            _refuse_token(game, token)
    if opened:
        game.refuse(opened[-1], Text("a comment or variation is not closed"))


def _is_first_move(reader: Reader) -> bool:
    """Whether a line begins with White's first move, by its number."""
    token, after = reader.peek(), reader.peek(1)
    return (
        token.kind == NUMBER
        and token.first
        and token.text == "1"
        and (after.kind != PERIODS or after.text == ".")
    )


def _check_number(game: PgnGame, token: Token) -> None:
    expected = len(game.moves) // 2 + 1
    if int(token.text[:9]) != expected:
        game.refuse(
            token.line,
            Text(
                "number {number} is at move {expected} of a game without tags",
                number=_cut(token),
                expected=expected,
            ),
        )


def _refuse_token(game: PgnGame, token: Token) -> None:
    match token.kind:
        case "}":
            problem = Text("'}' closes no comment")
        case ")":
            problem = Text("')' closes no variation")
        case _ if token.kind == CUT_COMMENT:
            problem = Text("a comment or variation is not closed")
        case _:
            problem = Text("{text!r} stands among the moves", text=_cut(token))
    game.refuse(token.line, problem)


def _cut(token: Token) -> str:
    return token.text[:_LONGEST]


def _on(line: int, problem: Text) -> Text:
    return Text("line {line}: {problem}", line=line, problem=problem)
