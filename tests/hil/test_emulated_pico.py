"""What only CircuitPython can show: the firmware on its genuine image, on an emulated RP2040.

`make test-pico UF2=…` runs these tests; without an image they are left out.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import pytest

from companion.device.ports import PicoPort, PortError, PortSettings, StripSettings, open_port
from companion.games.registry import make
from companion.rules.geometry import STAR, grid
from companion.testing.pico import unhurried
from tests import needs
from tests.hil.test_pico_games import game_over
from tests.pico.boards import lay_out, until
from tests.pico.emulated import EmulatedPico, measure

pytestmark = needs.circuitpython.mark

BOARDS = {"star": STAR, "grid7": grid(7), "grid8": grid(8), "grid9": grid(9)}


def opened(board: EmulatedPico) -> PicoPort:
    settings = PortSettings(kind="pico", device=board.device, board=board.board)
    port = open_port(settings, StripSettings(route="pico"), BOARDS[board.board], time.monotonic)
    assert isinstance(port, PicoPort)
    port.open(lambda _: None)
    return port


def answers(port: PicoPort) -> bool:
    with suppress(PortError):
        port.occupancy()
        return True
    return False


def assert_pulses(times: dict[str, list[float]]) -> None:
    """The shortest and the longest pulse are within what a WS2812B takes, by its datasheet."""
    assert 200 <= times["zero"][0] <= times["zero"][1] <= 500
    assert 550 <= times["one"][0] <= times["one"][1] <= 850


@pytest.mark.parametrize("name", BOARDS)
def test_pieces_that_are_there_at_power_on_are_seen(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unhurried(monkeypatch)
    board, size = EmulatedPico(name), BOARDS[name].size
    for switch in (0, 4, size - 1):
        board.set(switch, True)
    with board:
        port = opened(board)
        assert port.occupancy() == 1 | 1 << 4 | 1 << size - 1
        port.close()


def test_a_full_grid_is_seen_at_power_on_and_switch_by_switch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unhurried(monkeypatch)
    board, size = EmulatedPico("grid9", clock="125"), 81
    for switch in range(size):
        board.set(switch, True)
    with board:
        port = opened(board)
        assert port.occupancy() == (1 << size) - 1
        for switch in (0, 40, 80):
            board.set(switch, False)
            assert port.occupancy() == (1 << size) - 1 ^ 1 << switch
            board.set(switch, True)
        port.close()


@pytest.mark.parametrize(
    ("name", "wood", "pulls"), [("solomon", "star", 0.05), ("soli2", "grid9", 0.02)]
)
def test_a_game_goes_on_over_a_pulled_cable(
    name: str, wood: str, pulls: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unhurried(monkeypatch)
    with EmulatedPico(wood) as board:
        assert game_over(board, make(name), tmp_path, pulls, 1).pulled
        assert_pulses(board.order("state")["times"])


def test_the_watchdog_restarts_a_pico_that_hangs(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "drive", "star")
    code = (folder / "code.py").read_text()
    turn = "    shell.turn()\n"
    assert turn in code
    hang = "    if supervisor.ticks_ms() - began > 1000:\n        while True:\n            pass\n"
    start = "shell = Shell()\n"
    assert start in code
    code = code.replace(start, f"import supervisor\n{start}began = supervisor.ticks_ms()\n")
    (folder / "code.py").write_text(code.replace(turn, turn + hang))
    with EmulatedPico("star", folder) as board:
        until(lambda: board.order("resets") > 0)
        frames = board.count()
        until(lambda: board.count() > frames)  # it darkens its lamps when it starts


def test_a_program_that_reads_nothing_does_not_make_the_watchdog_fire(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with EmulatedPico("star") as board:
        with monkeypatch.context() as patched:
            unhurried(patched)
            port = opened(board)
        board.order("listen", False)
        end = board.order("state")["seconds"] + 7  # the watchdog's time is 5 s
        while board.order("state")["seconds"] < end:
            answers(port)
        board.order("listen", True)
        assert board.order("resets") == 0
        until(lambda: answers(port))
        port.close()


def test_a_9x9_board_keeps_up_with_30_frames_a_second(tmp_path: Path) -> None:
    """All times are the Pico's own, so they are the same on every computer."""
    measured = measure(lay_out(tmp_path / "drive", "grid9"), seconds=2)
    assert measured["shown"] == measured["sent"] == measured["frames"]["count"]
    assert measured["sent"] >= 55
    assert measured["frames"]["longest"] < 10
    assert measured["switches"]["longest"] < 15
    assert measured["states"]["longest"] < 15
    assert_pulses(measured["pulses"])
