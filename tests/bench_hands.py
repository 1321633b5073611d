"""`make bench-hands`: careless hands at every game, and what the tracker makes of them.

What is done is kept in a file after every few hundred turns. A run that is stopped goes on from
there: the same seed, the same turns.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from multiprocessing import cpu_count, get_context
from pathlib import Path
from random import SystemRandom
from typing import Any, NamedTuple

from companion.games.registry import kinds
from tests import move_recognition
from tests.sloppy.habits import Habits
from tests.sloppy.rougher import ROUGHER
from tests.sloppy.sloppy import Sloppy
from tests.sloppy.tally import FAILURES, Tally, by_game, by_kind
from tests.sloppy.world import World, worlds

_TURNS = 180_000  # of all games together
_CHUNK = 250  # turns that a process makes in one go
_STACKED = ("crowning", "gomony")
_QUESTIONS = {True: 0.05, False: 0.005}  # of the turns, with stacks and without
_LED_BACK = 0.005  # of the turns
_NOTE = (
    "*Asked what it is*: the hands did the same for every candidate. No switch can see what a"
    " counter from a real bag, a chosen counter or a dropped piece is, so the program has to ask."
)


class Task(NamedTuple):
    """Turns that one process makes in one go."""

    world: World
    seed: int
    turns: int


class Plan(NamedTuple):
    """What a run plays; a run that goes on has to play the same."""

    turns: int
    seed: int
    games: list[str]
    only: list[str]

    @property
    def tasks(self) -> list[Task]:
        """The turns, spread over the games and their worlds."""
        share = -(-self.turns // len(self.games))
        return [task for name in self.games for task in tasks(name, share, self.seed)]


def tasks(name: str, turns: int, seed: int) -> list[Task]:
    """The turns of one game, spread over its worlds."""
    found: list[Task] = []
    while turns > 0:
        for world in worlds(name):
            if turns > 0:
                found.append(Task(world, seed + len(found), min(_CHUNK, turns)))
                turns -= _CHUNK
    return found


def play(only: tuple[str, ...], numbered: tuple[int, Task]) -> tuple[int, Task, Tally]:
    """Make the turns of one task."""
    number, task = numbered
    return number, task, Sloppy(task.world, task.seed, Habits(only=only)).turns(task.turns)


class Progress:
    """The file that a run goes on from: the plan, and then a line for each task that is done."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Go on with a run; `plan` is what to play if there is none yet."""
        self.path = path
        self.done: set[int] = set()
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        if not lines:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._append(plan._asdict())
            self.plan = plan
        else:
            self.plan = Plan(**json.loads(lines[0]))
        self.tallies = {name: Tally() for name in self.plan.games}
        for line in lines[1:]:
            try:
                self._take(**json.loads(line))
            except ValueError:
                continue  # the run was stopped while it was written: that task is done again

    def add(self, number: int, task: Task, tally: Tally) -> None:
        """Keep what became of a task."""
        counts = [[*key, n] for key, n in tally.counts.items()]
        name = task.world.name
        self._append({"number": number, "game": name, "counts": counts, "failures": tally.failures})
        self._take(number, name, counts, tally.failures)

    def _take(self, number: int, game: str, counts: list[Any], failures: list[Any]) -> None:
        if number not in self.done:
            self.done.add(number)
            found = Counter({(kind, what): n for kind, what, n in counts})
            self.tallies[game].add(Tally(found, [(what, text) for what, text in failures]))

    def _append(self, line: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n" * _torn(self.path) + json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _torn(path: Path) -> bool:
    """Whether the last line of a file was cut off."""
    return path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")


def sound(name: str, tally: Tally) -> bool:
    """Whether a game keeps the bounds."""
    asked = tally.total("asked") <= _QUESTIONS[name in _STACKED] * tally.turns
    led = tally.total("led back") <= _LED_BACK * tally.turns
    return asked and led and not any(tally.total(what) for what in FAILURES[:3])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench, or go on with it. Returns 0 if every game keeps the bounds."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_hands", description=__doc__)
    parser.add_argument("--turns", type=int, default=_TURNS, help="of all games together")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    parser.add_argument("--game", choices=kinds(), action="append", help="this game alone")
    parser.add_argument("--only", action="append", default=[], help="this kind of turn alone")
    parser.add_argument("--rougher", action="store_true", help="the turns of rougher hands alone")
    parser.add_argument("--processes", type=int, default=cpu_count())
    parser.add_argument("--state", type=Path, default=Path("build/hands.jsonl"))
    parser.add_argument("--publish", action="store_true", help="put the tables into the page")
    given = parser.parse_args(arguments)
    only = given.only + [kind.__name__ for kind in ROUGHER if given.rougher]
    plan = Plan(given.turns, given.seed, given.game or list(kinds()), only)
    progress = Progress(given.state, plan)
    plan = progress.plan
    left = [(i, task) for i, task in enumerate(plan.tasks) if i not in progress.done]
    left.sort(key=lambda numbered: numbered[1].seed)  # all games by turns
    with get_context("spawn").Pool(given.processes) as pool:
        for number, task, tally in pool.imap_unordered(partial(play, tuple(plan.only)), left):
            progress.add(number, task, tally)
    tallies = progress.tallies
    report = [by_game(tallies), by_kind(tallies), _NOTE, f"Seed {plan.seed}."]
    if given.publish:
        mark = "bench-rougher" if given.rougher else "bench-hands"
        move_recognition.put(mark, "\n\n".join(report).splitlines())
    for what in FAILURES:
        for tally in tallies.values():
            report += [text for kind, text in tally.failures if kind == what]
    sys.stdout.write("\n\n".join(report) + "\n")
    return 0 if all(sound(name, tally) for name, tally in tallies.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
