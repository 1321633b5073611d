"""The configurations of MQTT discovery, as Home Assistant documents them.

Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery, /sensor.mqtt/ and
/number.mqtt/, and the checks in `homeassistant/components/mqtt/schemas.py`. Only what this program
uses is listed, with its type; anything else is refused, so a new key has to be looked up first.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Topic = Annotated[str, msgspec.Meta(pattern="^[^#+\\s]+$", max_length=200)]
Name = Annotated[str, msgspec.Meta(min_length=1)]


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Device(_Table):
    """At least one of `identifiers` and `connections` is required."""

    identifiers: Annotated[list[Name], msgspec.Meta(min_length=1)]
    name: Name
    model: str
    sw_version: str


class Origin(_Table):
    """`name` is required."""

    name: Name
    sw_version: str


class _Entity(_Table, kw_only=True):
    """`unique_id` is required with a `device`, and both for settings on the page."""

    name: Name
    unique_id: Name
    default_entity_id: Annotated[str, msgspec.Meta(pattern="^(sensor|number)\\.[a-z0-9_]+$")]
    icon: Annotated[str, msgspec.Meta(pattern="^mdi:[a-z0-9-]+$")]
    state_topic: Topic
    value_template: str
    availability_topic: Topic
    qos: Literal[0, 1, 2]
    device: Device
    origin: Origin


class Sensor(_Entity, kw_only=True):
    """`state_topic` is required."""

    json_attributes_topic: Topic | None = None
    json_attributes_template: str | None = None


class Number(_Entity, kw_only=True):
    """`command_topic` is required; `step` is at least 0.001."""

    command_topic: Topic
    min: float
    max: float
    step: Annotated[float, msgspec.Meta(ge=0.001)]
    mode: Literal["auto", "box", "slider"]
    unit_of_measurement: str
    entity_category: Literal["config", "diagnostic"]


DISCOVERY_TOPIC = r"([^#+\s]+)/(sensor|number)/([a-zA-Z0-9_-]+)/([a-zA-Z0-9_-]+)/config"
"""<discovery_prefix>/<component>/<node_id>/<object_id>/config"""

KINDS: dict[str, type[Sensor | Number]] = {"sensor": Sensor, "number": Number}
