"""Games to write journals of, and the one to go on with."""

from __future__ import annotations

from pathlib import Path

from companion.games import registry
from companion.records.journal import reader
from companion.records.journal.record import (
    EndRecord,
    EventRecord,
    Header,
    MoveRecord,
    NoteRecord,
    TakebackRecord,
)
from companion.rules import AnyGame

SOLOMON = registry.make("solomon")


def head(game: AnyGame = SOLOMON, started: str = "2026-11-20T15:30:12+01:00") -> Header:
    return Header(
        game=game.name,
        options=game.chosen,
        seats=game.seats,
        seeds={"bag": 7},
        started=started,
        program="0.1.0",
        position=game.position_text(game.start()),
    )


def first_moves(count: int, game: AnyGame = SOLOMON) -> list[MoveRecord]:
    """The first so many moves of a game in which everybody plays the first legal move."""
    position, played = game.start(), []
    for i in range(count):
        move = game.moves(position)[0]
        played.append(MoveRecord(game.move_text(position, move), game.to_act(position), i + 0.5))
        position = game.advance(position, move)
    return played


_MOVES = first_moves(5)

ENTRIES: list[EventRecord] = [
    *_MOVES[:4],
    NoteRecord("the plug was pulled — and put back"),
    TakebackRecord(2),
    *_MOVES[2:],
    EndRecord("win 0", "resigned"),
]
"""A short game with everything in it that a journal knows."""


def unfinished(directory: Path) -> reader.GameLog | None:
    """The newest log whose game has not ended."""
    logs = (summary.log for summary in reader.recent_logs(directory))
    return next((log for log in logs if log is not None and not log.finished), None)
