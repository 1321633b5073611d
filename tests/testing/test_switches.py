"""Switches of every kind, and what they refuse."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.base.errors import CompanionError
from companion.config import Config
from companion.device.ports.direct_kind import DirectKind
from companion.device.ports.port import Button, PortError, Report
from companion.device.ports.simulated import InvalidHandling
from companion.rules.geometry import STAR, Point, Sensed
from companion.testing import (
    BareSwitches,
    CapturedStrip,
    Hands,
    PinSwitches,
    SwitchBank,
    VirtualTable,
    mock_switches,
)
from companion.testing.wiring import STAR_SPI


def test_bare_switches_report_what_changes_with_its_time() -> None:
    heard: list[Report] = []
    switches = BareSwitches(STAR, lambda: 7.5, closed=0b101)
    switches.open(heard.append)
    assert switches.occupancy() == 0b101
    switches.set(Point(1), True)
    switches.set(Point(0), False)
    switches.press(True)
    assert switches.occupancy() == 0b110
    assert heard == [Sensed(Point(1), True, 7.5), Sensed(Point(0), False, 7.5), Button(True, 7.5)]


def test_bare_switches_refuse_what_cannot_be() -> None:
    switches = BareSwitches(STAR, lambda: 0.0)
    with pytest.raises(PortError, match="begin a game first"):
        switches.set(Point(0), True)
    switches.open(lambda _: None)
    with pytest.raises(InvalidHandling, match="the switch of point 3 is open already"):
        switches.set(Point(2), False)
    with pytest.raises(ValueError, match="56 bytes does not fit 19 points"):
        switches.show(bytes(56))
    switches.show(bytes(57))
    assert switches.frames == [bytes(57)]
    switches.close()
    with pytest.raises(PortError):
        switches.press(True)


def test_switches_that_are_closed_before_the_game_are_seen(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, bare=True, closed=-1)
    table.begin()
    assert table.port.occupancy() == STAR.full
    assert all(table.state.sensed)


def test_bank_of_switches_knows_points_by_their_names() -> None:
    driven: list[tuple[int, bool]] = []
    bank = SwitchBank(STAR_SPI, lambda pin, closed: driven.append((pin, closed)), "list")
    bank.close("7")
    bank.open("7")
    bank.press()
    bank.release()
    pin = STAR_SPI.switches[6]
    assert driven == [(pin, True), (pin, False), (STAR_SPI.button, True), (STAR_SPI.button, False)]
    with pytest.raises(InvalidHandling, match="there is no point '20'; choose from 1, 2"):
        bank.close("20")


def test_bank_without_a_button_says_so() -> None:
    bank = SwitchBank(replace(STAR_SPI, button=None), lambda *_: None, "none")
    with pytest.raises(InvalidHandling, match="no button"):
        bank.press()


def test_every_change_of_pins_bounces_and_ends_as_it_should() -> None:
    driven: list[tuple[int, bool]] = []
    bank = SwitchBank(STAR_SPI, lambda pin, closed: driven.append((pin, closed)), "list")
    switches = PinSwitches(bank, seed=1)
    for occupied in (True, False):
        driven.clear()
        switches.set(Point(4), occupied)
        assert len(driven) >= 3
        assert {pin for pin, _ in driven} == {STAR_SPI.switches[4]}
        assert driven[-1][1] == driven[0][1] == occupied
        assert switches.occupancy() == occupied << 4
    assert bank.bounce("5", True, Random(0)) % 2 == 1


def test_a_bank_on_pins_has_the_time_of_its_hands(tmp_path: Path) -> None:
    with mock_switches() as bank, CapturedStrip():
        with pytest.raises(InvalidHandling, match="create the hands that use these switches first"):
            bank.chatter("14")
        with VirtualTable(tmp_path, Config(port=DirectKind())) as table:
            table.begin("solomon")
            hands = Hands(table, PinSwitches(bank))
            hands.set_up()
            bank.chatter("14")
            table.wait(5)
            assert "14" in table.state.warning
            with table.power_cut() as again:
                Hands(again, PinSwitches(bank))
                again.wait(5)
                assert "14" in again.state.warning + again.state.message


def test_a_weak_switch_senses_every_other_piece_at_any_pace() -> None:
    driven: list[bool] = []
    bank = SwitchBank(STAR_SPI, lambda _, closed: driven.append(closed), "list")
    bank.weak("9")
    for _ in range(4):
        bank.close("9")
        bank.open("9")
    assert driven == [True, False, True, False]


def test_lamps_that_are_out_of_order_are_seen_so() -> None:
    bank = SwitchBank(STAR_SPI, lambda *_: None, "list")
    bank.unlit("1")
    bank.miscoloured("3")
    orange = (200, 90, 0)
    assert bank.seen([orange] * 19) == [(0, 0, 0), orange, (90, 200, 0), *[orange] * 16]
    bank.mend()
    assert bank.seen([orange] * 19) == [orange] * 19


def test_mending_ends_every_fault() -> None:
    bank = SwitchBank(STAR_SPI, lambda *_: None, "list")
    bank.between("5", "8")
    bank.swapped("1", "2")
    bank.stuck("19")
    assert bank.standing == 1 << STAR.index["5"]
    bank.mend()
    assert bank.sensed == bank.standing
    with pytest.raises(InvalidHandling, match="swapped needs two points, not 5 twice"):
        bank.swapped("5", "5")


@pytest.mark.parametrize("seconds", [-1, math.nan, math.inf])
def test_time_neither_goes_back_nor_stops(tmp_path: Path, seconds: float) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin("solomon")
        with pytest.raises(ValueError, match="choose a number of seconds, 0 or more"):
            table.wait(seconds)


def test_nothing_happens_before_a_game_begins(tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match="no game"):
        VirtualTable(tmp_path).wait(1)
