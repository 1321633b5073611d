"""The button is a level: a hold counts only while it is seen to be down."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.base.text import Text
from companion.device.ports.port import Button, PortError
from companion.rules.geometry import Point
from companion.session.menu.button import Gesture, GestureButton
from tests.session.fingers import Fingers
from tests.session.virtual import BarePort, Virtual


@pytest.fixture
def hands(tmp_path: Path) -> Fingers:
    table = Virtual(tmp_path, bare=True)
    table.begin("solomon")
    fingers = Fingers(table)
    fingers.set_up()
    return fingers


def release_unheard(hands: Fingers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the button go; its report is lost."""
    assert isinstance(hands.port, BarePort)
    with monkeypatch.context() as patch:
        patch.setattr(BarePort, "_report", lambda *_: None)
        hands.port.press(False)


def test_a_release_that_nobody_reports_opens_and_ends_nothing(
    hands: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.open_menu()
    while hands.table.state.menu is not None and "resign" not in str(
        hands.table.state.menu.entries[hands.table.state.menu.picked].text
    ):
        hands.press()
    hands.port.press(True)
    hands.table.wait(0.5)
    release_unheard(hands, monkeypatch)
    hands.table.wait(10)
    assert not hands.table.match.over


@pytest.mark.parametrize("after", [0.3, 0.7, 1.0, 2.0])
def test_the_next_press_after_a_lost_release_is_heard(
    hands: Fingers, monkeypatch: pytest.MonkeyPatch, after: float
) -> None:
    hands.port.press(True)
    hands.table.wait(after)
    release_unheard(hands, monkeypatch)
    hands.table.wait(3)
    assert hands.table.state.menu is None
    hands.open_menu()


def test_a_board_that_is_lost_lets_the_button_go(
    hands: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: object) -> bool:
        raise PortError(Text("its cable is unplugged"))

    hands.port.press(True)
    hands.table.wait(0.3)
    with monkeypatch.context() as patch:
        patch.setattr(BarePort, "pressed", gone)
        patch.setattr(BarePort, "occupancy", gone)
        hands.table.wait(5)
        assert "unplugged" in str(hands.table.state.warning)
    hands.table.wait(5)  # the board is back, and the button is still down
    assert hands.table.state.menu is None
    hands.port.press(False)
    hands.table.wait(0.1)
    hands.open_menu()


class Clocked:
    """A button, and what was read and made of it."""

    def __init__(self, read: Callable[[], bool | None]) -> None:
        self.button = GestureButton(0.01, read)
        self.made: list[tuple[float, Gesture]] = []

    def run(self, start: float, end: float) -> None:
        """Let time pass, in steps of 10 ms."""
        for step in range(round(start * 100), round(end * 100)):
            self.made += [(step / 100, gesture) for gesture in self.button.gestures(step / 100)]


def test_a_port_that_cannot_read_its_button_is_believed() -> None:
    clocked = Clocked(lambda: None)
    clocked.button.feed(Button(True, 0.0))
    clocked.run(0, 1)
    assert [gesture for _, gesture in clocked.made] == [Gesture.HOLD]


@pytest.mark.parametrize("early", [0.0, 0.005, 0.02])
def test_a_press_that_is_read_before_its_release_is_reported_is_a_press(early: float) -> None:
    level = [True]
    clocked = Clocked(lambda: level[0])
    clocked.button.feed(Button(True, 0.0))
    clocked.run(0, 0.3)
    level[0] = False
    clocked.button.look(0.3)  # the report waits behind another one
    clocked.run(0.3, 0.3 + early)
    clocked.button.feed(Button(False, 0.3))
    clocked.run(0.3 + early, 2)
    assert [gesture for _, gesture in clocked.made] == [Gesture.PRESS]


@pytest.mark.parametrize("lasts", [0.3, 4.0])
def test_a_press_that_nobody_reports_counts_once_it_has_been_read_twice(
    hands: Fingers, monkeypatch: pytest.MonkeyPatch, lasts: float
) -> None:
    assert isinstance(hands.port, BarePort)
    with monkeypatch.context() as patch:
        patch.setattr(BarePort, "_report", lambda *_: None)
        hands.port.press(True)
    hands.table.wait(lasts)
    assert (hands.table.state.menu is not None) == (lasts > 1)
    hands.port.press(False)
    hands.table.wait(1.1)


def test_a_button_that_is_down_from_the_start_is_ignored_until_it_has_been_up() -> None:
    level = [True]
    clocked = Clocked(lambda: level[0])
    for second in range(5):
        clocked.button.look(second)
        clocked.run(second, second + 1)
    assert clocked.made == []
    level[0] = False
    clocked.button.look(5)
    level[0] = True
    clocked.button.feed(Button(True, 5.1))
    clocked.run(5.1, 6.5)
    assert [gesture for _, gesture in clocked.made] == [Gesture.HOLD]


def test_a_silent_board_is_asked_once_a_second(
    hands: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def gone(_: object) -> bool:
        asked.append("")
        raise PortError(Text("it does not answer"))

    hands.port.press(True)
    hands.table.wait(0.1)
    with monkeypatch.context() as patch:
        patch.setattr(BarePort, "pressed", gone)
        patch.setattr(BarePort, "occupancy", gone)
        hands.table.wait(10)
    assert len(asked) <= 11


@pytest.mark.parametrize("gone", [False, True])
def test_a_point_is_chosen_only_while_its_piece_is_seen(
    hands: Fingers, monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    """The piece is taken away unheard just before three seconds are over, or the board is lost."""

    def lost(_: object) -> int:
        raise PortError(Text("its cable is unplugged"))

    hands.move("1", "5")
    hands.open_menu()
    menu = hands.table.state.menu
    assert menu is not None
    (ending,) = [e for e in menu.entries if e.ends and "resign" in str(e.text).lower()]
    assert ending.point is not None
    hands.change(hands.table.match.game.board.names[ending.point], 0.5)
    assert isinstance(hands.port, BarePort)
    with monkeypatch.context() as patch:
        if gone:
            patch.setattr(BarePort, "occupancy", lost)
            patch.setattr(BarePort, "pressed", lost)
        else:
            hands.table.wait(2.2)
            patch.setattr(BarePort, "_report", lambda *_: None)
            hands.port.set(Point(ending.point), not hands.port.occupancy() >> ending.point & 1)
        hands.table.wait(5)
    hands.table.wait(5)
    assert not hands.table.match.over


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (0.3, [Gesture.PRESS]),
        (1.5, [Gesture.HOLD, Gesture.LET_GO]),
        (3.0, [Gesture.HOLD, Gesture.FULL]),
    ],
)
def test_a_hold_that_is_let_go_early_is_a_gesture_of_its_own(
    held: float, expected: list[Gesture]
) -> None:
    button, made, at = GestureButton(0.01), list[Gesture](), 0.0
    button.feed(Button(True, 0.0))
    while at < held:
        at = round(at + 0.05, 3)
        for gesture in button.gestures(at):
            made.append(gesture)
            if gesture is Gesture.HOLD:
                button.goal = 2.5
    button.feed(Button(False, held))
    made.extend(button.gestures(held + 0.1))
    assert made == expected


def test_a_hold_that_has_answered_is_not_let_go() -> None:
    button, made = GestureButton(0.01), list[Gesture]()
    button.feed(Button(True, 0.0))
    made.extend(button.gestures(1.0))  # no goal is set: the hold has acted
    button.feed(Button(False, 1.5))
    made.extend(button.gestures(1.6))
    assert made == [Gesture.HOLD]
