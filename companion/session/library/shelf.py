"""The library: lists, replays, downloads, deletions and statistics of the logs in a folder."""

from __future__ import annotations

import os
import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from companion.base.errors import CompanionError
from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import Text, verbatim
from companion.coach.game_review import (
    EFFORTS,
    Background,
    BackgroundReview,
    GameReview,
    work_now,
)
from companion.games.registry import kinds, make
from companion.opponents.external.engine_levels import EngineRoster
from companion.protocol.library_messages import (
    FILE_FORMS,
    Added,
    Family,
    GameCount,
    GameEntry,
    GameStatistics,
    LogFile,
    MonthCount,
    ReplayPart,
    ResultCount,
    ReviewPart,
    Shelf,
    ShelfQuery,
)
from companion.protocol.views import Hello
from companion.records.game_formats import forms_for, game_formats, written_in
from companion.records.game_logs import game_of
from companion.records.household import Household
from companion.records.importing import add_games
from companion.records.index import DELETED, LogIndex, LogPlace
from companion.records.journal.disk import Disk, read_file
from companion.records.journal.export import export
from companion.records.journal.reader import GameLog, parse_log, read_log
from companion.records.journal.record import JournalError
from companion.records.log_summary import TORN, printable
from companion.rules import AnyGame
from companion.session.library.family import PlayedGame, family_of
from companion.session.library.replayer import Replayer
from companion.session.library.review_views import review_part
from companion.session.library.selection import PLAYED, InvalidQuery, condition
from companion.session.library.statistics import spans

ENTRIES_AT_ONCE = 50
"""The most games in one part of the list."""

GAMES_AT_ONCE = 200
"""The most games that a page can add at once."""

_TROUBLES = 5  # failed games for which the page is told why
_LONGEST_LINE = 200  # characters of each reason
_REPLAYERS = 8  # replays to cache, so that the next moves need not start from the beginning
_REVIEWS = 4  # reviews to cache
_PLAYERS = 200  # names to choose from
_PART = 1 << 16  # bytes of one chunk of a file
_RESULTS = 20  # kinds of results in the statistics
_MONTHS = 36
_MONTH = re.compile(r"\d{4}-\d{2}", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_COLUMNS = (
    "key, folder, name, file, size, readable, trouble, game, seats, started, outcome, how, moves, "
    "seconds"
)
_SUFFIXES = {"jsonl": "jsonl", "text": "txt"}


class UnknownLog(CompanionError, LookupError):
    """A log is not in the library, or no longer there."""


class LogInUse(CompanionError, ValueError):
    """A log is still being written, so it cannot be deleted."""


class Library:
    """The logs of one folder.

    It implements the server's `GameLibrary`, which documents the methods.

    Args:
        directory: The folder; it is never created here.
        greet: Describes the board of a game for a page.
        in_use: Returns the logs that are still being written.
        disk: Detects whether the folder's card is mounted.
        now: Returns local date and time, for games without the time when they began.
        background: Runs long work, such as reviews of games.
        effort: The effort of reviews.
        engines: The external engines that can review games.
        people: Returns the people with a profile; by default, there are none.
    """

    def __init__(
        self,
        directory: Path,
        greet: Callable[[AnyGame], Hello],
        in_use: Callable[[], Iterable[Path]] = tuple,
        disk: Disk | None = None,
        now: Callable[[], datetime] = datetime.now,
        background: Background = work_now,
        effort: float = EFFORTS["normal"],
        engines: EngineRoster | None = None,
        people: Callable[[], Household] = Household,
    ) -> None:
        self._people = people
        self._index = LogIndex(directory, disk)
        self._greet = greet
        self._in_use = in_use
        self._disk = disk or Disk()
        self._now = now
        self._replayers: OrderedDict[tuple[str, int, int], Replayer] = OrderedDict()
        self._background = background
        self._effort = effort
        self._engines = EngineRoster({}) if engines is None else engines
        self._reviews: OrderedDict[tuple[str, int, int, str], BackgroundReview] = OrderedDict()

    def close(self) -> None:
        """Release all resources; the library may be used again."""
        self._replayers.clear()
        for review in self._reviews.values():
            review.close()
        self._reviews.clear()
        self._index.close()

    # Lists and statistics

    def shelf(self, query: ShelfQuery, offset: int) -> Shelf:
        """Return a part of the list, and update the index, up to a limit."""
        pending = self._index.refresh()
        where, values = condition(query)
        [(total,)] = self._index.select(f"SELECT count(*) FROM logs WHERE {where}", values)
        offset = min(max(offset, 0), total)
        rows = self._index.select(
            f"SELECT {_COLUMNS} FROM logs WHERE {where} "
            "ORDER BY ordering DESC, name DESC LIMIT ? OFFSET ?",
            [*values, ENTRIES_AT_ONCE, offset],
        )
        [(deleted,)] = self._index.select(
            f"SELECT count(*) FROM logs WHERE folder = 1 AND {PLAYED}"
        )
        games = self._games(query.deleted)
        asked = [query.game] if query.game else [each.name for each in games]
        return Shelf(
            entries=self._entries(rows),
            offset=offset,
            total=total,
            pending=pending,
            deleted=deleted,
            games=games,
            players=self._players(query.deleted),
            note=self._index.note,
            forms=tuple(dict.fromkeys(form for game in asked for form in forms_for(game))),
        )

    def statistics(self, query: ShelfQuery) -> GameStatistics:
        """Count the games of a query, as far as they are indexed."""
        where, values = condition(query)
        rows = self._index.select(
            "SELECT outcome, moves, seconds, substr(started, 1, 7), seats, game, "
            "(SELECT seat FROM players WHERE log = key AND players.name = ?) "
            f"FROM logs WHERE readable AND {where}",
            [query.player, *values],
        )
        results: Counter[str] = Counter()
        for outcome, *_, seat in rows:
            results[_result_of(outcome, seat) if query.player else outcome] += 1
        months = Counter(month for _, _, _, month, *_ in rows if _MONTH.fullmatch(month))
        seats = {text for _, _, _, _, text, *_ in rows}
        names = {game for *_, game, _ in rows}
        games = len(rows)
        timed = [seconds for _, _, seconds, *_ in rows if seconds > 0]  # the others are unknown
        return GameStatistics(
            games=games,
            seats=_seats(seats.pop(), names) if len(seats) == 1 else (),
            results=tuple(ResultCount(*each) for each in results.most_common(_RESULTS)),
            moves=spans([float(moves) for _, moves, *_ in rows]),
            minutes=spans([seconds / 60 for seconds in timed]),
            months=tuple(MonthCount(*each) for each in sorted(months.items())[-_MONTHS:]),
            average_moves=sum(moves for _, moves, *_ in rows) / max(games, 1),
            average_seconds=sum(timed) / max(len(timed), 1),
        )

    def family(self) -> Family:
        """Count the games of every person, and update the index, up to a limit."""
        pending = self._index.refresh()
        people: dict[str, dict[int, str]] = {}
        levels: dict[str, dict[int, str]] = {}
        for key, seat, name, level in self._index.select("SELECT * FROM players"):
            (levels if level else people).setdefault(key, {})[seat] = level or name
        rows = self._index.select(
            "SELECT key, game, outcome, substr(started, 1, 10), seats FROM logs "
            f"WHERE readable AND folder = 0 AND {PLAYED} ORDER BY ordering, name"
        )
        played = [
            PlayedGame(
                game,
                outcome,
                day if _DAY.fullmatch(day) else "",
                len(_seats(seats, [game])),
                people[key],
                levels.get(key, {}),
            )
            for key, game, outcome, day, seats in rows
            if key in people
        ]
        titles = {game: _title(game) for game in {one.game for one in played}}
        return family_of(played, self._people(), titles, pending)

    def _games(self, deleted: bool) -> tuple[GameCount, ...]:
        rows = self._index.select(
            f"SELECT game, count(*) FROM logs WHERE readable AND {PLAYED} AND folder = ? "
            "GROUP BY game ORDER BY count(*) DESC",
            [deleted],
        )
        return tuple(GameCount(name, _title(name), count) for name, count in rows)

    def _players(self, deleted: bool) -> tuple[str, ...]:
        rows = self._index.select(
            "SELECT players.name FROM players JOIN logs ON log = key "
            f"WHERE players.name != '' AND {PLAYED} AND folder = ? "
            "GROUP BY players.name ORDER BY count(*) DESC, players.name LIMIT ?",
            [deleted, _PLAYERS],
        )
        return tuple(name for (name,) in rows)

    def _entries(self, rows: Iterable[tuple[Any, ...]]) -> tuple[GameEntry, ...]:
        found = list(rows)
        in_use = {path.name for path in self._in_use()}
        people: dict[str, list[tuple[int, str, str]]] = {key: [] for key, *_ in found}
        marks = ", ".join("?" * len(people))
        for key, *person in self._index.select(
            f"SELECT log, seat, name, level FROM players WHERE log IN ({marks})", list(people)
        ):
            people[key].append((person[0], person[1], person[2]))
        return tuple(self._entry(row, people[row[0]], in_use) for row in found)

    def _entry(
        self, row: tuple[Any, ...], people: list[tuple[int, str, str]], in_use: set[str]
    ) -> GameEntry:
        key, folder, name, file, size, readable, trouble, game, *rest = row
        seats, started, outcome, how, moves, seconds = rest
        return GameEntry(
            key=key,
            file=file,
            game=game,
            title=_title(game) if readable else Text(),
            seats=_seats(seats, [game]),
            players={seat: person for seat, person, _ in people if person},
            computers={seat: level for seat, _, level in people if level},
            started=started,
            outcome=outcome,
            how=how,
            moves=moves,
            seconds=seconds,
            size=size,
            trouble=TORN if trouble == TORN else verbatim(trouble),
            deleted=bool(folder),
            in_use=not folder and os.fsdecode(name) in in_use,
        )

    # One game

    def replay(self, key: str, start: int) -> ReplayPart:
        """Return moves of a game, from number `start` on or from an earlier one."""
        place, entry = self._find(key)
        path = self._index.path(place)
        log = read_log(path)
        # A log that has grown is a different one: moves already replayed may have been taken back.
        known = (key, len(log.lines), len(log.records))
        replayer = self._replayers.pop(known, None)
        if replayer is None:
            replayer = Replayer(log)
            if len(self._replayers) == _REPLAYERS:
                self._replayers.popitem(last=False)
        self._replayers[known] = replayer
        first, plies = replayer.plies(start)
        return ReplayPart(
            entry=entry,
            hello=self._greet(replayer.game),
            position=replayer.start,
            stacks=replayer.stacks,
            clock=log.head.clock,
            start=first,
            total=replayer.total,
            plies=plies,
            trouble=replayer.trouble,
            estimated=replayer.estimated,
            forms=forms_for(log.head.game),
        )

    def review(self, key: str, start: int, engine: str = "") -> ReviewPart:
        """Return results of the review of a game, and let it continue for a while.

        Args:
            key: The key of the log.
            start: The number of the first result wanted, from 0.
            engine: The name of the engine that reviews it; empty for the built-in one.
        """
        place, _ = self._find(key)
        log = read_log(self._index.path(place))
        known = (key, len(log.lines), len(log.records), engine)
        asked = self._reviews.pop(known, None)
        if asked is None:
            asked = self._begin_review(log, engine)
            if len(self._reviews) == _REVIEWS:
                _, oldest = self._reviews.popitem(last=False)
                oldest.close()
        self._reviews[known] = asked
        asked.ask()
        part = review_part(asked, start)
        if asked.trouble:
            del self._reviews[known]  # the failure has been reported; the engine may be tried again
        return part

    def _begin_review(self, log: GameLog, engine: str) -> BackgroundReview:
        """Return a new review of a game.

        Raises:
            NoSuchEngine: If there is no engine of that name for the game.
        """
        if not engine:
            return BackgroundReview(GameReview(log, self._effort), self._background)
        player = self._engines.analyst(game_of(log), engine)
        review = GameReview(log, self._effort, lambda _: player.analyse)
        return BackgroundReview(review, self._background, player.rest, player.close)

    def file(self, key: str, form: str) -> LogFile:
        """Return a game to download: the log file itself, or as text."""
        place, entry = self._find(key)
        suffix = _suffix(form)
        data = self._contents(place, form)
        stem = Path(entry.file).stem
        return LogFile(f"{stem}.{suffix}", _parts(data))

    def files(self, query: ShelfQuery, form: str) -> LogFile:
        """Return all readable games of a query in one file, oldest first."""
        suffix = _suffix(form)
        self._index.refresh()
        where, values = condition(query)
        rows = self._index.select(
            "SELECT key, folder, name FROM logs "
            f"WHERE readable AND {where} ORDER BY ordering, name",
            values,
        )
        places = (LogPlace.of(*row) for row in rows)
        return LogFile(f"games.{suffix}", self._all(filter(None, places), form))

    def _all(self, places: Iterable[LogPlace], form: str) -> Iterator[bytes]:
        for place in places:
            try:
                data = self._contents(place, form)
            except CompanionError:
                continue  # it has been moved or damaged since
            if not data.endswith(b"\n"):
                data += b"\n"  # an incomplete line must not swallow the next game
            yield from _parts(data if form == "jsonl" else data + b"\n")

    def _contents(self, place: LogPlace, form: str) -> bytes:
        path = self._index.path(place)
        try:
            data = read_file(path)
        except OSError as error:
            raise UnknownLog(
                Text("the log cannot be read: {problem}", problem=error.strerror)
            ) from None
        log = parse_log(path, data)
        if form == "jsonl":
            return data
        if form == "text":
            return export(log, times=True).encode()
        written = written_in(log, form)
        if written is None:
            raise InvalidQuery(
                Text("{game} is not written as {form}", game=_title(log.head.game), form=form)
            )
        return written.encode()

    # Deleting and adding

    def delete(self, key: str) -> str:
        """Move a log to the folder of deleted logs.

        Returns:
            Its key there.

        Raises:
            LogInUse: If it is still being written.
        """
        place, entry = self._find(key)
        if entry.in_use:
            raise LogInUse(
                Text("this game is still on the board: begin another one before deleting it")
            )
        return key if place.deleted else self._move(place, self._index.directory / DELETED)

    def restore(self, key: str) -> str:
        """Move a deleted log back, under the next free name if its own is taken by now.

        Returns:
            Its new key.
        """
        place, _ = self._find(key)
        return self._move(place, self._index.directory) if place.deleted else key

    def add(self, name: str, data: bytes) -> Added:
        """Add the games of a file, given its name and contents."""
        report = add_games(
            data, printable(name), self._index.directory, self._now(), self._disk, GAMES_AT_ONCE
        )
        trouble = tuple(map(_shown, report.trouble[:_TROUBLES]))
        return Added(len(report.stored), report.known, trouble)

    def _move(self, place: LogPlace, folder: Path) -> str:
        source = self._index.path(place)
        try:
            self._disk.check_mounted()
            folder.mkdir(exist_ok=True)
            target = _free(folder / place.name)
            source.rename(target)
            for changed in (folder, source.parent):
                self._disk.sync_directory(changed)
        except OSError as error:
            raise JournalError(
                Text(
                    "the log could not be moved to {folder}: {problem}; allow this user to write "
                    "there, or remove the card's write protection",
                    folder=folder,
                    problem=error.strerror or error,
                )
            ) from None
        self._index.refresh()
        return LogPlace(target.name, not place.deleted).key

    def _find(self, key: str) -> tuple[LogPlace, GameEntry]:
        rows = self._index.select(f"SELECT {_COLUMNS} FROM logs WHERE key = ?", [key])
        place = LogPlace.of(*rows[0][:3]) if rows else None
        if place is None:
            raise UnknownLog(
                Text("this game is not in the library any more: open the library again")
            )
        [entry] = self._entries(rows)
        return place, entry


def _free(path: Path) -> Path:
    """Return the path itself, or the same with a number if it is taken."""
    number, found = 1, path
    while os.path.lexists(found):
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def _parts(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), _PART):
        yield data[start : start + _PART]


def _suffix(form: str) -> str:
    """Return how the name of a file in this form ends."""
    more = {name.lower() for name in game_formats()}
    if form not in _SUFFIXES and form not in more:
        raise InvalidQuery(
            Text("unknown form: choose from {forms}", forms=", ".join([*FILE_FORMS, *sorted(more)]))
        )
    return _SUFFIXES.get(form, form)


def _title(game: str) -> Text:
    kind = kinds().get(game)
    return verbatim(game if kind is None else kind.title)


def _shown(line: Text) -> Text:
    """Return the line in a form that is safe to show; unchanged if nothing is wrong with it."""
    shown = printable(line, _LONGEST_LINE)
    return line if shown == line else verbatim(shown)


def _seats(encoded: str, games: Iterable[str]) -> tuple[Text, ...]:
    """Return the names of seats, which are logged in English, with the games' translations."""
    try:
        names = decode_json(encoded, tuple[str, ...])
    except InvalidJson:
        return ()  # our indexes never contain that
    known = {name: name for game in games for name in _seats_of(game)}
    return tuple(verbatim(known.get(name, name)) for name in names)


@cache
def _seats_of(game: str) -> tuple[str, ...]:
    """Return the names of all seats that a game can have; empty if the game is unknown here."""
    if game not in kinds():
        return ()
    names = dict.fromkeys(make(game).seats)
    chosen: dict[str, str] = {}
    for option in kinds()[game].options:
        if not option.many:
            for value in option.values(chosen):
                names |= dict.fromkeys(make(game, {**chosen, option.name: value}).seats)
        chosen[option.name] = option.initial(chosen)
    return tuple(names)


def _result_of(outcome: str, seat: int | None) -> str:
    """Return a result from the point of view of the player on a seat."""
    if outcome in ("won", f"win {seat}"):
        return "won"
    if outcome == "lost" or outcome.startswith("win "):
        return "lost"
    return "drawn" if outcome == "draw" else "unfinished"
