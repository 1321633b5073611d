"""`make bench`, the search: how much faster a whole one is if compiled, and where the time of a
plain one goes.

As a program it searches the same positions of every game and prints the seconds of each as JSON.
"""

from __future__ import annotations

import cProfile
import json
import os
import pstats
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zipfile import ZipFile

from companion.games.registry import make
from companion.opponents import knowledge_for
from companion.opponents.alphabeta import AlphaBeta
from companion.rules import CHANCE, AnyGame, Match

GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("solomon", {}),
    ("gomony", {}),
    ("halma", {}),
    ("halma", {"rules": "advanced"}),
    ("son_of_solomon", {}),
    ("soli2", {}),
    ("trinity", {"seats": "2"}),
)
_ROOT = Path(__file__).parent.parent
_NODES = 4000
_POSITIONS = 12
_ROUNDS = 3
_ROOMS = {
    "alphabeta.py": "search",
    "knowledge": "evaluation",
    "geometry": "rules",
    "games": "rules",
}
"""What the functions of a file, or else of a folder, are counted as."""


class Compared(NamedTuple):
    """One game: how many nodes a second a plain search makes and a compiled one."""

    name: str
    plain: float
    compiled: float


def positions(game: AnyGame) -> list[Any]:
    """Positions of random matches that alpha-beta searches, from all parts of a match."""
    random, found = Random(game.name), list[Any]()
    while len(found) < _POSITIONS:
        match = Match(game)
        while not match.over and len(match.history) < 160 and len(found) < _POSITIONS:
            due = match.to_act != CHANCE and len(match.history) % 12 == 2 + len(found) % 3
            if due and knowledge_for(game).evaluation(match.position) is not None:
                found.append(match.position)
            match.play(random.choice(match.moves))
    return found


def searches(game: AnyGame, found: Sequence[Any], nodes: int) -> int:
    """Search these positions; how many nodes that took."""
    searched = 0
    for position in found:
        evaluation = knowledge_for(game).evaluation(position)
        assert evaluation is not None
        searched += AlphaBeta(game, evaluation, Random(1)).search(position, nodes).nodes
    return searched


def label(name: str, options: dict[str, str]) -> str:
    return " ".join([name, *options.values()])


def shares(game: AnyGame, nodes: int = _NODES) -> dict[str, float]:
    """Which share of a plain search is spent on what, measured with a profiler, which makes short
    functions seem longer than they are."""
    profile = cProfile.Profile()
    profile.runcall(searches, game, positions(game), nodes)
    found = Counter[str]()
    stats: Any = pstats.Stats(profile)
    for (path, _, _), (_, _, own, _, callers) in stats.stats.items():
        if path != "~":
            found[_room(path)] += own
        for caller, (_, _, part, _) in callers.items() if path == "~" else ():
            found[_room(caller[0])] += part
    counted = {room: found[room] for room in ("rules", "evaluation", "search")}
    return {room: seconds / sum(counted.values()) for room, seconds in counted.items()}


def _room(path: str) -> str:
    folder, name = Path(path).parts[-2:] if "/" in path else ("", path)
    # A position or move is made by its class: `<string>` is what a NamedTuple consists of.
    return _ROOMS.get(name) or _ROOMS.get(folder) or ("rules" if name == "<string>" else "other")


def compared() -> Iterator[Compared]:
    """Every game's search, plain and compiled in turn, each the best of some rounds; nothing if
    `make compiled` has not been run."""
    wheel = max((_ROOT / "dist").glob("*-cp*.whl"), key=os.path.getmtime, default=None)
    if wheel is None:
        return
    with TemporaryDirectory() as folder:
        ZipFile(wheel).extractall(folder)
        rounds = [
            (_measured(folder, str(_ROOT)), _measured(folder, folder)) for _ in range(_ROUNDS)
        ]
    for name in rounds[0][0]:
        plain, compiled = (
            max(measured[name] for measured in column) for column in zip(*rounds, strict=True)
        )
        yield Compared(name, plain, compiled)


def _measured(folder: str, program: str) -> dict[str, float]:
    """What this file prints if `companion` comes from the folder `program`."""
    path = os.pathsep.join([program, str(_ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench_search"],
        env={**os.environ, "PYTHONPATH": path},
        cwd=Path(folder).parent,
        capture_output=True,
        check=True,
        text=True,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    found = {}
    for name, options in GAMES:
        game = make(name, options)
        some = positions(game)
        began = time.process_time()
        nodes = searches(game, some, _NODES)
        found[label(name, options)] = nodes / (time.process_time() - began)
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
