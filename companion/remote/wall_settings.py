"""The section `[wall]` of the configuration: boards that are shown together."""

from __future__ import annotations

import msgspec

from companion.base.errors import CompanionError
from companion.remote.short_name import check_short_name


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
        if self.node:
            check_short_name("wall.node", self.node, "board-3", InvalidWall)
