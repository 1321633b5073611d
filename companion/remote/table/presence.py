"""A seat's presence, which it publishes beside the log."""

from __future__ import annotations

import msgspec


class SeatPresence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The presence of a board.

    Attributes:
        here: Whether it is connected.
        thinking: Whether it waits for its person's move.
    """

    here: bool
    thinking: bool = False
