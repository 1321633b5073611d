from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device.ports import InvalidHandling, Report, SimulatedPort
from companion.rules.geometry import Point, Sensed, bits

A, B, C = Point(0), Point(1), Point(2)


def table(*stacks: str) -> tuple[SimulatedPort, list[Report]]:
    """A port with one stack a point, each piece a letter, and what it reports from then on."""
    port = SimulatedPort(len(stacks), lambda: 1.0, names=["a1", "b1", "c1"][: len(stacks)])
    port.arrange([list(stack) for stack in stacks])
    heard: list[Report] = []
    port.open(heard.append)
    return port, heard


def test_lifting_takes_the_whole_stack_and_opens_the_switch() -> None:
    port, heard = table("wb", "", "b")
    port.lift(A, "left")
    assert port.piece_places().points == ((), (), ("b",))
    assert port.piece_places().hands == {"left": ("w", "b")}
    assert heard == [Sensed(A, False, 1.0)]


def test_putting_on_an_occupied_point_stacks_without_an_edge() -> None:
    port, heard = table("w", "", "b")
    port.lift(A, "left")
    heard.clear()
    port.put(C, "left")
    assert port.piece_places().points == ((), (), ("b", "w"))
    assert port.piece_places().hands == {}
    assert heard == []
    assert port.occupancy() == bits([C])


def test_two_hands_hold_two_pieces() -> None:
    port, heard = table("w", "", "b")
    port.lift(A, "left")
    port.lift(C, "right")
    port.put(B, "left")
    port.put(None, "right")
    assert port.piece_places().points == ((), ("w",), ())
    assert port.piece_places().tray == ("b",)
    assert heard == [Sensed(A, False, 1.0), Sensed(C, False, 1.0), Sensed(B, True, 1.0)]


def test_a_piece_of_the_tray_is_taken_by_name_or_else_the_last_one() -> None:
    port, heard = table("w", "b", "k")
    port.clear_board()
    heard.clear()
    assert port.piece_places().tray == ("w", "b", "k")
    port.lift(None, "left", "w")
    port.lift(None, "right")
    assert port.piece_places().hands == {"left": ("w",), "right": ("k",)}
    assert port.piece_places().tray == ("b",)
    assert heard == []


def test_crowning_is_seen_by_no_switch() -> None:
    port, heard = table("w", "b", "")
    port.arrange([["W"], ["b"], []])
    assert port.piece_places().points[0] == ("W",)
    assert heard == []


def test_the_pieces_of_a_hand_that_vanished_are_in_the_tray() -> None:
    port, heard = table("wb", "", "")
    port.lift(A, "left")
    heard.clear()
    port.drop("left")
    port.drop("left")
    assert port.piece_places().tray == ("w", "b")
    assert port.piece_places().hands == {}
    assert heard == []


def test_sweeping_empties_board_and_hands() -> None:
    port, heard = table("w", "b", "")
    port.lift(A, "left")
    heard.clear()
    port.clear_board()
    assert Counter(port.piece_places().tray) == Counter("wb")
    assert port.piece_places().hands == {}
    assert heard == [Sensed(B, False, 1.0)]


def test_arranging_reports_each_changed_switch_and_no_other() -> None:
    port, heard = table("w", "b", "")
    port.arrange([["w"], [], ["b"]])
    assert heard == [Sensed(B, False, 1.0), Sensed(C, True, 1.0)]
    assert port.piece_places().tray == ()


def test_arranging_leaves_what_is_not_wanted_in_the_tray_and_takes_it_from_there_again() -> None:
    port, _ = table("w", "b", "")
    port.arrange([["w"], [], []])
    assert port.piece_places().tray == ("b",)
    port.arrange([["w"], ["b"], []])
    assert port.piece_places().tray == ()


def test_arranging_turns_crowned_pieces_back_rather_than_hoarding_them() -> None:
    port, _ = table("w", "b", "")
    for _ in range(3):
        port.arrange([["W"], ["b"], []])
        port.arrange([["w"], ["b"], []])
    assert port.piece_places().tray == ()


def test_pieces_of_other_games_leave_the_table() -> None:
    port, _ = table("w", "", "")
    port.stock_tray(["w", "o", "1"])
    port.keep_in_tray({"w", "b"})
    assert port.piece_places().tray == ("w",)


def test_arranging_puts_what_must_lie_beside_the_board_in_the_tray() -> None:
    port, _ = table("w", "b", "")
    port.arrange([["w"], [], []], tray=["k", "k"])
    assert port.piece_places().tray == ("k", "k")


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        (lambda port: port.lift(C, "left"), "no piece lies on point c1"),
        (lambda port: port.lift(Point(3), "left"), "no point number 3"),
        (lambda port: port.lift(Point(-1), "left"), "no point number -1"),
        (lambda port: port.lift(None, "left"), "the tray is empty"),
        (lambda port: port.put(A, "left"), "hand 'left' holds nothing"),
        (lambda port: port.put(None, "left"), "hand 'left' holds nothing"),
        (lambda port: port.arrange([[]]), "1 stacks do not fit a board of 3"),
        (lambda port: port.set(Point(9), True), "no point number 9"),
        (lambda port: (port.lift(A, "x"), port.lift(B, "x")), "hand 'x' already holds w"),
        (lambda port: (port.lift(A, "x"), port.put(Point(7), "x")), "no point number 7"),
        (
            lambda port: (port.clear_board(), port.lift(None, "x", "K")),
            "no 'K' in the tray, only w b",
        ),
    ],
)
def test_what_a_hand_cannot_do_is_refused_in_one_line(deed: object, said: str) -> None:
    port, _ = table("w", "b", "")
    pieces = Counter("wb")
    with pytest.raises(InvalidHandling, match=said) as caught:
        deed(port)  # type: ignore[operator]
    assert "\n" not in str(caught.value)
    top = port.piece_places()
    held = [text for hand in top.hands.values() for text in hand]
    assert Counter([*top.tray, *held, *(text for stack in top.points for text in stack)]) == pieces


def test_frames_are_kept_and_passed_on() -> None:
    port, _ = table("w")
    seen: list[bytes] = []
    port.on_frame = seen.append
    port.show(b"\x01\x02\x03")
    assert port.frame == b"\x01\x02\x03"
    port.close()
    assert seen == [b"\x01\x02\x03", bytes(3)]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@given(
    st.integers(0, 2**32), st.lists(st.tuples(st.integers(0, 2), st.floats(0, 0.1)), max_size=20)
)
def test_bouncing_bursts_end_as_the_switch_stays_and_never_go_back_in_time(
    seed: int, changes: list[tuple[int, float]]
) -> None:
    clock = Clock()
    port = SimulatedPort(3, clock, Random(seed), bounce=True)
    heard: list[Sensed] = []
    port.open(lambda report: heard.append(report) if isinstance(report, Sensed) else None)
    edges = 0
    for point, pause in changes:
        clock.now += pause
        before = len(heard)
        occupied = not port.occupancy() >> point & 1
        port.set(Point(point), occupied)
        burst = heard[before:]
        assert [edge.occupied for edge in burst] == [
            occupied == (i % 2 == 0) for i in range(len(burst))
        ]
        assert burst[-1].occupied is occupied
        assert burst[0].at >= clock.now
        assert 0.0005 <= burst[-1].at - burst[0].at <= 0.005
        edges += len(burst)
    assert edges >= 3 * len(changes)
    assert [edge.at for edge in heard] == sorted(edge.at for edge in heard)


def test_bounce_is_repeated_by_its_seed() -> None:
    def burst(seed: int) -> list[Report]:
        port = SimulatedPort(2, lambda: 0.0, Random(seed), bounce=True)
        heard: list[Report] = []
        port.open(heard.append)
        port.arrange([["w"], ["b"]])
        return heard

    assert burst(1) == burst(1)
    assert burst(1) != burst(2)
