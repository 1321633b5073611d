"""Whatever careless hands do, the match holds what they meant, and nothing else."""

from __future__ import annotations

from random import SystemRandom

import pytest

from companion.games.registry import kinds
from tests.sloppy.habits import Habits
from tests.sloppy.sloppy import Sloppy
from tests.sloppy.tally import FAILURES, Tally
from tests.sloppy.world import World, worlds

_TURNS = 150  # of a world
_FRESH = SystemRandom().randrange(10**6)  # another seed in every run


def understood(tally: Tally) -> None:
    texts = [text for what, text in tally.failures if what in FAILURES[:2]]
    if texts:
        pytest.fail("\n\n".join(texts), pytrace=False)


@pytest.mark.parametrize(
    "world", [w for name in kinds() for w in worlds(name)], ids=lambda w: w.label
)
def test_sloppy_hands_are_understood(world: World) -> None:
    understood(Sloppy(world, 1).turns(_TURNS))


@pytest.mark.parametrize("name", kinds())
def test_sloppy_hands_are_understood_whatever_the_seed(name: str) -> None:
    world = worlds(name)[_FRESH % len(worlds(name))]
    understood(Sloppy(world, _FRESH).turns(_TURNS))


@pytest.mark.parametrize("name", kinds())
def test_sloppier_hands_are_understood(name: str) -> None:
    habits = Habits(sloppy=0.9, blink=0.6, drag=0.5, swap=0.1, slide=0.5, slow=0.3, bounce=0.6)
    understood(Sloppy(worlds(name)[0], 7, habits).turns(_TURNS))
