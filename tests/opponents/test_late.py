"""A search that is late ends soon, whatever it is doing: a clock that runs fast tells."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.registry import in_menu_order, make
from companion.opponents.analysis import analyse
from companion.opponents.contract import Interrupted
from companion.opponents.levels import LEVELS
from companion.opponents.opponent import choose_move
from companion.opponents.question import Question, SearchLimits
from companion.rules import CHANCE, AnyGame

GAMES = {name: make(name) for name in in_menu_order()}
GAMES |= {f"trinity for {seats}": make("trinity", {"seats": seats}) for seats in (2, 3)}
SHARED = [name for name, game in GAMES.items() if len(game.seats) > 1]
PLIES = (4, 12)
TOLD = (0, 3, 60, 500)
"""After how many questions it is late."""


class FastClock:
    """Tells that it is late from a certain question on.

    after: How many questions were asked since.
    """

    def __init__(self, told: int) -> None:
        self.after = 0
        self._left = told

    def stop(self) -> bool:
        self._ask()
        return False

    def late(self) -> bool:
        self._ask()
        return self._left < 0

    def _ask(self) -> None:
        self._left -= 1
        self.after += self._left < 0


def _question(game: AnyGame, plies: int) -> Question:
    random, position, before = Random(plies), game.start(), list[object]()
    while game.moves(position) and (len(before) < plies or game.to_act(position) == CHANCE):
        after = game.advance(position, random.choice(list(game.moves(position))))
        if game.outcome(after).over:
            break
        before.append(position)
        position = after
    return Question(game, position, before)


def _check(question: Question, clock: FastClock) -> None:
    """Check that each move was looked at a few times at most."""
    assert clock.after <= 4 * len(question.game.moves(question.position)) + 10


@pytest.mark.parametrize("told", TOLD)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", SHARED)
def test_a_late_choice_ends_soon(name: str, level: str, told: int) -> None:
    for plies in PLIES:
        question, clock = _question(GAMES[name], plies), FastClock(told)
        if question.game.to_act(question.position) == CHANCE:
            continue
        chosen = choose_move(question, level, SearchLimits(stop=clock.stop, late=clock.late))
        assert chosen.move in question.game.moves(question.position)
        _check(question, clock)


@pytest.mark.parametrize("told", TOLD)
@pytest.mark.parametrize("name", GAMES)
def test_a_late_analysis_ends_soon_and_rates_every_move(name: str, told: int) -> None:
    for plies in PLIES:
        question, clock = _question(GAMES[name], plies), FastClock(told)
        found = analyse(question, SearchLimits(stop=clock.stop, late=clock.late))
        moves = question.game.moves(question.position)
        if question.game.to_act(question.position) != CHANCE:
            assert {rated.move for rated in found.moves} in (set(moves), set())
        _check(question, clock)


@pytest.mark.parametrize("name", SHARED)
def test_a_search_that_is_stopped_gives_up_at_any_moment(name: str) -> None:
    for told in TOLD:
        clock = FastClock(told)
        limits = SearchLimits(stop=clock.late)
        try:
            choose_move(_question(GAMES[name], 4), "strong", limits)
        except Interrupted:
            assert clock.after <= 2
        else:
            assert clock.after == 0
