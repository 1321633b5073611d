"""`make bench-hands`: careless hands at every game, and what the tracker makes of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from multiprocessing import Pool, cpu_count
from random import SystemRandom
from time import perf_counter

from companion.games.registry import kinds
from tests.sloppy.sloppy import Sloppy
from tests.sloppy.tally import FAILURES, Tally, markdown
from tests.sloppy.world import World, worlds

_TURNS = 20_000  # of a game
_CHUNK = 250  # turns that a process makes in one go
_STACKED = ("crowning", "gomony")
_QUESTIONS = {True: 0.05, False: 0.005}  # of the turns, with stacks and without
_NOTE = (
    "*Asked what it is*: the hands did the same for every candidate. No switch can see what a"
    " counter from a real bag, a chosen counter or a dropped piece is, so the program has to ask."
)
_TEXTS = 3  # shown of each kind of failure in a game


def chunk(task: tuple[World, int, int]) -> tuple[str, Tally]:
    """Play some turns in one world."""
    world, seed, turns = task
    return world.name, Sloppy(world, seed).turns(turns)


def tasks(name: str, turns: int, seed: int) -> list[tuple[World, int, int]]:
    """The turns of one game, spread over its worlds."""
    found: list[tuple[World, int, int]] = []
    while turns > 0:
        for world in worlds(name):
            if turns > 0:
                found.append((world, seed + len(found), min(_CHUNK, turns)))
                turns -= _CHUNK
    return found


def sound(name: str, tally: Tally) -> bool:
    """Whether a game keeps the bounds."""
    asked = tally.counts["asked"] <= _QUESTIONS[name in _STACKED] * tally.turns
    return asked and not any(tally.counts[what] for what in FAILURES[:2])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench. Returns 0 if every game keeps the bounds."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_hands", description=__doc__)
    parser.add_argument("--turns", type=int, default=_TURNS, help="of each game")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    parser.add_argument("--game", choices=kinds(), action="append", help="this game alone")
    parser.add_argument("--processes", type=int, default=cpu_count())
    given = parser.parse_args(arguments)
    names = given.game or list(kinds())
    tallies = {name: Tally() for name in names}
    work = [task for name in names for task in tasks(name, given.turns, given.seed)]
    began = perf_counter()
    with Pool(given.processes) as pool:
        for name, tally in pool.imap_unordered(chunk, work):
            tallies[name].add(tally)
    report = [markdown(tallies), _NOTE, f"seed {given.seed}, {perf_counter() - began:.0f} s"]
    for tally in tallies.values():
        for what in FAILURES:
            report += [text for kind, text in tally.failures if kind == what][:_TEXTS]
    sys.stdout.write("\n\n".join(report) + "\n")
    return 0 if all(sound(name, tally) for name, tally in tallies.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
