"""What Home Assistant is told of a board, and what it may ask for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.base.languages import find_language
from companion.base.text import Text
from companion.config import InvalidConfig, parse_config
from companion.protocol.commands import Adjust, New, Resign
from companion.protocol.views import Hello, SettingsView, State, Waiting
from companion.remote.home_assistant.home_messages import OFFLINE, ONLINE, HomeMessages
from companion.remote.home_assistant.home_settings import HomeAssistantSettings
from companion.remote.home_assistant.own_node import own_node
from companion.rules import CompanionError
from companion.testing import Hands, VirtualTable
from tests.base.languages.german import in_german
from tests.remote.home_assistant.documented import DISCOVERY_TOPIC, KINDS

STATE = "board-companion/board/state"


def messages(language: str = "en", **settings: Any) -> HomeMessages:
    chosen = HomeAssistantSettings(enabled=True, **settings).named("board")
    return HomeMessages(chosen, "1.2", find_language([language]).words)


class House:
    """A board, and Home Assistant that hears it."""

    def __init__(self, folder: Path, game: str = "solomon", language: str = "en") -> None:
        self.told = messages(language)
        self.table = VirtualTable(folder)
        self.table.begin(game)
        self.table.session.listen(self._hear)

    def _hear(self, message: object) -> None:
        if isinstance(message, Hello | State | SettingsView | Waiting):
            self.told.hear(message)

    @property
    def now(self) -> dict[str, Any]:
        """What stands about the board."""
        found: dict[str, Any] = json.loads(self.told.standing()[STATE])
        return found


def test_every_configuration_is_as_documented(tmp_path: Path) -> None:
    house = House(tmp_path)
    standing = house.told.standing()
    configs = {topic: said for topic, said in standing.items() if topic.endswith("/config")}
    assert len(configs) == 4
    unique = set()
    for topic, said in configs.items():
        named = re.fullmatch(DISCOVERY_TOPIC, topic)
        assert named is not None, topic
        prefix, kind, node, name = named.groups()
        assert (prefix, node) == ("homeassistant", "board")
        config = msgspec.json.decode(said, type=KINDS[kind])
        unique.add(config.unique_id)
        assert config.state_topic in standing
        assert standing[config.availability_topic] == ONLINE
        value = re.fullmatch(r"\{\{ value_json\.(\w+) \}\}", config.value_template)
        assert value is not None
        assert value[1] == name
        assert name in house.now
    assert len(unique) == 4
    assert house.told.will == ("board-companion/board/availability", OFFLINE)


def test_attributes_are_there(tmp_path: Path) -> None:
    house = House(tmp_path)
    named = [
        re.findall(r"'(\w+)': value_json\.(\w+)", str(json.loads(said)))
        for topic, said in house.told.standing().items()
        if topic.endswith("/config")
    ]
    pairs = [pair for found in named for pair in found]
    assert len(pairs) == 3
    assert all(name == key and key in house.now for name, key in pairs)


def test_turn_game_and_result_are_told(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.now == {
        "turn": "White",
        "seat": 0,
        "computer": False,
        "game": "Solomon",
        "result": None,
        "outcome": "ongoing",
        "brightness": 60,
    }
    house.table.say(Resign())
    told = house.now
    assert (told["turn"], told["seat"]) == (None, None)
    assert (told["result"], told["outcome"]) == ("Black wins", "win 1")


def test_people_are_called_by_their_names(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.table.say(New("solomon", computers={1: "easy"}, players={0: "Anna"}))
    assert house.now["turn"] == "Anna"
    Hands(house.table).set_up()
    Hands(house.table).play("14-12")
    assert house.now["turn"] == "Black"
    assert house.now["computer"] is True


@pytest.mark.parametrize(
    ("outcome", "said"),
    [("draw", "Draw"), ("won", "Solved!"), ("lost", "Lost"), ("win 0", "White wins")],
)
def test_each_ending_is_told(tmp_path: Path, outcome: str, said: str) -> None:
    house = House(tmp_path)
    state = msgspec.structs.replace(house.table.state, outcome=outcome, turn=None)
    house.told.hear(state)
    assert house.now["result"] == said


def test_the_house_is_told_in_its_language(tmp_path: Path) -> None:
    house = House(tmp_path, language="de")
    assert house.now["turn"] == in_german(Text("White"))
    config = json.loads(house.told.standing()["homeassistant/sensor/board/turn/config"])
    assert config["name"] == in_german(Text("Turn"))


def test_without_a_board_nothing_is_told_of_a_game(tmp_path: Path) -> None:
    told = messages()
    assert told.standing() == {}
    house = House(tmp_path)
    house.told.hear(Waiting(Text("no board")))
    assert house.now["turn"] is None
    assert house.now["game"] is None
    assert house.now["brightness"] == 60


def test_the_brightness_that_is_asked_for_is_set_and_told(tmp_path: Path) -> None:
    house = House(tmp_path)
    asked = house.told.asked(b"35")
    assert asked == Adjust("lights.brightness", 0.35)
    house.table.say(asked)
    assert house.now["brightness"] == 35
    assert house.table.session.current.config.lights.brightness == 0.35


@pytest.mark.parametrize(
    ("message", "value"), [(b"0", 0.0), (b"100", 1.0), (b"35.0", 0.35), (b" 7 ", 0.07)]
)
def test_percents_are_read(message: bytes, value: float) -> None:
    assert messages().asked(message) == Adjust("lights.brightness", value)


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"101",
        b"-1",
        b"nan",
        b"inf",
        b"ON",
        b"\xff",
        "٣".encode(),
        b"1" * 5000,
        b"{}",
        b"1e400",
    ],
)
def test_what_is_no_percent_is_ignored(message: bytes) -> None:
    assert messages().asked(message) is None


def test_the_board_has_its_own_name(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.table.say(Adjust("page.title", "Attic"))
    config = json.loads(house.told.standing()["homeassistant/number/board/brightness/config"])
    assert config["device"]["name"] == "Attic"


def test_prefix_and_node_can_be_chosen(tmp_path: Path) -> None:
    told = messages(prefix="ha/discovery", node="attic")
    house = House(tmp_path)
    told.hear(house.table.session.current.settings.view)
    topics = told.standing()
    assert "ha/discovery/sensor/attic/game/config" in topics
    assert all("attic" in topic for topic in topics)
    assert told.command == "board-companion/attic/brightness/set"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("prefix = 'a b'", "home_assistant.prefix is 'a b'"),
        ("prefix = ''", "home_assistant.prefix is ''"),
        ("prefix = '#'", "such as 'homeassistant'"),
        ("prefix = '$SYS'", "such as 'homeassistant'"),
        ("node = 'my board'", "home_assistant.node is 'my board'"),
        ("node = '%s'" % ("x" * 41), "at most 40 letters"),
        ("enabled = 1", "home_assistant.enabled"),
        ("nodes = 'x'", "did you mean 'node'?"),
    ],
)
def test_settings_that_make_no_sense(line: str, said: str) -> None:
    with pytest.raises(CompanionError) as caught:
        parse_config(f"[home_assistant]\n{line}\n")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, InvalidConfig | ValueError)


def test_it_is_off_unless_it_is_wanted() -> None:
    assert not parse_config("").home_assistant.enabled


@pytest.mark.parametrize("name", ["None", "unknown", "Unavailable"])
def test_a_player_whose_name_is_no_state_is_quoted(tmp_path: Path, name: str) -> None:
    house = House(tmp_path)
    house.table.say(New("solomon", players={0: name}))
    assert house.now["turn"] == f"“{name}”"


def test_ids_of_entities_do_not_depend_on_the_language(tmp_path: Path) -> None:
    house = House(tmp_path)
    told = [
        msgspec.json.decode(said)
        for topic, said in house.told.standing().items()
        if topic.endswith("/config")
    ]
    assert {one["default_entity_id"] for one in told} == {
        "sensor.board_turn",
        "sensor.board_game",
        "sensor.board_result",
        "number.board_brightness",
    }


def test_each_board_has_a_node_of_its_own(tmp_path: Path) -> None:
    machines = [tmp_path / "one", tmp_path / "two", tmp_path / "missing"]
    for machine in machines[:2]:
        machine.write_text(machine.name * 10 + "\n", encoding="utf-8")
    nodes = {own_node(tmp_path / folder, machine) for machine in machines for folder in ("a", "b")}
    assert len(nodes) == 6
    assert all(re.fullmatch(r"board-[0-9a-f]{6}", node) for node in nodes)
    assert own_node(tmp_path / "a", machines[0]) == own_node(tmp_path / "a", machines[0])
    HomeAssistantSettings().named(nodes.pop()).check()
    assert HomeAssistantSettings(node="attic").named("board").node == "attic"


def test_whatever_comes_between_a_greeting_and_its_state_tells_nothing_unknown(
    tmp_path: Path,
) -> None:
    house = House(tmp_path)
    heard: list[object] = []
    house.table.session.listen(heard.append)
    house.table.say(New("solomon", players={0: "Anna"}))
    (hello,) = [one for one in heard if isinstance(one, Hello)][-1:]
    house.told.hear(hello)
    house.told.hear(house.table.session.current.settings.view)
    assert house.now["turn"] == "Anna"


def test_the_state_is_published_before_the_board_is_announced(tmp_path: Path) -> None:
    topics = list(House(tmp_path).told.standing())
    assert topics[0] == STATE
    assert topics[-1] == "board-companion/board/availability"
