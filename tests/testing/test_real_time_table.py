"""A table on the wall clock, over a clock that the test drives."""

from __future__ import annotations

from pathlib import Path

from companion.config import Config
from companion.device.ports.direct_kind import DirectKind
from companion.testing import CapturedStrip, Hands, RealTimeTable, SwitchBank, VirtualTable
from companion.testing.pins import mock_switches
from companion.testing.switches import PinSwitches
from companion.testing.wiring import STAR_SPI

LATENCY = 0.003
"""Seconds from the order to the pin, as of a second microcontroller on USB."""


class World:
    """Time that passes by itself, and pins that follow late."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.late: list[tuple[float, int, bool]] = []

    def sleep(self, seconds: float) -> None:
        self.now += max(seconds, 0.0001)
        self.catch_up()

    def catch_up(self) -> None:
        while self.late and self.late[0][0] <= self.now:
            _, pin, closed = self.late.pop(0)
            self.drive(pin, closed)

    def drive(self, pin: int, closed: bool) -> None:
        raise NotImplementedError


def test_a_board_that_answers_late_is_played_on(tmp_path: Path) -> None:
    world = World()
    with mock_switches() as pins, CapturedStrip():
        world.drive = pins._drive  # type: ignore[method-assign, assignment]
        bank = SwitchBank(
            STAR_SPI, lambda pin, on: world.late.append((world.now + LATENCY, pin, on)), "late"
        )
        with RealTimeTable(
            tmp_path,
            Config(port=DirectKind()),
            real_clock=lambda: world.now,
            sleep=world.sleep,
            switches=lambda _: PinSwitches(bank),
        ) as table:
            table.begin("solomon")
            hands = Hands(table)
            hands.set_up()
            hands.play("14-9")
            hands.play("2x12")
            assert table.texts == ["14-9", "2x12"]
            assert table.now == table.clock()


def test_what_happens_regularly_happens_in_its_time(tmp_path: Path) -> None:
    virtual_table = VirtualTable(tmp_path)
    times: list[float] = []

    def tick() -> float:
        times.append(round(virtual_table.now, 3))
        return 0.25

    virtual_table.begin("solomon")
    start = virtual_table.now
    regular = virtual_table.periodic(tick)
    virtual_table.wait(1.0)
    regular.stop()
    virtual_table.wait(1.0)
    assert times == [round(start + i / 4, 3) for i in range(5)]
