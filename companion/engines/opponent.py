"""The computer as an opponent in any game for two or more players; it needs only the rules.

It tries moves out in playouts: the higher the level, the more of them. They are counted, not timed,
so that the same position, history and seed give the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.engines import nim
from companion.engines.contract import Stop, never
from companion.engines.evaluation import evaluator_for
from companion.engines.exact import exact_moves
from companion.engines.playouts import MoveStatistics, Playouts
from companion.games.nim import Nim
from companion.rules import AnyGame, Seat

LEVELS: tuple[str, ...] = ("easy", "fair", "strong")
"""How hard the computer tries, weakest first."""


@dataclass(frozen=True, slots=True)
class _Level:
    """playouts: how many it makes in a game of effort 1. careful: whether it looks for moves that
    end the game at once, its own and the opponent's replies. exact: the most pieces with which it
    solves a game of Nim. solved: whether it plays by what is solved, such
    as endings."""

    playouts: int
    careful: bool = True
    exact: int = 0
    solved: bool = False


_LEVELS = {
    "easy": _Level(25, careful=False),
    "fair": _Level(300, exact=9, solved=True),
    "strong": _Level(3000, exact=19, solved=True),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and its expected share for the player who makes it: 1 is a win, 0 a loss."""

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
    """Choose a move for the seat to act, which must have a legal move.

    level: one of LEVELS. before: the earlier positions of the match, oldest first.
    Raises Interrupted if `stop` returns True.
    """
    random = Random(f"{seed} {len(before)} {game.position_text(position)}")  # noqa: S311
    skill = _LEVELS[level]
    moves = list(game.moves(position))
    if isinstance(game, Nim) and game.occupancy(position).bit_count() <= skill.exact:
        won = nim.winning(game, position, stop)
        if won:
            return Choice(random.choice(won), 1.0)
    best = exact_moves(game, position, before, stop) if skill.solved else None
    if best is not None:
        if best.ending.plies is not None:
            return Choice(random.choice(best.moves), float(best.ending.value > 0))
        moves = list(best.moves)  # They all keep the draw: what follows picks the most promising.
    if skill.careful:
        seat = game.to_act(position)
        for move in moves:
            if game.outcome(game.advance(position, move)).winner == seat:
                return Choice(move, 1.0)
        moves = [m for m in moves if not _loses(game, game.advance(position, m), seat)] or moves
    evaluator = evaluator_for(game)
    playouts = Playouts(game, evaluator, random, before)
    count = max(1, round(skill.playouts * evaluator.effort))
    tried = max(playouts.search(position, moves, count, stop), key=_preference)
    return Choice(tried.move, tried.value if best is None else 0.5)


def _preference(tried: MoveStatistics) -> tuple[int, float]:
    return tried.visits, tried.value


def _loses(game: AnyGame, position: Any, seat: Seat) -> bool:
    """Whether the opponents have a reply that ends the game with a winner other than `seat`."""
    ends = (game.outcome(game.advance(position, reply)) for reply in game.moves(position))
    return any(end.winner not in (None, seat) for end in ends)
