"""The example for an Arduino: its protocol by the vectors, its sketch in a game, and compiled."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.config import Config
from companion.device.ports import StripSettings
from companion.device.ports.port import notice_of
from companion.device.ports.port_kinds import PortSettings
from companion.testing import Hands, PicoSwitches, VirtualTable
from companion.testing.pico import unhurried
from tests import needs
from tests.pico.arduino_board import CORE, SKETCH, STAR, WARNINGS, Arduino, LinkBoard
from tests.pico.vectors import FILE, complaints

CONVERSATIONS: list[dict[str, Any]] = json.loads(FILE.read_text())["conversations"]
README = (SKETCH.parent / "README.md").read_text(encoding="utf-8")


@needs.cpp_compiler.mark
@pytest.mark.parametrize("talk", CONVERSATIONS, ids=lambda talk: str(talk["name"]))
def test_its_end_of_the_protocol_is_that_of_the_vectors(talk: dict[str, Any]) -> None:
    assert list(complaints(LinkBoard(talk["switches"]), talk["steps"])) == []


@needs.cpp_compiler.mark
def test_a_frame_is_shown_when_no_message_is_being_received() -> None:
    board = LinkBoard(19)
    board.wait(100)
    board.hear(b"H1*28a7d7c8\n")
    board.shown.clear()
    for byte in b"F2aACgAACgA*e8c1c689\nS0":
        board._calls.probe_receive(byte)
    board._calls.probe_tick()
    assert board.shown == []
    board.wait(5)
    assert board.shown == [bytes.fromhex("002800002800")]


@needs.cpp_compiler.mark
def test_a_game_is_played_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unhurried(monkeypatch)
    with Arduino() as board:
        port = PortSettings(kind="pico", device=board.device, board="star", baud=115_200)
        config = Config(port=port, strip=StripSettings(route="pico"))
        with VirtualTable(tmp_path, config) as table:
            table.begin("solomon")
            hands = Hands(table, PicoSwitches(table, board))
            hands.set_up()
            hands.play("14-12")
            hands.play("5-8")
            assert table.texts == ["14-12", "5-8"]
            assert any(colour != (0, 0, 0) for colour in board.pixels(19))
            # It is not this project's firmware, so nobody is told to copy that to it.
            assert notice_of(table.port) == ""
        assert set(board.pixels(19)) == {(0, 0, 0)}


@needs.avr_compiler.mark
@pytest.mark.parametrize("chip", ["atmega2560", "atmega328p"])
def test_it_compiles_for_an_arduino(chip: str, tmp_path: Path) -> None:
    compiler = needs.avr_compiler()
    options = ["-std=gnu++11", "-Os", f"-mmcu={chip}", "-fno-exceptions", *WARNINGS]
    paths = [f"-I{SKETCH}", f"-I{CORE}", "-include", "Arduino.h", "-x", "c++"]
    for source in ("board_link.cpp", "board.ino"):
        made = tmp_path / f"{source}.o"
        command = [compiler, *options, *paths, "-c", str(SKETCH / source), "-o", str(made)]
        subprocess.run(command, check=True)
        assert made.stat().st_size > 0


def test_the_readme_has_the_pins_of_the_sketch() -> None:
    sketch = (SKETCH / "board.ino").read_text(encoding="utf-8")
    (switches,) = re.findall(r"SWITCHES\[\] = \{([^}]*)\}", sketch)
    numbers = [int(pin) for pin in switches.split(",")]
    (button,) = re.findall(r"BUTTON = (\d+);", sketch)
    (lamps,) = re.findall(r"LAMPS = (\d+);", sketch)
    assert (*numbers, int(button)) == STAR
    rows = dict(re.findall(r"^\| (.+) \| ([\d to]+)(?:, .*)? \|$", README, re.MULTILINE))
    assert rows == {
        "points 1 to 19": f"{numbers[0]} to {numbers[-1]}",
        "the button": button,
        "the lamps": lamps,
    }
    assert f"baud = {re.findall(r'BAUD = ([0-9]+)', sketch)[0]}" in README
