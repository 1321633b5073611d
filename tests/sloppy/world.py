"""Every game, option set and bag that hands can meet, and matches of them that are under way."""

from __future__ import annotations

from copy import deepcopy
from functools import cache, lru_cache
from random import Random
from typing import NamedTuple

from companion.games.registry import make
from companion.rules import CHANCE, AnyGame, Match, TurnMatch
from tests.conformance.option_sets import label, option_sets
from tests.hands.bench import bag_of

_TURNS = 200  # of a game that does not end
_KEPT = 4096  # answers of a game that are remembered
_BAG = 7  # the seed of the program's bag


class World(NamedTuple):
    """One game with its options; `real`: whether the players draw from a real bag."""

    name: str
    options: tuple[tuple[str, str], ...]
    real: bool = False

    @property
    def label(self) -> str:
        """Its name in tables."""
        return label(self.name, dict(self.options)) + (":bag=real" if self.real else "")

    @property
    def bag(self) -> int | None:
        """What a `Table` takes for a bag."""
        return None if self.real else _BAG

    def make(self) -> AnyGame:
        """The game; it remembers the moves of positions that it is asked for again and again."""
        game = make(self.name, dict(self.options))
        for name in ("moves", "advance", "occupancy"):
            vars(game)[name] = lru_cache(_KEPT)(getattr(game, name))
        return game


@cache
def worlds(name: str) -> tuple[World, ...]:
    """The worlds of one game."""
    found = []
    for game, options in option_sets():
        if game == name:
            chosen = tuple(options.items())
            found.append(World(game, chosen))
            played = make(game, options)
            if played.to_act(played.start()) == CHANCE:
                found.append(World(game, chosen, real=True))
    return tuple(found)


def matches(world: World, game: AnyGame, rng: Random) -> tuple[TurnMatch, TurnMatch]:
    """Two equal matches, somewhere in a game; its end as often as not at all."""
    match = TurnMatch(Match(game), bag_of(world.bag))
    for _ in range(int(rng.random() * 1.1 * length(world))):
        if not match.turns:
            break
        match.play(rng.choice(match.turns))
    twin = deepcopy(match.ply_match, {id(game): game})
    return match, TurnMatch(twin, bag_of(world.bag))


@cache
def length(world: World) -> int:
    """How many turns a game of this world has, played at random, or a limit."""
    match, rng = TurnMatch(Match(world.make()), bag_of(world.bag)), Random(world.label)
    turns = 0
    while turns < _TURNS and match.turns:
        match.play(rng.choice(match.turns))
        turns += 1
    return turns
