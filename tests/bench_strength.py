"""`make bench-strength`: the computer against players that stay as they are, in every game of two.

Every opening, of a few random moves, is played twice, each player having either seat once. What is
played is kept in a file after every game. A run that is stopped goes on from there: the same seed,
the same games.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from math import sqrt
from multiprocessing import Pool, cpu_count
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, NamedTuple

from companion.games.registry import make
from companion.rules import CHANCE, AnyGame, Match
from tests import figures
from tests.engines.reference import PLAYERS, Asked

PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
_LONGEST = 400  # plies; a game that is not over by then is drawn
_OPENING = 2  # random plies, chance apart
_GAMES = 40


class Pairing(NamedTuple):
    """Two players at one game. wanted: the least percentage that the first one is to score."""

    title: str
    game: str
    options: dict[str, str]
    player: str
    other: str
    wanted: int


def _pairings() -> list[Pairing]:
    found = []
    for title, game, options, wanted in (
        ("Gomony", "gomony", {}, 75),
        ("Soli2", "soli2", {}, 80),
        ("Soli2, Pure Skill", "soli2", {"variant": "pure_skill"}, 95),
        ("Soli2, Give Away", "soli2", {"variant": "give_away"}, 75),
        ("Halma", "halma", {}, 75),
        ("Halma, advanced", "halma", {"rules": "advanced"}, 85),
        ("Solomon", "solomon", {}, 50),
        ("Son of Solomon", "son_of_solomon", {}, 50),
        ("Trinity", "trinity", {"seats": "2"}, 50),
    ):
        found.append(Pairing(title, game, options, "strong", "playouts", wanted))
    found += [
        Pairing("Gomony", "gomony", {}, "strong", "depth4", 70),
        Pairing("Solomon", "solomon", {}, "strong", "depth4", 95),
    ]
    for title, game, options in (
        ("Gomony", "gomony", {}),
        ("Solomon", "solomon", {}),
        ("Halma", "halma", {}),
    ):
        found.append(Pairing(title, game, options, "strong", "fair", 50))
        found.append(Pairing(title, game, options, "fair", "easy", 50))
    return found


PAIRINGS = _pairings()


class Plan(NamedTuple):
    """What a run plays; a run that goes on has to play the same."""

    games: int
    seed: int
    effort: float
    only: list[str]

    @property
    def tasks(self) -> list[tuple[int, int]]:
        """Each game, by its pairing and its number; the pairings take turns."""
        chosen = [i for i, pairing in enumerate(PAIRINGS) if not self.only or _is(pairing, self)]
        return [(pairing, number) for number in range(self.games) for pairing in chosen]


def _is(pairing: Pairing, plan: Plan) -> bool:
    return any(only in f"{pairing.title}: {pairing.player}-{pairing.other}" for only in plan.only)


class Played(NamedTuple):
    """A game of a ladder: what the first player scored, its plies, and each player's moves and
    seconds."""

    pairing: int
    number: int
    score: float
    plies: int
    moves: tuple[int, int]
    seconds: tuple[float, float]


def opening(game: AnyGame, random: Random) -> Match:
    """A match after a few random moves."""
    match, made = Match(game), 0
    while made < _OPENING:
        chance = match.to_act == CHANCE
        match.play(_any(match, random))
        made += not chance
    return match


def _any(match: Match, random: Random) -> Any:
    weights = [match.game.weight(match.position, move) for move in match.moves]
    return random.choices(match.moves, weights)[0]


def play(task: tuple[int, int, int, float]) -> Played:
    """Play one game of a plan with this seed and effort."""
    index, number, seed, effort = task
    pairing = PAIRINGS[index]
    match = opening(
        make(pairing.game, pairing.options), Random(f"{seed} {pairing.title} {number // 2}")
    )
    random = Random(f"{seed} {pairing} {number}")
    seats = (pairing.player, pairing.other)[:: -1 if number % 2 else 1]
    moves, seconds = [0, 0], [0.0, 0.0]
    while not match.over and len(match.history) < _LONGEST:
        if match.to_act == CHANCE or len(match.moves) == 1:
            match.play(_any(match, random))
            continue
        who = match.to_act ^ number % 2
        before = [played.position for played in match.history]
        began = time.process_time()
        move = PLAYERS[seats[match.to_act]](
            Asked(match.game, match.position, before, random, effort)
        )
        seconds[who] += time.process_time() - began
        moves[who] += 1
        match.play(move)
    winner = match.outcome.winner
    score = 0.5 if winner is None else float(winner == number % 2)
    plies = len(match.history)
    return Played(index, number, score, plies, (moves[0], moves[1]), (seconds[0], seconds[1]))


class Ladder:
    """The file that a run goes on from: the plan, and then a line for each game."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Go on with a run; `plan` is what to play if there is none yet."""
        self.path = path
        self.played: dict[tuple[int, int], Played] = {}
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self.plan = Plan(**json.loads(lines[0])) if lines else plan
        if not lines:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._append(plan._asdict())
        for line in lines[1:]:
            try:
                self._take(Played(**json.loads(line)))
            except ValueError:
                continue  # the run was stopped while it was written: that game is played again

    def add(self, played: Played) -> None:
        """Keep a game."""
        self._append(played._asdict())
        self._take(played)

    def _take(self, played: Played) -> None:
        self.played[played.pairing, played.number] = played

    def _append(self, line: dict[str, Any]) -> None:
        with self.path.open("a+b") as file:
            if file.tell() and not self.path.read_bytes().endswith(b"\n"):
                file.write(b"\n")
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    @property
    def rows(self) -> list[list[Played]]:
        """The games of each pairing that has any."""
        rows: list[list[Played]] = [[] for _ in PAIRINGS]
        for played in self.played.values():
            rows[played.pairing].append(played)
        return [row for row in rows if row]


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean score, by Wilson's formula; draws count as half a win."""
    n, mean, z = len(scores), sum(scores) / len(scores), 1.96
    middle = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half


def table(ladder: Ladder) -> str:
    """The ladder as a table."""
    lines = [
        "| game | player | against | games | won | drawn | lost | score | 95 % interval | wanted "
        "| s a move | s a move of the other |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in ladder.rows:
        pairing, scores = PAIRINGS[row[0].pairing], [played.score for played in row]
        low, high = interval(scores)
        times = [
            sum(played.seconds[who] for played in row)
            / max(1, sum(played.moves[who] for played in row))
            for who in (0, 1)
        ]
        cells = [
            pairing.title,
            pairing.player,
            pairing.other,
            str(len(row)),
            *(str(scores.count(score)) for score in (1.0, 0.5, 0.0)),
            f"{sum(scores) / len(scores):.0%}",
            f"{low:.0%} to {high:.0%}",
            f"{pairing.wanted} %",
            *(f"{seconds:.2f}" for seconds in times),
        ]
        lines.append(f"| {' | '.join(cells)} |".replace("%", " %").replace("  %", " %"))
    return "\n".join(lines)


def note(ladder: Ladder) -> str:
    """How the games of a ladder can be played again."""
    plan = ladder.plan
    return (
        f"Seed {plan.seed}; each player with {plan.effort:.0%} of its nodes or playouts.".replace(
            "%", " %"
        )
    )


def publish(ladder: Ladder) -> None:
    """Put the table into the page."""
    figures.put(PAGE, "ladder", [table(ladder), "", note(ladder)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench, or go on with it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_strength", description=__doc__)
    parser.add_argument("--games", type=int, default=_GAMES, help="of each pairing")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    parser.add_argument("--effort", type=float, default=1.0, help="of all nodes and playouts")
    parser.add_argument("--only", action="append", default=[], help="pairings whose name has this")
    parser.add_argument("--processes", type=int, default=cpu_count())
    parser.add_argument("--state", type=Path, default=Path("build/strength.jsonl"))
    parser.add_argument("--publish", action="store_true", help="put the table into the page")
    given = parser.parse_args(arguments)
    ladder = Ladder(given.state, Plan(given.games, given.seed, given.effort, given.only))
    plan = ladder.plan
    left = [(*task, plan.seed, plan.effort) for task in plan.tasks if task not in ladder.played]
    with Pool(given.processes) as pool:
        for played in pool.imap_unordered(play, left):
            ladder.add(played)
    if given.publish:
        publish(ladder)
    sys.stdout.write(f"{table(ladder)}\n\n{note(ladder)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
