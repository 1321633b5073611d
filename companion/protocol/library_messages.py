"""The requests of a page to the library of logged games, and the answers.

Pages ask over HTTP, not over the WebSocket: a list or a file may be long, and must not delay the
messages about the board. `page/library_routes.py` has the addresses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol, get_args

import msgspec

from companion.base.text import Text
from companion.protocol.views import Hello

FileForm = Literal["jsonl", "text"]
"""The forms in which every game is downloaded: as logged, or as docs/logged-games.md explains.

A game may have more forms, of packages; their names are in `ReplayPart.forms` and `Shelf.forms`.
"""

FILE_FORMS: tuple[str, ...] = get_args(FileForm)

ResultKind = Literal["", "won", "lost", "drawn", "unfinished"]
"""A kind of result: the chosen player's, if one is chosen; empty for any."""

RESULT_KINDS: tuple[str, ...] = get_args(ResultKind)


class ShelfQuery(msgspec.Struct, frozen=True):
    """A choice of games; an empty field matches all.

    Attributes:
        game: The name of the game.
        player: The name of a player.
        result: The kind of result; see `ResultKind`.
        deleted: Whether deleted games are wanted, instead of the others.
    """

    game: str = ""
    player: str = ""
    result: str = ""
    deleted: bool = False


class GameEntry(msgspec.Struct, frozen=True):
    """A logged game, or a file in the folder that cannot be read as one; all texts are printable.

    Attributes:
        key: The log's ID in requests.
        file: The name of the file.
        game: The name of the game; empty if not even the header can be read.
        title: The title of the game; empty likewise.
        seats: The names of the seats.
        players: The names of players, by seat.
        computers: The computer's seats and levels.
        started: Local date and time, ISO 8601; or only the date, or empty.
        outcome: The outcome as in the rules: ongoing, win 0, draw, …
        how: How the game ended; empty if it did not.
        moves: The number of moves that were not taken back.
        seconds: The time for which it was played (seconds); 0 if unknown.
        size: The size of the file (bytes).
        trouble: The fault of the log, in one line; or empty.
        deleted: Whether it is in the folder of deleted logs.
        in_use: Whether it is still being written.
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
    """The number of logs of a game."""

    name: str
    title: Text
    count: int


class Shelf(msgspec.Struct, frozen=True):
    """A part of the list, the newest game first.

    Attributes:
        entries: The games.
        offset: The place of the first of them in the list.
        total: The number of games that the query finds.
        pending: The number of files still to be read; ask again until there are none.
        deleted: The number of deleted games.
        games: The games to choose from.
        players: The players to choose from.
        note: Why the list is rebuilt each time, or why the folder cannot be read; or empty.
        forms: The names of more formats in which some of the games can be downloaded.
    """

    entries: tuple[GameEntry, ...]
    offset: int
    total: int
    pending: int
    deleted: int
    games: tuple[GameCount, ...]
    players: tuple[str, ...]
    note: Text
    forms: tuple[str, ...] = ()


class PlyView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of a logged game.

    Attributes:
        seat: The seat that acted.
        text: The text of the move.
        at: The seconds since the start.
        position: The text of the position after the move.
        changes: The points (by index) whose pieces differ from before the move, bottom first.
        left: The seconds that each seat had left; empty without a clock.
        shares: The estimated chance of each seat after it, or its result if the move ends the game;
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

    Attributes:
        entry: The game.
        hello: The board and its pieces.
        position: The text of the start position.
        stacks: Its pieces, point by point, bottom first.
        clock: The text of the time control; or empty.
        start: The number of the first of `plies`.
        total: The number of moves in the log.
        plies: The moves.
        trouble: Why the moves end before `total`; or empty.
        estimated: Whether moves come with `shares`.
        forms: The names of more formats in which this game can be downloaded, such as PGN; in lower
            case, they name the form.
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
    forms: tuple[str, ...] = ()


class BetterMove(msgspec.Struct, frozen=True):
    """A move that would have been better, or one that follows it.

    Attributes:
        seat: The seat that acts.
        text: The text of the move.
        changes: The points whose pieces differ, as in `PlyView`.
        path: The points to light for it, as for a hint: where it begins, then where its piece goes.
    """

    seat: int
    text: str
    changes: dict[int, tuple[str, ...]]
    path: tuple[int, ...]


class WorthView(msgspec.Struct, frozen=True):
    """The value of a move to the player who makes it.

    Attributes:
        share: The expected share of the point that a win is worth.
        exact: Whether that is certain.
        plies: The number of plies to the end if it is forced; else None.
    """

    share: float
    exact: bool
    plies: int | None


class ReviewView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a review for one move; a later result replaces an earlier one.

    Attributes:
        number: The number of the move, counted from 1.
        worth: The value of the move; None for a draw from the bag.
        grade: Inaccuracy, mistake or blunder; else empty.
        best: The value of the best move; only with a grade.
        better: The best move, and how play might go on; only with a grade.
        shares: The expected share of each seat after the move; empty if that is not known.
        why: Why the best move is better, in a sentence; only with a grade, and if that is known.
    """

    number: int
    worth: WorthView | None = None
    grade: str = ""
    best: WorthView | None = None
    better: tuple[BetterMove, ...] = ()
    shares: tuple[float, ...] = ()
    why: Text = Text()


class ReviewPart(msgspec.Struct, frozen=True):
    """Some results of a review, in the order in which they were found.

    Attributes:
        start: The number of the first of `found`.
        found: The results.
        done: The part that was reviewed, of `total`. Ask again until that is all, or there is
            trouble.
        total: The whole review: the number of moves, times the number of rounds.
        trouble: Why not all moves are reviewed; or empty.
    """

    start: int
    found: tuple[ReviewView, ...]
    done: int
    total: int
    trouble: Text


class ResultCount(msgspec.Struct, frozen=True):
    """The number of games that ended in a result.

    Attributes:
        result: The outcome as in the rules, or with a player chosen a `ResultKind`.
        count: The number of games.
    """

    result: str
    count: int


class SpanCount(msgspec.Struct, frozen=True):
    """The number of games with a length from `least` up to, but not including, `below`."""

    least: float
    below: float
    count: int


class MonthCount(msgspec.Struct, frozen=True):
    """The number of games that began in a month, such as 2026-11."""

    month: str
    count: int


class GameStatistics(msgspec.Struct, frozen=True):
    """Counts over the games of a query.

    Attributes:
        games: The number of games.
        seats: The names of the seats, if all of the games have the same.
        results: The counts by result.
        moves: The counts by number of moves.
        minutes: The counts by time played (minutes).
        months: The counts by month.
        average_moves: The average number of moves.
        average_seconds: The average time played (seconds).
    """

    games: int
    seats: tuple[Text, ...]
    results: tuple[ResultCount, ...]
    moves: tuple[SpanCount, ...]
    minutes: tuple[SpanCount, ...]
    months: tuple[MonthCount, ...]
    average_moves: float
    average_seconds: float


class OpponentCount(msgspec.Struct, frozen=True):
    """A person's results against one opponent.

    Attributes:
        name: The opponent's name; empty for the computer, and for somebody without a name.
        level: The computer's level; empty for a person.
        won: The number of games that the person won against this opponent.
        drawn: The number of drawn games.
        lost: The number of games that this opponent won.
    """

    name: str
    level: str
    won: int
    drawn: int
    lost: int


class GameLevel(msgspec.Struct, frozen=True):
    """The level of the computer that suits a person in a game."""

    game: str
    title: Text
    level: str


class PersonFacts(msgspec.Struct, frozen=True):
    """What the logs tell of a person.

    Attributes:
        name: The name.
        games: The number of games.
        won: The number of games won, not counting puzzles.
        drawn: The number of games drawn.
        lost: The number of games lost.
        streak: The number of games won in a row by now; negative for games lost in a row.
        best_streak: The most games won in a row.
        solved: The number of puzzles solved.
        last: The local date of the last game; or empty.
        opponents: The results against each opponent, the most frequent first.
        levels: The levels that suit, by game.
    """

    name: str
    games: int
    won: int
    drawn: int
    lost: int
    streak: int
    best_streak: int
    solved: int
    last: str
    opponents: tuple[OpponentCount, ...]
    levels: tuple[GameLevel, ...]


class MeetingCount(msgspec.Struct, frozen=True):
    """The results of two people against each other.

    Attributes:
        one: The name of one of them.
        other: The name of the other.
        won: The number of games that the first has won.
        drawn: The number of drawn games.
        lost: The number of games that the second has won.
    """

    one: str
    other: str
    won: int
    drawn: int
    lost: int


class Family(msgspec.Struct, frozen=True):
    """Everybody who is known here by a profile or from the logs.

    Attributes:
        people: Those with a profile first, in their order.
        meetings: Who has met whom.
        pending: The number of files still to be read; ask again until there are none.
    """

    people: tuple[PersonFacts, ...]
    meetings: tuple[MeetingCount, ...]
    pending: int


class Added(msgspec.Struct, frozen=True):
    """The result of adding the games of a file that a page sent.

    Attributes:
        stored: The number of games added.
        known: The number of games that were there already.
        trouble: What could not be added, a line for each, or for the first of many.
    """

    stored: int
    known: int
    trouble: tuple[Text, ...]


class LogFile(msgspec.Struct, frozen=True):
    """A file to download: its name and its bytes, in parts of at most 64 KiB."""

    name: str
    parts: Iterator[bytes]


class GameLibrary(Protocol):
    """The library, as the server sees it; one thread at a time calls it.

    Every method does a bounded amount of work, and raises CompanionError if it cannot answer.
    """

    def shelf(self, query: ShelfQuery, offset: int) -> Shelf:
        """Return a part of the list."""

    def replay(self, key: str, start: int) -> ReplayPart:
        """Return moves of a game, from a number on or from an earlier one."""

    def review(self, key: str, start: int, engine: str) -> ReviewPart:
        """Return results of the review of a game, and let it go on for a while.

        Args:
            key: The log's ID.
            start: The number of the first result wanted.
            engine: The name of the engine that reviews it; or empty.
        """

    def file(self, key: str, form: str) -> LogFile:
        """Return a game to download."""

    def files(self, query: ShelfQuery, form: str) -> LogFile:
        """Return all games of a query in one file, as far as they have that form."""

    def delete(self, key: str) -> str:
        """Move a log to the folder of deleted ones, and return its key there."""

    def restore(self, key: str) -> str:
        """Move a deleted log back, and return its key there."""

    def add(self, name: str, data: bytes) -> Added:
        """Add the games of a file, given its name and its bytes."""

    def statistics(self, query: ShelfQuery) -> GameStatistics:
        """Count the games of a query."""

    def family(self) -> Family:
        """Count the games of every person, as far as they are indexed."""

    def close(self) -> None:
        """Release open resources; the library may be used again."""
