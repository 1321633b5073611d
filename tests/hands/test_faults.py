"""What a switch has to do to be doubted, named and believed again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hands import Phase
from companion.hands.flicker import Flicker, Rate
from companion.hands.switch_faults import Doubt, Faults, Observation, Patience, SwitchFault
from companion.rules.geometry import Point, Sensed, bits, points_of

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
    def found(self) -> dict[Point, SwitchFault]:
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
    assert watch.found == {A: SwitchFault.OPEN}
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
    assert watch.found == {A: SwitchFault.OPEN, C: SwitchFault.CLOSED}


def test_switch_that_works_is_no_fault_at_set_up_unless_it_is_confirmed() -> None:
    watch = Watch([A, B])
    watch.show(Phase.SETUP)
    for _ in range(3):  # lifted, put back, lifted
        watch.change(A)
    watch.wait(10 * PATIENCE.long)
    assert (watch.doubted, watch.found) == (1 << A, {})
    watch.confirm()
    assert watch.found == {A: SwitchFault.OPEN}


def test_switch_that_works_keeps_another_from_becoming_a_fault_at_set_up() -> None:
    watch = Watch([A, B, C])
    watch.show(Phase.SETUP)
    for _ in range(3):
        watch.change(A)
    watch.change(B)
    watch.wait(10 * PATIENCE.long)
    assert (watch.doubted, watch.found) == (1 << A | 1 << B, {})


def test_lifted_piece_is_never_a_fault_by_itself() -> None:
    watch = Watch([A, B], [B, C], [B, D])
    watch.show(Phase.HAND)
    watch.change(A)
    watch.wait(1000)
    assert watch.found == {}
    watch.confirm()
    assert watch.found == {A: SwitchFault.OPEN}


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
    assert watch.found == {C: SwitchFault.OPEN}


def test_several_dead_ends_are_ignored_until_the_answer_names_one() -> None:
    watch = Watch([A, B], [B, C], [B, D])
    watch.show(Phase.HAND)
    for _ in range(3):
        watch.change(A)
    watch.wait(PATIENCE.thought)
    watch.confirm()
    assert (watch.faults.ignored, watch.found) == (bits([C, D]), {})
    watch.show(Phase.REST, "moved to C", bits([B, C]))
    assert (watch.faults.ignored, watch.found) == (bits([C]), {C: SwitchFault.OPEN})


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
    assert watch.found == {A: SwitchFault.CLOSED}


def test_either_of_two_origins_that_may_stay_closed_is_asked_about() -> None:
    watch = Watch([A, B], [B, C], [A, C])
    watch.show(Phase.ASTRAY)
    for _ in range(3):
        watch.change(C)
    watch.wait(PATIENCE.offer)
    watch.confirm()
    assert (watch.faults.ignored, watch.found) == (bits([A, B]), {})
    watch.show(Phase.REST, "moved from B", bits([A, C]))
    assert watch.found == {B: SwitchFault.CLOSED}


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
    assert watch.found == {A: SwitchFault.OPEN}
    watch.show(Phase.REST, "A has gone", bits([B]))
    watch.wait(100)
    assert watch.found == {A: SwitchFault.OPEN}  # that it agrees now proves nothing
    watch.change(A)
    assert watch.found == {A: SwitchFault.OPEN}
    watch.show(Phase.REST, "A has come", bits([A, B]))
    assert watch.found == {}


def test_switches_that_change_as_one_are_both_at_fault() -> None:
    watch = Watch([A], [B])
    watch.show(Phase.SETUP)
    watch.change(A)
    watch.change(A, C)
    watch.wait(PATIENCE.offer)
    watch.confirm()
    assert watch.found == {A: SwitchFault.JOINED, C: SwitchFault.JOINED}
    watch.change(A, C)
    assert watch.found == {A: SwitchFault.JOINED, C: SwitchFault.JOINED}


def test_stuck_switch_that_turns_out_to_follow_another_one_takes_it_along() -> None:
    watch = Watch([A])
    watch.show(Phase.SETUP)
    watch.change(C)
    watch.wait(PATIENCE.long)
    assert watch.found == {C: SwitchFault.CLOSED}
    watch.change(A, C)
    assert watch.found == {A: SwitchFault.JOINED, C: SwitchFault.JOINED}


def doubt(phase: Phase, believed: str, sensed: str, *ends: str, worked: str = "") -> Doubt | None:
    """What is doubted at last of a board that shows `sensed`. Points are letters; those that have
    `worked` have changed both ways before, alone."""

    def points(letters: str) -> list[Point]:
        return [Point("ABCDEFGH".index(letter)) for letter in letters]

    watch = Watch(points(believed), *map(points, ends))
    watch.show(phase)
    for point in points(worked):
        watch.change(point)
        watch.change(point)
    for point in points_of(bits(points(believed)) ^ bits(points(sensed))):
        watch.change(point)
    assert watch.faults.doubt is None
    watch.wait(PATIENCE.thought)
    return watch.faults.doubt


OFFER, THOUGHT, LONG = astuple(PATIENCE)


@pytest.mark.parametrize(("phase", "offer"), [(Phase.ASTRAY, OFFER), (Phase.HAND, THOUGHT)])
@pytest.mark.parametrize(("sensed", "point", "closed"), [("B", A, 0), ("ABC", C, 1 << C)])
def test_a_single_switch_that_differs_is_doubted_first(
    phase: Phase, offer: float, sensed: str, point: Point, closed: int
) -> None:
    expected = Doubt(1 << point, closed, offer=offer)
    assert doubt(phase, "AB", sensed) == expected
    # A move that one more change would finish tells more when it is made again.
    again = replace(expected, again=True)
    assert doubt(phase, "AB", sensed, "BDE", sensed + "D") == again


@pytest.mark.parametrize(("phase", "offer"), [(Phase.ASTRAY, OFFER), (Phase.HAND, THOUGHT)])
def test_a_single_switch_between_the_board_and_the_end_of_a_move_is_doubted(
    phase: Phase, offer: float
) -> None:
    expected = Doubt(1 << C, 0, moved=True, offer=offer)
    assert doubt(phase, "AB", "B", "BC", worked="A") == expected
    expected = Doubt(1 << A, 1 << A, moved=True, offer=offer)
    assert doubt(phase, "AB", "ABC", "BC", worked="C") == expected


@pytest.mark.parametrize(("phase", "offer"), [(Phase.ASTRAY, OFFER), (Phase.HAND, THOUGHT)])
def test_six_switches_at_most_are_asked_about(phase: Phase, offer: float) -> None:
    ends = [f"B{end}" for end in "CDEFGH"]
    several = doubt(phase, "AB", "B", *ends, worked="A")
    assert several == Doubt(bits(map(Point, range(2, 8))), 0, asks=True, offer=offer)
    stuck = doubt(phase, "ABD", "ABCD", "BCD", "ACD", worked="C")
    assert stuck == Doubt(0b11, 0b11, asks=True, offer=offer)
    alone = doubt(phase, "A", "", *"BCDEFGH", worked="A")
    assert alone == Doubt(1 << A, 0, offer=offer)  # the one that differs is left
    assert doubt(phase, "AB", "", "A", "B") is None  # more than one is at fault


def test_a_switch_that_differs_is_doubted_where_nothing_else_explains_it_though_it_worked() -> None:
    assert doubt(Phase.HAND, "AB", "B", worked="A") == Doubt(1 << A, 0, offer=THOUGHT)
    assert doubt(Phase.HAND, "AB", "ABC", worked="C") == Doubt(1 << C, 1 << C, offer=THOUGHT)


def test_nothing_is_doubted_where_nothing_differs_or_something_is_asked() -> None:
    assert doubt(Phase.HAND, "AB", "AB") is None
    assert doubt(Phase.REST, "AB", "B") is None
    watch = Watch([A, B])
    watch.show(Phase.ASTRAY)
    watch.seen = replace(watch.seen, confirmable=True)
    watch.change(A, after=1000)
    assert watch.doubted == 0


def test_a_change_is_believed_unless_its_switch_is_at_fault() -> None:
    watch = Watch([A, B])
    watch.show(Phase.SETUP)
    watch.change(B)
    watch.wait(PATIENCE.long)
    assert watch.found == {B: SwitchFault.OPEN}
    takes = [watch.faults.take(Sensed(point, False, watch.at)) for point in (A, B, C)]
    assert takes == [True, False, True]


def test_a_flickering_switch_is_known_as_that_until_it_has_been_quiet() -> None:
    watch = Watch([A, B])
    for _ in range(9):
        watch.change(B, after=0.05)
    assert watch.found == {B: SwitchFault.FLICKERS}
    assert watch.faults.ignored == 1 << B
    assert [watch.faults.take(Sensed(p, False, watch.at)) for p in (A, B)] == [True, False]
    watch.wait(Rate().quiet)
    assert (watch.found, watch.faults.ignored) == ({}, 0)


@pytest.mark.parametrize(
    ("first", "second", "apart", "joined"),
    [
        ((A, True), (C, True), 0.0, True),
        ((A, True), (C, True), 0.0078125, True),  # powers of two: sums are exact
        ((A, True), (C, True), 0.03125, False),
        ((A, True), (C, False), 0.0, False),
    ],
)
def test_only_two_that_change_alike_and_at_once_are_joined(
    first: tuple[Point, bool], second: tuple[Point, bool], apart: float, joined: bool
) -> None:
    watch = Watch([A], [B])
    watch.show(Phase.SETUP)
    watch.change(C)
    watch.wait(PATIENCE.long)
    assert watch.found == {C: SwitchFault.CLOSED}
    for (point, occupied), at in ((first, 0.0), (second, apart)):
        watch.faults.take(Sensed(point, occupied, watch.at + at))
    watch.wait(1)
    assert (watch.found.get(A) is SwitchFault.JOINED) == joined


def test_three_that_change_at_once_are_not_joined() -> None:
    watch = Watch([A])
    watch.show(Phase.SETUP)
    watch.change(C)
    watch.wait(PATIENCE.long)
    watch.change(A, C, D)
    assert watch.found == {C: SwitchFault.CLOSED}


def test_every_pair_that_is_joined_is_remembered() -> None:
    watch = Watch([A, B])
    watch.show(Phase.SETUP)
    watch.change(A)
    watch.change(B)
    watch.change(A, C)
    watch.change(B, D)
    watch.wait(PATIENCE.offer)
    watch.confirm()
    assert watch.found == dict.fromkeys((A, B, C, D), SwitchFault.JOINED)


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


def test_a_switch_that_was_asked_about_is_believed_again_when_it_changes_alone() -> None:
    watch = Watch([A, B], [B, C], [B, D])
    watch.show(Phase.HAND)
    for _ in range(3):
        watch.change(A)
    watch.wait(PATIENCE.thought)
    watch.confirm()
    assert watch.faults.ignored == bits([C, D])
    watch.change(C)
    assert watch.faults.ignored == bits([D])


def test_of_two_that_were_asked_about_the_one_that_disagrees_is_named_by_what_it_shows() -> None:
    watch = Watch([A, D], [D, C], [A, C])
    watch.show(Phase.ASTRAY)
    for _ in range(3):
        watch.change(C)
    watch.wait(PATIENCE.offer)
    watch.confirm()
    assert watch.faults.ignored == bits([A, D])
    watch.show(Phase.REST, "moved from D", bits([A, C]))
    assert watch.found == {D: SwitchFault.CLOSED}


def test_two_switches_that_change_together_once_are_not_called_faulty() -> None:
    watch = Watch([A, B, C])
    watch.change(A, B)
    watch.wait(1)
    assert watch.found == {}


@pytest.mark.parametrize("faulty", [A, B])
def test_a_faulty_switch_that_changes_together_with_another_is_joined_to_it(faulty: Point) -> None:
    watch = Watch([A, B, C])
    watch.show(Phase.SETUP)
    watch.change(faulty)
    watch.wait(PATIENCE.long)
    assert watch.found == {faulty: SwitchFault.OPEN}
    for point in {A, B} - {faulty}:
        watch.change(point)
    watch.change(A, B)
    assert watch.found == {A: SwitchFault.JOINED, B: SwitchFault.JOINED}
