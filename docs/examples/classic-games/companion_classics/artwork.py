"""The printed board of English draughts."""

from __future__ import annotations

from companion.games.artwork import Edition

DRAUGHTS = Edition(
    contract=1,
    name="draughts",
    title="Draughts",
    motto="Twelve men a side, on dark squares only",
    game="draughts",
)
