"""The board in a genuine Home Assistant."""

from __future__ import annotations

import json
import os
import re
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
from companion.remote.home_assistant.home_events import EVENT_TYPES
from companion.remote.home_assistant.told_topics import ToldTopics
from tests.bare.system import Machine
from tests.faults.program import Program, at_broker, write_settings
from tests.home.machine import VARIABLE
from tests.remote.mqtt.broker import Mosquitto, write
from tests.remote.mqtt.test_home import HomeAssistant as Everything

_PATIENCE = 60.0
TURN, BRIGHTNESS = "sensor.board_turn", "number.board_brightness"
EVENT, LAMPS, LAST = "event.board_event", "light.board_lamps", "sensor.board_last_move"
BUTTONS = {f"button.board_{name}" for name in ("hint", "takeback", "new_game")}
ALL = {
    *(TURN, "sensor.board_game", "sensor.board_result", BRIGHTNESS, EVENT, LAMPS, LAST, *BUTTONS),
    *("sensor.board_time_left", "binary_sensor.board_connected", "binary_sensor.board_problem"),
}
DOCS = Path(__file__).parents[2] / "docs/home-assistant.md"
Said = Mapping[str, Any]


class HomeAssistant:
    """A genuine one that is told of a broker, with the automations of the documentation.

    states: those that it has now.
    """

    def __init__(self, port: int) -> None:
        machine = Machine(Path(os.environ[VARIABLE]))
        here = machine.home("tester")
        shutil.copyfile(Path(__file__).with_name("inside.py"), here / "inside.py")
        (here / "automations.yaml").write_text(_documented(), encoding="utf-8")
        self._process = subprocess.Popen(
            machine.command(f"exec ha/bin/python inside.py $(mktemp -d) {port} automations.yaml"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._new: SimpleQueue[Said] = SimpleQueue()
        self.all: list[Said] = []
        self.states: dict[str, str] = {}
        self.attributes: dict[str, Said] = {}
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
                self.attributes[said["entity"]] = said["attributes"]
                if said["state"] is None:
                    del self.states[said["entity"]]

    def call(self, domain: str, service: str, **data: Any) -> None:
        """Call a service."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([domain, service, data]) + "\n")
        self._process.stdin.flush()

    def described(self) -> Said:
        """What it knows of the device."""
        self.call("describe", "")
        name = "Board companion"
        self.until(lambda: any(said.get("device") == name for said in self.all))
        return [said for said in self.all if said.get("device") == name][-1]

    @property
    def events(self) -> list[str]:
        """The types of the board's events so far."""
        told = [said for said in self.all if said.get("entity") == EVENT]
        kinds = [said["attributes"].get("event_type") for said in told if said["state"]]
        times = [said["state"] for said in told if said["state"]]
        return [
            kind
            for kind, at, before in zip(kinds, times, ["", *times], strict=False)
            if kind and at != before and at not in ("unknown", "unavailable")
        ]

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
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(_PATIENCE)


def _documented() -> str:
    """The automations of the documentation, without their heading."""
    found = re.findall(
        r"<!-- automation: \w+ -->\n\n    automation:\n((?:      .*\n)+)", DOCS.read_text("utf-8")
    )
    assert len(found) == 2
    return "".join(found)


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


LAMP = {
    "schema": "json",
    "name": None,
    "unique_id": "table",
    "default_entity_id": "light.table",
    "command_topic": "lamp/set",
    "brightness": True,
    "supported_color_modes": ["brightness"],
    "flash": True,
    "flash_time_short": 2,
    "device": {"identifiers": ["lamp"], "name": "Table"},
}


class Lamp(Everything):
    """A lamp in the room."""

    def until_asked(self, what: bytes) -> None:
        """Wait until something is asked of it."""
        self.heard.until(lambda one: one.topic == LAMP["command_topic"] and what in one.payload)


def test_the_house_answers(tmp_path: Path, broker: Mosquitto, home: HomeAssistant) -> None:
    """Events, buttons, the light, and a lamp in the room that flashes at a win."""
    write(broker, "homeassistant/light/table/config", json.dumps(LAMP).encode())
    lamp = Lamp(broker)
    game = make("solomon")
    settings = _settings(tmp_path, broker.port)
    with Program(settings, "--game", game.name) as program, program.page(game) as page:
        home.until(lambda: home.available and "light.table" in home.states)
        home.until(lambda: any(said.get("automations") for said in home.all))
        device = home.described()
        assert set(device["triggers"]) == set(EVENT_TYPES)
        assert device["model"] == "star"
        page.play(Random(1))
        home.until(lambda: home.states[LAST].startswith("White:"))
        lamp.until_asked(b'"brightness"')
        home.call("button", "press", entity_id="button.board_takeback")
        home.until(lambda: "takeback" in home.events)
        home.call("light", "turn_on", entity_id=LAMPS, brightness_pct=35)
        home.until(lambda: home.states[BRIGHTNESS] == "35")
        home.call("light", "turn_off", entity_id=LAMPS)
        home.until(lambda: home.states[LAMPS] == "off")
        home.call("light", "turn_on", entity_id=LAMPS)
        home.until(lambda: home.states[BRIGHTNESS] == "35")
        home.call("number", "set_value", entity_id=BRIGHTNESS, value=50)
        home.until(lambda: home.attributes[LAMPS].get("brightness") == 128)
        home.call("button", "press", entity_id="button.board_hint")
        page.until(lambda state: bool(state["hint"]))
        page.send(do="resign")
        home.until(lambda: home.events[-1:] == ["won"])
        lamp.until_asked(b'"flash"')
        home.call("button", "press", entity_id="button.board_new_game")
        home.until(lambda: home.events[-1:] == ["began"])
        page.until(lambda state: state["outcome"] == "ongoing")
    lamp.close()
    assert not home.warnings


def test_entities_of_an_earlier_version_keep_their_ids(
    tmp_path: Path, broker: Mosquitto, home: HomeAssistant
) -> None:
    """They are handed over from their own discovery messages to the device's."""
    device = {"identifiers": ["board-companion-board"], "name": "Board companion"}
    for platform, name, renamed in (("sensor", "turn", "dran"), ("number", "brightness", "hell")):
        said = {
            "name": name,
            "unique_id": f"board-companion-board-{name}",
            "default_entity_id": f"{platform}.{renamed}",
            "state_topic": "board-companion/board/state",
            "value_template": f"{{{{ value_json.{name} }}}}",
            "device": device,
        }
        if platform == "number":
            said["command_topic"] = "board-companion/board/brightness/set"
        topic = f"homeassistant/{platform}/board/{name}/config"
        write(broker, topic, json.dumps(said).encode())
    home.until(lambda: home.states.keys() >= {"sensor.dran", "number.hell"})
    settings = _settings(tmp_path, broker.port)
    (tmp_path / "games").mkdir(exist_ok=True)
    ToldTopics(tmp_path / "games").keep(
        ["homeassistant/sensor/board/turn/config", "homeassistant/number/board/brightness/config"]
    )
    with Program(settings, "--game", "solomon"):
        home.until(lambda: home.states.get(LAST) is not None)
        home.until(lambda: home.states["sensor.dran"] == "White")
        home.until(lambda: home.states["number.hell"] == "60")
    assert TURN not in home.states
    assert not home.warnings
