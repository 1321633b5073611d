"""What a seat tells of itself beside the log."""

from __future__ import annotations

import msgspec


class SeatPresence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a board is connected.

    thinking: whether it waits for its person's move.
    """

    here: bool
    thinking: bool = False
