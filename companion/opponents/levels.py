"""The computer's levels, from a child's to the best that it can play.

The lower levels make the mistakes that people make: they look only a few plies ahead, overlook
moves that are not obvious (`attention.py`), and misjudge positions. They never move at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from companion.rules import AnyGame

if TYPE_CHECKING:
    from companion.opponents.knowledge.game_knowledge import AnyKnowledge

LEVELS: tuple[str, ...] = ("beginner", "easy", "casual", "fair", "good", "strong")
"""The names of the levels, weakest first. Logs and settings contain them: do not rename."""

_DEEPEST = 200  # plies; no search goes deeper


@dataclass(frozen=True, slots=True)
class Level:
    """The computer's way of playing at one level.

    Attributes:
        nodes: The nodes of an alpha-beta search, in a game of pace 1.
        playouts: The playouts for a move, in a game of effort 1 that alpha-beta does not play.
        depth: The most plies that alpha-beta looks ahead, captures aside. At 2.3, it looks three
            plies ahead for three moves in ten, and two for the others.
        overlooks: The probability of overlooking the least obvious move, from 0 to 1.
        misjudges: The largest error in judging a position, in hundredths of a piece.
        exact: The most pieces with which it plays a position of Nim perfectly; at 7.3, one of
            eight pieces for three moves in ten.
        wins: Whether it never misses a win in one move.
        endings: Whether it uses Solomon's endgame tables.
        solved: Whether it uses all solved positions, such as openings.
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
        """Return whether it uses exact knowledge in this position."""
        return self.solved or _known(game).used_by(self, position, random)

    def pieces(self, random: Random) -> int:
        """Return the most pieces with which it plays this position of Nim perfectly."""
        return _whole(self.exact, random)

    def plies(self, random: Random) -> int:
        """Return the number of plies that alpha-beta looks ahead for this move."""
        return _whole(self.depth, random)


def _known(game: AnyGame) -> AnyKnowledge:
    # Not at the top: a session that only names the levels needs no knowledge.
    from companion.opponents.knowledge.knowledge_registry import knowledge_for

    return knowledge_for(game)


def _whole(number: float, random: Random) -> int:
    """Round up or down at random, so that the mean is `number`."""
    whole = int(number)
    return whole + (number > whole and random.random() < number - whole)


HIGHEST = 120
"""The highest skill, just below the strongest level."""

_STRONG = Level(40_000, 3000, endings=True, solved=True)


def skilled(skill: float, name: str) -> Level:
    """Build a level below the strongest; all its abilities grow with its skill.

    Args:
        skill: The skill, from 0 to HIGHEST.
        name: One of LEVELS except the last.
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


def level_for(game: AnyGame, name: str) -> Level:
    """Return the abilities that a level has in this game.

    Args:
        game: The game.
        name: One of LEVELS.
    """
    if name == LEVELS[-1]:
        return _STRONG
    return skilled(skills_for(game)[LEVELS.index(name)], name)


def skills_for(game: AnyGame) -> tuple[float, ...]:
    """Return the skill of each level except the last in this game, evenly spaced."""
    known = _known(game)
    options = [game.chosen[option] for option in known.matter]
    for count in range(len(options), -1, -1):
        if found := known.skills.get(" ".join(options[:count])):
            return found
    return _USUAL
