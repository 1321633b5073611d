"""Bursts and changes, from raw reports."""

from __future__ import annotations

from companion.maker.switch_monitor import APART, Burst, SwitchMonitor, join_names
from companion.rules.geometry import Occupancy, Point, Sensed

A, B = Point(0), Point(1)


def fed(*edges: tuple[Point, bool, float]) -> SwitchMonitor:
    monitor = SwitchMonitor(Occupancy(0), 2, 0.01)
    for edge in edges:
        monitor.feed(Sensed(*edge))
    return monitor


def test_the_edges_of_a_change_are_one_burst() -> None:
    monitor = fed((A, True, 1.0), (A, False, 1.001), (A, True, 1.002), (B, True, 1.003))
    assert monitor.settle(1.02) == [Sensed(A, True, 1.002), Sensed(B, True, 1.003)]
    assert monitor.bursts == []
    monitor.settle(1.003 + APART + 0.001)
    assert [(b.point, b.edges, round(b.lasted, 6)) for b in monitor.bursts] == [
        (A, 3, 0.002),
        (B, 1, 0.0),
    ]
    assert monitor.changes == [1, 1]


def test_what_comes_later_is_another_burst() -> None:
    monitor = fed((A, True, 1.0), (A, False, 1.0 + APART + 0.01))
    assert monitor.bursts == [Burst(A, 1, 0.0, 1.0)]
    monitor.settle(2.0)
    assert monitor.changes == [2, 0]


def test_a_twitch_is_a_burst_and_no_change() -> None:
    monitor = fed((A, True, 1.0), (A, False, 1.001))
    assert monitor.settle(2.0) == []
    assert monitor.bursts[0].edges == 2
    assert monitor.changes == [0, 0]


def test_more_changes_than_hands_make_are_unstable() -> None:
    edges = [(A, i % 2 == 0, 1.0 + 0.05 * i) for i in range(12)]
    assert fed(*edges).unstable == 1 << A
    slow = [(A, i % 2 == 0, 1.0 + 0.5 * i) for i in range(12)]
    assert fed(*slow).unstable == 0


def test_names_are_listed_as_people_do() -> None:
    names = ("a", "b", "c")
    assert [join_names(mask, names) for mask in (0, 1, 3, 7)] == ["", "a", "a and b", "a, b and c"]
