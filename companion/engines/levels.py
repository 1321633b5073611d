"""How hard the computer tries, from a child's level to the best it can do.

The lower levels make the mistakes that people make: they look only a few plies ahead, overlook
moves that are not obvious (`attention.py`), and misjudge positions. They never move at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from companion.games.nim import Nim
from companion.rules import AnyGame

LEVELS: tuple[str, ...] = ("beginner", "easy", "casual", "fair", "good", "strong")
"""The levels by name, weakest first. Logs and settings hold these names, so they stay."""

_DEEPEST = 200  # plies; as deep as any search goes


class Care(IntEnum):
    """Which ends in one move a player always sees."""

    NONE = 0
    OWN = 1  # moves that win
    BOTH = 2  # replies that win, too; only where playouts decide


@dataclass(frozen=True, slots=True)
class Level:
    """nodes:      how many alpha-beta searches, in a game of pace 1.
    playouts:   how many there are where playouts decide, in a game of effort 1.
    depth:      how many plies alpha-beta looks ahead at most, captures apart.
    overlooks:  the chance to overlook a move that could not be less obvious, from 0 to 1.
    misjudges:  by how many hundredths of a piece it misjudges a position at most.
    exact:      the most pieces with which it knows a position of Nim.
    care:       which ends in one move it always sees.
    solved:     whether it plays by what is solved, such as endings.
    """

    nodes: int
    playouts: int
    depth: int = _DEEPEST
    overlooks: float = 0.0
    misjudges: int = 0
    exact: int = 0
    care: Care = Care.BOTH
    solved: bool = False

    def knows(self, game: AnyGame, position: Any) -> bool:
        """Whether it plays by what is known exactly of a position."""
        if isinstance(game, Nim):
            return self.solved or game.occupancy(position).bit_count() <= self.exact
        return self.solved


_SHORT = 2000  # nodes, where the depth is the limit

# Each a little stronger than the one before: depth, nodes, overlooks, misjudges.
_STEPS: tuple[tuple[int, int, float, int], ...] = (
    (1, _SHORT, 1.0, 500),
    (1, _SHORT, 1.0, 350),
    (1, _SHORT, 1.0, 250),
    (1, _SHORT, 1.0, 180),
    (1, _SHORT, 1.0, 130),
    (1, _SHORT, 0.9, 100),
    (1, _SHORT, 0.8, 70),
    (1, _SHORT, 0.7, 50),
    (1, _SHORT, 0.6, 35),
    (1, _SHORT, 0.5, 25),
    (1, _SHORT, 0.4, 15),
    (2, _SHORT, 0.9, 60),
    (2, _SHORT, 0.8, 50),
    (2, _SHORT, 0.7, 45),
    (2, _SHORT, 0.6, 40),
    (2, _SHORT, 0.5, 30),
    (2, _SHORT, 0.4, 25),
    (2, _SHORT, 0.3, 20),
    (2, _SHORT, 0.2, 10),
    (3, _SHORT, 0.4, 30),
    (3, _SHORT, 0.3, 20),
    (3, _SHORT, 0.2, 15),
    (3, _SHORT, 0.1, 10),
    (4, _SHORT, 0.2, 10),
    (4, _SHORT, 0.1, 5),
    (4, _SHORT, 0.05, 0),
    (_DEEPEST, 300, 0.05, 0),
    (_DEEPEST, 500, 0.02, 0),
    (_DEEPEST, 700, 0.0, 0),
    (_DEEPEST, 1000, 0.0, 0),
    (_DEEPEST, 1700, 0.0, 0),
    (_DEEPEST, 3000, 0.0, 0),
    (_DEEPEST, 5000, 0.0, 0),
    (_DEEPEST, 8000, 0.0, 0),
    (_DEEPEST, 14_000, 0.0, 0),
)
_FIRST, _GROWTH = 5, 1.18  # playouts of the first step; how many times as many the next one has
_PIECES = 0.5  # of Nim, that a step knows more than the one before

_STRONG = Level(40_000, 3000, solved=True)
_CARE = {"beginner": Care.NONE, "easy": Care.OWN}

_USUAL = (3, 9, 15, 21, 30)
_BY_GAME: dict[str, tuple[int, ...]] = {
    "gomony": (1, 10, 18, 21, 25),
    "halma 2 simple": (2, 4, 6, 10, 18),
    "halma 2 advanced": (2, 4, 6, 10, 18),
    "nim loses": (7, 13, 16, 21, 28),
    "nim wins": (5, 13, 18, 23, 29),
    "soli2 give_away": (2, 9, 14, 23, 26),
    "soli2 pure_skill": (0, 3, 11, 18, 23),
    "soli2 standard": (0, 3, 11, 18, 23),
    "solomon": (1, 4, 9, 17, 26),
    "son_of_solomon": (6, 14, 24, 27, 31),
    "trinity 2": (23, 26, 27, 28, 31),
    "trinity 3": (9, 18, 25, 27, 31),
    "trinity 4": (12, 20, 25, 27, 31),
}
"""The steps of all levels but the last, so that they are evenly spaced: see docs/strength.md."""


def level_for(game: AnyGame, name: str) -> Level:
    """What a level is in this game. name: one of LEVELS."""
    if name == LEVELS[-1]:
        return _STRONG
    step = _BY_GAME.get(_variant(game), _USUAL)[LEVELS.index(name)]
    depth, nodes, overlooks, misjudges = _STEPS[step]
    return Level(
        nodes,
        round(_FIRST * _GROWTH**step),
        depth,
        overlooks,
        misjudges,
        1 + int(_PIECES * step),
        _CARE.get(name, Care.BOTH),
        name == "good" and game.name == "solomon",
    )


_MATTER: dict[str, tuple[str, ...]] = {
    "nim": ("last",),
    "trinity": ("seats",),
    "soli2": ("variant",),
    "halma": ("players", "rules"),
}


def _variant(game: AnyGame) -> str:
    """The game, with the options that matter to how its levels are spaced."""
    return " ".join((game.name, *(game.chosen[option] for option in _MATTER.get(game.name, ()))))
