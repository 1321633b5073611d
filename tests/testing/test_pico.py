"""The kit's Pico: what is on its drive, and what it leaves behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.device.ports import PicoKind, StripSettings, open_port
from companion.device.ports.simulated import InvalidHandling
from companion.rules.geometry import grid
from companion.testing.circuit import FirmwareBoard
from companion.testing.matrix import Diode
from companion.testing.pico import SIZES, SimulatedPico, firmware, unhurried
from tests.pico.boards import drive


def test_its_drive_has_what_make_firmware_puts_there() -> None:
    files = {path.name: path.read_bytes() for path in firmware().glob("*.*")}
    assert sorted(files) == ["link.py", "pins.py", "shell.py"]
    assert files == {name: (drive() / name).read_bytes() for name in files}


def test_board_that_no_pico_is_under_is_refused() -> None:
    with pytest.raises(InvalidHandling, match="'grid6'; choose from star, grid7, grid8, grid9"):
        SimulatedPico("grid6")


@pytest.mark.parametrize("board", SIZES)
def test_unplugged_pico_leaves_nothing_behind(board: str) -> None:
    with SimulatedPico(board) as pico:
        pico.set(pico.button, True)
        assert Path(pico.device).exists()
        pico.pull()
        assert not Path(pico.device).exists()
        pico.plug()
        folder = Path(pico.device).parent
    assert not folder.exists()


def test_settings_are_the_firmwares_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARD", "mine")
    monkeypatch.delenv("WATCHDOG", raising=False)
    board = FirmwareBoard(
        str(firmware()), {"BOARD": "grid7", "WATCHDOG": "5"}, bytes, lambda *_: None
    )
    assert board.circuit.scanners[0].key_count == SIZES["grid7"]
    assert os.environ["BOARD"] == "mine"
    assert "WATCHDOG" not in os.environ


@pytest.mark.parametrize(("diode", "seen"), [(Diode.GOOD, 1 << 3), (Diode.REVERSED, 0)])
def test_a_grid_whose_diodes_are_turned_round_has_no_switches(
    diode: Diode, seen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    unhurried(monkeypatch)
    pico = SimulatedPico("grid7")
    pico.diodes = dict.fromkeys(range(49), diode)
    with pico:
        settings = PicoKind(device=pico.device, board="grid7")
        port = open_port(settings, StripSettings(route="pico"), grid(7), lambda: 0.0)
        port.open(lambda _: None)
        pico.set(3, True)
        assert port.occupancy() == seen
        port.close()
