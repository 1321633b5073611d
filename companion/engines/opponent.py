"""The computer as a player of any game for several players, by its rules alone.

It tries moves out (`playouts`), the stronger the more often. How much that is, is counted and not
timed: the same position, history and seed have the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.engines import nim
from companion.engines.contract import Stop, never
from companion.engines.judge import judge_for
from companion.engines.playouts import Playouts, Tried
from companion.games.nim import Nim
from companion.rules import AnyGame, Seat

LEVELS: tuple[str, ...] = ("easy", "fair", "strong")
"""How hard the computer tries, from the weakest on."""


@dataclass(frozen=True, slots=True)
class _Level:
    """playouts: how many, where the game's judge has pace 1. careful: whether it looks for what
    ends the game at once, in its next move and in the answer to it. exact: up to how many pieces it
    counts a game of Nim out."""

    playouts: int
    careful: bool = True
    exact: int = 0


_LEVELS = {
    "easy": _Level(25, careful=False),
    "fair": _Level(300, exact=9),
    "strong": _Level(3000, exact=19),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what it is expected to bring to the one who makes it: 1 a win, 0 a loss."""

    move: Any
    value: float


def choose(
    game: AnyGame,
    position: Any,
    level: str,
    *,
    before: Sequence[Any] = (),
    seed: int = 0,
    stop: Stop = never,
) -> Choice:
    """A move for the seat to act, which must have one.

    level: one of LEVELS. before: the earlier positions of the match, the first one first.
    Interrupted when `stop` says so.
    """
    random = Random(f"{seed} {len(before)} {game.position_text(position)}")  # noqa: S311
    skill = _LEVELS[level]
    moves = list(game.moves(position))
    if isinstance(game, Nim) and game.occupancy(position).bit_count() <= skill.exact:
        won = nim.winning(game, position, stop)
        if won:
            return Choice(random.choice(won), 1.0)
    if skill.careful:
        seat = game.to_act(position)
        for move in moves:
            if game.outcome(game.advance(position, move)).winner == seat:
                return Choice(move, 1.0)
        moves = [m for m in moves if not _loses(game, game.advance(position, m), seat)] or moves
    judge = judge_for(game)
    playouts = Playouts(game, judge, random, before)
    tried = playouts.search(position, moves, max(1, round(skill.playouts * judge.pace)), stop)
    best = max(tried, key=_liking)
    return Choice(best.move, best.value)


def _liking(tried: Tried) -> tuple[int, float]:
    return tried.visits, tried.value


def _loses(game: AnyGame, position: Any, seat: Seat) -> bool:
    """Whether a single answer ends the game and gives it to somebody else than `seat`."""
    ends = (game.outcome(game.advance(position, answer)) for answer in game.moves(position))
    return any(end.winner not in (None, seat) for end in ends)
