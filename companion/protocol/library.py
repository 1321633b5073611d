"""What a page asks of the library of logged games, and what it is answered.

Pages ask over HTTP, not over the WebSocket: a list or a file may be long, and must not hold up what
happens on the board. `web/library.py` has the addresses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol, get_args

import msgspec

from companion.protocol.views import Hello
from companion.text import Text

FileForm = Literal["jsonl", "text"]
"""The forms in which games are downloaded: as they are logged, or as docs/library.md has it."""

FILE_FORMS: tuple[str, ...] = get_args(FileForm)

ResultKind = Literal["", "won", "lost", "drawn", "unfinished"]
"""A kind of result: the chosen player's, if one is chosen. Empty: any."""

RESULT_KINDS: tuple[str, ...] = get_args(ResultKind)


class ShelfQuery(msgspec.Struct, frozen=True):
    """Which games are asked for. Whatever is empty is not asked about.

    game:    its name. player: somebody's name. result: see `ResultKind`.
    deleted: whether those that were deleted are asked for, instead of the others.
    """

    game: str = ""
    player: str = ""
    result: str = ""
    deleted: bool = False


class GameEntry(msgspec.Struct, frozen=True):
    """A logged game, or a file in the folder that cannot be read as one. All texts are printable.

    key:       identifies the log in requests.
    file:      the name of the file.
    game, title: empty if not even the header can be read.
    players:   the names of players, by seat. computers: the computer's seats and levels.
    started:   local date and time, ISO 8601; or only the date, or empty.
    outcome:   as in the rules: ongoing, win 0, draw, … how: how it ended; empty if it did not.
    moves:     how many were not taken back. seconds: for how long it was played; 0 if unknown.
    trouble:   what is wrong with the log, in one line; or empty.
    in_use:    whether it is still being written.
    """

    key: str
    file: str
    game: str
    title: Text
    seats: tuple[Text, ...]
    players: dict[int, str]
    computers: dict[int, str]
    started: str
    outcome: str
    how: str
    moves: int
    seconds: float
    size: int
    trouble: Text
    deleted: bool
    in_use: bool


class GameCount(msgspec.Struct, frozen=True):
    """How many logs there are of a game."""

    name: str
    title: Text
    count: int


class Shelf(msgspec.Struct, frozen=True):
    """A part of the list, the newest game first.

    total:   how many games the query finds.
    pending: how many files have still to be read; ask again until there are none.
    deleted: how many games have been deleted.
    games, players: to choose from.
    note:    why the list is made anew each time, or why the folder cannot be read; or empty.
    """

    entries: tuple[GameEntry, ...]
    offset: int
    total: int
    pending: int
    deleted: int
    games: tuple[GameCount, ...]
    players: tuple[str, ...]
    note: Text


class PlyView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of a logged game.

    at:       seconds since the start. left: the seconds that each seat had left; empty without a
              clock.
    position: its text, after the move.
    changes:  the points (by index) whose pieces differ from before the move, bottom first.
    shares:   the estimated chance of each seat after it, or its result if the game is over by it;
              empty if the game is not estimated.
    """

    seat: int
    text: str
    at: float
    position: str
    changes: dict[int, tuple[str, ...]]
    left: tuple[float, ...] = ()
    shares: tuple[float, ...] = ()


class ReplayPart(msgspec.Struct, frozen=True):
    """Some moves of a logged game, in order.

    hello:    the board and its pieces.
    position: the text of the start position. stacks: its pieces, point by point, bottom first.
    clock:    the text of the time control; or empty.
    start:    the number of the first of `plies`. total: how many moves the log has.
    trouble:  why the moves end before `total`; or empty.
    estimated: whether moves come with `shares`.
    """

    entry: GameEntry
    hello: Hello
    position: str
    stacks: tuple[tuple[str, ...], ...]
    clock: str
    start: int
    total: int
    plies: tuple[PlyView, ...]
    trouble: Text
    estimated: bool


class BetterMove(msgspec.Struct, frozen=True):
    """A move that would have been better, or one that follows it. changes: as in `PlyView`. path:
    the points to light for it, as for a hint: where it begins, then where its piece goes."""

    seat: int
    text: str
    changes: dict[int, tuple[str, ...]]
    path: tuple[int, ...]


class WorthView(msgspec.Struct, frozen=True):
    """What a move is worth to the player who makes it.

    share: the expected share of the point that a win is worth. exact: whether that is certain.
    plies: how far the end is if it is forced; else None.
    """

    share: float
    exact: bool
    plies: int | None


class ReviewView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a review found out about a move; a later result replaces an earlier one.

    number: of the move, counted from 1. worth: None for a draw from the bag.
    grade:  inaccuracy, mistake or blunder; empty if it was none of them.
    best:   the best move, and how play might go on; only with a grade.
    shares: what each seat could expect after the move; empty if that is not known.
    """

    number: int
    worth: WorthView | None = None
    grade: str = ""
    best: WorthView | None = None
    better: tuple[BetterMove, ...] = ()
    shares: tuple[float, ...] = ()


class ReviewPart(msgspec.Struct, frozen=True):
    """Some results of a review, in the order in which they were found.

    start:   the number of the first of `found`.
    done:    how much was reviewed, of `total`. Ask again until that is all, or there is trouble.
    trouble: why not all moves are reviewed; or empty.
    """

    start: int
    found: tuple[ReviewView, ...]
    done: int
    total: int
    trouble: Text


class ResultCount(msgspec.Struct, frozen=True):
    """How many games ended in a result: its outcome as in the rules, or with a player chosen a
    `ResultKind`."""

    result: str
    count: int


class SpanCount(msgspec.Struct, frozen=True):
    """How many games have a length from `least` up to, but without, `below`."""

    least: float
    below: float
    count: int


class MonthCount(msgspec.Struct, frozen=True):
    """How many games began in a month, such as 2026-11."""

    month: str
    count: int


class GameStatistics(msgspec.Struct, frozen=True):
    """Counts over the games of a query.

    games:   how many. seats: the names of the seats, if all of them have the same.
    moves:   by number of moves. minutes: by time played.
    average_moves, average_seconds: of all of them.
    """

    games: int
    seats: tuple[Text, ...]
    results: tuple[ResultCount, ...]
    moves: tuple[SpanCount, ...]
    minutes: tuple[SpanCount, ...]
    months: tuple[MonthCount, ...]
    average_moves: float
    average_seconds: float


class Added(msgspec.Struct, frozen=True):
    """What became of the games of a file that a page sent.

    stored:  how many were added. known: how many were there already.
    trouble: what could not be added, a line for each, or for the first of many.
    """

    stored: int
    known: int
    trouble: tuple[Text, ...]


class LogFile(msgspec.Struct, frozen=True):
    """A file to download: its name and its bytes, in parts of at most 64 KiB."""

    name: str
    parts: Iterator[bytes]


class GameLibrary(Protocol):
    """The library, as the server sees it. One thread at a time calls it. Every method does a
    bounded amount of work, and raises CompanionError if it cannot answer."""

    def shelf(self, query: ShelfQuery, offset: int) -> Shelf:
        """Return a part of the list."""

    def replay(self, key: str, start: int) -> ReplayPart:
        """Return moves of a game, from a number on or from an earlier one."""

    def review(self, key: str, start: int, engine: str) -> ReviewPart:
        """Return results of the review of a game, from a number on, and have it go on for a while.
        engine: the name of one that reviews it; or empty."""

    def file(self, key: str, form: str) -> LogFile:
        """Return a game to download."""

    def files(self, query: ShelfQuery, form: str) -> LogFile:
        """Return all games of a query in one file."""

    def delete(self, key: str) -> str:
        """Move a log to the folder of deleted ones. Returns its key there."""

    def restore(self, key: str) -> str:
        """Move a deleted log back. Returns its key there."""

    def add(self, name: str, data: bytes) -> Added:
        """Add the games of a file: its name and its bytes."""

    def statistics(self, query: ShelfQuery) -> GameStatistics:
        """Count the games of a query."""

    def close(self) -> None:
        """Release what is held. The library may be used again."""
