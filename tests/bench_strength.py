"""`make bench-strength`: the computer against players that stay as they are, and each of its levels
against the one below, in every game.

Every opening, of a few random moves, is played with each player having every seat once; where there
are more than two seats, the other player has all others. What is played is kept in a file after
every game. A run that is stopped goes on from there: the same seed, the same games.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from multiprocessing import cpu_count, get_context
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, NamedTuple

from companion.games.registry import make
from companion.opponents.levels import LEVELS
from companion.rules import CHANCE, AnyGame, Match
from tests import figures
from tests.opponents.reference import PLAYERS, Asked, Player

PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
MARKS = ("ladder", "levels")
"""The tables of the page: against players that never change, and between levels."""

_LONGEST = 400  # plies; a game that is not over by then is drawn
_OPENING = 2  # random plies, chance apart
_GAMES = 40

LOST_OPENINGS: dict[str, frozenset[str]] = {
    "solomon": frozenset(
        {
            "16-10 4x16",
            *("14-12 2-9", "18-13 6-11"),
            *("15-12 2-7", "15-12 2-9", "15-12 3-7", "15-12 4-10", "15-12 6-8"),
            *("17-13 6-8", "17-13 6-11", "17-13 5-8", "17-13 4-10", "17-13 2-7"),
        }
    )
}
"""By game, the openings that lose for one player, so no game begins with them. Those of Solomon
follow from the outcomes of up to ten pieces; see docs/knowledge.md."""


class Pairing(NamedTuple):
    """Two players at one game.

    wanted: the least percentage that the first one is to score. most: the highest, if it is not to
    be much better. times: how many games it gets for each one that another pairing gets.
    """

    title: str
    game: str
    options: dict[str, str]
    player: str
    other: str
    wanted: int
    most: int = 100
    times: float = 1.0

    @property
    def mark(self) -> str:
        """Which of the page's tables it is in."""
        return "ladder" if self.other in ("playouts", "depth4") else "levels"

    @property
    def name(self) -> str:
        return f"{self.title}: {self.player}-{self.other}"

    @property
    def range(self) -> str:
        """What the first player is to score."""
        return f"{self.wanted} %" if self.most == 100 else f"{self.wanted} to {self.most} %"


VARIANTS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("Solomon", "solomon", {}),
    ("Gomony", "gomony", {}),
    ("Gomony, stalemate loses", "gomony", {"stalemate": "loses"}),
    ("Son of Solomon", "son_of_solomon", {}),
    ("Nim", "nim", {}),
    ("Nim, the last wins", "nim", {"last": "wins"}),
    ("Trinity", "trinity", {"seats": "2"}),
    ("Trinity, 15 stones", "trinity", {"seats": "2", "stones": "15"}),
    ("Trinity, 10 blocked", "trinity", {"seats": "2", "blocked": "10"}),
    ("Trinity, 3 players", "trinity", {"seats": "3"}),
    ("Trinity, 4 players", "trinity", {"seats": "4"}),
    ("Soli2", "soli2", {}),
    ("Soli2, any counters", "soli2", {"movers": "any"}),
    ("Soli2, Pure Skill", "soli2", {"variant": "pure_skill"}),
    ("Soli2, Pure Skill, any counters", "soli2", {"variant": "pure_skill", "movers": "any"}),
    ("Soli2, Give Away", "soli2", {"variant": "give_away"}),
    ("Soli2, Give Away, any counters", "soli2", {"variant": "give_away", "movers": "any"}),
    ("Halma", "halma", {}),
    ("Halma, advanced", "halma", {"rules": "advanced"}),
    ("Halma, 3 players", "halma", {"players": "3"}),
    ("Halma, 3 players, advanced", "halma", {"players": "3", "rules": "advanced"}),
    ("Halma, 4 players", "halma", {"players": "4"}),
    ("Halma, 4 players, advanced", "halma", {"players": "4", "rules": "advanced"}),
)
"""Every game with the options that change how it is played."""

_TIMES = {"good": 1.0, "strong": 0.5}
"""Games of low levels are short: so there can be more of them."""


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
    for lower, level in pairwise(("random", *LEVELS)):
        wanted, most = (80, 100) if lower == "random" else (70, 85)
        times = _TIMES.get(level, 2.5)
        found += [Pairing(*variant, level, lower, wanted, most, times) for variant in VARIANTS]
    return found


PAIRINGS = _pairings()
_BY_NAME = {pairing.name: index for index, pairing in enumerate(PAIRINGS)}


class Plan(NamedTuple):
    """What a run plays; a run that goes on has to play the same. games: of each pairing, times its
    own factor."""

    games: int
    seed: int
    effort: float
    only: list[str]

    @property
    def tasks(self) -> list[tuple[int, int]]:
        """Each game, by its pairing and its number; the pairings take turns."""
        counts = {
            index: round(self.games * pairing.times)
            for index, pairing in enumerate(PAIRINGS)
            if not self.only or any(only in pairing.name for only in self.only)
        }
        return [
            (index, number)
            for number in range(max(counts.values(), default=0))
            for index, count in counts.items()
            if number < count
        ]


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
    """A match after a few random moves, which are not known to lose for anybody."""
    while True:
        match, made = Match(game), 0
        while made < _OPENING:
            chance = match.to_act == CHANCE
            match.play(_any(match, random))
            made += not chance
        if opening_text(match) not in LOST_OPENINGS.get(game.name, ()):
            return match


def opening_text(match: Match) -> str:
    """The moves of a match, as in `LOST_OPENINGS`."""
    return " ".join(match.game.move_text(one.position, one.move) for one in match.history)


def _any(match: Match, random: Random) -> Any:
    weights = [match.game.weight(match.position, move) for move in match.moves]
    return random.choices(match.moves, weights)[0]


def play(task: tuple[int, int, int, float]) -> Played:
    """Play one game of a plan with this seed and effort."""
    index, number, seed, effort = task
    pairing = PAIRINGS[index]
    game = make(pairing.game, pairing.options)
    match = opening(game, Random(f"{seed} {pairing.title} {number // len(game.seats)}"))
    random = Random(f"{seed} {pairing.name} {number}")
    players = PLAYERS[pairing.player], PLAYERS[pairing.other]
    score, moves, seconds = contest(match, players, number, random, effort)
    return Played(index, number, score, len(match.history), moves, seconds)


def contest(
    match: Match, players: tuple[Player, Player], number: int, random: Random, effort: float = 1.0
) -> tuple[float, tuple[int, int], tuple[float, float]]:
    """Play a match to its end: the first player has one seat, by the number of the game, the other
    player all others. Returns what the first one scored, and each player's moves and seconds."""
    seats = len(match.game.seats)
    firsts = number % seats
    moves, seconds = [0, 0], [0.0, 0.0]
    while not match.over and len(match.history) < _LONGEST:
        if match.to_act == CHANCE or len(match.moves) == 1:
            match.play(_any(match, random))
            continue
        who = int(match.to_act != firsts)
        before = [played.position for played in match.history]
        began = time.process_time()
        move = players[who](Asked(match.game, match.position, before, random, effort))
        seconds[who] += time.process_time() - began
        moves[who] += 1
        match.play(move)
    winner = match.outcome.winner
    score = 1 / seats if winner is None else float(winner == firsts)
    return score, (moves[0], moves[1]), (seconds[0], seconds[1])


class OtherBench(ValueError):
    """A file that this bench did not write, or an older version of it did."""


class Ladder:
    """The file that a run goes on from: the plan, and then a line for each game."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Go on with a run; `plan` is what to play if there is none yet. Raises OtherBench if the
        file is not a run of this bench."""
        self.path = path
        self.played: dict[tuple[int, int], Played] = {}
        lines = path.read_bytes().splitlines() if path.exists() else []
        if not lines:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._append(plan._asdict())
        self.plan = plan
        for number, line in enumerate(lines):
            try:
                read = json.loads(line)
            except ValueError:
                if number:
                    continue  # the run was stopped while it was written: it is played again
                read = None
            try:
                if number:
                    self._take(Played(**{**read, "pairing": _BY_NAME[read["pairing"]]}))
                else:
                    self.plan = Plan(**read)
            except (KeyError, TypeError):
                raise OtherBench(
                    f"{path}, line {number + 1}: not of this bench; give another --state, "
                    "or delete the file"
                ) from None

    def add(self, played: Played) -> None:
        """Keep a game."""
        self._append({**played._asdict(), "pairing": PAIRINGS[played.pairing].name})
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

    def rows(self, mark: str) -> list[list[Played]]:
        """The games of each pairing of this mark that has any."""
        rows: list[list[Played]] = [[] for _ in PAIRINGS]
        for played in self.played.values():
            rows[played.pairing].append(played)
        return [row for row in rows if row and PAIRINGS[row[0].pairing].mark == mark]


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean score, by Wilson's formula; draws count as half a win."""
    n, mean, z = len(scores), sum(scores) / len(scores), 1.96
    middle = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half


def as_of_two(share: float, seats: int) -> float:
    """What a share of wins against several equal opponents comes to against one of them: with equal
    players, one half."""
    odds = share * (seats - 1)
    return odds / (odds + 1 - share)


def table(rows: Sequence[Sequence[Played]]) -> str:
    """The games of some pairings as a table."""
    lines = [
        "| game | player | against | games | won | drawn | lost | score | 95 % interval | wanted "
        "| s a move | s a move of the other |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        pairing, scores = PAIRINGS[row[0].pairing], [played.score for played in row]
        seats = len(make(pairing.game, pairing.options).seats)
        mean, low, high = (
            as_of_two(share, seats) for share in (sum(scores) / len(scores), *interval(scores))
        )
        won, lost = scores.count(1.0), scores.count(0.0)
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
            *(str(count) for count in (won, len(row) - won - lost, lost)),
            f"{mean:.0%}",
            f"{low:.0%} to {high:.0%}",
            pairing.range,
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
    """Put the tables into the page; one of which nothing was played stays as it is."""
    for mark in MARKS:
        if rows := ladder.rows(mark):
            figures.put(PAGE, mark, [table(rows), "", note(ladder)])


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
    try:
        ladder = Ladder(given.state, Plan(given.games, given.seed, given.effort, given.only))
    except OtherBench as other:
        sys.stderr.write(f"{other}\n")
        return 2
    plan = ladder.plan
    left = [(*task, plan.seed, plan.effort) for task in plan.tasks if task not in ladder.played]
    with get_context("spawn").Pool(given.processes) as pool:
        for played in pool.imap_unordered(play, left):
            ladder.add(played)
    if given.publish:
        publish(ladder)
    rows = [row for mark in MARKS for row in ladder.rows(mark)]
    sys.stdout.write(f"{table(rows)}\n\n{note(ladder)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
