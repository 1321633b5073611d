"""The computer thinks while a person has to move, and answers as it would have answered later."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.config import Config, GameSettings
from companion.games.registry import make
from companion.opponents.opponent import choose
from companion.opponents.search_jobs import Cancel, OnResult, SearchJob
from companion.page.messages import Arrange, Back, Resign
from companion.rules import Match, Seat
from companion.rules.turn_match import TurnMatch
from companion.session.match.opponents import Opponents
from companion.session.match.thinking import LikelyJob, MoveJob, MoveResult
from companion.testing.table import at_once
from tests.session.test_opponents import begin, carry_out, every_game, move, wanted
from tests.session.virtual import Virtual

_ROUNDS = 4  # in which a person and the computer move


class Asked:
    """A job of a `Runner`."""

    def __init__(self, job: SearchJob, on_result: OnResult, *, ahead: bool) -> None:
        self.job = job
        self.ahead = ahead
        self.cancelled = False
        self._on_result = on_result

    def cancel(self) -> None:
        self.cancelled = True

    def answer(self) -> None:
        self._on_result(self.job.run(lambda: False))


class Runner:
    """Searches that are answered when the test says so."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []

    def __call__(self, job: SearchJob, on_result: OnResult, *, ahead: bool = False) -> Cancel:
        self.asked.append(Asked(job, on_result, ahead=ahead))
        return self.asked[-1].cancel

    @property
    def last(self) -> Asked:
        return self.asked[-1]


def test_a_move_that_had_to_do_says_so(tmp_path: Path) -> None:
    runner = Runner()
    table = begin(Virtual(tmp_path, search=runner))
    move(table, "-14", "+12")
    hasty = runner.last.job.run(lambda: False, lambda: True)
    assert isinstance(hasty, MoveResult)
    assert hasty.choice.move in table.match.game.moves(table.match.position)
    assert not table.state.warning
    runner.last._on_result(hasty)
    table.wait(0.1)
    assert table.state.warning == "The search ran out of time: there may be a better move."


def eager(job: SearchJob, on_result: OnResult, **_: bool) -> Cancel:
    """A search that is over before anything else happens, even if nobody waits for it."""
    return at_once(job, on_result)


def likely(runner: Runner, table: Virtual) -> str:
    """Answer which moves are likely; return the one whose answer is looked for first."""
    assert isinstance(runner.last.job, LikelyJob)
    runner.last.answer()
    table.wait(0.1)
    job = runner.last.job
    assert isinstance(job, MoveJob)
    game, here = table.match.game, table.match.position
    [found] = [m for m in game.moves(here) if game.advance(here, m) == job.question.position]
    return game.move_text(here, found)


def play(table: Virtual, text: str) -> None:
    """Move a piece as the text says; both players only slide or step at first."""
    origin, end = text.split("-")
    move(table, f"-{origin}", f"+{end}")


def test_an_answer_that_was_found_ahead_is_shown_without_a_search(tmp_path: Path) -> None:
    runner = Runner()
    table = begin(Virtual(tmp_path, search=runner))
    text = likely(runner, table)
    runner.last.answer()
    table.wait(0.1)
    assert isinstance(runner.last.job, MoveJob)  # the next likely move
    assert all(asked.ahead for asked in runner.asked)
    searches = len(runner.asked)
    play(table, text)
    shown = wanted(table)
    match, session = table.match, table.session.match
    choice = choose(
        match.game,
        match.position,
        session.computers[Seat(1)],
        before=[played.position for played in match.history],
        seed=session.computer_seed,
    )
    assert shown == match.game.move_text(match.position, choice.move)
    assert len(runner.asked) == searches
    assert runner.last.cancelled  # its answer is of no use any more


def test_a_search_that_is_under_way_goes_on_when_its_move_is_made(tmp_path: Path) -> None:
    runner = Runner()
    table = begin(Virtual(tmp_path, search=runner))
    text, under_way = likely(runner, table), runner.last
    play(table, text)
    assert table.state.headline == "The computer is thinking …"
    assert runner.last is under_way
    assert not under_way.cancelled
    under_way.answer()
    table.wait(0.1)
    assert table.state.headline == "The computer's move"


def test_another_move_cancels_it_and_is_searched_by_itself(tmp_path: Path) -> None:
    runner = Runner()
    table = begin(Virtual(tmp_path, search=runner))
    text, under_way = likely(runner, table), runner.last
    play(table, "14-12" if text != "14-12" else "16-12")
    assert under_way.cancelled
    assert not runner.last.ahead
    runner.last.answer()
    table.wait(0.1)
    assert wanted(table)


def test_a_late_answer_about_something_else_changes_nothing(tmp_path: Path) -> None:
    runner = Runner()
    table = begin(Virtual(tmp_path, search=runner))
    about_start = runner.last
    play(table, "14-12")
    searches = len(runner.asked)
    about_start.answer()
    table.wait(0.1)
    assert len(runner.asked) == searches
    assert table.state.headline == "The computer is thinking …"


def test_a_takeback_begins_it_again_and_the_end_of_the_game_ends_it(tmp_path: Path) -> None:
    runner = Runner()
    table = begin(Virtual(tmp_path, search=runner))
    play(table, "14-12")
    runner.last.answer()
    table.wait(0.1)
    carry_out(table)
    about_third = runner.last
    assert isinstance(about_third.job, LikelyJob)
    table.say(Back(1))
    assert about_third.cancelled
    assert isinstance(runner.last.job, LikelyJob)
    assert runner.last.job.question.before == ()
    table.say(Arrange())
    table.wait(0.5)
    table.say(Resign())
    assert runner.last.cancelled


def test_it_ends_when_the_game_is_left(tmp_path: Path) -> None:
    runner = Runner()
    table = begin(Virtual(tmp_path, search=runner))
    last = runner.last
    table.begin("gomony")
    assert last.cancelled
    assert runner.last is last  # nobody plays against the computer now


def test_nothing_is_thought_ahead_of_chance(tmp_path: Path) -> None:
    runner = Runner()
    config = Config(game=GameSettings(bag="real"))
    begin(Virtual(tmp_path, config, search=runner), "soli2")
    assert runner.asked == []


def test_what_it_finds_ahead_in_gomony_is_what_it_would_find_later() -> None:
    assert answers("gomony", {}, eager) == answers("gomony", {}, at_once)


def match_of(name: str, options: dict[str, str]) -> TurnMatch:
    """A match that the computer plays in all seats but the first."""
    game = make(name, options)
    computers = dict.fromkeys(map(Seat, range(1, len(game.seats))), "easy")
    return TurnMatch(Match(game), lambda match: match.moves[0], computers)


def answers(name: str, options: dict[str, str], search: Any) -> list[str]:
    """What the computer answers to somebody who makes the first move each time."""
    match = match_of(name, options)
    taken: list[bool] = []
    opponents = Opponents(match, 7, search, lambda result: taken.append(opponents.take(result)))
    found: list[str] = []
    while not match.over and len(found) < _ROUNDS * (len(match.game.seats) - 1):
        opponents.respond()
        if match.seat in match.computers:
            if opponents.turn is None:
                opponents.respond()  # it takes up what it has found
            assert opponents.turn is not None
            found.append(match.turn_game.text(match.position, opponents.turn))
            match.play(opponents.turn)
        else:
            match.play(match.turns[0])
    return found


@every_game
@pytest.mark.slow
def test_what_it_finds_ahead_is_what_it_would_find_later(
    name: str, options: dict[str, str]
) -> None:
    assert answers(name, options, eager) == answers(name, options, at_once)
