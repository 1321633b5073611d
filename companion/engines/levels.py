"""The computer's levels, from a child's to the best that it can play.

The lower levels make the mistakes that people make: they look only a few plies ahead, overlook
moves that are not obvious (`attention.py`), and misjudge positions. They never move at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from companion.games.nim import Nim
from companion.games.solomon import Solomon
from companion.rules import AnyGame

LEVELS: tuple[str, ...] = ("beginner", "easy", "casual", "fair", "good", "strong")
"""The names of the levels, weakest first. Logs and settings contain them: do not rename."""

_DEEPEST = 200  # plies; no search goes deeper


@dataclass(frozen=True, slots=True)
class Level:
    """How the computer plays at one level.

    nodes:      the nodes of an alpha-beta search, in a game of pace 1.
    playouts:   the playouts for a move, in a game of effort 1 that alpha-beta does not play.
    depth:      the most plies that alpha-beta looks ahead, captures aside. At 2.3, it looks three
                plies ahead for three moves in ten, and two for the others.
    overlooks:  the probability of overlooking the least obvious move, from 0 to 1.
    misjudges:  the largest error in judging a position, in hundredths of a piece.
    exact:      the most pieces with which it plays a position of Nim perfectly; at 7.3, one of
                eight pieces for three moves in ten.
    wins:       whether it never misses a win in one move.
    endings:    whether it uses Solomon's endgame tables.
    solved:     whether it uses everything that is solved, such as openings.
    """

    nodes: int
    playouts: int
    depth: float = _DEEPEST
    overlooks: float = 0.0
    misjudges: float = 0.0
    exact: float = 0.0
    wins: bool = True
    endings: bool = False
    solved: bool = False

    def knows(self, game: AnyGame, position: Any, random: Random) -> bool:
        """Whether it uses exact knowledge in this position."""
        if self.solved:
            return True
        if isinstance(game, Nim):
            return game.occupancy(position).bit_count() <= _whole(self.exact, random)
        return self.endings and isinstance(game, Solomon)

    def plies(self, random: Random) -> int:
        """The number of plies that alpha-beta looks ahead for this move."""
        return _whole(self.depth, random)


def _whole(number: float, random: Random) -> int:
    """Round up or down at random, so that the mean is `number`."""
    whole = int(number)
    return whole + (number > whole and random.random() < number - whole)


HIGHEST = 120
"""The highest skill, just below the strongest level."""

_STRONG = Level(40_000, 3000, endings=True, solved=True)


def skilled(skill: float, name: str) -> Level:
    """Build a level below the strongest, all of whose abilities grow with its skill, 0 to HIGHEST.

    name: one of LEVELS except the last.
    """
    return Level(
        nodes=round(1000 * 8 ** max(0.0, (skill - 70) / 30)),
        playouts=round(3 * 700 ** min(1.0, skill / 100)),
        depth=1 + max(0.0, (skill - 40) / 15) + max(0.0, (skill - 70) / 3.75),
        overlooks=min(1.0, max(0.0, (80 - skill) / 60)),
        misjudges=1000 / 10 ** (skill / 30),
        exact=1 + skill * 0.15,
        wins=name != LEVELS[0],
        endings=name == LEVELS[-2],
    )


_USUAL = (20.0, 36.0, 52.0, 68.0, 80.0)
_SKILLS: dict[str, tuple[float, ...]] = {
    "gomony": (56.1, 66.5, 72.7, 82.2, 99.9),
    "halma 2 advanced": (34.1, 44.0, 56.0, 66.0, 88.0),
    "halma 2 simple": (36.0, 45.5, 55.5, 70.0, 92.0),
    "halma 3": (14.8, 24.0, 34.3, 44.0, 59.5),
    "halma 4": (14.8, 24.0, 32.5, 39.2, 59.5),
    "nim loses": (21.0, 40.8, 52.8, 64.8, 78.7),
    "nim wins": (18.0, 36.2, 50.9, 63.6, 76.0),
    "soli2": (20.6, 36.0, 53.5, 68.8, 82.1),
    "soli2 give_away": (39.2, 53.9, 69.0, 78.0, 91.5),
    "soli2 pure_skill": (20.2, 38.0, 55.0, 69.5, 83.8),
    "solomon": (9.8, 27.3, 47.4, 57.6, 66.8),
    "son_of_solomon": (37.3, 52.1, 72.9, 83.9, 96.4),
    "trinity": (20.0, 40.0, 60.0, 80.0, 100.0),
    "trinity 2": (71.4, 74.7, 79.0, 84.0, 92.3),
    "trinity 3": (10.6, 29.0, 57.4, 69.8, 83.0),
}
"""The skill of each level except the last, by game and by the options that matter, evenly spaced.
Found by `python -m tests.level_spacing`; those of Soli2 and Halma were corrected by more games, and
those of Trinity for four and more were set by hand; see docs/strength.md."""


def level_for(game: AnyGame, name: str) -> Level:
    """What a level means in this game. name: one of LEVELS."""
    if name == LEVELS[-1]:
        return _STRONG
    return skilled(skills_for(game)[LEVELS.index(name)], name)


def skills_for(game: AnyGame) -> tuple[float, ...]:
    """The skill of each level except the last in this game."""
    options = [game.chosen[option] for option in MATTER.get(game.name, ())]
    for count in range(len(options), -1, -1):
        if found := _SKILLS.get(" ".join((game.name, *options[:count]))):
            return found
    return _USUAL


MATTER: dict[str, tuple[str, ...]] = {
    "gomony": ("stalemate",),
    "halma": ("players", "rules"),
    "nim": ("last",),
    "soli2": ("variant", "movers"),
    "trinity": ("seats",),
}
"""For each game, the options that affect the spacing of its levels, most important first."""
