"""The genuine rpi-lgpio, the RPi.GPIO of Bookworm and of a Pi 5, over the kit's model of lgpio."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.config import Config
from companion.device.ports.direct_kind import DirectKind
from companion.device.ports.lamp_route import NoLamps
from companion.testing import Hands, PinSwitches, VirtualTable
from companion.testing.lgpio_pins import SimulatedLgpio
from companion.testing.pins import rpi_lgpio_switches
from companion.testing.switches import SwitchBank
from tests import needs

pytestmark = needs.rpi_lgpio.mark

FIRST = 2
"""The GPIO number of point 1."""


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def bank(clock: Time) -> Iterator[SwitchBank]:
    before = dict(sys.modules)
    with rpi_lgpio_switches(clock=clock) as switches:
        yield switches
    assert "RPi.GPIO" not in sys.modules or sys.modules["RPi.GPIO"] is before.get("RPi.GPIO")
    assert sys.modules.get("lgpio") is before.get("lgpio")


@pytest.fixture
def gpio(bank: SwitchBank) -> Any:  # noqa: ARG001 - it has to be there first
    import RPi.GPIO as GPIO

    return GPIO


def test_it_is_the_genuine_library(gpio: Any) -> None:
    assert gpio.RPI_INFO["TYPE"] == "Pi 4 Model B"
    assert Path(gpio.__file__).name == "__init__.py"


def test_levels_are_read_and_edges_are_heard(bank: SwitchBank, gpio: Any) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(FIRST, gpio.IN, gpio.PUD_UP)
    assert gpio.input(FIRST) == 1
    heard: list[int] = []
    gpio.add_event_detect(FIRST, gpio.FALLING, heard.append)
    bank.close("1")
    assert gpio.input(FIRST) == 0
    bank.open("1")
    bank.close("1")
    assert heard == [FIRST, FIRST]
    assert gpio.event_detected(FIRST)
    gpio.remove_event_detect(FIRST)
    bank.open("1")
    bank.close("1")
    assert heard == [FIRST, FIRST]


def test_a_bounce_is_one_edge_with_a_bouncetime(bank: SwitchBank, gpio: Any, clock: Time) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(FIRST, gpio.IN, gpio.PUD_UP)
    heard: list[int] = []
    gpio.add_event_detect(FIRST, gpio.BOTH, heard.append, bouncetime=10)
    for act in (bank.close, bank.open, bank.close):
        act("1")
        clock.now += 0.002
    assert heard == []
    clock.now += 0.02
    assert gpio.input(FIRST) == 0
    assert heard == [FIRST]


def test_what_it_refuses(gpio: Any) -> None:
    with pytest.raises(RuntimeError, match="Please set pin numbering mode"):
        gpio.setup(FIRST, gpio.IN)
    gpio.setmode(gpio.BCM)
    with pytest.raises(ValueError, match="A different mode has already been set"):
        gpio.setmode(gpio.BOARD)
    with pytest.raises(RuntimeError, match=r"You must setup\(\) the GPIO channel first"):
        gpio.input(4)
    gpio.setup(FIRST, gpio.IN, gpio.PUD_UP)
    gpio.add_event_detect(FIRST, gpio.RISING)
    with pytest.raises(RuntimeError, match=r"(?i)conflicting edge"):
        gpio.add_event_detect(FIRST, gpio.FALLING)


def test_a_pin_of_another_program_is_busy(gpio: Any) -> None:
    lgpio: Any = sys.modules["lgpio"]
    assert isinstance(lgpio, SimulatedLgpio)
    lgpio.busy.add(FIRST)
    gpio.setmode(gpio.BCM)
    with pytest.raises(lgpio.error, match="GPIO busy"):
        gpio.setup(FIRST, gpio.IN)


def test_a_game_is_played_through_gpiozero(bank: SwitchBank, tmp_path: Path) -> None:
    with VirtualTable(
        tmp_path, Config(port=DirectKind(), strip=NoLamps()), switches=lambda _: PinSwitches(bank)
    ) as table:
        table.begin("solomon")
        hands = Hands(table)
        hands.set_up()
        hands.play("14-12")
        assert table.texts == ["14-12"]
