"""`companion analyse`: the review of a logged game as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from companion.base.errors import CompanionError
from companion.base.text import Text, english, joined, plural, sense, verbatim
from companion.coach.comparison import why_better
from companion.coach.game_review import EFFORTS, GameReview, latest, shares_after
from companion.coach.review import Grade, ReviewedMove
from companion.opponents.analysis import RatedMove
from companion.opponents.roster import Analyst
from companion.records.journal.export import result
from companion.records.journal.reader import GameLog
from companion.records.log_summary import printable
from companion.rules import AnyGame

REPORT_FORMAT = 1
"""The version of the JSON form."""

GRADE_MARKS: dict[Grade, str] = {"": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The usual annotation symbols for bad moves."""

_BLOCKS = "▁▂▃▄▅▆▇█"
_PLAIN_BLOCKS = "_.-=+*%#"  # for terminals without block characters
_ROWS = 4  # of the graph, with one or two players
_WIDEST = 72  # columns of the graph
_SCALE = 5  # characters before the graph
_SAID = 4  # better moves to print


class UnknownEffort(CompanionError, ValueError):
    """The name of an effort that does not exist."""


def effort_named(name: str) -> float:
    """Return the effort of that name.

    Raises:
        UnknownEffort: If there is none.
    """
    if name not in EFFORTS:
        raise UnknownEffort(
            Text(
                "--effort {name!r}: choose from {names}",
                name=name,
                names=", ".join(EFFORTS),
            )
        )
    return EFFORTS[name]


def review_log(
    log: GameLog,
    effort: float,
    *,
    bar: bool,
    analyst: Callable[[AnyGame], Analyst] | None = None,
) -> GameReview:
    """Review a log.

    Args:
        log: The log.
        effort: The effort, as a fraction of the usual one; see `effort_named`.
        bar: Whether to show progress on standard error.
        analyst: Returns the analyst that rates the moves of a game; by default, the built-in
            engine.
    """
    review = GameReview(log, effort, analyst)
    with _progress(shown=bar) as report:
        while not review.finished:
            review.go_on()
            report(review)
    return review


def heading(log: GameLog, review: GameReview) -> Text:
    """Return the line that identifies the game."""
    end = result(log.head, log.end) if log.end else Text("unfinished")
    names = joined(" – ", _names(log, review))
    return joined(" · ", [review.game.title, names, end])


def table(review: GameReview) -> list[tuple[Text, ...]]:
    """Return the moves with their values and, for bad ones, a better continuation.

    A row's cells are the move's number, seat, move, value, mark, grade and better moves. The row of
    a move without a grade ends after its value, that of a draw from the bag after the move.
    """
    return [_row(review, one) for one in latest(review.found)]


def closing(log: GameLog, review: GameReview, stream: TextIO) -> Iterator[Text]:
    """Yield the lines of a graph of the game, then each player's number of bad moves.

    Args:
        log: The log.
        review: Its review.
        stream: The stream to print on; its encoding decides the graph's characters.
    """
    found, names = latest(review.found), _names(log, review)
    if not found:
        yield Text("No move was made.")
        return
    yield from _graph(found, names, stream)
    yield from _tally(found, names)


def report_json(log: GameLog, review: GameReview) -> bytes:
    """Return the review as one JSON object."""
    moves = []
    for one in latest(review.found):
        played = review.plies[one.number - 1]
        entry: dict[str, Any] = {"number": one.number, "seat": one.seat, "move": played.text}
        if one.rated is not None and one.best is not None:
            entry |= {
                **_values(one.rated),
                "grade": one.grade,
                "lost": round(one.lost, 4),
                "best": _values(one.best),
                "line": review.better_texts(one, len(one.best.line)),
            }
        moves.append(entry)
    report = {
        "format": REPORT_FORMAT,
        "game": log.head.game,
        "options": log.head.options,
        "seats": log.head.seats,
        "outcome": log.end.outcome if log.end else "ongoing",
        "trouble": troubles(log, review),
        "moves": moves,
    }
    return msgspec.json.encode(report, enc_hook=english)


def troubles(log: GameLog, review: GameReview) -> list[Text]:
    """Return the faults of a log, and why some of its moves are not reviewed; a line for each."""
    found = list(log.damage)
    if log.torn:
        found.append(Text("the last line is incomplete and was dropped"))
    if review.trouble:
        found.append(review.trouble)
    return found


def _values(rated: RatedMove) -> dict[str, Any]:
    return {"value": round(rated.value, 4), "exact": rated.exact, "plies": rated.plies}


def _names(log: GameLog, review: GameReview) -> list[Text]:
    """Return the player's name on each seat, or the seat's name if the player is not known."""
    named = {seat: printable(name) for seat, name in log.head.players.items()}
    seats = enumerate(review.game.seats)
    return [verbatim(named[seat]) if named.get(seat) else name for seat, name in seats]


def _row(review: GameReview, one: ReviewedMove) -> tuple[Text, ...]:
    number, move = verbatim(f"{one.number:3}."), verbatim(review.plies[one.number - 1].text)
    if one.rated is None or one.best is None:
        return number, Text("from the bag"), move
    row = number, review.game.seats[one.seat], move, worth_text(one.rated, review.game)
    if not one.grade:
        return row
    better = ", ".join(review.better_texts(one, _SAID))
    words = Text("better: {moves} ({worth})", moves=better, worth=worth_text(one.best, review.game))
    why = why_better(review.game, review.plies[one.number - 1].position, one)
    told = joined("  ", [words, why]) if why else words
    return *row, verbatim(GRADE_MARKS[one.grade]), grade_name(one.grade), told


def grade_name(grade: Grade) -> Text:
    """Return the name of a grade; empty for the empty grade."""
    match grade:
        case "inaccuracy":
            return Text("inaccuracy")
        case "mistake":
            return Text("mistake")
        case "blunder":
            return Text("blunder")
    return Text()


def worth_text(rated: RatedMove, game: AnyGame) -> Text:
    """Return the value of a move, in words or as a percentage."""
    if not rated.exact:
        return Text("{number} %", number=round(100 * rated.value))
    alone = len(game.seats) == 1
    if rated.value == 1:
        if rated.plies is None:
            return Text("can be solved") if alone else Text("wins")
        return (
            Text("solved in {plies}", plies=rated.plies)
            if alone
            else Text("wins in {plies}", plies=rated.plies)
        )
    if rated.value == 0:
        if alone:
            return Text("no solution")
        return Text("loses") if rated.plies is None else Text("loses in {plies}", plies=rated.plies)
    return sense("a result", "draw")


def _graph(found: Sequence[ReviewedMove], names: Sequence[Text], stream: TextIO) -> Iterator[Text]:
    """Yield the players' shares over the game: a column per move, and marks of bad moves below."""
    blocks = _BLOCKS if _has(stream, _BLOCKS) else _PLAIN_BLOCKS
    seats = len(names)
    if seats < 3:
        shares = _filled([_first(shares_after(one, seats)) for one in found])
        yield Text("Chances of {player}:", player=names[0])
        for row in reversed(range(_ROWS)):
            scale = {_ROWS - 1: "100 %", 0: "0 %"}.get(row, "")
            columns = "".join(_block(s, row, _ROWS, blocks) for s in _fitted(shares))
            yield verbatim(f"{scale:>{_SCALE}} {columns}".rstrip())
    else:
        for seat, name in enumerate(names):
            own = [one.rated.value if one.rated and one.seat == seat else None for one in found]
            row_text = "".join(_block(s, 0, 1, blocks) for s in _fitted(_filled(own)))
            yield Text("Chances of {player}:", player=name)
            yield verbatim(" " * _SCALE + " " + row_text)
    marks = [GRADE_MARKS[one.grade][-1:] for one in found]
    if any(marks):
        every = max(1, -(-len(marks) // _WIDEST))
        parts = (marks[i : i + every] for i in range(0, len(marks), every))
        below = "".join(next(filter(None, part), " ") for part in parts)
        yield verbatim(" " * _SCALE + " " + below.rstrip())


def _first(shares: Sequence[float]) -> float | None:
    return shares[0] if shares else None


def _filled(shares: Sequence[float | None]) -> list[float]:
    """Return the shares, with each unknown one replaced by the one before."""
    filled, last = [], next((share for share in shares if share is not None), 0.0)
    for share in shares:
        last = last if share is None else share
        filled.append(last)
    return filled


def _fitted(shares: Sequence[float]) -> list[float]:
    """Return as many shares as fit: the last of every few."""
    every = max(1, -(-len(shares) // _WIDEST))
    return [shares[min(i + every, len(shares)) - 1] for i in range(0, len(shares), every)]


def _block(share: float, row: int, rows: int, blocks: str) -> str:
    """Return the part of a column in one row; row 0 is the lowest."""
    eighths = round(share * rows * len(blocks)) - row * len(blocks)
    if eighths <= 0:
        return blocks[0] if row == 0 else " "
    return blocks[min(eighths, len(blocks)) - 1]


def _has(stream: TextIO, letters: str) -> bool:
    try:
        letters.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _tally(found: Sequence[ReviewedMove], names: Sequence[Text]) -> Iterator[Text]:
    """Yield the number of each player's bad moves."""
    for seat, name in enumerate(names):
        grades = [one.grade for one in found if one.seat == seat]
        yield Text(
            "{player}: {inaccuracies}, {mistakes}, {blunders}",
            player=name,
            inaccuracies=plural(
                "{number} inaccuracy", "{number} inaccuracies", grades.count("inaccuracy")
            ),
            mistakes=plural("{number} mistake", "{number} mistakes", grades.count("mistake")),
            blunders=plural("{number} blunder", "{number} blunders", grades.count("blunder")),
        )


@contextmanager
def _progress(*, shown: bool) -> Iterator[Callable[[GameReview], None]]:
    """Show on standard error the progress of a review, and its number of bad moves so far."""
    if not shown or not sys.stderr.isatty():
        yield lambda _: None
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    console = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress:
        task = progress.add_task("", total=None)

        def report(review: GameReview) -> None:
            bad = sum(bool(one.grade) for one in latest(review.found))
            progress.update(
                task,
                description=f"?! {bad}",
                completed=review.done,
                total=review.rounds * review.total,
            )

        yield report
