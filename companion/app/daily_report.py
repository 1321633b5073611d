"""What `companion puzzle daily` prints: a puzzle of the day, hints for it, and its solution."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.app.own_drills import OwnDrillJob
from companion.base.text import Text, joined, verbatim
from companion.coach.daily import DailyLabelling, DailyPuzzle
from companion.coach.daily_names import daily_title, day_number, kind_of
from companion.coach.drills import drill_match
from companion.games.puzzles.puzzle_text import format_completion, format_labels
from companion.games.puzzles.viewer import MagicEditor
from companion.opponents.analysis import analyse
from companion.opponents.question import Question
from companion.rules.step import path_of
from companion.session.features.daily_feature import DailyJob


def daily_report(day: str, folder: Path, *, hint: bool, solution: bool) -> Iterator[Text]:
    """Yield the lines.

    Args:
        day: The date, such as 2026-11-28.
        folder: The folder of the logs, for days with a position from the players' own games.
        hint: Whether a hint is wanted.
        solution: Whether the solution is wanted.

    Raises:
        InvalidDay: If the date is not written like that.
    """
    kind = kind_of(day)
    own = None
    if kind == "own":
        own = OwnDrillJob(folder, "solomon", day_number(day))
    puzzle = DailyJob(day, kind, own, otherwise=True).run(lambda: False).puzzle
    yield joined(": ", [verbatim(day), daily_title(kind)])
    if puzzle is not None:
        yield from _lines(puzzle, hint=hint, solution=solution)


def _lines(puzzle: DailyPuzzle, *, hint: bool, solution: bool) -> Iterator[Text]:
    if isinstance(puzzle, DailyLabelling):
        yield format_labels(puzzle.given)
        if hint:
            yield MagicEditor.begin(puzzle.name, puzzle.given).hint().message
        if solution:
            yield format_completion(puzzle.given)
        return
    [start] = puzzle.starts
    match = drill_match(puzzle, start)
    yield verbatim(str(match))
    yield puzzle.task
    best = analyse(Question(match.game, match.position)).moves[0]
    if hint:
        origin = path_of(match.game.steps(match.position, best.move))[0]
        point = match.game.board.names[origin]
        yield Text("Hint: the move begins on {point}.", point=point)
    if solution:
        texts, position = [], match.position
        for move in best.line:
            texts.append(match.game.move_text(position, move))
            position = match.game.advance(position, move)
        yield Text("Solution: {moves}", moves=verbatim(", ".join(texts)))
