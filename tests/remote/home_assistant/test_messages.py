"""What Home Assistant is told of a board, and what it may ask for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.base.languages import find_language
from companion.base.text import Text
from companion.config import InvalidConfig, parse_config
from companion.protocol.commands import (
    Adjust,
    Back,
    Command,
    Hint,
    New,
    Rematch,
    Resign,
    Train,
)
from companion.protocol.views import DrillView, Hello, RemoteView, Waiting
from companion.remote.home_assistant.home_messages import OFFLINE, ONLINE, Heard, HomeMessages
from companion.remote.home_assistant.home_settings import HomeAssistantSettings
from companion.remote.home_assistant.own_node import own_node
from companion.rules import CompanionError
from companion.testing import Hands, VirtualTable
from tests.base.languages.german import in_german
from tests.remote.home_assistant.documented import (
    DISCOVERY_TOPIC,
    BinarySensor,
    Button,
    Device,
    Discovery,
    Event,
    Light,
    Number,
    Sensor,
    Trigger,
)

STATE = "board-companion/board/state"
CLOCK = "board-companion/board/clock"
LAMPS = "board-companion/board/lamps"
DISCOVERY = "homeassistant/device/board/config"
BRIGHTNESS_SET, LAMPS_SET, PRESS = (
    f"board-companion/board/{name}" for name in ("brightness/set", "lamps/set", "press")
)


class Clock:
    """A clock that is set by hand."""

    now = 0.0


def messages(
    language: str = "en",
    clock: type[Clock] = Clock,
    address: Callable[[], str] = str,
    **settings: Any,
) -> HomeMessages:
    chosen = HomeAssistantSettings(enabled=True, **settings).named("board")
    return HomeMessages(chosen, "1.2", find_language([language]).words, lambda: clock.now, address)


class House:
    """A board, and Home Assistant that hears it."""

    def __init__(
        self,
        folder: Path,
        game: str = "solomon",
        language: str = "en",
        clock: type[Clock] = Clock,
        **settings: Any,
    ) -> None:
        self.address = ""
        self.told = messages(language, clock, lambda: self.address, **settings)
        self.events: list[dict[str, Any]] = []
        self.table = VirtualTable(folder)
        self.table.begin(game)
        self.table.session.listen(self._hear)

    def _hear(self, message: object) -> None:
        if isinstance(message, Heard):
            self.events += map(json.loads, self.told.hear(message))

    def read(self, topic: str) -> dict[str, Any]:
        """What stands at a topic."""
        found: dict[str, Any] = json.loads(self.told.standing()[topic])
        return found

    @property
    def now(self) -> dict[str, Any]:
        """What stands about the board."""
        return self.read(STATE)

    def ask(self, topic: str, message: bytes) -> None:
        """Carry out what Home Assistant asks."""
        asked = self.told.asked(topic, message)
        assert asked is not None
        self.table.say(asked)

    @property
    def happened(self) -> list[str]:
        """The types of the events so far."""
        return [event["event_type"] for event in self.events]


def discovery(told: HomeMessages) -> Discovery:
    """The discovery message, with nothing in it that is not documented."""
    (topic,) = [topic for topic in told.standing() if topic.endswith("/config")]
    named = re.fullmatch(DISCOVERY_TOPIC, topic)
    assert named is not None
    assert named.groups() == ("homeassistant", "board")
    return msgspec.json.decode(told.standing()[topic], type=Discovery)


def test_everything_is_announced_as_documented(tmp_path: Path) -> None:
    house = House(tmp_path)
    standing = house.told.standing()
    found = discovery(house.told)
    assert standing[found.availability_topic] == ONLINE
    assert house.told.will == (found.availability_topic, OFFLINE)
    unique, asks = [], set()
    for key, one in found.components.items():
        match one:
            case Trigger():
                assert one.topic == house.told.event
                continue
            case Sensor() | BinarySensor() | Number():
                named = re.search(r"value_json\.(\w+)", one.value_template)
                assert named is not None
                assert named[1] == key
                assert key in house.read(one.state_topic)
            case Event():
                assert one.state_topic == house.told.event
        unique.append(one.unique_id)
        platform = str(one.__struct_config__.tag)
        assert one.default_entity_id == f"{platform}.board_{key}"  # in every language
        if isinstance(one, Number | Light | Button):
            asks.add(one.command_topic)
    assert len(set(unique)) == len(unique) == 13
    assert asks == set(house.told.commands)
    assert found.device == Device(
        identifiers=["board-companion-board"],
        name="Board companion",
        manufacturer="Board companion",
        model="star",
        sw_version="1.2",
    )


def test_attributes_are_there(tmp_path: Path) -> None:
    house = House(tmp_path)
    read = [one for one in discovery(house.told).components.values() if isinstance(one, Sensor)]
    told = [one for one in read if one.json_attributes_topic is not None]
    assert len(told) == 4
    for one in told:
        pairs = re.findall(r"'(\w+)': value_json\.(\w+)", str(one.json_attributes_template))
        assert pairs
        known = house.read(str(one.json_attributes_topic))
        assert all(name == key and key in known for name, key in pairs)


def test_every_event_has_a_trigger(tmp_path: Path) -> None:
    found = discovery(House(tmp_path).told).components.values()
    (events,) = [one.event_types for one in found if isinstance(one, Event)]
    assert [one.payload for one in found if isinstance(one, Trigger)] == events


def test_the_page_and_the_room_are_told(tmp_path: Path) -> None:
    house = House(tmp_path, area="Attic")
    assert discovery(house.told).device.configuration_url is None
    house.address = "http://10.0.0.7:8765/"
    device = discovery(house.told).device
    assert (device.suggested_area, device.configuration_url) == ("Attic", "http://10.0.0.7:8765/")


def test_buttons_that_are_not_wanted_are_removed(tmp_path: Path) -> None:
    house = House(tmp_path, buttons=False)
    found = discovery(house.told).components.values()
    assert {one for one in map(str, found) if "Button" in one} == {str(Button())}
    assert PRESS not in house.told.commands


def test_what_an_earlier_version_announced_is_handed_over() -> None:
    told = messages()
    for name in ("sensor/board/turn", "number/board/brightness"):
        assert told.hand_over(f"homeassistant/{name}/config") == b'{"migrate_discovery":true}'
    for other in ("homeassistant/sensor/attic/turn/config", "ha/sensor/board/turn/config", STATE):
        assert told.hand_over(other) == b""


def test_turn_game_and_result_are_told(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.now == {
        "turn": "White",
        "seat": 0,
        "computer": False,
        "game": "Solomon",
        "result": None,
        "outcome": "ongoing",
        "last_move": None,
        "ply": None,
        "notation": None,
        "connected": True,
        "problem": False,
        "problem_text": None,
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
    assert house.read(DISCOVERY)["components"]["turn"]["name"] == in_german(Text("Turn"))


def test_without_a_board_nothing_is_told_of_a_game(tmp_path: Path) -> None:
    told = messages()
    assert told.standing() == {}
    house = House(tmp_path)
    house.told.hear(Waiting(Text("no board")))
    assert house.now["turn"] is None
    assert house.now["game"] is None
    assert house.now["brightness"] == 60
    assert house.now["connected"] is False
    assert (house.now["problem"], house.now["problem_text"]) == (True, "no board")


def test_the_brightness_that_is_asked_for_is_set_and_told(tmp_path: Path) -> None:
    house = House(tmp_path)
    asked = house.told.asked(BRIGHTNESS_SET, b"35")
    assert asked == Adjust("lights.brightness", 0.35)
    house.table.say(asked)
    assert house.now["brightness"] == 35
    assert house.table.session.current.config.lights.brightness == 0.35


@pytest.mark.parametrize(
    ("message", "value"), [(b"0", 0.0), (b"100", 1.0), (b"35.0", 0.35), (b" 7 ", 0.07)]
)
def test_percents_are_read(message: bytes, value: float) -> None:
    assert messages().asked(BRIGHTNESS_SET, message) == Adjust("lights.brightness", value)


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
    assert messages().asked(BRIGHTNESS_SET, message) is None


def test_the_board_has_its_own_name(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.table.say(Adjust("page.title", "Attic"))
    assert discovery(house.told).device.name == "Attic"


def test_prefix_and_node_can_be_chosen(tmp_path: Path) -> None:
    told = messages(prefix="ha/discovery", node="attic")
    house = House(tmp_path)
    told.hear(house.table.session.current.settings.view)
    topics = told.standing()
    assert "ha/discovery/device/attic/config" in topics
    assert all("attic" in topic for topic in (*topics, *told.commands, told.event))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("prefix = 'a b'", "home_assistant.prefix is 'a b'"),
        ("prefix = ''", "home_assistant.prefix is ''"),
        ("prefix = '#'", "such as 'homeassistant'"),
        ("prefix = '$SYS'", "such as 'homeassistant'"),
        ("node = 'my board'", "home_assistant.node is 'my board'"),
        ("node = '%s'" % ("x" * 41), "at most 40 letters"),
        ("area = '%s'" % ("x" * 61), "at most 60 printable characters"),
        ('area = "a\\u0007"', "home_assistant.area is"),
        ("buttons = 'no'", "home_assistant.buttons"),
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


def test_the_last_move_is_told_in_words(tmp_path: Path) -> None:
    house = House(tmp_path)
    Hands(house.table).set_up()
    Hands(house.table).play("14-12")
    assert house.now["last_move"] == "White: 14 to 12."
    assert (house.now["ply"], house.now["notation"]) == (1, "14-12")


def test_a_warning_is_a_problem(tmp_path: Path) -> None:
    house = House(tmp_path)
    state = msgspec.structs.replace(house.table.state, warning=Text("The card is full."))
    house.told.hear(state)
    assert (house.now["problem"], house.now["problem_text"]) == (True, "The card is full.")
    assert house.now["connected"] is True


def test_a_text_is_no_longer_than_a_state_may_be(tmp_path: Path) -> None:
    house = House(tmp_path)
    Hands(house.table).set_up()
    Hands(house.table).play("14-12")
    house.told.hear(msgspec.structs.replace(house.table.state, told=Text("x" * 300)))
    assert house.now["last_move"] == "x" * 254 + "…"


def test_the_time_runs_down_in_steps(tmp_path: Path) -> None:
    class Now(Clock):
        pass

    house = House(tmp_path, clock=Now)
    house.table.say(New("solomon", clock="fischer 5+0", players={0: "Anna"}))
    assert house.read(CLOCK) == {"time_left": None, "seat": None, "player": None}
    Hands(house.table).set_up()
    Hands(house.table).play("14-12")
    Hands(house.table).play("3-7")
    assert house.read(CLOCK) == {"time_left": 300, "seat": 0, "player": "Anna"}
    for later, left in ((4.0, 300), (5.5, 295), (290.0, 10), (400.0, 0)):
        Now.now = later
        assert house.read(CLOCK)["time_left"] == left
    house.table.say(New("solomon"))
    assert house.read(CLOCK)["time_left"] is None


def test_the_lamps_are_a_light(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.read(LAMPS) == {"state": "ON", "brightness": 60, "color_mode": "brightness"}
    house.ask(LAMPS_SET, b'{"state":"ON","brightness":35,"transition":2}')
    assert house.read(LAMPS)["brightness"] == house.now["brightness"] == 35
    house.ask(LAMPS_SET, b'{"state":"OFF"}')
    assert house.read(LAMPS) == {"state": "OFF"}
    house.ask(LAMPS_SET, b'{"state":"ON"}')
    assert house.read(LAMPS)["brightness"] == 35


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"ON",
        b"[]",
        b"{}",
        b'{"state":"on"}',
        b'{"state":"ON","brightness":101}',
        b'{"state":"ON","brightness":"35"}',
        b'{"state":"ON","brightness":-1}',
        b'{"state":"ON","x":"' + b"x" * 5000 + b'"}',
        b"\xff",
        b"[" * 1000,
    ],
)
def test_what_no_light_is_asked_is_ignored(message: bytes) -> None:
    assert messages().asked(LAMPS_SET, message) is None


def test_buttons_hint_take_back_and_begin_again(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.told.asked(PRESS, b"takeback") is None
    assert house.told.asked(PRESS, b"") is None
    assert house.told.asked(PRESS, b"hint") == Hint()
    again = New("solomon", {"first": "b"}, {1: "easy"}, "fischer 5+0", {0: "Anna"})
    house.table.say(again)
    Hands(house.table).set_up()
    assert house.table.state.turn == 1
    asked = house.told.asked(PRESS, b"new_game")
    assert isinstance(asked, New)
    assert asked == msgspec.structs.replace(again, options=asked.options)
    assert asked.options["first"] == "b"


def test_a_takeback_is_asked_for_where_there_is_one(tmp_path: Path) -> None:
    house = House(tmp_path)
    Hands(house.table).set_up()
    Hands(house.table).play("14-12")
    assert house.told.asked(PRESS, b"takeback") == Back()


@pytest.mark.parametrize(
    ("changes", "asked"),
    [
        ({"remote": RemoteView(seat=1)}, Rematch()),
        ({"remote": RemoteView(watching=True)}, None),
        ({"drill": DrillView("peg-9", Text("Nine"), True, True)}, Train("peg-9")),
    ],
)
def test_another_game_is_of_the_same_kind(
    tmp_path: Path, changes: dict[str, Any], asked: Command | None
) -> None:
    house = House(tmp_path)
    house.told.hear(msgspec.structs.replace(house.table.state, **changes))
    assert house.told.asked(PRESS, b"new_game") == asked


def test_nothing_is_pressed_without_a_game() -> None:
    for name in (b"hint", b"takeback", b"new_game"):
        assert messages().asked(PRESS, name) is None


def test_what_happens_in_a_game(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.table.say(New("solomon", players={0: "Anna"}))
    house.events.clear()
    Hands(house.table).set_up()
    assert house.happened == ["began"]
    assert house.events[0]["game"] == "Solomon"
    hands = Hands(house.table)
    hands.play("14-12")
    house.table.say(Back())
    house.table.say(Resign())
    assert house.happened == ["began", "takeback", "won"]
    assert house.events[-1]["player"] == "Black"
    assert "Black" in house.events[-1]["text"]


def test_an_illegal_move_is_told_once(tmp_path: Path) -> None:
    house = House(tmp_path)
    hands = Hands(house.table)
    hands.set_up()
    house.events.clear()
    hands.lift("14")
    hands.put("10")
    house.table.wait(3)
    house.table.wait(3)
    assert house.happened == ["illegal"]
    assert house.events[0]["text"] == "Without a jump, a piece moves one point only."


@pytest.mark.parametrize(
    ("computers", "remote", "outcome", "kind", "player"),
    [
        ({}, None, "win 0", "won", "White"),
        ({1: "easy"}, None, "win 0", "won", "White"),
        ({1: "easy"}, None, "win 1", "lost", "Black"),
        ({}, RemoteView(seat=1), "win 0", "lost", "White"),
        ({}, RemoteView(seat=1), "win 1", "won", "Black"),
        ({}, None, "draw", "drawn", None),
        ({}, None, "won", "solved", None),
        ({}, None, "lost", "lost", None),
    ],
)
def test_every_ending_is_an_event(
    tmp_path: Path,
    computers: dict[int, str],
    remote: RemoteView | None,
    outcome: str,
    kind: str,
    player: str | None,
) -> None:
    house = House(tmp_path)
    house.table.say(New("solomon", computers=computers))
    house.events.clear()
    state = msgspec.structs.replace(house.table.state, outcome=outcome, remote=remote, turn=None)
    for _ in range(2):
        house.events += map(json.loads, house.told.hear(state))
    assert house.happened == [kind]
    assert house.events[0]["player"] == player


def test_a_game_that_is_resumed_does_not_begin(tmp_path: Path) -> None:
    house = House(tmp_path)
    Hands(house.table).set_up()
    Hands(house.table).play("14-12")
    again = messages()
    heard: list[Hello] = []
    house.table.session.listen(lambda one: heard.append(one) if isinstance(one, Hello) else None)
    (hello,) = heard[:1]
    assert again.hear(hello) == again.hear(house.table.state) == ()
