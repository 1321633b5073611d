"""Clocks: what each kind does with the time of a move, and what stops, restores or ends it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import Seat
from companion.rules.clock import ClockKind, ClockReading, GameClock, TimeControl

WHITE, BLACK = Seat(0), Seat(1)


def clock(text: str, seats: tuple[str, ...] = ("White", "Black")) -> GameClock:
    return GameClock(TimeControl.parse(text, seats), len(seats))


def move(one: GameClock, to: Seat | None, at: float) -> None:
    one.moved(at)
    one.begin(to, at)


@pytest.mark.parametrize(
    ("text", "used", "left"),
    [
        ("move 30", 12, (30, 30)),
        ("fischer 1+5", 12, (53, 60)),
        ("fischer 1", 12, (48, 60)),
        ("bronstein 1+5", 12, (53, 60)),
        ("bronstein 1+5", 3, (60, 60)),
        ("hourglass 1", 12, (48, 72)),
        ("fischer 1+5, black 2", 12, (53, 120)),
    ],
)
def test_a_move_costs_time(text: str, used: float, left: tuple[float, ...]) -> None:
    one = clock(text)
    one.begin(WHITE, 100)
    move(one, BLACK, 100 + used)
    assert one.read(100 + used) == ClockReading(left, BLACK)


def test_only_the_running_seat_uses_time() -> None:
    one = clock("fischer 1+2")
    assert one.read(50) == ClockReading((60, 60), None)
    one.begin(WHITE, 100)
    assert one.read(110) == ClockReading((50, 60), WHITE)
    move(one, None, 115)
    assert one.read(200) == ClockReading((47, 60), None)


def test_an_hourglass_runs_to_all_others() -> None:
    one = clock("hourglass 1", ("One", "Two", "Three"))
    one.begin(WHITE, 0)
    assert one.read(10).left == (50, 65, 65)


def test_a_stopped_clock_stands_still() -> None:
    one = clock("bronstein 1+5")
    one.begin(WHITE, 0)
    one.stop(10)
    one.stop(20)
    assert one.read(100) == ClockReading((50, 60), None)
    assert (one.read(100).running, one.next_mark(100)) == (None, None)
    one.go_on(100)
    one.go_on(101)
    assert one.read(102) == ClockReading((48, 60), WHITE)
    move(one, BLACK, 102)
    assert one.read(102).left == (53, 60)  # all that was used in the turn counts


def test_the_flag_falls_when_the_time_is_over() -> None:
    one = clock("fischer 1+9")
    one.begin(WHITE, 5)
    assert one.fallen(64.9) is None
    assert one.fallen(65) == WHITE
    assert one.read(70).left == (-5, 60)
    one.stop(70)
    assert one.fallen(70) == WHITE


@given(st.floats(0, 1e6), st.floats(0, 59), st.integers(1, 10**6))
def test_the_flag_has_fallen_when_its_mark_says_so(
    began: float, before: float, thousandths: int
) -> None:
    one = GameClock(TimeControl(ClockKind.MOVE, thousandths / 1000), 2)
    one.begin(WHITE, began)
    one.stop(began + before)
    one.go_on(began + 2 * before)
    at, last = began + 2 * before, None
    while (due := one.next_mark(at)) is not None:
        at = last = due
    if last is not None:
        assert one.fallen(last) == WHITE


def test_a_mark_is_told_of_the_running_seat_alone() -> None:
    one = clock("fischer 2, black 0.5")
    assert one.mark(0) is None
    one.begin(WHITE, 0)
    assert [one.mark(at) for at in (59.9, 60, 109.9, 110, 120, 150)] == [None, 60, 60, 10, 0, 0]
    move(one, BLACK, 150)
    assert one.mark(150) == 60
    one.stop(150)
    assert one.mark(150) is None


def test_marks_are_passed_one_by_one() -> None:
    one = clock("fischer 2")
    assert one.next_mark(0) is None
    one.begin(WHITE, 5)
    assert [one.next_mark(at) for at in (5, 64.9, 65, 114.9, 115, 125)] == [
        65,
        65,
        115,
        115,
        125,
        None,
    ]
    one.stop(20)
    assert one.next_mark(20) is None
    one.go_on(30)
    assert one.next_mark(30) == 75


def test_a_move_with_a_fallen_flag_goes_on_in_time() -> None:
    one = clock("move 10")
    one.begin(WHITE, 0)
    move(one, BLACK, 15)
    assert (one.fallen(15), one.read(15).left) == (None, (10, 10))


def test_a_takeback_restores_the_times_of_its_turn() -> None:
    one = clock("fischer 1+5")
    one.begin(WHITE, 0)
    before = one.read(0).left
    move(one, BLACK, 20)
    one.restore(before)
    one.begin(WHITE, 30)
    one.begin(WHITE, 32)  # once is enough
    assert one.read(35) == ClockReading((55, 60), WHITE)
    one.stop(35)
    one.restore(before)
    one.begin(WHITE, 40)
    assert one.read(45) == ClockReading((60, 60), None)  # it is still stopped


@given(
    st.sampled_from(["move 30", "fischer 1+5", "bronstein 1+5", "hourglass 1"]),
    st.lists(st.tuples(st.sampled_from(["pass", "stop", "go", "look"]), st.floats(0, 20))),
)
def test_looking_changes_nothing(text: str, acts: list[tuple[str, float]]) -> None:
    looked, other = clock(text), clock(text)
    at = 0.0
    for number, (act, after) in enumerate(acts):
        looked.read(at + after / 2)
        looked.fallen(at + after / 2)
        at += after
        for one in (looked, other):
            match act:
                case "pass":
                    move(one, Seat(number % 2), at)
                case "stop":
                    one.stop(at)
                case "go":
                    one.go_on(at)
    assert looked.read(at) == other.read(at)
    if text.startswith("hourglass"):
        assert sum(looked.read(at).left) == pytest.approx(120)
