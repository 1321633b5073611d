"""What a switch has to do to be doubted, named and believed again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import Point, Sensed, bits
from companion.tracking import Phase
from companion.tracking.faults import Fault, Faults, Observation, Patience
from companion.tracking.flicker import Flicker, Rate

PATIENCE = Patience()
A, B, C, D = map(Point, range(4))


class Watch:
    """Faults that are shown a board; every deadline is kept."""

    def __init__(self, believed: Iterable[Point], *ends: Iterable[Point]) -> None:
        self.at = 10.0
        self.faults = Faults()
        board = bits(believed)
        boards = [bits(end) for end in ends]
        self.seen = Observation(board, board, Phase.REST, False, "start", lambda: boards)
        self.faults.look(self.seen, self.at)

    @property
    def found(self) -> dict[Point, Fault]:
        return dict(self.faults.found)

    @property
    def doubted(self) -> int:
        return self.faults.doubt.points if self.faults.doubt else 0

    def change(self, *points: Point, after: float = 1.0) -> None:
        """Switches that change at the same time."""
        for point in points:
            sensed = self.seen.sensed ^ 1 << point
            self.seen = replace(self.seen, sensed=sensed)
            self.faults.take(Sensed(point, bool(sensed >> point & 1), self.at))
        self.wait(after)

    def show(self, phase: Phase, position: str = "start", believed: int | None = None) -> None:
        now = self.seen.believed if believed is None else believed
        self.seen = replace(self.seen, phase=phase, position=position, believed=now)
        self.faults.look(self.seen, self.at)

    def wait(self, seconds: float) -> None:
        end = self.at + seconds
        self.faults.look(self.seen, self.at)
        while self.faults.deadline is not None and self.faults.deadline <= end:
            assert self.faults.deadline > self.at, "a deadline that does nothing"
            self.at = self.faults.deadline
            self.faults.look(self.seen, self.at)
        self.at = end

    def confirm(self) -> None:
        self.faults.confirm(self.seen, self.at)


def test_board_that_agrees_is_never_doubted() -> None:
    watch = Watch([A, B])
    watch.wait(1000)
    assert (watch.doubted, watch.found, watch.faults.deadline) == (0, {}, None)


def test_missing_piece_at_set_up_is_doubted_then_named() -> None:
    watch = Watch([A, B])
    watch.show(Phase.SETUP)
    watch.change(A)
    watch.wait(PATIENCE.offer)
    assert (watch.doubted, watch.found) == (1 << A, {})
    watch.wait(PATIENCE.long)
    assert watch.found == {A: Fault.OPEN}
    assert watch.faults.ignored == 1 << A


def test_any_change_starts_the_time_anew() -> None:
    watch = Watch([A, B])
    watch.show(Phase.SETUP)
    watch.change(A)
    for _ in range(10):
        watch.wait(PATIENCE.long - 2)
        watch.change(C, after=0.5)
    assert watch.found == {}


def test_three_contradictions_at_set_up_are_not_the_switches() -> None:
    watch = Watch([A, B, C])
    watch.show(Phase.SETUP)
    for point in (A, B, C):
        watch.change(point)
    watch.wait(100)
    assert (watch.doubted, watch.found) == (0, {})


def test_displaced_piece_at_set_up_is_a_fault_only_when_confirmed_after_long() -> None:
    watch = Watch([A, B])
    watch.show(Phase.SETUP)
    watch.change(A)
    watch.change(C)
    watch.wait(PATIENCE.long - 5)
    watch.confirm()
    assert watch.found == {}
    watch.wait(200)
    assert watch.found == {}
    watch.confirm()
    assert watch.found == {A: Fault.OPEN, C: Fault.CLOSED}


def test_lifted_piece_is_never_a_fault_by_itself() -> None:
    watch = Watch([A, B], [B, C], [B, D])
    watch.show(Phase.HAND)
    watch.change(A)
    watch.wait(1000)
    assert watch.found == {}
    watch.confirm()
    assert watch.found == {A: Fault.OPEN}


def test_confirming_before_anything_is_offered_does_nothing() -> None:
    watch = Watch([A, B], [B, C])
    watch.show(Phase.HAND)
    watch.change(A, after=PATIENCE.thought - 1)
    watch.confirm()
    assert watch.found == {}


def test_move_made_once_more_shows_that_its_end_is_dead() -> None:
    watch = Watch([A, B], [B, C])
    watch.show(Phase.HAND)
    for _ in range(3):
        watch.change(A)
    watch.wait(PATIENCE.thought)
    assert watch.faults.doubt is not None
    assert watch.faults.doubt.moved
    watch.confirm()
    assert watch.found == {C: Fault.OPEN}


def test_several_dead_ends_are_ignored_until_the_answer_names_one() -> None:
    watch = Watch([A, B], [B, C], [B, D])
    watch.show(Phase.HAND)
    for _ in range(3):
        watch.change(A)
    watch.wait(PATIENCE.thought)
    watch.confirm()
    assert (watch.faults.ignored, watch.found) == (bits([C, D]), {})
    watch.show(Phase.REST, "moved to C", bits([B, C]))
    assert (watch.faults.ignored, watch.found) == (bits([C]), {C: Fault.OPEN})


def test_origin_that_stays_closed_is_found_when_the_end_has_shown_that_it_works() -> None:
    watch = Watch([A, B], [B, C])
    watch.show(Phase.ASTRAY)
    watch.change(C)
    watch.wait(1000)
    assert (watch.doubted, watch.found) == (1 << C, {})  # either switch: no time decides that
    watch.change(C)
    watch.change(C)
    watch.wait(PATIENCE.offer)
    watch.confirm()
    assert watch.found == {A: Fault.CLOSED}


def test_either_of_two_origins_that_may_stay_closed_is_asked_about() -> None:
    watch = Watch([A, B], [B, C], [A, C])
    watch.show(Phase.ASTRAY)
    for _ in range(3):
        watch.change(C)
    watch.wait(PATIENCE.offer)
    watch.confirm()
    assert (watch.faults.ignored, watch.found) == (bits([A, B]), {})
    watch.show(Phase.REST, "moved from B", bits([A, C]))
    assert watch.found == {B: Fault.CLOSED}


def test_two_lifted_pieces_of_which_either_may_be_meant_are_no_fault() -> None:
    watch = Watch([A, B, C], [B, C], [A, C])
    watch.show(Phase.ASTRAY)
    watch.change(A)
    watch.change(B)
    watch.wait(1000)
    watch.confirm()
    assert watch.found == {}


def test_switch_is_believed_again_once_it_has_changed_and_agrees() -> None:
    watch = Watch([A, B])
    watch.show(Phase.SETUP)
    watch.change(A)
    watch.wait(PATIENCE.long)
    assert watch.found == {A: Fault.OPEN}
    watch.show(Phase.REST, "A has gone", bits([B]))
    watch.wait(100)
    assert watch.found == {A: Fault.OPEN}  # that it agrees now proves nothing
    watch.change(A)
    assert watch.found == {A: Fault.OPEN}
    watch.show(Phase.REST, "A has come", bits([A, B]))
    assert watch.found == {}


def test_switches_that_change_as_one_are_both_at_fault() -> None:
    watch = Watch([A], [B])
    watch.show(Phase.SETUP)
    watch.change(A)
    watch.change(A, C)
    watch.wait(PATIENCE.offer)
    watch.confirm()
    assert watch.found == {A: Fault.JOINED, C: Fault.JOINED}
    watch.change(A, C)
    assert watch.found == {A: Fault.JOINED, C: Fault.JOINED}


def test_stuck_switch_that_turns_out_to_follow_another_one_takes_it_along() -> None:
    watch = Watch([A])
    watch.show(Phase.SETUP)
    watch.change(C)
    watch.wait(PATIENCE.long)
    assert watch.found == {C: Fault.CLOSED}
    watch.change(A, C)
    assert watch.found == {A: Fault.JOINED, C: Fault.JOINED}


# Flicker

RATE = Rate()


def changes(point: Point, *times: float) -> list[Sensed]:
    return [Sensed(point, i % 2 == 0, at) for i, at in enumerate(times)]


def test_chatter_is_quarantined_until_it_has_been_quiet() -> None:
    flicker = Flicker()
    for change in changes(A, *(i * 0.05 for i in range(9))):
        assert flicker.points == 0
        flicker.take(change)
    assert flicker.points == 1 << A
    assert flicker.deadline == pytest.approx(0.4 + RATE.quiet)
    flicker.settle(0.4 + RATE.quiet - 0.01)
    assert flicker.points == 1 << A
    flicker.settle(0.4 + RATE.quiet)
    assert (flicker.points, flicker.deadline) == (0, None)


def test_each_further_flicker_is_waited_for_twice_as_long_but_not_for_ever() -> None:
    flicker, at = Flicker(), 0.0
    waits = []
    for _ in range(7):
        while not flicker.points:
            at += 0.05
            flicker.take(Sensed(A, True, at))
        assert flicker.deadline is not None
        waits.append(round(flicker.deadline - at, 3))
        at = flicker.deadline
        flicker.settle(at)
    assert waits == [3, 6, 12, 24, 48, 60, 60]


@given(st.lists(st.floats(0.25, 5.0), max_size=60), st.data())
def test_hands_are_never_taken_for_a_flicker(pauses: list[float], data: st.DataObject) -> None:
    """A hand that lifts and puts back as fast as it can, on any points."""
    flicker, at = Flicker(), 0.0
    for pause in pauses:
        at += pause
        flicker.take(Sensed(data.draw(st.sampled_from([A, B])), True, at))
        assert flicker.points == 0


@given(st.lists(st.floats(0.005, 0.2), min_size=8, max_size=60))
def test_whatever_changes_faster_than_hands_is_caught(pauses: list[float]) -> None:
    flicker, at = Flicker(), 0.0
    flicker.take(Sensed(A, True, at))
    for pause in pauses:
        at += pause
        flicker.take(Sensed(A, True, at))
    assert flicker.points == 1 << A
