"""Statistics about people."""

from __future__ import annotations

from pathlib import Path

from companion.games.registry import make
from companion.protocol.library_messages import GameLevel, MeetingCount, OpponentCount
from companion.records.household import Household, Person
from companion.records.journal.record import EndRecord, EventRecord
from companion.session.library.family import streaks
from companion.session.library.shelf import Library
from companion.session.view_builder import board_greeting
from tests.records.journal.games import ENTRIES
from tests.records.logs import write_log


def ended(outcome: str) -> list[EventRecord]:
    return [*ENTRIES[:3], EndRecord(outcome, "resigned")]


def library(folder: Path, *people: Person) -> Library:
    return Library(folder, board_greeting, people=lambda: Household(people))


def test_old_logs_count_for_the_person_of_that_name(tmp_path: Path) -> None:
    write_log(tmp_path, 1, players={0: "anna", 1: "Ben"}, records=ended("win 0"))
    write_log(tmp_path, 2, players={0: "Ben", 1: "Anna"}, records=ended("win 0"))
    write_log(tmp_path, 3, players={0: "Annie", 1: "Ben"}, records=ended("draw"))
    write_log(tmp_path, 4, players={0: "Anna", 1: "Ben"}, records=ENTRIES[:3])  # unfinished
    write_log(tmp_path, 5, players={0: "Carla"}, records=ended("win 1"))
    found = library(tmp_path, Person("Anna", former=("Annie",)), Person("Dora")).family()
    assert [each.name for each in found.people] == ["Anna", "Dora", "Ben", "Carla"]
    anna, dora, ben, carla = found.people
    assert (anna.games, anna.won, anna.drawn, anna.lost) == (4, 1, 1, 1)
    assert anna.last == "2026-11-20"
    assert (dora.games, dora.last) == (0, "")
    assert (ben.won, ben.drawn, ben.lost) == (1, 1, 1)
    assert anna.opponents == (OpponentCount("Ben", "", 1, 1, 1),)
    assert carla.opponents == (OpponentCount("", "", 0, 0, 1),)
    assert found.meetings == (MeetingCount("Anna", "Ben", 1, 1, 1),)


def test_a_level_is_suggested_from_games_against_the_computer(tmp_path: Path) -> None:
    for minute in (1, 2):
        write_log(
            tmp_path, minute, players={0: "Anna"}, computers={1: "easy"}, records=ended("win 0")
        )
    [anna] = library(tmp_path).family().people
    assert anna.levels == (GameLevel("solomon", anna.levels[0].title, "casual"),)
    assert anna.opponents == (OpponentCount("", "easy", 2, 0, 0),)
    assert (anna.streak, anna.best_streak) == (2, 2)


def test_a_game_with_oneself_is_neither_won_nor_lost(tmp_path: Path) -> None:
    write_log(tmp_path, 1, players={0: "Anna", 1: "Anna"}, records=ended("win 0"))
    [anna] = library(tmp_path).family().people
    assert (anna.games, anna.won, anna.lost, anna.opponents) == (1, 0, 0, ())


def test_somebody_who_plays_several_seats_wins_with_any_of_them(tmp_path: Path) -> None:
    game = make("trinity", {"seats": "3"})
    for minute, outcome in enumerate(("win 2", "win 1", "draw")):
        write_log(
            tmp_path,
            minute,
            game=game.name,
            options=game.chosen,
            seats=game.seats,
            position=game.position_text(game.start()),
            players={0: "Bert", 1: "Carl", 2: "Bert"},
            records=ended(outcome),
        )
    bert, carl = library(tmp_path).family().people
    for one, other in ((bert, "Carl"), (carl, "Bert")):
        assert (one.games, one.won, one.drawn, one.lost) == (3, 1, 1, 1)
        assert one.opponents == (OpponentCount(other, "", 1, 1, 1),)


def test_solved_puzzles_are_counted(tmp_path: Path) -> None:
    for minute, outcome in ((1, "won"), (2, "lost")):
        write_log(
            tmp_path,
            minute,
            game="peg",
            seats=("Player",),
            players={0: "Anna"},
            records=[EndRecord(outcome, "rules")],
        )
    household = Household((Person("Anna"),), "Anna").with_solved("2026-11-28", "2026-11-28")
    [anna] = Library(tmp_path, board_greeting, people=lambda: household).family().people
    assert (anna.solved, anna.won, anna.lost) == (2, 0, 0)


def test_streaks() -> None:
    assert streaks([]) == (0, 0)
    assert streaks([1, 1, 0, 1, 1, 1]) == (3, 3)
    assert streaks([1, 1, 0, 0]) == (-2, 2)
    assert streaks([0, 1, 0.5]) == (0, 1)


def test_games_without_times_do_not_shorten_the_average(tmp_path: Path) -> None:
    from companion.protocol.library_messages import ShelfQuery

    write_log(tmp_path, 1, records=[])
    write_log(tmp_path, 2, records=ended("win 0"))
    shelves = library(tmp_path)
    shelves.family()  # which reads the logs
    found = shelves.statistics(ShelfQuery())
    assert found.average_seconds > 0
    assert sum(span.count for span in found.minutes) == 1
