"""Faults as words: what switches sense in spite of the pieces."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device.ports.board_faults import (
    Fault,
    FaultKind,
    FaultyBoard,
    InvalidFault,
    parse_fault,
)
from companion.rules.geometry import STAR, Occupancy, Point, Sensed

P = STAR.index


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("stuck:14", Fault(FaultKind.STUCK, (P["14"],))),
        ("dead:14@30s", Fault(FaultKind.DEAD, (P["14"],), 30.0)),
        ("weak:5@1.5m-2m", Fault(FaultKind.WEAK, (P["5"],), 90.0, 120.0)),
        ("swapped:5,8", Fault(FaultKind.SWAPPED, (P["5"], P["8"]))),
        ("swapped: 5, 8 @ 3 - 4", Fault(FaultKind.SWAPPED, (P["5"], P["8"]), 3.0, 4.0)),
        ("unplugged@30-40s", Fault(FaultKind.UNPLUGGED, (), 30.0, 40.0)),
    ],
)
def test_words_are_read(words: str, fault: Fault) -> None:
    assert parse_fault(words, STAR) == fault


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "stuk:14",
            r"there is no fault 'stuk' \(did you mean 'stuck'\?\); choose from stuck, dead",
        ),
        ("", "there is no fault ''"),
        ("STUCK", "there is no fault 'STUCK'"),
        ("stuck", "has 0 different points and should have 1; for example stuck:1@30s"),
        ("stuck:5,8", "has 2 different points and should have 1"),
        ("swapped:5,5", "has 1 different points and should have 2"),
        ("unplugged:5", "has 1 different points and should have 0"),
        ("stuck:20", "names point 20, which the board star does not have"),
        ("stuck:5@soon", "'soon' in the fault 'stuck:5@soon' is no time; write seconds"),
        ("stuck:5@9-3", "is over before it begins; swap its times"),
        ("stuck:5@", "'' in the fault 'stuck:5@' is no time"),
    ],
)
def test_what_is_no_fault_is_refused_in_one_line(words: str, said: str) -> None:
    with pytest.raises(InvalidFault, match=said) as caught:
        parse_fault(words, STAR)
    assert "\n" not in str(caught.value)


def board(*words: str) -> FaultyBoard:
    made = FaultyBoard()
    for each in words:
        made.add(parse_fault(each, STAR), 0.0)
    return made


def put(on: FaultyBoard, name: str, occupied: bool, at: float) -> list[tuple[str, bool]]:
    return [(STAR.names[s.point], s.occupied) for s in on.move(P[name], occupied, at)]


def test_a_stuck_switch_stays_closed() -> None:
    on = board("stuck:5")
    assert put(on, "5", True, 1) == put(on, "5", False, 2) == []
    assert on.sensed == 1 << P["5"]
    assert on.mend([P["5"]], 3) == [Sensed(P["5"], False, 3)]


def test_a_dead_switch_senses_nothing_until_it_is_mended() -> None:
    on = board("dead:5")
    assert put(on, "5", True, 1) == []
    assert on.mend(None, 2) == [Sensed(P["5"], True, 2)]


def test_a_weak_switch_senses_every_other_piece() -> None:
    on = board("weak:5")
    sensed = [bool(put(on, "5", i % 2 == 0, float(i))) for i in range(8)]
    assert sensed == [False, False, True, True] * 2


def test_a_bounce_is_not_another_piece() -> None:
    on = FaultyBoard(0.1)
    on.add(parse_fault("weak:5", STAR), 0)
    assert [put(on, "5", i % 2 == 0, 1 + i / 1000) for i in range(7)] == [[]] * 7


def test_the_last_fault_of_a_switch_counts() -> None:
    assert board("stuck:5", "dead:5").sensed == 0
    assert board("dead:5", "stuck:5").sensed == 1 << P["5"]
    later = board("dead:5@5s", "stuck:5@3s")
    assert [change.occupied for change in later.tick(9)] == [True, False]


def test_a_piece_between_two_points_closes_both() -> None:
    on = board("between:5,8")
    assert put(on, "5", True, 1) == [("5", True), ("8", True)]
    assert on.standing == 1 << P["5"]
    assert put(on, "5", False, 2) == [("5", False), ("8", False)]
    put(on, "5", True, 3)
    assert on.mend(None, 4) == [Sensed(P["8"], False, 4)]


def test_swapped_switches_report_for_each_other() -> None:
    on = board("swapped:5,8")
    assert put(on, "5", True, 1) == [("8", True)]
    assert put(on, "8", True, 2) == [("5", True)]


def test_a_switch_chatters_only_while_a_piece_is_over_it() -> None:
    on = board("chatter:5")
    assert on.tick(10) == []
    assert put(on, "5", True, 10) == [("5", True)]
    changes = on.tick(13)
    assert len(changes) > 20
    assert [change.occupied for change in changes] == [i % 2 == 1 for i in range(len(changes))]
    assert [change.at for change in changes] == sorted({change.at for change in changes})
    on.move(P["5"], False, 13.0)
    assert on.due == math.inf
    assert on.tick(20) == []
    assert on.sensed == 0


def test_a_fault_has_its_time() -> None:
    on = board("stuck:5@3s-4s")
    assert on.due == 3
    assert on.tick(10) == [Sensed(P["5"], True, 3), Sensed(P["5"], False, 4)]


FAULTS = [f"{kind}:5" for kind in ("dead", "weak", "chatter")] + ["swapped:5,8", "between:5,8"]
FAULTS += ["stuck:8", "dead:8"]


@given(
    st.lists(
        st.tuples(st.sampled_from(["5", "8", "14", "tick", *FAULTS, "mend"]), st.floats(0, 0.7)),
        max_size=30,
    )
)
def test_changes_tell_what_is_sensed(acts: list[tuple[str, float]]) -> None:
    """What was told adds up to what is sensed; without faults, that is where pieces stand."""
    on, now, told = FaultyBoard(), 0.0, 0
    for act, pause in acts:
        now += pause
        match act:
            case "tick":
                changes = on.tick(now)
            case "mend":
                changes = on.mend(None, now)
            case "5" | "8" | "14":
                changes = on.move(P[act], not on.standing >> P[act] & 1, now)
            case _:
                changes = on.add(parse_fault(act, STAR), now)
        for change in changes:
            assert change.at <= now
            assert bool(told >> change.point & 1) != change.occupied
            told ^= 1 << change.point
        assert told == on.sensed
        assert on.due > now
    on.mend(None, now)
    assert on.sensed == on.standing


def test_pieces_can_stand_before_the_switches_are_looked_at() -> None:
    on = board("dead:5")
    assert on.stand(Occupancy(0b11), 1) == [Sensed(Point(0), True, 1), Sensed(Point(1), True, 1)]
