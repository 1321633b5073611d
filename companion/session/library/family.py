"""Statistics about people: who beat whom, streaks, and the level that suits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby

from companion.base.text import Text
from companion.coach.suggested_level import LevelResult, suggest_level
from companion.protocol.library_messages import (
    Family,
    GameLevel,
    MeetingCount,
    OpponentCount,
    PersonFacts,
)
from companion.records.household import Household, same

_PEOPLE = 60  # the most that are listed: those with a profile, then those with most games
_OPPONENTS = 40


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What counts of a logged game.

    Attributes:
        game: The name of the game.
        outcome: The outcome as in the rules.
        day: The local date on which it began; may be empty.
        seats: The number of seats.
        players: The names of people, by seat.
        levels: The computer's levels, by seat.
    """

    game: str
    outcome: str
    day: str
    seats: int
    players: Mapping[int, str]
    levels: Mapping[int, str]

    def score(self, seat: int) -> float | None:
        """Return 1 for a win, 0.5 for a draw and 0 for a loss; None if it did not end."""
        if self.outcome == "ongoing":
            return None
        if self.outcome in ("won", f"win {seat}"):
            return 1.0
        return 0.5 if self.outcome == "draw" else 0.0


@dataclass(slots=True)
class _Tally:
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, score: float) -> None:
        if score == 1:
            self.won += 1
        elif score == 0:
            self.lost += 1
        else:
            self.drawn += 1

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(slots=True)
class _Record:
    name: str
    games: int = 0
    played: _Tally = field(default_factory=_Tally)
    puzzles: int = 0
    last: str = ""
    scores: list[float] = field(default_factory=list)
    opponents: dict[tuple[str, str], _Tally] = field(default_factory=lambda: defaultdict(_Tally))
    levels: dict[str, list[LevelResult]] = field(default_factory=lambda: defaultdict(list))


def family_of(
    games: Iterable[PlayedGame],
    household: Household,
    title: Mapping[str, Text],
    pending: int = 0,
) -> Family:
    """Count the games of every person.

    Args:
        games: The games, the oldest first.
        household: The people with a profile; others count under the name in the log.
        title: The titles of the games, by name.
        pending: The number of files still to be read.
    """
    records: dict[str, _Record] = {same(p.name): _Record(p.name) for p in household.people}
    for game in games:
        seated = {seat: _record(records, household, name) for seat, name in game.players.items()}
        for seat, record in seated.items():
            _count(record, game, seat, seated)
    profiles = len(household.people)
    listed = list(records.values())
    rest = sorted(listed[profiles:], key=lambda one: (-one.games, one.name))
    shown = [*listed[:profiles], *rest][:_PEOPLE]
    return Family(
        people=tuple(_facts(one, household, title) for one in shown),
        meetings=tuple(_meetings(shown)),
        pending=pending,
    )


def _record(records: dict[str, _Record], household: Household, name: str) -> _Record:
    person = household.find(name)
    shown = name if person is None else person.name
    return records.setdefault(same(shown), _Record(shown))


def _count(record: _Record, game: PlayedGame, seat: int, seated: Mapping[int, _Record]) -> None:
    own = [one for one in seated if seated[one] is record]
    if own[0] != seat:
        return  # somebody who plays several seats, which counts once
    record.games += 1
    record.last = max(record.last, game.day)
    score = _best(game, own)
    if score is None:
        return
    if game.seats == 1:
        record.puzzles += score == 1
        return
    others: dict[tuple[str, str], list[int]] = {}
    for other in range(game.seats):
        if other not in own:
            name = seated[other].name if other in seated else ""
            others.setdefault((name, game.levels.get(other, "")), []).append(other)
    if not others:
        return  # a game with oneself is neither won nor lost
    record.played.add(score)
    record.scores.append(score)
    for opponent, seats in others.items():
        if score or _best(game, seats) == 1:  # who lost as well is no opponent in a loss
            record.opponents[opponent].add(score)
    played = {level for _, level in others if level}
    if len(played) == 1 and game.seats == 2:
        record.levels[game.game].append(LevelResult(played.pop(), score))


def _best(game: PlayedGame, seats: Iterable[int]) -> float | None:
    """Return the best score of some seats, which one person plays; None if the game did not end."""
    return max((score for seat in seats if (score := game.score(seat)) is not None), default=None)


def streaks(scores: Sequence[float]) -> tuple[int, int]:
    """Return the present streak and the longest one of wins.

    Args:
        scores: The results, the oldest first.

    Returns:
        The number of games since the last change of result: positive for wins, negative for losses,
        0 after a draw; and the most wins in a row.
    """
    runs = [(score, len(list(run))) for score, run in groupby(scores)]
    if not runs:
        return 0, 0
    last, length = runs[-1]
    now = {1.0: length, 0.0: -length}.get(last, 0)
    return now, max((run for score, run in runs if score == 1), default=0)


def _facts(record: _Record, household: Household, title: Mapping[str, Text]) -> PersonFacts:
    now, best = streaks(record.scores)
    progress = household.progress.get(record.name)
    days = 0 if progress is None else len(progress.solved)
    met = sorted(record.opponents.items(), key=lambda item: (-item[1].games, item[0]))
    return PersonFacts(
        name=record.name,
        games=record.games,
        won=record.played.won,
        drawn=record.played.drawn,
        lost=record.played.lost,
        streak=now,
        best_streak=best,
        solved=record.puzzles + days,
        last=record.last,
        opponents=tuple(
            OpponentCount(name, level, tally.won, tally.drawn, tally.lost)
            for (name, level), tally in met[:_OPPONENTS]
        ),
        levels=tuple(
            GameLevel(game, title.get(game, Text()), level)
            for game, results in sorted(record.levels.items())
            if (level := suggest_level(results))
        ),
    )


def _meetings(shown: Sequence[_Record]) -> Iterable[MeetingCount]:
    """Yield how often each of two people has beaten the other."""
    for one, other in combinations(shown, 2):
        tally = one.opponents.get((other.name, ""))
        back = other.opponents.get((one.name, ""))
        if tally is not None or back is not None:
            first, second = tally or _Tally(), back or _Tally()
            drawn = max(first.drawn, second.drawn)
            yield MeetingCount(one.name, other.name, first.won, drawn, second.won)
