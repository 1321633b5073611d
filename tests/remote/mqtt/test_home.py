"""Home Assistant's broker: what stands there, what is set there, and a broker that is not there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.base.languages import find_language
from companion.base.text import Text
from companion.config import parse_config
from companion.protocol.commands import Command, Resign
from companion.remote.home_assistant.home_link import HomeLink, _Subscriber
from companion.remote.home_assistant.home_messages import Heard as HomeAssistantHears
from companion.remote.home_assistant.home_messages import HomeMessages
from companion.remote.home_assistant.home_removal import HomeRemoval
from companion.remote.home_assistant.home_settings import HomeAssistantSettings
from companion.remote.home_assistant.told_topics import ToldTopics
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.pace import Pace
from companion.testing import VirtualTable
from tests.ports import free_port
from tests.remote.mqtt.broker import Mosquitto, password_file, write
from tests.remote.mqtt.people import Reports

QUICK = Pace(first=0.02, most=0.1)
AVAILABLE = "board-companion/board/availability"
STATE = "board-companion/board/state"
EVENT = "board-companion/board/event"
SET = "board-companion/board/brightness/set"


@dataclass(frozen=True)
class Heard:
    """A message at the broker."""

    topic: str
    payload: bytes
    retained: bool


class HomeAssistant:
    """Somebody who hears everything, as Home Assistant does."""

    def __init__(self, broker: Mosquitto) -> None:
        self.heard: Reports[Heard] = Reports()
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_message = self._hear
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()

    def _hear(self, client: Client, data: Any, message: MQTTMessage) -> None:
        self.heard(Heard(message.topic, bytes(message.payload), message.retain))

    def until(self, topic: str, **wanted: Any) -> Heard:
        """Wait for a message in JSON with such members."""

        def fits(one: Heard) -> bool:
            if one.topic != topic:
                return False
            said = json.loads(one.payload)
            return all(said[name] == value for name, value in wanted.items())

        return self.heard.until(fits)

    def until_available(self, said: bytes) -> None:
        self.heard.until(lambda one: one.topic == AVAILABLE and one.payload == said)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def house(broker: Mosquitto) -> Iterator[HomeAssistant]:
    house = HomeAssistant(broker)
    yield house
    house.close()


class Board:
    """A board that Home Assistant is told of."""

    def __init__(self, broker: RemoteSettings, folder: Path, **settings: Any) -> None:
        self.said: Reports[Text] = Reports()
        self.asked: SimpleQueue[Command] = SimpleQueue()
        told = HomeMessages(
            HomeAssistantSettings(enabled=True, **settings).named("board"),
            "1.2",
            find_language(["en"]).words,
            lambda: 0.0,
        )
        self.table = VirtualTable(folder)
        self.link = HomeLink(broker, told, self.asked.put, self.said, QUICK, ToldTopics(folder))
        self.table.begin("solomon")
        self.table.session.listen(self.link.hear)

    def obey(self) -> None:
        """Carry out what is asked next."""
        self.table.say(self.asked.get(timeout=60))

    def close(self) -> None:
        self.link.close()
        assert self.link.join(30)


def test_a_board_is_found_followed_and_dimmed(
    broker: Mosquitto, house: HomeAssistant, tmp_path: Path
) -> None:
    write(broker, SET, b"5", retain=True)  # of long ago
    board = Board(RemoteSettings(host="127.0.0.1", port=broker.port), tmp_path / "games")
    house.until(STATE, turn="White", brightness=60, game="Solomon")
    house.until_available(b"online")
    late = HomeAssistant(broker)  # has just been started again
    config = "homeassistant/device/board/config"
    late.heard.until(lambda _: {config, STATE} <= {one.topic for one in late.heard.all})
    stands = {one.topic: one for one in late.heard.all}
    assert stands[config].retained
    told = json.loads(stands[config].payload)["components"]
    assert told["brightness"]["command_topic"] == SET
    assert json.loads(stands[STATE].payload)["turn"] == "White"
    late.close()

    board.table.say(Resign())
    house.until(STATE, result="Black wins", outcome="win 1", turn=None)
    ended = house.until(EVENT, event_type="won", player="Black")
    assert not ended.retained
    for nonsense in (b"bright", b"400", b""):
        write(broker, SET, nonsense, retain=False)
    write(broker, SET, b"35", retain=False)
    board.obey()
    house.until(STATE, brightness=35)
    assert board.asked.empty()
    board.close()
    house.until_available(b"offline")


def test_a_broker_that_ends_is_told_everything_when_it_is_back(
    broker: Mosquitto, tmp_path: Path
) -> None:
    board = Board(RemoteSettings(host="127.0.0.1", port=broker.port), tmp_path / "games")
    house = HomeAssistant(broker)
    house.until_available(b"online")
    house.close()
    broker.kill()
    assert "is lost" in board.said.until(Text)
    board.table.say(Resign())  # the game goes on
    assert board.table.state.outcome == "win 1"
    broker.forget()
    broker.start()
    house = HomeAssistant(broker)
    house.until(STATE, outcome="win 1")
    house.until_available(b"online")
    house.close()
    board.close()
    assert [one for one in house.heard.all if one.topic == EVENT] == []  # it is over by now


def test_a_missing_broker_is_said_in_one_line(tmp_path: Path) -> None:
    port = free_port()
    board = Board(RemoteSettings(host="127.0.0.1", port=port), tmp_path)
    said = board.said.until(Text)
    assert said == (
        f"Home Assistant is not told anything: no broker runs at 127.0.0.1:{port}; check "
        "remote.host and remote.port"
    )
    board.table.say(Resign())
    assert board.table.state.outcome == "win 1"
    board.close()
    assert board.said.drain() == []  # once, however often it is tried


def test_a_wrong_password_is_said_in_one_line(tmp_path: Path) -> None:
    passwords = password_file(tmp_path, "anna", "right")
    secret = tmp_path / "secret"
    secret.write_text("wrong\n", encoding="utf-8")
    broker = Mosquitto(tmp_path, f"password_file {passwords}", "allow_anonymous false")
    settings = RemoteSettings(
        host="127.0.0.1", port=broker.port, user="anna", password_file=str(secret)
    )
    board = Board(settings, tmp_path / "games")
    said = board.said.until(Text)
    assert "refuses the user or the password; check remote.user" in said
    assert "\n" not in said
    board.close()
    broker.kill()


def test_the_command_announces_its_board(
    broker: Mosquitto, house: HomeAssistant, tmp_path: Path
) -> None:
    config = tmp_path / "board.toml"
    config.write_text(
        f"[remote]\nhost = '127.0.0.1'\nport = {broker.port}\n"
        "[home_assistant]\nenabled = true\nnode = 'board'\n"
        f"[journal]\ndirectory = '{tmp_path / 'games'}'\n",
        encoding="utf-8",
    )
    assert parse_config(config.read_bytes()).home_assistant.enabled
    command = [sys.executable, "-m", "companion", "play", "-c", str(config), "--no-page"]
    with subprocess.Popen(command, env=os.environ | {"LANG": "C"}) as program:
        house.until(STATE, turn="White", brightness=60)
        write(broker, SET, b"35", retain=False)
        house.until(STATE, brightness=35)
        program.send_signal(signal.SIGINT)
        house.until_available(b"offline")
        assert program.wait(60) == 0
    said = config.read_text(encoding="utf-8")
    config.write_text(said.replace("enabled = true", "enabled = false"), encoding="utf-8")
    with subprocess.Popen(command, env=os.environ | {"LANG": "C"}) as program:
        house.until_available(b"")  # and the topics before it
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 0
    assert retained(broker) == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("remote", "said"),
    [
        ("", "no broker is configured"),
        ("[remote]\nhost = '127.0.0.1'\nport = 1\n", "no broker runs at 127.0.0.1:1"),
    ],
)
def test_the_game_begins_all_the_same(tmp_path: Path, remote: str, said: str) -> None:
    config = tmp_path / "board.toml"
    config.write_text(
        f"{remote}[home_assistant]\nenabled = true\n"
        f"[journal]\ndirectory = '{tmp_path / 'games'}'\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-u", "-m", "companion", "play", "-c", str(config), "--no-page"]
    with subprocess.Popen(
        command, env=os.environ | {"LANG": "C"}, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        lines: list[str] = []
        for line in program.stdout:
            lines.append(line)
            warned = [one for one in lines if one.startswith("Warning: Home Assistant")]
            if warned and any("Press Ctrl-C" in one for one in lines):
                break
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 0
    assert len(warned) == 1
    assert said in warned[0]
    assert any("begins on the simulated board" in line for line in lines)


def test_the_will_of_an_old_connection_is_contradicted(
    broker: Mosquitto, house: HomeAssistant, tmp_path: Path
) -> None:
    board = Board(RemoteSettings(host="127.0.0.1", port=broker.port), tmp_path / "games")
    house.until_available(b"online")
    write(broker, AVAILABLE, b"offline")  # of the run before a power cut, 45 s late
    house.until_available(b"offline")
    house.until_available(b"online")
    assert board.said.drain() == []
    board.close()
    house.until_available(b"offline")


def test_a_new_game_never_passes_through_an_unknown_state(
    broker: Mosquitto, house: HomeAssistant, tmp_path: Path
) -> None:
    board = Board(RemoteSettings(host="127.0.0.1", port=broker.port), tmp_path / "games")
    house.until_available(b"online")
    for name, title in (("nim", "Solomon Nim"), ("halma", "Pythagoreic Halma")) * 5:
        board.table.begin(name)
        house.until(STATE, game=title)
    told = [json.loads(one.payload) for one in house.heard.all if one.topic == STATE]
    assert [one for one in told if one["game"] is None] == []
    board.close()


def test_a_second_board_on_one_node_is_said(broker: Mosquitto, tmp_path: Path) -> None:
    settings = RemoteSettings(host="127.0.0.1", port=broker.port)
    first = Board(settings, tmp_path / "one")
    house = HomeAssistant(broker)
    house.until_available(b"online")
    second = Board(settings, tmp_path / "two")
    said = first.said.until(Text)
    assert said == (
        "another board is shown in Home Assistant as 'board', too: give each a "
        "home_assistant.node of its own"
    )
    assert second.said.until(Text) == said
    for one in (second, first):
        one.close()
    house.close()


def test_a_broker_that_forbids_topics_is_left_alone_longer_and_longer(tmp_path: Path) -> None:
    rules = tmp_path / "acl"
    rules.write_text("topic read #\n", encoding="utf-8")
    broker = Mosquitto(tmp_path, f"acl_file {rules}")
    begun: list[int] = []
    tried: Reports[float] = Reports()

    @dataclass(frozen=True)
    class Watched(Pace):
        def pauses(self, rng: Random) -> Iterator[float]:
            begun.append(1)
            for pause in super().pauses(rng):
                tried(pause)
                yield pause

    settled = HomeAssistantSettings(enabled=True, node="board")
    told = HomeMessages(settled, "1.2", find_language(["en"]).words, lambda: 0.0)
    said: Reports[Text] = Reports()
    settings = RemoteSettings(host="127.0.0.1", port=broker.port)
    link = HomeLink(settings, told, lambda _: None, said, Watched(first=0.02, most=0.3))
    with VirtualTable(tmp_path / "games") as table:
        table.begin("solomon")
        table.session.listen(link.hear)
        tried.until(lambda pause: pause > 0.15)
    link.close()
    assert link.join(30)
    assert len(begun) == 1
    assert len(said.drain()) == 1
    broker.kill()


def retained(broker: Mosquitto) -> set[str]:
    """The topics at which something is kept."""
    write(broker, "the/start", b"!")
    house = HomeAssistant(broker)
    house.heard.until(lambda one: one.topic == "the/start")  # it has subscribed
    write(broker, "the/end", b"!", retain=False)
    house.heard.until(lambda one: one.topic == "the/end")
    house.close()
    return {one.topic for one in house.heard.all if one.retained and one.payload} - {"the/start"}


def test_what_is_renamed_leaves_nothing(
    broker: Mosquitto, house: HomeAssistant, tmp_path: Path
) -> None:
    write(broker, "board-companion/other/availability", b"online")
    settings = RemoteSettings(host="127.0.0.1", port=broker.port)
    board = Board(settings, tmp_path)
    house.until_available(b"online")
    board.close()
    assert len([topic for topic in retained(broker) if "/board/" in topic]) == 5
    board = Board(settings, tmp_path, node="attic")
    house.until_available(b"")  # in the end
    board.close()
    left = retained(broker)
    assert [topic for topic in left if "/board/" in topic] == []
    assert len([topic for topic in left if "/attic/" in topic]) == 5
    assert "board-companion/other/availability" in left
    assert all("/attic/" in topic for topic in ToldTopics(tmp_path).topics)


def test_what_is_disabled_leaves_nothing(
    broker: Mosquitto, house: HomeAssistant, tmp_path: Path
) -> None:
    settings = RemoteSettings(host="127.0.0.1", port=broker.port)
    board = Board(settings, tmp_path)
    house.until_available(b"online")
    board.close()
    gone = HomeRemoval(settings, ToldTopics(tmp_path), QUICK)
    assert gone.join(30)  # it leaves by itself
    assert retained(broker) == set()
    assert ToldTopics(tmp_path).topics == ()


def test_another_board_on_the_node_puts_back_what_was_removed(
    broker: Mosquitto, tmp_path: Path
) -> None:
    settings = RemoteSettings(host="127.0.0.1", port=broker.port)
    former = Board(settings, tmp_path / "one")
    house = HomeAssistant(broker)
    house.until_available(b"online")
    former.close()
    board = Board(settings, tmp_path / "two")
    house.until_available(b"offline")
    house.until_available(b"online")
    gone = HomeRemoval(settings, ToldTopics(tmp_path / "one"), QUICK)
    assert gone.join(30)
    house.until_available(b"")
    house.until_available(b"online")
    while len(retained(broker)) < 5:  # the others follow
        pass
    assert len(retained(broker)) == 5
    board.close()
    house.close()


@pytest.mark.parametrize(
    "contents",
    [b"", b"{", b"[]", b'{"topics":[1]}', b'{"topics":["#","a/b","board-companion/+","x/config"]}'],
)
def test_a_damaged_list_of_topics_clears_nothing(tmp_path: Path, contents: bytes) -> None:
    (tmp_path / "home-assistant.json").write_bytes(contents)
    assert ToldTopics(tmp_path).topics == ()


@pytest.mark.parametrize("denial", [b"offline", b"x", b"online "])
def test_a_flood_of_denials_is_answered_once_a_second(tmp_path: Path, denial: bytes) -> None:
    settings = HomeAssistantSettings(enabled=True, node="board")
    messages = HomeMessages(settings, "1.2", find_language(["en"]).words, lambda: 0.0)
    again: list[str] = []
    own = _Subscriber(messages, lambda _: None, lambda _: None, again.append, lambda *_: None, None)
    with VirtualTable(tmp_path) as table:
        table.begin("solomon")
        table.session.listen(
            lambda one: own.take(one) if isinstance(one, HomeAssistantHears) else None
        )
    for _ in range(1000):
        own.hear(AVAILABLE, denial, False)
    own.tick()
    own.tick()
    assert again == [AVAILABLE]
    for _ in range(1000):
        own.hear(AVAILABLE, b"", False)
    own.tick()
    assert again[1:] == list(own.standing)


def test_what_an_earlier_version_announced_is_handed_over_and_cleared(
    broker: Mosquitto, house: HomeAssistant, tmp_path: Path
) -> None:
    old = [
        f"homeassistant/{name}/config"
        for name in (
            "sensor/board/turn",
            "sensor/board/game",
            "sensor/board/result",
            "number/board/brightness",
        )
    ]
    for topic in old:
        write(broker, topic, b"{}")
    ToldTopics(tmp_path).keep([*old, STATE, AVAILABLE])
    board = Board(RemoteSettings(host="127.0.0.1", port=broker.port), tmp_path)
    house.heard.until(lambda one: one.topic == old[-1] and not one.payload)
    board.close()
    for topic in old:
        said = [one.payload for one in house.heard.all if one.topic == topic]
        assert said == [b"{}", b'{"migrate_discovery":true}', b""]
    topics = [one.topic for one in house.heard.all if one.payload != b"{}"]
    device = topics.index("homeassistant/device/board/config")
    assert max(topics.index(topic) for topic in old) < device
    assert not retained(broker) & set(old)
    assert not set(ToldTopics(tmp_path).topics) & set(old)
