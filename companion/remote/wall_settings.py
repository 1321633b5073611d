"""The section `[wall]` of the configuration: boards that are shown together."""

from __future__ import annotations

import re

import msgspec

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.base.toml import shown

_NODE = re.compile(r"[A-Za-z0-9_-]{1,40}")


class InvalidWall(CompanionError, ValueError):
    """Invalid settings; the message names the key and the value."""


class WallSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[wall]`; the broker is that of `[remote]`.

    Attributes:
        post: Whether this board is posted at the broker, for walls.
        show: Whether the page shows all boards that are posted there.
        node: The board's name in topics; if empty, that of `[home_assistant]`.
    """

    post: bool = False
    show: bool = False
    node: str = ""

    def check(self) -> None:
        """Raise InvalidWall if the node is not valid."""
        if self.node and not _NODE.fullmatch(self.node):
            raise InvalidWall(
                Text(
                    "wall.node is {value}; use at most {limit} letters, digits, hyphens and "
                    "underscores, such as 'board-3'",
                    value=shown(self.node),
                    limit=40,
                )
            )
