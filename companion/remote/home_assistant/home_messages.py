"""The MQTT messages to and from Home Assistant, without a connection.

The format is that of MQTT discovery, one configuration for each entity, which every version of Home
Assistant reads: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery. All messages are
retained, so that Home Assistant knows everything after a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

import msgspec

from companion.base.text import Text, sense
from companion.protocol.commands import Adjust
from companion.protocol.views import Hello, SettingsView, SettingValue, State, Waiting
from companion.remote.home_assistant.home_settings import HomeAssistantSettings

_BRIGHTNESS = "lights.brightness"
_TITLE = "page.title"
_RESERVED = frozenset({"none", "unknown", "unavailable"})
"""Home Assistant reads these states as no state; a player called so is put in quotation marks."""

_LONGEST_COMMAND = 20  # bytes; longer ones are no number of percent

Heard = Hello | State | SettingsView | Waiting
"""The messages to pages on which the messages to Home Assistant depend."""

ONLINE, OFFLINE = b"online", b"offline"
"""The messages at the availability topic, as Home Assistant expects by default."""


class HomeMessages:
    """Takes the messages to pages, and turns them into the retained message of each topic.

    Args:
        settings: The section `[home_assistant]`, with a node.
        version: The version of this program.
        words: Translates a text into the language of the home.

    Attributes:
        will: The topic and message that the broker publishes once the board is away.
        node: The board's name in topics.
        availability: The topic that says whether the board is there.
        command: The topic at which Home Assistant sets the brightness, in percent.
    """

    def __init__(
        self, settings: HomeAssistantSettings, version: str, words: Callable[[Text], str]
    ) -> None:
        """Begin without any message to pages."""
        self._settings = settings
        self._version = version
        self._words = words
        self._hello: Hello | None = None
        self._state: State | None = None
        self._next: Hello | None = None  # of a game whose state is still to come
        self._values: Mapping[str, SettingValue] = {}
        self._configs: dict[str, bytes] = {}  # by their topics; they depend on the settings alone
        self.node = settings.node
        self.availability = self._topic("availability")
        self.will = (self.availability, OFFLINE)
        self.command = self._topic("brightness/set")

    def hear(self, message: Heard) -> None:
        """Take a message to pages."""
        match message:
            case Hello():  # what stands is true until the state of the new game is known
                self._next = message
            case State():
                self._hello, self._next = self._next or self._hello, None
                self._state = message
            case SettingsView(settings):
                self._values = {setting.key: setting.value for setting in settings}
                self._configs = {
                    f"{self._settings.prefix}/{kind}/{self._settings.node}/{name}/config": (
                        msgspec.json.encode(config)
                    )
                    for kind, name, config in self._entities()
                }
            case Waiting():
                self._hello = self._state = self._next = None

    def asked(self, message: bytes) -> Adjust | None:
        """Return the command in a message at the `command` topic; None if it is not valid."""
        try:
            percent = float(message.decode("ascii")) if len(message) <= _LONGEST_COMMAND else -1.0
        except ValueError:
            return None
        if not isfinite(percent) or not 0 <= percent <= 100:
            return None
        return Adjust(_BRIGHTNESS, round(percent) / 100)

    def standing(self) -> dict[str, bytes]:
        """Return the message to keep retained at each topic; none before the settings are known.

        They are published in this order: no entity is announced before its state is there.
        """
        if not self._values:
            return {}
        return {
            self._topic("state"): msgspec.json.encode(self._now()),
            **self._configs,
            self.availability: ONLINE,
        }

    def _topic(self, name: str) -> str:
        return f"board-companion/{self._settings.node}/{name}"

    def _entities(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Return the kind, name and configuration of each entity."""
        turn = self._entity("sensor.turn", Text("Turn"), "mdi:account-arrow-right")
        game = self._entity("sensor.game", Text("Game"), "mdi:checkerboard")
        result = self._entity("sensor.result", Text("Result"), "mdi:trophy-outline")
        lamps = self._entity(
            "number.brightness", Text("Brightness of the lamps"), "mdi:brightness-6"
        )
        turn |= self._attributes("seat", "computer")
        result |= self._attributes("outcome")
        lamps |= {
            "command_topic": self.command,
            "min": 0,
            "max": 100,
            "step": 1,
            "mode": "slider",
            "unit_of_measurement": "%",
            "entity_category": "config",
        }
        return [
            ("sensor", "turn", turn),
            ("sensor", "game", game),
            ("sensor", "result", result),
            ("number", "brightness", lamps),
        ]

    def _entity(self, kind_and_name: str, called: Text, icon: str) -> dict[str, Any]:
        """Return the common part of an entity's configuration."""
        kind, _, name = kind_and_name.partition(".")
        identifier = f"board-companion-{self.node}"
        return {
            "name": self._words(called),
            "unique_id": f"{identifier}-{name}",
            # Otherwise it would depend on the language.
            "default_entity_id": f"{kind}.{_slug(self.node)}_{name}",
            "icon": icon,
            "state_topic": self._topic("state"),
            "value_template": f"{{{{ value_json.{name} }}}}",
            "availability_topic": self.availability,
            "qos": 1,
            "device": {
                "identifiers": [identifier],
                "name": str(self._values.get(_TITLE, "")) or "Board companion",
                "model": "Board companion",
                "sw_version": self._version,
            },
            "origin": {"name": "board-companion", "sw_version": self._version},
        }

    def _attributes(self, *names: str) -> dict[str, str]:
        """Return the configuration that makes parts of the state attributes of an entity."""
        pairs = ", ".join(f"'{name}': value_json.{name}" for name in names)
        return {
            "json_attributes_topic": self._topic("state"),
            "json_attributes_template": f"{{{{ {{{pairs}}} | tojson }}}}",
        }

    def _now(self) -> dict[str, Any]:
        """Return the present state; null for a value that is not known."""
        hello, state = self._hello, self._state
        brightness = self._values.get(_BRIGHTNESS, 0)
        told: dict[str, Any] = dict.fromkeys(
            ("turn", "seat", "computer", "game", "result", "outcome")
        )
        told["brightness"] = round(100 * float(brightness))
        if hello is None or state is None:
            return told
        told["game"] = self._said(hello.title)
        told["outcome"] = state.outcome
        told["result"] = self._result(hello, state.outcome)
        if state.turn is not None and 0 <= state.turn < len(hello.seats):
            told["seat"] = state.turn
            told["turn"] = self._player(hello, state.turn)
            told["computer"] = state.turn in hello.computers
        return told

    def _player(self, hello: Hello, seat: int) -> str:
        """Return the player of a seat: the name if it is known, else the seat's."""
        name = hello.players.get(seat) or self._said(hello.seats[seat])
        return f"“{name}”" if name.casefold() in _RESERVED else name

    def _result(self, hello: Hello, outcome: str) -> str | None:
        """Return how a game ended; None while it goes on."""
        kind, _, seat = outcome.partition(" ")
        match kind:
            case "win":
                return self._words(Text("{seat} wins", seat=self._player(hello, int(seat))))
            case "draw":
                return self._words(sense("how a game ended", "Draw"))
            case "won":
                return self._words(Text("Solved!"))
            case "lost":
                return self._words(Text("Lost"))
            case _:
                return None

    def _said(self, name: str) -> str:
        return self._words(name) if isinstance(name, Text) else name


def _slug(name: str) -> str:
    """Return a name as in IDs of entities: lower-case letters, digits and underscores."""
    return name.lower().replace("-", "_")
