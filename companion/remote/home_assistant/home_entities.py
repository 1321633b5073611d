"""What Home Assistant knows of a board: the topics, and all entities in one discovery message.

The format is that of MQTT device discovery, which Home Assistant reads from 2024.11 on:
https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload. Earlier versions of this
program announced each entity by itself; `Topics.migrates` finds those announcements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.base.text import Text
from companion.remote.home_assistant.home_events import EVENT_TYPES

MIGRATE = b'{"migrate_discovery":true}'
"""The message by which an entity that was announced by itself is handed over to a device."""

_MAKER = "Board companion"
_EARLIER = ("sensor/{}/turn", "sensor/{}/game", "sensor/{}/result", "number/{}/brightness")


@dataclass(frozen=True)
class Topics:
    """The topics of a board.

    Attributes:
        prefix: Home Assistant's discovery prefix.
        node: The board's name in topics.
    """

    prefix: str
    node: str

    def of(self, name: str) -> str:
        """Return one of the board's own topics."""
        return f"board-companion/{self.node}/{name}"

    @property
    def discovery(self) -> str:
        """The topic of the discovery message."""
        return f"{self.prefix}/device/{self.node}/config"

    def migrates(self, topic: str) -> bool:
        """Whether an earlier version announced an entity of this board at a topic."""
        return topic in {f"{self.prefix}/{name.format(self.node)}/config" for name in _EARLIER}


@dataclass(frozen=True)
class Device:
    """The board as Home Assistant lists it.

    Attributes:
        name: What the page's settings call it; may be empty.
        model: The name of the board that is played on; may be empty.
        area: The room that Home Assistant suggests; may be empty.
        address: The page's address, or empty.
        version: The version of this program.
    """

    name: str
    model: str
    area: str
    address: str
    version: str

    def told(self, identifier: str) -> dict[str, Any]:
        """Return it as in a discovery message."""
        told = {
            "identifiers": [identifier],
            "name": self.name or _MAKER,
            "manufacturer": _MAKER,
            "model": self.model or _MAKER,
            "sw_version": self.version,
            "suggested_area": self.area,
            "configuration_url": self.address,
        }
        return {key: value for key, value in told.items() if value}


def discovery(
    topics: Topics, device: Device, words: Callable[[Text], str], buttons: bool
) -> dict[str, Any]:
    """Return the discovery message.

    Args:
        topics: The board's topics.
        device: The board.
        words: Translates a text into the language of the home.
        buttons: Whether Home Assistant gets the buttons; without them, it removes those it has.
    """
    identifier = f"board-companion-{topics.node}"
    components: dict[str, dict[str, Any]] = {}
    for platform, name, label, config in _entities(topics):
        components[name] = {
            "platform": platform,
            "name": words(label),
            "unique_id": f"{identifier}-{name}",
            # Otherwise it would depend on the language.
            "default_entity_id": f"{platform}.{_slug(topics.node)}_{name}",
        } | config
    for name, label, icon in _BUTTONS:
        components[name] = {"platform": "button"}
        if buttons:
            components[name] |= {
                "name": words(label),
                "unique_id": f"{identifier}-{name}",
                "default_entity_id": f"button.{_slug(topics.node)}_{name}",
                "icon": icon,
                "command_topic": topics.of("press"),
                "payload_press": name,
            }
    for kind in EVENT_TYPES:
        components[f"trigger_{kind}"] = {
            "platform": "device_automation",
            "automation_type": "trigger",
            "type": kind,
            "subtype": "game",
            "topic": topics.of("event"),
            "value_template": "{{ value_json.event_type }}",
            "payload": kind,
        }
    return {
        "device": device.told(identifier),
        "origin": {"name": "board-companion", "sw_version": device.version},
        "availability_topic": topics.of("availability"),
        "qos": 1,
        "components": components,
    }


_BUTTONS = (
    ("hint", Text("Hint"), "mdi:lightbulb-on-outline"),
    ("takeback", Text("Take back"), "mdi:undo"),
    ("new_game", Text("New game"), "mdi:restart"),
)

_Entity = tuple[str, str, Text, dict[str, Any]]
"""The platform, the name, the label and the rest of the configuration."""


def _entities(topics: Topics) -> Iterator[_Entity]:
    """Yield what is more than a button or a trigger."""
    state = topics.of("state")

    def read(name: str, *attributes: str) -> dict[str, Any]:
        found: dict[str, Any] = {
            "state_topic": state,
            "value_template": f"{{{{ value_json.{name} }}}}",
        }
        return found | (_attributes(state, *attributes) if attributes else {})

    def holds(name: str, device_class: str, *attributes: str) -> dict[str, Any]:
        return read(name, *attributes) | {
            "value_template": f"{{{{ 'ON' if value_json.{name} else 'OFF' }}}}",
            "device_class": device_class,
            "entity_category": "diagnostic",
        }

    turn = {"icon": "mdi:account-arrow-right"}
    yield "sensor", "turn", Text("Turn"), read("turn", "seat", "computer") | turn
    yield "sensor", "game", Text("Game"), read("game") | {"icon": "mdi:checkerboard"}
    trophy = {"icon": "mdi:trophy-outline"}
    yield "sensor", "result", Text("Result"), read("result", "outcome") | trophy
    arrow = {"icon": "mdi:arrow-decision-outline"}
    yield "sensor", "last_move", Text("Last move"), read("last_move", "ply", "notation") | arrow
    clock = topics.of("clock")
    yield (
        "sensor",
        "time_left",
        Text("Time left"),
        {
            "state_topic": clock,
            "value_template": "{{ value_json.time_left }}",
            "device_class": "duration",
            "unit_of_measurement": "s",
        }
        | _attributes(clock, "seat", "player"),
    )
    yield "binary_sensor", "connected", Text("Board connected"), holds("connected", "connectivity")
    yield "binary_sensor", "problem", Text("Problem"), holds("problem", "problem", "problem_text")
    yield (
        "event",
        "event",
        Text("Event"),
        {
            "state_topic": topics.of("event"),
            "event_types": list(EVENT_TYPES),
            "icon": "mdi:flag-outline",
        },
    )
    yield (
        "light",
        "lamps",
        Text("Lamps"),
        {
            "schema": "json",
            "state_topic": topics.of("lamps"),
            "command_topic": topics.of("lamps/set"),
            "brightness": True,
            "brightness_scale": 100,
            "supported_color_modes": ["brightness"],
            "icon": "mdi:checkerboard",
        },
    )
    yield (
        "number",
        "brightness",
        Text("Brightness of the lamps"),
        read("brightness")
        | {
            "icon": "mdi:brightness-6",
            "command_topic": topics.of("brightness/set"),
            "min": 0,
            "max": 100,
            "step": 1,
            "mode": "slider",
            "unit_of_measurement": "%",
            "entity_category": "config",
        },
    )


def _attributes(topic: str, *names: str) -> dict[str, str]:
    """Return the configuration that makes parts of a message attributes of an entity."""
    pairs = ", ".join(f"'{name}': value_json.{name}" for name in names)
    return {
        "json_attributes_topic": topic,
        "json_attributes_template": f"{{{{ {{{pairs}}} | tojson }}}}",
    }


def _slug(name: str) -> str:
    """Return a name as in IDs of entities: lower-case letters, digits and underscores."""
    return name.lower().replace("-", "_")
