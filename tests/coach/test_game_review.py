"""Logged games are reviewed: on the terminal, and in the background for the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from companion.coach import game_review
from companion.coach.game_review import (
    EFFORTS,
    Background,
    BackgroundReview,
    GameReview,
    Work,
    latest,
    work_now,
)
from companion.coach.review import Grade
from companion.coach.review_report import (
    UnknownEffort,
    closing,
    effort_named,
    grade_name,
    heading,
    report_json,
    review_log,
    table,
    worth_text,
)
from companion.games.registry import make
from companion.opponents import Interrupted
from companion.opponents.analysis import RatedMove
from companion.opponents.external.engine_levels import EngineRoster, NoSuchEngine
from companion.protocol.library_messages import ReviewPart
from companion.records.journal.reader import GameLog, read_log
from companion.records.journal.record import EventRecord, MoveRecord, TakebackRecord
from companion.rules import CHANCE
from companion.session.library.shelf import Library
from companion.session.view_builder import board_greeting
from tests.opponents.external.engines import Clock, engine
from tests.records.journal.games import ENTRIES, first_moves
from tests.records.logs import ANNA, whole, write_log

LITTLE = 0.01
TWO_KINGS = "./...WB/../.../../.W.../. w"
"""White wins in 17, but not with the move below."""
THROWN_AWAY = "5-8"
_MOVES = 14  # of the solitaire, with the first legal move each time; then there is none


@pytest.fixture
def log(tmp_path: Path) -> GameLog:
    return read_log(write_log(tmp_path, records=ENTRIES, players=ANNA))


def test_moves_that_were_taken_back_are_not_reviewed(log: GameLog) -> None:
    review = review_log(log, LITTLE, bar=False)
    assert [one.number for one in latest(review.found)] == [1, 2, 3, 4, 5]
    assert [ply.text for ply in review.plies] == [move.text for move in log.moves]
    assert review.finished
    assert not review.trouble


def test_a_log_without_moves_says_so(tmp_path: Path) -> None:
    log = read_log(write_log(tmp_path, records=[]))
    review = review_log(log, LITTLE, bar=False)
    assert review.finished
    assert list(closing(log, review, StringIO())) == ["No move was made."]


def test_an_impossible_move_ends_the_review(tmp_path: Path) -> None:
    records: list[EventRecord] = [*first_moves(2), MoveRecord("1-19", 0, 3.0)]
    log = read_log(write_log(tmp_path, records=records))
    review = review_log(log, LITTLE, bar=False)
    assert len(review.plies) == 2
    assert "move 3 is not possible" in review.trouble
    assert len(latest(review.found)) == 2


def test_the_table_says_what_was_thrown_away_and_what_was_better(tmp_path: Path) -> None:
    # Two kings against one. White can win, but gives one of them away.
    log = read_log(
        write_log(
            tmp_path,
            records=[MoveRecord(THROWN_AWAY, 0, 1.0)],
            position=TWO_KINGS,
            players=ANNA,
        )
    )
    review = review_log(log, LITTLE, bar=False)
    assert heading(log, review) == "Solomon · Anna – Ben · unfinished"
    [(number, seat, move, worth, mark, grade, better)] = table(review)
    assert (number, seat, move) == ("  1.", "White", THROWN_AWAY)
    assert (mark, grade) == ("??", "blunder")
    assert worth.startswith(("draw", "loses in "))
    why = f"After {THROWN_AWAY} the win can no longer be forced."
    assert re.fullmatch(rf"better: .+ \(wins in \d+\)  {why}", better)
    lines = list(closing(log, review, StringIO()))
    assert lines[-2:] == [
        "Anna: 0 inaccuracies, 0 mistakes, 1 blunder",
        "Ben: 0 inaccuracies, 0 mistakes, 0 blunders",
    ]
    assert lines[-3].strip() == "?"


def test_json_has_every_move_with_its_worth(log: GameLog) -> None:
    report = json.loads(report_json(log, review_log(log, LITTLE, bar=False)))
    assert report["format"] == 1
    assert report["game"] == "solomon"
    assert report["outcome"] == "win 0"
    first = report["moves"][0]
    assert first["number"] == 1
    assert first["move"] == log.moves[0].text
    assert 0 <= first["value"] <= first["best"]["value"] <= 1
    assert first["line"]


@pytest.mark.slow
def test_a_draw_from_the_bag_has_no_worth(tmp_path: Path) -> None:
    game = make("soli2")
    records = first_moves(4, game)
    log = read_log(
        write_log(
            tmp_path,
            records=records,
            game=game.name,
            options=game.chosen,
            seats=game.seats,
            position=game.position_text(game.start()),
        )
    )
    review = review_log(log, LITTLE, bar=False)
    drawn = [row for row in table(review) if len(row) == 3]
    assert len(drawn) == sum(move.seat == CHANCE for move in records) > 0
    assert all(row[1] == "from the bag" for row in drawn)
    report = json.loads(report_json(log, review))
    assert "value" not in report["moves"][0]


def test_the_graph_needs_no_blocks(log: GameLog) -> None:
    plain = TextIOWrapper(BytesIO(), encoding="ascii")
    review = review_log(log, LITTLE, bar=False)
    assert "".join(closing(log, review, plain)).isascii()
    blocks = TextIOWrapper(BytesIO(), encoding="utf-8")
    assert "█" in "".join(closing(log, review, blocks))


def test_an_unknown_effort_is_one_line() -> None:
    with pytest.raises(UnknownEffort, match="--effort 'much': choose from quick, normal, thorough"):
        effort_named("much")


@pytest.mark.parametrize(
    ("game", "value", "plies", "said"),
    [
        ("solomon", 1.0, 3, "wins in 3"),
        ("solomon", 1.0, None, "wins"),
        ("solomon", 0.0, 4, "loses in 4"),
        ("solomon", 0.0, None, "loses"),
        ("solomon", 0.5, None, "draw"),
        ("peg", 1.0, 7, "solved in 7"),
        ("peg", 1.0, None, "can be solved"),
        ("peg", 0.0, None, "no solution"),
    ],
)
def test_what_is_certain_is_told_in_words(
    game: str, value: float, plies: int | None, said: str
) -> None:
    rated = RatedMove(None, value, exact=True, plies=plies, line=())
    assert worth_text(rated, make(game)) == said
    assert worth_text(replace(rated, exact=False), make(game)) == f"{100 * value:.0f} %"


def test_every_grade_has_a_name() -> None:
    grades: list[Grade] = ["", "inaccuracy", "mistake", "blunder"]
    assert [grade_name(grade) for grade in grades] == grades


# In the background


class Waiting:
    """Keeps work until it is told to do it."""

    def __init__(self) -> None:
        self.works: list[Work] = []

    def __call__(self, work: Work) -> None:
        self.works.append(work)

    def do_all(self) -> int:
        done = 0
        while self.works:
            self.works.pop(0)(lambda: False, lambda: False)
            done += 1
        return done


def test_a_review_goes_on_only_for_as_long_as_somebody_asks(log: GameLog) -> None:
    waiting = Waiting()
    review = BackgroundReview(GameReview(log, LITTLE), waiting)
    review.ask()
    review.ask()
    assert len(waiting.works) == 1  # one at a time, so that other searches have their turn
    assert waiting.do_all() == game_review.MOVES_AT_ONCE
    assert not review.review.finished
    review.ask()
    waiting.do_all()
    assert review.review.finished
    review.ask()
    assert not waiting.works


def test_a_review_that_gave_way_is_not_begun_twice_and_goes_on(log: GameLog) -> None:
    waiting = Waiting()
    review = BackgroundReview(GameReview(log, LITTLE), waiting)
    review.ask()
    [work] = waiting.works
    with pytest.raises(Interrupted):
        work(lambda: True, lambda: False)
    assert not review.failed
    review.ask()
    assert waiting.works == [work]  # it is done anew, as a search that gave way is
    assert waiting.do_all() == game_review.MOVES_AT_ONCE
    assert review.review.found


@pytest.mark.usefixtures("log")
def test_an_error_ends_a_review_and_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    waiting = Waiting()
    shelves = Library(tmp_path, board_greeting, background=waiting, effort=LITTLE)
    [entry] = whole(shelves).entries
    assert shelves.review(entry.key, 0).done == 0

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(game_review, "review_move", broken)
    with pytest.raises(ZeroDivisionError):
        waiting.do_all()
    part = shelves.review(entry.key, 0)
    assert not waiting.works
    assert part.done == part.total
    assert "the program's log says why" in part.trouble


def all_parts(shelves: Library, key: str) -> list[ReviewPart]:
    parts = [shelves.review(key, 0)]
    while parts[-1].done < parts[-1].total:
        last = parts[-1]
        parts.append(shelves.review(key, last.start + len(last.found)))
    return parts


@pytest.mark.usefixtures("log")
def test_the_page_is_told_each_result_once(tmp_path: Path) -> None:
    shelves = Library(tmp_path, board_greeting, effort=LITTLE)
    [entry] = whole(shelves).entries
    parts = all_parts(shelves, entry.key)
    found = [each for part in parts for each in part.found]
    assert [each.number for each in found[:5]] == [1, 2, 3, 4, 5]
    assert {each.number for each in found} == {1, 2, 3, 4, 5}
    assert all(each.worth is not None and len(each.shares) == 2 for each in found)
    assert shelves.review(entry.key, 10_000).found == ()


@pytest.mark.usefixtures("log")
def test_the_page_is_told_that_a_slow_machine_had_no_time_for_more(tmp_path: Path) -> None:
    def slowly(work: Work) -> None:
        work(lambda: False, lambda: True)

    [told] = {part.trouble for part in _parts_of(tmp_path, slowly)}
    assert told == "The search ran out of time: there may be a better move."
    [told] = {part.trouble for part in _parts_of(tmp_path, work_now)}
    assert not told


def _parts_of(folder: Path, background: Background) -> list[ReviewPart]:
    shelves = Library(folder, board_greeting, effort=LITTLE, background=background)
    [entry] = whole(shelves).entries
    return all_parts(shelves, entry.key)


def test_a_log_that_grows_is_reviewed_anew(tmp_path: Path) -> None:
    path = write_log(tmp_path, records=first_moves(2))
    shelves = Library(tmp_path, board_greeting, effort=LITTLE)
    [entry] = whole(shelves).entries
    assert all_parts(shelves, entry.key)[-1].total == 4
    write_log(tmp_path, records=[*first_moves(3), TakebackRecord(2)], name=path.name)
    assert all_parts(shelves, entry.key)[-1].total == 2


def test_a_bad_move_comes_with_the_better_line(tmp_path: Path) -> None:
    game = make("peg")
    write_log(
        tmp_path,
        records=first_moves(_MOVES, game),
        game="peg",
        options=game.chosen,
        seats=game.seats,
        position=game.position_text(game.start()),
    )
    shelves = Library(tmp_path, board_greeting, effort=EFFORTS["normal"])
    [entry] = whole(shelves).entries
    last = {each.number: each for part in all_parts(shelves, entry.key) for each in part.found}
    [bad] = [each for each in last.values() if each.grade]
    assert bad.grade == "blunder"
    assert bad.worth is not None
    assert bad.best is not None
    assert (bad.best.share, bad.worth.share) == (1.0, 0.0)
    assert bad.best.plies == len(bad.better)
    assert all(move.changes for move in bad.better)


# By an engine


@pytest.fixture
def engines() -> Iterator[EngineRoster]:
    made = EngineRoster({"script": engine(), "faulty": engine("rate crash")}, clock=Clock())
    yield made
    made.close()


@pytest.mark.usefixtures("log")
def test_an_engine_reviews_a_game_and_ends_when_nobody_asks(
    tmp_path: Path, engines: EngineRoster
) -> None:
    waiting = Waiting()
    shelves = Library(tmp_path, board_greeting, background=waiting, effort=LITTLE, engines=engines)
    [entry] = whole(shelves).entries
    part = shelves.review(entry.key, 0, "script")
    [player] = engines._players
    while part.done < part.total or not part.total:
        waiting.do_all()
        assert player._process is None  # until somebody asks again
        part = shelves.review(entry.key, 0, "script")
    assert part.trouble == ""
    worths = {found.worth.share for found in part.found if found.worth is not None}
    assert worths & {0.0, 0.01, 0.02, 0.03}  # as the script says
    assert shelves.review(entry.key, 0).found == ()  # this program's own is another review
    shelves.close()


@pytest.mark.usefixtures("log")
def test_an_engine_that_fails_twice_ends_its_review_in_one_line(
    tmp_path: Path, engines: EngineRoster
) -> None:
    waiting = Waiting()
    shelves = Library(tmp_path, board_greeting, background=waiting, effort=LITTLE, engines=engines)
    [entry] = whole(shelves).entries
    for _ in range(2):  # once it has been told, the engine may be asked again
        shelves.review(entry.key, 0, "faulty")
        waiting.do_all()
        part = shelves.review(entry.key, 0, "faulty")
        assert part.done == part.total
        assert part.trouble == "engine faulty: it ended with exit status 3 (out of ideas)"
        assert not waiting.works
    shelves.close()


@pytest.mark.usefixtures("log")
def test_a_review_whose_engine_was_closed_is_not_done_again_and_again(
    tmp_path: Path, engines: EngineRoster
) -> None:
    waiting = Waiting()
    shelves = Library(tmp_path, board_greeting, background=waiting, effort=LITTLE, engines=engines)
    [entry] = whole(shelves).entries
    shelves.review(entry.key, 0, "script")
    shelves.close()
    assert waiting.do_all() == 1
    assert not waiting.works


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize("name", ["/bin/sh", "skript", "script:best:x"])
def test_only_engines_of_the_configuration_review(
    tmp_path: Path, engines: EngineRoster, name: str
) -> None:
    shelves = Library(tmp_path, board_greeting, engines=engines)
    [entry] = whole(shelves).entries
    with pytest.raises(NoSuchEngine):
        shelves.review(entry.key, 0, name)


def test_an_engine_reviews_only_what_it_plays(engines: EngineRoster) -> None:
    game = make("peg")
    with pytest.raises(NoSuchEngine, match="engine script does not play"):
        engines.analyst(game, "script")
