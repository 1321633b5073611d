"""What a position of Trinity for two is worth to alpha-beta."""

from __future__ import annotations

from typing import Final

from companion.engines.alphabeta import Lead
from companion.games.trinity import Position

_PARITY: Final = 20


def trinity_lead() -> Lead:
    """Who would lay the last stone if every move laid one."""

    def of(position: Position) -> int:
        _, _, _, supply, seat = position
        lays_last = seat ^ (supply + 1 & 1)
        return -_PARITY if lays_last else _PARITY

    return Lead(of, pace=6.0)
