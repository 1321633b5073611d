"""The maker's console: what the button does."""

from __future__ import annotations

import pytest

from companion.device.ports import Button
from companion.maker.console import BoardConsole, Lighting
from companion.maker.inbox import LineEntered
from companion.rules.geometry import STAR
from companion.testing.switches import BareSwitches
from tests.maker.simulated_user import SimulatedUser


@pytest.mark.parametrize(
    ("edges", "presses"),
    [
        ([0.0, 0.1], 1),
        ([0.0, 0.001, 0.002, 0.004, 0.005, 0.1], 1),  # it bounces when it goes down,
        ([0.0, 0.1, 0.101, 0.103], 1),  # and when it comes up
        ([0.0, 0.1, 0.3, 0.4], 2),
    ],
)
def test_a_button_that_bounces_is_one_enter(edges: list[float], presses: int) -> None:
    user = SimulatedUser()
    port = BareSwitches(STAR, user.now)
    console = BoardConsole(
        port, STAR, STAR.names, Lighting(STAR.size, 900, 1.0), 0.02, user, user.screen
    )
    start = user.now()
    with console.open():
        for number, at in enumerate(edges):
            user.put(Button(number % 2 == 0, start + at))
        entered = 0
        while (event := console.next_event(start + 1)) is not None:
            assert event == LineEntered("")
            entered += 1
    assert entered == presses
