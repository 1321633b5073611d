"""The discovery message of MQTT devices, as Home Assistant documents it.

Source: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload and the page of
each platform, /sensor.mqtt/ and so on; and the checks in `homeassistant/components/mqtt/schemas.py`
and `discovery.py`. Only what this program uses is listed, with its type; anything else is refused,
so a new key has to be looked up first.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Topic = Annotated[str, msgspec.Meta(pattern="^[^#+\\s]+$", max_length=200)]
Name = Annotated[str, msgspec.Meta(min_length=1)]
Icon = Annotated[str, msgspec.Meta(pattern="^mdi:[a-z0-9-]+$")]
Category = Literal["config", "diagnostic"]


class _Table(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, tag_field="platform"):
    pass


class Device(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """At least one of `identifiers` and `connections` is required."""

    identifiers: Annotated[list[Name], msgspec.Meta(min_length=1)]
    name: Name
    manufacturer: Name
    model: Name
    sw_version: Name
    suggested_area: Name | None = None
    configuration_url: Annotated[str, msgspec.Meta(pattern="^https?://")] | None = None


class Origin(msgspec.Struct, forbid_unknown_fields=True):
    """`name` is required."""

    name: Name
    sw_version: str


class _Entity(_Table, kw_only=True):
    """`unique_id` is required with a `device`, and both for settings on the page."""

    name: Name
    unique_id: Name
    default_entity_id: Annotated[str, msgspec.Meta(pattern="^[a-z_]+\\.[a-z0-9_]+$")]
    icon: Icon | None = None
    entity_category: Category | None = None


class _Reading(_Entity, kw_only=True):
    """`state_topic` is required; the attributes come from a topic and a template."""

    state_topic: Topic
    value_template: str
    json_attributes_topic: Topic | None = None
    json_attributes_template: str | None = None


class Sensor(_Reading, kw_only=True, tag="sensor"):
    """A `duration` has a unit of time."""

    device_class: Literal["duration"] | None = None
    unit_of_measurement: Literal["s"] | None = None


class BinarySensor(_Reading, kw_only=True, tag="binary_sensor"):
    """By default, the payloads are `ON` and `OFF`."""

    device_class: Literal["connectivity", "problem"]


class Number(_Reading, kw_only=True, tag="number"):
    """`command_topic` is required; `step` is at least 0.001."""

    command_topic: Topic
    min: float
    max: float
    step: Annotated[float, msgspec.Meta(ge=0.001)]
    mode: Literal["auto", "box", "slider"]
    unit_of_measurement: str


class Light(_Entity, kw_only=True, tag="light"):
    """A light with the JSON schema; `command_topic` is required."""

    schema: Literal["json"]
    state_topic: Topic
    command_topic: Topic
    brightness: Literal[True]
    brightness_scale: Annotated[int, msgspec.Meta(ge=1)]
    supported_color_modes: list[Literal["brightness"]]


class Event(_Entity, kw_only=True, tag="event"):
    """`state_topic` and `event_types` are required."""

    state_topic: Topic
    event_types: Annotated[list[Name], msgspec.Meta(min_length=1)]


class Button(_Table, kw_only=True, tag="button"):
    """`command_topic` is required; a component with a platform alone is removed."""

    name: Name | None = None
    unique_id: Name | None = None
    default_entity_id: str | None = None
    icon: Icon | None = None
    command_topic: Topic | None = None
    payload_press: Name | None = None


class Trigger(_Table, kw_only=True, tag="device_automation"):
    """`automation_type`, `topic`, `type` and `subtype` are required."""

    automation_type: Literal["trigger"]
    topic: Topic
    type: Name
    subtype: Name
    payload: Name
    value_template: str


Component = Sensor | BinarySensor | Number | Light | Event | Button | Trigger


class Discovery(msgspec.Struct, forbid_unknown_fields=True):
    """`device`, `origin` and `components` are required."""

    device: Device
    origin: Origin
    components: dict[Annotated[str, msgspec.Meta(pattern="^[a-zA-Z0-9_-]+$")], Component]
    availability_topic: Topic
    qos: Literal[0, 1, 2]


DISCOVERY_TOPIC = r"([^#+\s]+)/device/([a-zA-Z0-9_-]+)/config"
"""<discovery_prefix>/device/<object_id>/config"""
