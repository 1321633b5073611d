"""The printed board of chess."""

from __future__ import annotations

from companion.games.artwork import Edition

CHESS = Edition(
    contract=1, name="chess", title="Chess", motto="Sixty-four squares, two kings", game="chess"
)
