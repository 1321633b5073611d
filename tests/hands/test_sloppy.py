"""Whatever careless hands do, the match holds what they meant, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.registry import kinds
from tests.sloppy.acts import reverse
from tests.sloppy.habits import Habits
from tests.sloppy.player import Player
from tests.sloppy.rougher import ROUGHER
from tests.sloppy.sloppy import Sloppy, turns_of
from tests.sloppy.tally import FAILURES, Tally
from tests.sloppy.world import World, worlds
from tests.slow import slow_after

_FEW_TURNS, _TURNS = 50, 150  # of a world
_FEW = ("solomon", "gomony", "trinity")  # captures, columns, pieces from a tray


def understood(tally: Tally) -> None:
    texts = [text for what, text in tally.failures if what in FAILURES[:2]]
    if texts:
        pytest.fail("\n\n".join(texts), pytrace=False)


@pytest.mark.parametrize("name", kinds())
def test_sloppy_hands_are_understood(name: str) -> None:
    understood(Sloppy(worlds(name)[0], 1).turns(_FEW_TURNS))


@pytest.mark.slow
@pytest.mark.parametrize(
    "world", [world for name in kinds() for world in worlds(name)], ids=lambda world: world.label
)
def test_sloppy_hands_are_understood_for_long(world: World) -> None:
    understood(Sloppy(world, 1).turns(_TURNS))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("name", kinds())
def test_sloppy_hands_are_understood_whatever_the_seed(name: str, seed: int) -> None:
    world = worlds(name)[seed % len(worlds(name))]
    understood(Sloppy(world, seed).turns(_TURNS))


@pytest.mark.parametrize(
    ("name", "turns"),
    [
        *((name, _FEW_TURNS) for name in _FEW),
        *(pytest.param(name, _TURNS, marks=pytest.mark.slow) for name in kinds()),
    ],
)
def test_sloppier_hands_are_understood(name: str, turns: int) -> None:
    habits = Habits(sloppy=0.9, blink=0.6, drag=0.5, swap=0.1, slide=0.5, slow=0.3, bounce=0.6)
    understood(Sloppy(worlds(name)[0], 7, habits).turns(turns))


def test_rougher_hands_make_their_turns_only_if_asked() -> None:
    assert not {*ROUGHER} & {*turns_of(Habits())}
    assert {*ROUGHER} < {*turns_of(Habits(rougher=True))}
    assert turns_of(Habits(only=("centring",))) == [ROUGHER[0]]


@pytest.mark.parametrize("turns", slow_after(1, [8, 30]))
@pytest.mark.parametrize("name", kinds())
def test_hands_that_go_back_the_way_they_came_leave_every_piece_where_it_was(
    name: str, turns: int
) -> None:
    world, rng = worlds(name)[0], Random(7)
    player = Player(world, world.make(), rng, Habits(drag=0.7, swap=0.5, slide=0.5))
    for _ in range(turns):
        player.begin()
        before = player.pieces.looks
        seen = [way for way in player.ways if not way.hidden]
        for way in rng.sample(seen, min(6, len(seen))):
            script = player.script(player.position, way)
            for count in range(1, len(script) + 1):
                begun = script[:count]
                for point, occupied, _, source, look, off, _, drag in [*begun, *reverse(begun)]:
                    if occupied:
                        player.pieces.put(point, source, look, drag=drag, off=off)
                    else:
                        player.pieces.lift(point, off)
                assert player.pieces.looks == before, (world.label, begun)
                player.pieces.lay_down()
