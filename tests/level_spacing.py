"""`python -m tests.level_spacing`: find the skill of each level in each game, so that the levels
are evenly spaced.

Players of many skills meet in a game, and one scale is fitted to all their results, as Elo's is:
the logit of a score is the difference of two strengths, and draws are half a win. How strength
grows with skill is a curve that never falls; random moves and the best level have strengths of
their own. The levels are cut from that curve. Then the levels that were found meet each other, the
curve is fitted again, and so on for a few rounds, because a score against the next level says more
about it than the whole curve.

Every game is kept in a file, and a run that is stopped goes on from there. What the run finds
belongs into the game's file in `companion/opponents/knowledge/`. Check it by `make bench-strength`
with another seed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp, log
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.games.registry import make
from companion.games.solomon import Solomon
from companion.opponents.levels import HIGHEST, LEVELS, skilled
from companion.rules import AnyGame
from tests import figures
from tests.bench_strength import PAGE, VARIANTS, contest, opening
from tests.opponents.reference import PLAYERS, Player, at_level

MARK = "skills"
"""The table of the page."""

_TOP = 90  # no skill of the first round is higher

_ROUNDS = 2  # in which the levels that were found meet
_KNOTS = tuple(range(0, HIGHEST + 1, 5))
_EVEN = 1.0  # how much the curve is kept from bending
_LEAST = log(0.8 / 0.2)  # what the lowest level is above random moves
_LARGEST = log(0.82 / 0.18)  # between two levels; if there is more, the lowest level is higher
_SMALLEST = log(0.7 / 0.3)  # if there is less, random moves are no further from the lowest level

_STEP, _SWEEPS = 0.5, 400  # of the fit
_WEAK = 0.02  # how much the other values are kept small
_RISES = len(_KNOTS) - 1
_RANDOM, _STRONG, _BEGINNER, _GOOD = range(_RISES, _RISES + 4)
_VALUES = _RISES + 4


class Skilled(NamedTuple):
    """A player of one skill, with what is particular about a level. name: a level, `random` or
    `strong`; the latter two have no skill."""

    name: str
    skill: float = 0.0

    @property
    def player(self) -> Player:
        if self.name in ("random", LEVELS[-1]):
            return PLAYERS[self.name]
        return at_level(skilled(self.skill, self.name))


RANDOM, STRONG = Skilled("random"), Skilled(LEVELS[-1])

Pair = tuple[Skilled, Skilled]

Scores = Mapping[Pair, Sequence[float]]
"""What the first player scored in each game against the second."""


class Curve(NamedTuple):
    """The strengths in one game, as logits.

    rises: from each knot to the next. random, strong: of these two players. beginner, good: what
    these levels have on top of their skill.
    """

    rises: tuple[float, ...]
    random: float
    strong: float
    beginner: float
    good: float

    def of(self, player: Skilled) -> float:
        """The strength of a player."""
        if player == RANDOM:
            return self.random
        if player == STRONG:
            return self.strong
        extra = {LEVELS[0]: self.beginner, LEVELS[-2]: self.good}.get(player.name, 0.0)
        return extra + sum(
            rise * min(1.0, max(0.0, (player.skill - low) / (high - low)))
            for rise, (low, high) in zip(self.rises, pairwise(_KNOTS), strict=True)
        )

    def skill(self, name: str, strength: float) -> float:
        """The skill with which a level has this strength, or the nearest that there is."""
        low, high = 0.0, float(HIGHEST)
        while high - low > 0.001:
            middle = (low + high) / 2
            low, high = (
                (middle, high) if self.of(Skilled(name, middle)) < strength else (low, middle)
            )
        return round((low + high) / 2, 1)

    def levels(self) -> tuple[Skilled, ...]:
        """The levels below the best, evenly spaced between random moves and the best level, and
        each of more skill than the one below."""
        whole, lower = self.strong - self.random, len(LEVELS) - 1
        gap = min(_LARGEST, (whole - _LEAST) / lower)
        if gap < _SMALLEST:
            gap = whole / len(LEVELS)
        found: list[Skilled] = []
        highest = float(HIGHEST)
        for index, name in reversed(list(enumerate(LEVELS[:-1]))):
            skill = min(highest, self.skill(name, self.strong - gap * (lower - index)))
            found.insert(0, Skilled(name, max(float(index), skill)))
            highest = round(found[0].skill - 0.5, 1)
        return tuple(found)


def _curve(values: Sequence[float]) -> Curve:
    return Curve(tuple(values[:_RISES]), *values[_RISES:])


_UNITS = [_curve([float(index == one) for index in range(_VALUES)]) for one in range(_VALUES)]
"""Curves in which all values are 0 but one, which is 1."""


class _Met:
    """Two players' games, as the fit sees them.

    weights: by value of the curve, what it adds to the difference of the two strengths. logit: of
    the score that the curve promises now.
    """

    def __init__(self, pair: Pair, won: Sequence[float], logit: float) -> None:
        one, other = pair
        self.weights = [unit.of(one) - unit.of(other) for unit in _UNITS]
        self.won, self.count, self.logit = sum(won), len(won), logit


def fit(scores: Scores, game: AnyGame) -> Curve:
    """The curve that makes these scores likeliest: Newton's method, one value after another."""
    fixed = () if isinstance(game, Solomon) else (_GOOD,)  # only Solomon has endings to know
    values = [0.0] * _VALUES
    # A player against several equal ones wins as many games as its seat's share.
    met = [_Met(pair, won, -log(len(game.seats) - 1)) for pair, won in scores.items() if won]
    for _ in range(_SWEEPS):
        for index in range(_VALUES):
            if index in fixed:
                continue
            slope, curvature = _prior(values, index)
            concerned = [one for one in met if one.weights[index]]
            for one in concerned:
                weight, chance = one.weights[index], 1 / (1 + exp(-one.logit))
                slope += weight * (one.won - one.count * chance)
                curvature += weight * weight * one.count * chance * (1 - chance)
            step = _STEP * slope / (curvature + 0.5)
            value = values[index] + max(-1.0, min(1.0, step))
            if index < _RISES or index == _GOOD:
                value = max(0.0, value)
            elif index == _BEGINNER:
                value = min(0.0, value)
            for one in concerned:
                one.logit += one.weights[index] * (value - values[index])
            values[index] = value
    return _curve(values)


def _prior(values: Sequence[float], index: int) -> tuple[float, float]:
    """How far a value is drawn to where it would be without any games, and how strongly."""
    if index >= _RISES:
        return -_WEAK * values[index], _WEAK
    near = [values[i] for i in (index - 1, index + 1) if 0 <= i < _RISES]
    return _EVEN * (sum(near) - len(near) * values[index]), _EVEN * len(near)


def first_pairs(seats: int, step: int = 10) -> Iterator[Pair]:
    """Who meets in the first round, with skills that are so far apart. With more than two seats, a
    player and those below it may play for the others without wanting to: so everybody meets random
    moves and the best level, too."""
    skills = range(0, _TOP + 1, step)
    grid = [Skilled("casual", skill) for skill in skills]
    for one, other in pairwise(grid):
        yield other, one
    for one, other in zip(grid, grid[2:], strict=False):
        yield other, one
    for skill in skills[: len(skills) * 2 // 3 : 2]:
        yield Skilled("beginner", skill), RANDOM
        yield Skilled("casual", skill), Skilled("beginner", skill)
    for skill in (70, 90):
        yield STRONG, Skilled("good", skill)
        yield Skilled("good", skill), Skilled("casual", skill)
    if seats > 2:
        yield STRONG, RANDOM
        for player in grid[::3]:
            yield player, RANDOM
            yield STRONG, player


class Games:
    """The games of a run, in a file with a line for each."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.scores: dict[str, dict[Pair, dict[int, float]]] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                title, one, other, number, score = json.loads(line)
                self._take(title, (Skilled(*one), Skilled(*other)), number, score)

    def add(self, title: str, pair: Pair, number: int, score: float) -> None:
        """Keep a game."""
        self._take(title, pair, number, score)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps([title, *pair, number, score]) + "\n")

    def _take(self, title: str, pair: Pair, number: int, score: float) -> None:
        self.scores.setdefault(title, defaultdict(dict))[pair][number] = score

    def of(self, title: str) -> dict[Pair, list[float]]:
        """The scores in one game."""
        return {pair: list(found.values()) for pair, found in self.scores.get(title, {}).items()}

    def count(self, title: str) -> int:
        """How many games of one game were played."""
        return sum(map(len, self.of(title).values()))


Task = tuple[str, Pair, int, int]
"""A game to play: what it is called, who plays, its number and the seed."""


def play_pair(task: Task) -> tuple[Task, float]:
    """Play one game. Returns what the first player scored."""
    title, (one, other), number, seed = task
    _, name, options = next(variant for variant in VARIANTS if variant[0] == title)
    game = make(name, options)
    match = opening(game, Random(f"{seed} {title} {number // len(game.seats)}"))
    random = Random(f"{seed} {title} {one} {other} {number}")
    return task, contest(match, (one.player, other.player), number, random)[0]


def space(title: str, games: Games, count: int, seed: int, processes: int, step: int = 10) -> Curve:
    """Find the curve of a game. count: how many games each pair plays in a round. step: how far
    the skills of the first round are apart."""
    _, name, options = next(variant for variant in VARIANTS if variant[0] == title)
    played = make(name, options)
    pairs = list(first_pairs(len(played.seats), step))
    for again in range(_ROUNDS + 1):
        if again:
            chosen = (RANDOM, *fit(games.of(title), played).levels(), STRONG)
            pairs = [(other, one) for one, other in pairwise(chosen)]
        known = games.scores.get(title, {})
        tasks = [
            (title, pair, number, seed)
            for pair in pairs
            for number in range(_count(pair, count if again else count // 2))
            if number not in known.get(pair, {})
        ]
        with get_context("spawn").Pool(processes) as pool:
            for (_, pair, number, _), score in pool.imap_unordered(play_pair, tasks):
                games.add(title, pair, number, score)
    return fit(games.of(title), played)


def _count(pair: Pair, count: int) -> int:
    """How many games a pair plays: a third where one of them thinks for long."""
    return -(-count // 3) if STRONG in pair else count


def table(rows: Sequence[tuple[str, int, Curve]]) -> str:
    """The skills of the levels in each game, and the scores that its curve promises. rows: what
    each game is called, how many games were played, and the curve."""
    lines = [
        f"| game | games | {' | '.join(LEVELS[:-1])} | beginner, random | each, the one below "
        "| random to strong |",
        f"|---|{'---:|' * (len(LEVELS) + 3)}",
    ]
    for title, count, curve in rows:
        levels = curve.levels()
        first, *others = [
            1 / (1 + exp(curve.of(one) - curve.of(other)))
            for one, other in pairwise((RANDOM, *levels, STRONG))
        ]
        cells = [
            title,
            str(count),
            *(str(level.skill) for level in levels),
            f"{first:.0%}",
            f"{sum(others) / len(others):.0%}",
            f"{curve.strong - curve.random:.1f}",
        ]
        lines.append(f"| {' | '.join(cells)} |".replace("%", " %"))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Space the levels of the games that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.level_spacing", description=__doc__)
    parser.add_argument("--games", type=int, default=24, help="of each pair in a round")
    parser.add_argument("--step", type=int, default=10, help="from skill to skill at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[], help="games of exactly this title")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--state", type=Path, default=Path("build/levels.jsonl"))
    parser.add_argument("--publish", action="store_true", help="put the table into the page")
    given = parser.parse_args(arguments)
    games = Games(given.state)
    rows = []
    for title, *_ in VARIANTS:
        if not given.only or title in given.only:
            curve = space(title, games, given.games, given.seed, given.processes, given.step)
            rows.append((title, games.count(title), curve))
            sys.stderr.write(f"{title} is done\n")
    if given.publish:
        figures.put(PAGE, MARK, [table(rows)])
    sys.stdout.write(f"{table(rows)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
