"""Every game, option set and bag that hands can meet, and matches of them that are under way."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

from companion.games.registry import make
from companion.rules import CHANCE, AnyGame, Match
from tests.conformance.option_sets import label, option_sets
from tests.tracking.table import Table

_PLIES = 200  # of a playout that does not end
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
        """The game."""
        return make(self.name, dict(self.options))


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


def playout(table: Table, rng: Random) -> list[Any]:
    """Turns played at random to a position anywhere in a game, the end included; played on a
    table of its own, and returned."""
    lines: list[Any] = []
    while len(lines) < _PLIES and table.lines:
        line = rng.choice(table.lines)
        lines.append(line)
        table.play(line)
    return lines[: rng.randint(0, len(lines))] if rng.random() < 0.9 else lines


def tables(world: World, game: AnyGame, rng: Random) -> tuple[Table, Table]:
    """Two equal tables, somewhere in a game."""
    tried = Table(Match(game), world.bag)
    lines = playout(tried, rng)
    pair = Table(Match(game), world.bag), Table(Match(game), world.bag)
    for table in pair:
        for line in lines:
            table.play(line)
    return pair
