"""The board in a genuine Home Assistant."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import Any

import pytest

from companion.games.registry import make
from tests.bare.system import Machine
from tests.faults.program import Program, at_broker, write_settings
from tests.home.machine import VARIABLE
from tests.remote.mqtt.broker import Mosquitto

_PATIENCE = 60.0
TURN, BRIGHTNESS = "sensor.board_turn", "number.board_brightness"
ALL = {TURN, "sensor.board_game", "sensor.board_result", BRIGHTNESS}
Said = Mapping[str, Any]


class HomeAssistant:
    """A genuine one that is told of a broker. states: those that it has now."""

    def __init__(self, port: int) -> None:
        machine = Machine(Path(os.environ[VARIABLE]))
        shutil.copyfile(Path(__file__).with_name("inside.py"), machine.home("tester") / "inside.py")
        self._process = subprocess.Popen(
            machine.command(f"exec ha/bin/python inside.py $(mktemp -d) {port}"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._new: SimpleQueue[Said] = SimpleQueue()
        self.all: list[Said] = []
        self.states: dict[str, str] = {}
        self._complaints: list[str] = []
        self._threads = [Thread(target=each, daemon=True) for each in (self._read, self._hear)]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                if line.endswith("\n"):  # it is killed in the middle of one
                    self._new.put(json.loads(line))

    def _hear(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            self._complaints.extend(lines)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds of what it has said."""
        while not holds():
            try:
                said = self._new.get(timeout=_PATIENCE)
            except Empty:
                raise AssertionError(f"{self.all} {''.join(self._complaints)}") from None
            self.all.append(said)
            if "entity" in said:
                self.states[said["entity"]] = said["state"]
                if said["state"] is None:
                    del self.states[said["entity"]]

    @property
    def available(self) -> bool:
        """Whether all of the board's entities are there, and say who is to move."""
        return self.states.keys() >= ALL and self.states[TURN] in {"White", "Black"}

    @property
    def warnings(self) -> list[str]:
        """Its warnings about the board."""
        said = [one["warning"] for one in self.all if "warning" in one]
        return [line for line in said if "board" in line]

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(_PATIENCE)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    started = Mosquitto(tmp_path / "broker")
    yield started
    started.kill()


@pytest.fixture
def home(broker: Mosquitto) -> Iterator[HomeAssistant]:
    started = HomeAssistant(broker.port)
    yield started
    started.close()


def _settings(folder: Path, port: int, enabled: bool = True) -> Path:
    home = f'[home_assistant]\nenabled = {str(enabled).lower()}\nnode = "board"\n'
    return write_settings(folder, folder / "games", more=at_broker(port) + home)


def test_the_board_in_home_assistant(
    tmp_path: Path, broker: Mosquitto, home: HomeAssistant
) -> None:
    game = make("solomon")
    settings = _settings(tmp_path, broker.port)
    with Program(settings, "--game", game.name) as program:
        home.until(lambda: home.available)
        begun = len(home.all)
        with program.page(game) as page:
            before = home.states[TURN]
            page.play(Random(1))
            home.until(lambda: home.states[TURN] != before)
            page.send(do="new", game=game.name, options=game.chosen)
            page.until(lambda state: not state["moves"] and state["phase"] == "rest")
            home.until(lambda: home.states[TURN] == before)
        program.kill()
    home.until(lambda: home.states[TURN] == "unavailable")
    with Program(settings, "--game", game.name) as program:
        home.until(lambda: home.available)
        program.stop()
    home.until(lambda: home.states[TURN] == "unavailable")
    turns = [said["state"] for said in home.all[begun:] if said.get("entity") == TURN]
    assert "unknown" not in turns, turns
    with Program(_settings(tmp_path, broker.port, enabled=False), "--game", game.name):
        home.until(lambda: not home.states.keys() & ALL)
    assert not home.warnings
