"""A simulated board with faults, and what the program makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config
from companion.device.ports.claims import InvalidWiring
from companion.device.ports.direct_kind import DirectKind
from companion.device.ports.port import PortError, lamp_trouble_of
from companion.device.ports.simulated_kind import SimulatedKind, with_faults
from companion.protocol.views import Shining
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


def lit(table: VirtualTable) -> dict[str, str]:
    """The colours of the lamps on the page, without those that are dark."""
    pieces = table.port.pieces
    assert pieces is not None
    colours = [pieces.frame[3 * n : 3 * n + 3].hex() for n in range(STAR.size)]
    return {name: rgb for name, rgb in zip(STAR.names, colours, strict=True) if rgb != "000000"}


@pytest.mark.parametrize("fault", ["unlit", "miscoloured"])
def test_a_faulty_lamp_is_seen_on_board_and_page_for_as_long_as_it_lasts(
    tmp_path: Path, fault: str
) -> None:
    with table(tmp_path, f"{fault}:14@20s-40s") as on:
        on.begin("solomon")
        heard: list[object] = []
        on.session.listen(heard.append)
        hands = Hands(on)
        hands.set_up()
        hands.lift("14")
        on.wait(1)
        before = lit(on)
        assert before["14"]

        def shining() -> dict[int, str]:
            (*_, last) = (one for one in heard if isinstance(one, Shining))
            return {point: rgb for shine in last.shines for point, rgb in shine.lamps}

        point = STAR.index["14"]
        red, green, blue = (before["14"][at : at + 2] for at in (0, 2, 4))
        wrong = "000000" if fault == "unlit" else f"{green}{red}{blue}"
        sound = shining()[point]
        on.wait(25)
        assert lit(on).get("14", "000000") == wrong
        assert {name: rgb for name, rgb in lit(on).items() if name != "14"} == {
            name: rgb for name, rgb in before.items() if name != "14"
        }
        assert shining()[point] != sound
        on.wait(20)
        assert lit(on) == before
        assert shining()[point] == sound
        hands.put("12")
        on.wait(1)
        assert on.texts == ["14-12"]
