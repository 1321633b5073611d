"""Games as PGN, both ways.

`write` makes a game of PGN out of a log, `read` makes logs out of PGN. What strangers write is
read where it has a meaning: comments, variations, marks and numbers of moves are passed over. A
game with an error is refused in one line, and the others are read. `pgn_tokens.py` has the tokens
of a text, and `pgn_games.py` its games as they are written.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from datetime import datetime
from textwrap import wrap
from typing import Final, Literal

from companion import __version__
from companion.base.text import Text
from companion.records.game_formats import GameFormat
from companion.records.game_logs import log_of
from companion.records.journal.reader import GameLog
from companion.records.journal.record import EndRecord, EventRecord, Header, MoveRecord
from companion.rules import CompanionError, Match
from companion.rules.outcome import DRAW
from companion_chess import notation, rules
from companion_chess.chess import USUAL, Chess
from companion_chess.pgn_games import InvalidPgn, InvalidTag, PgnGame, at_line, read_pgn
from companion_chess.rules import Position

RESULTS: Final = {"1-0": "win 0", "0-1": "win 1", "1/2-1/2": "draw", "*": "ongoing"}
"""The results of PGN, with the outcomes that they stand for."""

_WRITTEN = {outcome: result for result, outcome in RESULTS.items()}
_TAG = re.compile(rb'^(?:\xef\xbb\xbf)?[ \t]*\[\w+[ \t]+"[^\n]*"[ \t]*\]', re.MULTILINE)
_WIDTH = 79  # characters of a line, as PGN has it
_USUAL: Final = {"", "?", "-", "standard", "normal", "chess", "orthodox", "fromposition"}
_RANDOM: Final = {"chess960", "fischerandom", "fischerrandom"}
"""What the tag `Variant` may say, without spaces and capitals."""


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


class Pgn(GameFormat):
    """PGN, for `companion journal import` and the page."""

    name = "PGN"

    def recognises(self, data: bytes) -> bool:
        return _TAG.search(data) is not None

    def read(self, data: bytes) -> Iterator[GameLog | CompanionError]:
        return read(decoded(data))

    def writes(self, game: str) -> bool:
        return game == Chess.name

    def write(self, log: GameLog) -> str:
        return write(log)


def decoded(data: bytes) -> str:
    """Decode a file: PGN is Latin-1 by its standard, and UTF-8 in most files.

    Files that were joined have a mark of their byte order in their midst.
    """
    data = data.replace(BOM_UTF8, b"")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read(text: str) -> Iterator[GameLog | InvalidPgn]:
    """Read the games of a text, one after another.

    Yields:
        Each game; for one that cannot be read, its error, which is not raised so that the others
        can be read. An InvalidTag is of the game after it, which is read without that tag.
    """
    for found in read_pgn(text):
        if isinstance(found, InvalidTag):
            yield found
        elif found.problem is not None:
            yield found.problem
        else:
            try:
                yield _read_game(found)
            except InvalidPgn as error:
                yield error


def _read_game(written: PgnGame) -> GameLog:
    variant = written.tag("Variant").replace(" ", "").lower()
    if variant not in {*_USUAL, *_RANDOM}:
        problem = Text(
            "the variant is {variant!r}; only chess and Chess 960 are read",
            variant=written.tag("Variant"),
        )
        raise at_line(written.tags["variant"].line, problem)
    result = written.result or written.tag("Result", "*")
    if result not in RESULTS:
        problem = Text("the result is {result!r} instead of 1-0, 0-1, 1/2-1/2 or *", result=result)
        raise at_line(written.tags["result"].line, problem)
    start, position = USUAL, _start(written)
    if variant in _RANDOM:
        start = next((n for n in range(960) if rules.start(n) == position), USUAL)
    game = Chess({"start": start})
    try:
        return _logged(Match(game, position), written, RESULTS[result])
    except InvalidPgn:
        # Many a game went on after the third time.
        game = Chess({"start": start, "draws": "five"})
        return _logged(Match(game, position), written, RESULTS[result])


def _start(written: PgnGame) -> Position:
    """The position where a game began. Raises InvalidPgn."""
    fen = written.tags.get("fen")
    if fen is None:
        if written.tag("SetUp") == "1":
            problem = Text("the tag SetUp says that a tag FEN says where the game began; none does")
            raise at_line(written.tags["setup"].line, problem)
        return rules.start()
    try:
        return notation.parse_fen(" ".join(fen.value.split()))[0]
    except CompanionError as error:
        raise at_line(fen.line, error.text) from None


def _logged(match: Match, written: PgnGame, outcome: str) -> GameLog:
    position = match.position
    records: list[EventRecord] = []
    for line, text in written.moves:
        try:
            played = match.play_text(text)
        except CompanionError as error:
            raise at_line(line, error.text) from None
        records.append(MoveRecord(played.text, int(played.seat), 0.0))
    if match.over:
        how: Literal["rules", "repetition"] = "rules"
        if not match.game.outcome(match.position).over:
            how = "repetition"
        records.append(EndRecord(match.outcome.text, how))
    elif outcome == DRAW.text:
        records.append(EndRecord(outcome, "agreed"))
    elif outcome != "ongoing":
        late = "time" in written.tag("Termination").lower()
        records.append(EndRecord(outcome, "time" if late else "resigned"))
    head = Header(
        game=Chess.name,
        options=match.game.chosen,
        seats=match.game.seats,
        started=_started(written),
        program=__version__,
        position=match.game.position_text(position),
        players={
            seat: name
            for seat, colour in enumerate(("White", "Black"))
            if (name := " ".join(written.tag(colour, "?").split())[:60]) not in ("", "?")
        },
    )
    return log_of(head, records)


def _started(written: PgnGame) -> str:
    """When a game began, as far as its tags say: date and time, the date, or nothing."""
    date = written.tag("UTCDate") or written.tag("Date")
    time = written.tag("UTCTime") or written.tag("Time")
    try:
        began = datetime.strptime(date, "%Y.%m.%d")
    except ValueError:
        return ""
    try:
        at = datetime.strptime(time, "%H:%M:%S").time()
    except ValueError:
        return began.date().isoformat()
    return datetime.combine(began, at).isoformat()
