"""Games as PGN, both ways.

`write` makes a game of PGN out of a log, `read` makes logs out of PGN. What strangers write is
read where it has a meaning: comments, variations, marks and numbers of moves are passed over. A
game with an error is refused in one line, and the others are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from textwrap import wrap
from typing import Final, Literal, NamedTuple

from companion import __version__
from companion.base.text import Text
from companion.records.game_logs import log_of
from companion.records.journal.reader import GameLog
from companion.records.journal.record import EndRecord, EventRecord, Header, MoveRecord
from companion.rules import CompanionError, Match
from companion.rules.outcome import DRAW
from companion_chess import notation, rules
from companion_chess.chess import USUAL, Chess
from companion_chess.rules import Position

RESULTS: Final = {"1-0": "win 0", "0-1": "win 1", "1/2-1/2": "draw", "*": "ongoing"}
"""The results of PGN, with the outcomes that they stand for."""

_WRITTEN = {outcome: result for result, outcome in RESULTS.items()}
_WIDTH = 79  # characters of a line, as PGN has it
_COMMENT = r"\{(?:(?!\n\s*\n\[)[^}])*\}|;[^\n]*"  # one that is not closed ends with its game
_OUTSIDE = re.compile(
    rf'{_COMMENT}|^\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*?\]', re.MULTILINE
)
_TOKEN = re.compile(
    rf"(?P<space>\s+|^%[^\n]*|{_COMMENT}|\$\d+|\d+\.+|\.+)"
    r"|(?P<open>\()|(?P<close>\))|(?P<result>1-0|0-1|1/2-1/2|\*)|(?P<move>[^\s(){};]+)",
    re.MULTILINE,
)
_USUAL: Final = {"", "?", "-", "standard", "normal", "chess", "orthodox", "fromposition"}
_RANDOM: Final = {"chess960", "fischerandom", "fischerrandom"}
"""What the tag `Variant` may say, without spaces and capitals."""

_NUMBERED = re.compile(r"\d+\.+")
_MARKS = {"!", "?", "!!", "??", "!?", "?!", "e.p.", "+", "#", "+-", "-+", "="}


class InvalidPgn(CompanionError, ValueError):
    """A game of PGN that cannot be read; the message names its line."""


class _Moves(NamedTuple):
    """The text of the moves of one game.

    Attributes:
        texts: Each move with its line.
        result: The result as the game gives it, or empty.
        line: The line where the text continues after the result.
        rest: The text after the result.
    """

    texts: list[tuple[int, str]]
    result: str
    line: int
    rest: str


def write(log: GameLog) -> str:
    """Return a logged game as PGN, without the moves that were taken back.

    Raises:
        CompanionError: If the log is of another game or damaged; InvalidPosition is one of these.
    """
    head = log.head
    if head.game != Chess.name:
        raise InvalidPgn(Text("this is a game of {game}, not of chess", game=head.game))
    game = Chess(head.options)
    position = game.parse_position(head.position)
    result = _WRITTEN.get(log.end.outcome if log.end else "ongoing", "*")
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(log, position, result)]
    match = Match(game, position)
    words, begun = [], False
    for number, move in enumerate(log.moves, start=position.seat):
        if number % 2 == 0:
            words.append(f"{number // 2 + 1}.")
        elif not begun:
            words.append(f"{number // 2 + 1}...")
        begun = True
        words.append(match.play_text(move.text).text)
    moves = wrap(" ".join([*words, result]), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *moves, ""])


def _tags(log: GameLog, position: Position, result: str) -> Iterator[tuple[str, str]]:
    head = log.head
    yield "Event", "?"
    yield "Site", "?"
    try:
        yield "Date", datetime.fromisoformat(head.started).strftime("%Y.%m.%d")
    except ValueError:
        yield "Date", "????.??.??"
    yield "Round", "?"
    for seat, colour in enumerate(("White", "Black")):
        level = head.computers.get(seat)
        yield colour, f"Companion ({level})" if level else head.players.get(seat, "?")
    yield "Result", result
    number = int(head.options.get("start", USUAL))
    if number != USUAL:
        yield "Variant", "Chess960"
    if position != rules.start():
        yield "SetUp", "1"
        yield "FEN", notation.fen(position)
    if log.end is not None and log.end.how in ("time", "abandoned"):
        yield "Termination", "time forfeit" if log.end.how == "time" else "abandoned"


def _escaped(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line.replace("\\", "\\\\").replace('"', '\\"')


def read(text: str) -> Iterator[GameLog | InvalidPgn]:
    """Read the games of a text, one after another.

    Yields:
        Each game; for one that cannot be read, its error, which is not raised so that the others
        can be read.
    """
    for first, tags, moves in _games(text.removeprefix("\ufeff").replace("\r\n", "\n")):
        yield from _read_section(first, tags, moves)


def _read_section(line: int, tags: dict[str, str], text: str) -> Iterator[GameLog | InvalidPgn]:
    """The game with these tags, and those after it that have none."""
    while tags or text:
        try:
            moves = _read_moves(line, text)
        except InvalidPgn as error:
            yield error
            return
        try:
            yield _read_game(line, tags, moves)
        except InvalidPgn as error:
            yield error
        except CompanionError as error:
            yield _invalid(line, error.text)
        line, tags, text = moves.line, {}, moves.rest


def _games(text: str) -> Iterator[tuple[int, dict[str, str], str]]:
    """Split a text into its games; a tag after moves begins another game.

    Yields:
        The line where the moves begin, the tags, and the text of the moves.
    """
    tags: dict[str, str] = {}
    since = 0
    for found in _OUTSIDE.finditer(text):
        if found["name"] is None:
            continue  # a comment, in which nothing is a tag
        moves = text[since : found.start()]
        if moves.strip():
            yield text.count("\n", 0, since) + 1, tags, moves
            tags = {}
        tags[found["name"]] = re.sub(r"\\(.)", r"\1", found["value"])
        since = found.end()
    if tags or text[since:].strip():
        yield text.count("\n", 0, since) + 1, tags, text[since:]


def _read_moves(first: int, text: str) -> _Moves:
    """The moves of a game, without what surrounds them. Raises InvalidPgn."""
    texts: list[tuple[int, str]] = []
    at, depth = 0, 0
    while at < len(text):
        line = first + text.count("\n", 0, at)
        token = _TOKEN.match(text, at)
        if token is None:
            raise _invalid(line, Text("a comment or variation is not closed"))
        at = token.end()
        if token["open"]:
            depth += 1
        elif token["close"]:
            if not depth:
                raise _invalid(line, Text("')' closes no variation"))
            depth -= 1
        elif token["result"] and not depth:
            at = _after_result(text, at)
            line = first + text.count("\n", 0, at)
            return _Moves(texts, token["result"], line, text[at:])
        elif token["move"] and not depth:
            move = _NUMBERED.sub("", token["move"])
            if move and move not in _MARKS:
                texts.append((line, move))
    if depth:
        raise _invalid(first + text.count("\n"), Text("a comment or variation is not closed"))
    return _Moves(texts, "", first, "")


def _after_result(text: str, at: int) -> int:
    """Where text goes on after a result, without comments and other results."""
    while (token := _TOKEN.match(text, at)) and (token["space"] or token["result"]):
        at = token.end()
    return at


def _read_game(first: int, tags: dict[str, str], moves: _Moves) -> GameLog:
    variant = tags.get("Variant", "").replace(" ", "").lower()
    if variant not in {*_USUAL, *_RANDOM}:
        raise _invalid(
            first,
            Text(
                "the variant is {variant!r}; only chess and Chess 960 are read",
                variant=tags["Variant"],
            ),
        )
    result = moves.result or tags.get("Result", "*")
    if result not in RESULTS:
        raise _invalid(
            first, Text("the result is {result!r} instead of 1-0, 0-1, 1/2-1/2 or *", result=result)
        )
    start = USUAL
    position = rules.start()
    if tags.get("FEN"):
        position = notation.parse_fen(tags["FEN"])[0]
        if variant in _RANDOM:
            start = next((n for n in range(960) if rules.start(n) == position), USUAL)
    game = Chess({"start": start})
    try:
        return _logged(Match(game, position), tags, moves, RESULTS[result])
    except InvalidPgn:
        # Many a game went on after the third time.
        game = Chess({"start": start, "draws": "five"})
        return _logged(Match(game, position), tags, moves, RESULTS[result])


def _logged(match: Match, tags: dict[str, str], moves: _Moves, outcome: str) -> GameLog:
    position = match.position
    records: list[EventRecord] = []
    for line, text in moves.texts:
        try:
            played = match.play_text(text)
        except CompanionError as error:
            raise _invalid(line, error.text) from None
        records.append(MoveRecord(played.text, int(played.seat), 0.0))
    if match.over:
        how: Literal["rules", "repetition"] = "rules"
        if not match.game.outcome(match.position).over:
            how = "repetition"
        records.append(EndRecord(match.outcome.text, how))
    elif outcome == DRAW.text:
        records.append(EndRecord(outcome, "agreed"))
    elif outcome != "ongoing":
        late = "time" in tags.get("Termination", "").lower()
        records.append(EndRecord(outcome, "time" if late else "resigned"))
    head = Header(
        game=Chess.name,
        options=match.game.chosen,
        seats=match.game.seats,
        started=_started(tags),
        program=__version__,
        position=match.game.position_text(position),
        players={
            seat: name
            for seat, colour in enumerate(("White", "Black"))
            if (name := " ".join(tags.get(colour, "?").split())[:60]) not in ("", "?")
        },
    )
    return log_of(head, records)


def _started(tags: dict[str, str]) -> str:
    """When a game began, as far as its tags say: date and time, the date, or nothing."""
    date = tags.get("UTCDate") or tags.get("Date", "")
    time = tags.get("UTCTime") or tags.get("Time", "")
    try:
        began = datetime.strptime(date, "%Y.%m.%d")
    except ValueError:
        return ""
    try:
        at = datetime.strptime(time, "%H:%M:%S").time()
    except ValueError:
        return began.date().isoformat()
    return datetime.combine(began, at).isoformat()


def _invalid(line: int, problem: Text) -> InvalidPgn:
    return InvalidPgn(Text("line {line}: {problem}", line=line, problem=problem))
