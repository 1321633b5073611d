"""Bounce removed: what counts, and when."""

from __future__ import annotations

import pytest

from companion.hands import Debouncer
from companion.rules.geometry import Occupancy, Point, Sensed

WINDOW = 0.01
A, B = Point(0), Point(5)


def debouncer(*occupied: Point) -> Debouncer:
    return Debouncer(WINDOW, Occupancy(sum(1 << point for point in occupied)))


def test_a_level_counts_once_it_has_held_for_the_window() -> None:
    switches = debouncer()
    switches.feed(Sensed(A, True, 1.0))
    assert switches.deadline == 1.0 + WINDOW
    assert switches.settle(1.0 + 0.9 * WINDOW) == []
    assert switches.occupancy == 0
    assert switches.settle(1.0 + WINDOW) == [Sensed(A, True, 1.0)]
    assert switches.occupancy == 1 << A
    assert switches.deadline is None
    assert switches.settle(2.0) == []


def test_a_level_that_is_reported_again_has_held_since_its_first_report() -> None:
    switches = debouncer()
    for at in (1.0, 1.004, 1.008):
        switches.feed(Sensed(A, True, at))
    assert switches.deadline == 1.0 + WINDOW
    assert switches.settle(1.0 + WINDOW) == [Sensed(A, True, 1.0)]


def test_a_level_that_bounces_holds_since_its_last_edge() -> None:
    switches = debouncer(A)
    for at, occupied in ((1.0, False), (1.001, True), (1.002, False), (1.003, True)):
        switches.feed(Sensed(A, occupied, at))
    assert switches.deadline is None
    switches.feed(Sensed(A, False, 1.004))
    assert switches.settle(1.0 + WINDOW) == []
    assert switches.settle(1.004 + WINDOW) == [Sensed(A, False, 1.004)]
    assert switches.occupancy == 0


@pytest.mark.parametrize("occupied", [False, True])
def test_what_is_so_already_changes_nothing(occupied: bool) -> None:
    switches = debouncer(*[A] * occupied)
    switches.feed(Sensed(A, occupied, 1.0))
    assert switches.deadline is None
    assert switches.settle(2.0) == []


def test_changes_count_one_after_another_in_the_order_in_which_they_began() -> None:
    switches = debouncer(A)
    switches.feed(Sensed(B, True, 1.0))
    switches.feed(Sensed(A, False, 1.002))
    assert switches.deadline == 1.0 + WINDOW
    assert switches.settle(1.001 + WINDOW) == [Sensed(B, True, 1.0)]
    assert switches.occupancy == 1 << A | 1 << B
    assert switches.deadline == 1.002 + WINDOW
    assert switches.settle(2.0) == [Sensed(A, False, 1.002)]
    switches.feed(Sensed(A, True, 3.0))
    switches.feed(Sensed(B, False, 3.0))
    assert [sensed.point for sensed in switches.settle(4.0)] == [A, B]


def test_a_restart_drops_a_pending_change_that_the_board_already_shows() -> None:
    switches = debouncer()
    switches.feed(Sensed(A, True, 1.0))
    switches.feed(Sensed(B, True, 1.001))
    switches.restart(Occupancy(1 << A))
    assert switches.settle(2.0) == [Sensed(B, True, 1.001)]
    assert switches.occupancy == 1 << A | 1 << B


def test_a_restart_takes_over_changes_that_were_never_pending() -> None:
    switches = debouncer(A)
    switches.restart(Occupancy(1 << B))
    assert (switches.occupancy, switches.deadline, switches.settle(2.0)) == (1 << B, None, [])
