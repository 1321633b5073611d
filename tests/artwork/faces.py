"""Printed boards as packages may bring them: one that is right, and all that is not."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.artwork import Edition
from companion.rules import Area
from companion.rules.geometry import grid
from tests.tiny import Tiny

MINE = Edition(
    contract=1,
    name="mine",
    title="Mine",
    motto="A game of mine",
    game="gomony",
)


@dataclass(frozen=True)
class Later:
    """What a later program may call an edition."""

    contract: int = 2
    motif: str = "roses"


class Faulty(Tiny):
    """A game whose areas cannot be asked for, once it has been accepted."""

    name = "faulty"
    board = grid(8, style="squares")

    @property
    def areas(self) -> tuple[Area, ...]:  # type: ignore[override]
        raise RuntimeError("no areas\nyet")


LATER = Later()
SAME_LATER = replace(MINE, contract=2)
UNNAMED = replace(MINE, name="../Mine")
TAKEN = replace(MINE, name="gomony")
LIKE_A_TEMPLATE = replace(MINE, name="grid8")
STRANGE_GAME = replace(MINE, game="mines")
STRANGE_OPTION = replace(MINE, options=(("mines", "9"),))
ELSEWHERE = replace(MINE, game="tiny")
ASTRAY = replace(MINE, starts=(("z9", "M"),))
RAISING = replace(MINE, game="faulty")
LONG = replace(MINE, title="Mine, the long game", motto=8 * "and its motto ")
LONGER = replace(MINE, title=30 * "Mine ")
UNPRINTABLE = replace(MINE, title="Шахматы")
