"""Whatever careless hands do, the match holds what they meant, and nothing else."""

from __future__ import annotations

import pytest

from companion.games.registry import kinds
from tests.sloppy.habits import Habits
from tests.sloppy.sloppy import Sloppy
from tests.sloppy.tally import FAILURES, Tally
from tests.sloppy.world import World, worlds
from tests.slow import slow_after

_TURNS = 150  # of a world


def understood(tally: Tally) -> None:
    texts = [text for what, text in tally.failures if what in FAILURES[:2]]
    if texts:
        pytest.fail("\n\n".join(texts), pytrace=False)


@pytest.mark.parametrize(
    "world",
    [case for name in kinds() for case in slow_after(1, worlds(name))],
    ids=lambda world: world.label,
)
def test_sloppy_hands_are_understood(world: World) -> None:
    understood(Sloppy(world, 1).turns(_TURNS))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("name", kinds())
def test_sloppy_hands_are_understood_whatever_the_seed(name: str, seed: int) -> None:
    world = worlds(name)[seed % len(worlds(name))]
    understood(Sloppy(world, seed).turns(_TURNS))


@pytest.mark.parametrize("name", kinds())
def test_sloppier_hands_are_understood(name: str) -> None:
    habits = Habits(sloppy=0.9, blink=0.6, drag=0.5, swap=0.1, slide=0.5, slow=0.3, bounce=0.6)
    understood(Sloppy(worlds(name)[0], 7, habits).turns(_TURNS))
