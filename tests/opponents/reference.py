"""Players to measure the computer against. They stay as they are, so that figures can be compared.

`playouts` is the level *strong* as it was before there was alpha-beta: 3,000 playouts in a game of
effort 1. `depth4` is a plain alpha-beta search of four plies, without a table, without playing
captures out, and with the evaluation that cuts playouts off. `random` makes any legal move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.opponents import knowledge_for, opponent
from companion.opponents.contract import Stop, never
from companion.opponents.evaluation import outcome_shares
from companion.opponents.levels import LEVELS, Level
from companion.opponents.opponent import Choice, choose, wins_at_once
from companion.opponents.playouts import Playouts
from companion.opponents.question import SearchLimits
from companion.rules import AnyGame


class Asked(NamedTuple):
    """What a player is asked: a move in a position, by the positions before it, a source of chance,
    and how much of its nodes or playouts to spend."""

    game: AnyGame
    position: Any
    before: Sequence[Any]
    random: Random
    effort: float = 1.0


Player = Callable[[Asked], Any]
"""Chooses a move."""

_PLAYOUTS = 3000
_DEPTH = 4


def try_out(
    game: AnyGame,
    position: Any,
    playouts: float,
    random: Random,
    before: Sequence[Any] = (),
    stop: Stop = never,
) -> Choice:
    """Choose a move by playouts, always taking a win in one move and avoiding moves that allow one.

    playouts: their number in a game of effort 1. Raises Interrupted if `stop` returns True.
    """
    moves = list(game.moves(position))
    winning = wins_at_once(game, position, moves)
    if winning is not None:
        return Choice(winning, 1.0)
    moves = opponent._not_losing(game, position, moves, SearchLimits(stop=stop))
    evaluator = knowledge_for(game).playouts()
    count = max(len(moves), round(playouts * evaluator.effort))
    tried = Playouts(game, evaluator, random, before).search(position, moves, count, stop)
    return opponent._best(game, position, tried, None)


def playouts(asked: Asked) -> Any:
    game, position, before, random, effort = asked
    return try_out(game, position, effort * _PLAYOUTS, random, before).move


def depth4(asked: Asked) -> Any:
    game, position, _, random, _ = asked
    evaluate = knowledge_for(game).playouts().evaluate

    def value(position: Any, seat: int, depth: int, alpha: float, beta: float) -> float:
        """The share of `seat`, which is to act unless the game is over."""
        moves = game.moves(position)
        if not moves:
            return outcome_shares(game.outcome(position), 2)[seat]
        if not depth:
            return evaluate(position)[seat]
        for move in moves:
            after = game.advance(position, move)
            alpha = max(alpha, 1.0 - value(after, 1 - seat, depth - 1, 1.0 - beta, 1.0 - alpha))
            if alpha >= beta:
                break
        return alpha

    seat = game.to_act(position)
    moves = list(game.moves(position))
    random.shuffle(moves)
    best, chosen = -1.0, moves[0]
    for move in moves:
        worth = 1.0 - value(
            game.advance(position, move), 1 - seat, _DEPTH - 1, 0.0, 1.0 - max(best, 0.0)
        )
        if worth > best:
            best, chosen = worth, move
    return chosen


def at_random(asked: Asked) -> Any:
    return asked.random.choice(list(asked.game.moves(asked.position)))


def at_level(level: str | Level) -> Player:
    """The computer as it plays now."""

    def player(asked: Asked) -> Any:
        game, position, before, random, effort = asked
        seed = random.randrange(2**30)
        return choose(game, position, level, before=before, seed=seed, effort=effort).move

    return player


PLAYERS: dict[str, Player] = {
    **{level: at_level(level) for level in LEVELS},
    "playouts": playouts,
    "depth4": depth4,
    "random": at_random,
}
