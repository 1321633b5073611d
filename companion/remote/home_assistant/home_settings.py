"""The section `[home_assistant]` of the configuration."""

from __future__ import annotations

import re

import msgspec

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.base.toml import shown
from companion.remote.short_name import check_short_name

_PREFIX = re.compile(r"[^\s#+$/]+(/[^\s#+/]+)*")
_LONGEST_PREFIX = 100
_LONGEST_AREA = 60


class InvalidHomeAssistant(CompanionError, ValueError):
    """Invalid settings; the message names the key and the value."""


class HomeAssistantSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[home_assistant]`; the broker is that of `[remote]`.

    Attributes:
        enabled: Whether the board announces itself to Home Assistant.
        prefix: The discovery prefix that is set in Home Assistant.
        node: The board's name in topics; two boards at one broker need two names. If empty, it has
            one of its own.
        area: The room that Home Assistant suggests for the board; may be empty.
        buttons: Whether Home Assistant may ask for a hint, a takeback and a new game.
    """

    enabled: bool = False
    prefix: str = "homeassistant"
    node: str = ""
    area: str = ""
    buttons: bool = True

    def named(self, own: str) -> HomeAssistantSettings:
        """Return these settings, with the board's own node if none is chosen."""
        return self if self.node else msgspec.structs.replace(self, node=own)

    def check(self) -> None:
        """Raise InvalidHomeAssistant if a setting is not valid."""
        fits = len(self.prefix) <= _LONGEST_PREFIX and self.prefix.isprintable()
        if not fits or not _PREFIX.fullmatch(self.prefix):
            raise InvalidHomeAssistant(
                Text(
                    "home_assistant.prefix is {value}; write the discovery prefix of Home "
                    "Assistant, such as 'homeassistant'",
                    value=shown(self.prefix),
                )
            )
        if self.node:
            check_short_name("home_assistant.node", self.node, "board", InvalidHomeAssistant)
        if len(self.area) > _LONGEST_AREA or not self.area.isprintable():
            raise InvalidHomeAssistant(
                Text(
                    "home_assistant.area is {value}; use at most {limit} printable characters, "
                    "such as 'Living room'",
                    value=shown(self.area),
                    limit=_LONGEST_AREA,
                )
            )
