"""How long an engine may think in a match with a clock."""

from __future__ import annotations

import pytest

from companion.opponents.external.time_plan import MARGIN, plan
from companion.opponents.time_left import TimeLeft
from companion.rules import Seat

BLACK = Seat(1)


def test_an_engine_is_told_less_than_it_has_and_what_the_other_has() -> None:
    seconds, clock = plan(TimeLeft((90.0, 61.0), 2.0), BLACK, 0.0, 600.0)
    assert clock.left == (90.0, 61.0 - MARGIN)
    assert (clock.bonus, clock.per_move, clock.most) == (2.0, False, 60.0)
    assert seconds == pytest.approx(60 / 30 + 1.5)  # for one that does not manage its time


def test_it_never_thinks_for_longer_than_the_configuration_allows() -> None:
    seconds, clock = plan(TimeLeft((5400.0, 5400.0)), BLACK, 0.0, 5.0)
    assert (seconds, clock.most) == (5.0, 5.0)


def test_what_passed_before_it_was_asked_counts() -> None:
    _, clock = plan(TimeLeft((60.0, 21.0)), BLACK, 10.0, 600.0)
    assert clock.left == (60.0, 10.0)


@pytest.mark.parametrize("left", [1.0, 0.1, 0.0, -3.0])
def test_with_little_time_it_answers_at_once(left: float) -> None:
    seconds, clock = plan(TimeLeft((60.0, left), 0.0), BLACK, 0.0, 5.0)
    assert 0 < seconds <= clock.most
    assert clock.most <= max(0.8 * left, 0.01)


@pytest.mark.parametrize(("left", "most"), [(5.0, 4.0), (3.0, 2.4), (0.5, 0.4), (0.0, 0.01)])
def test_of_little_time_a_fifth_is_kept_back(left: float, most: float) -> None:
    _, clock = plan(TimeLeft((60.0, left)), BLACK, 0.0, 600.0)
    assert clock.most == clock.left[BLACK] == most


def test_an_engine_is_told_milliseconds() -> None:
    _, clock = plan(TimeLeft((59.98765, 61.12345)), BLACK, 0.0, 600.0)
    assert clock.left == (59.988, 60.123)


def test_time_for_one_move_may_all_be_used_but_for_the_margin() -> None:
    seconds, clock = plan(TimeLeft((30.0, 30.0), per_move=True), BLACK, 0.0, 600.0)
    assert seconds == clock.most == 30.0 - MARGIN


@pytest.mark.parametrize("bonus", [0.0, 1.0])
def test_shares_last_for_a_long_game(bonus: float) -> None:
    """An engine that uses its whole share, and half a second on the way, for a hundred moves."""
    left = 60.0
    for _ in range(100 if bonus else 45):
        seconds, clock = plan(TimeLeft((60.0, left), bonus), BLACK, 0.0, 5.0)
        assert seconds <= clock.most < left
        left += bonus - seconds - (0.5 if bonus else 0.1)
        assert left > 0
