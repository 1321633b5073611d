"""A simulated board with faults, and what the program makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config
from companion.device.ports.claims import InvalidWiring
from companion.device.ports.direct_kind import DirectKind
from companion.device.ports.port import PortError, lamp_trouble_of
from companion.device.ports.simulated_kind import SimulatedKind, with_faults
from companion.rules.geometry import STAR
from companion.testing import Hands, VirtualTable


def table(tmp_path: Path, *faults: str) -> VirtualTable:
    return VirtualTable(tmp_path, Config(port=SimulatedKind(faults=faults)))


def test_a_board_in_order_has_no_wrapper(tmp_path: Path) -> None:
    with table(tmp_path, "stuck:9@1000s") as faulty, table(tmp_path / "other") as sound:
        for each in (faulty, sound):
            each.begin("solomon")
            hands = Hands(each)
            hands.set_up()
            hands.play("14-12")
        assert faulty.texts == sound.texts
        assert faulty.frames[-1] == sound.frames[-1]


def test_a_stuck_switch_is_noticed_when_it_sticks(tmp_path: Path) -> None:
    with table(tmp_path, "stuck:9@30s") as on:
        on.begin("solomon")
        Hands(on).set_up()
        on.wait(20)
        assert on.state.tone != "wrong"
        on.wait(20)
        assert "9" in on.state.message
        assert on.port.occupancy() >> STAR.index["9"] & 1


def test_a_cable_that_is_out_for_a_while_loses_nothing(tmp_path: Path) -> None:
    with table(tmp_path, "unplugged@10s-20s") as on:
        on.begin("solomon")
        hands = Hands(on)
        hands.set_up()
        on.wait(10)
        with pytest.raises(PortError, match="the cable of the board is out"):
            on.port.occupancy()
        assert lamp_trouble_of(on.port)
        before = len(on.texts)
        hands.lift("14")
        hands.put("12")
        on.wait(3)
        assert len(on.texts) == before
        on.wait(10)
        assert on.texts == ["14-12"]
        assert not lamp_trouble_of(on.port)


def test_faults_are_for_simulated_boards() -> None:
    port = with_faults(SimulatedKind(faults=("dead:5",)), ("stuck:9",))
    assert port == SimulatedKind(faults=("dead:5", "stuck:9"))
    with pytest.raises(InvalidWiring, match="--fault is for a simulated board"):
        with_faults(DirectKind(), ("stuck:9",))
