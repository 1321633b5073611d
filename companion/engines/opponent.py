"""The computer as an opponent, in any game for two or more players; it needs only the rules.

If two players take turns without chance, it searches with alpha-beta; other games are searched by
playouts. A higher level has more nodes or playouts, and makes fewer of the mistakes that people
make (`levels.py`). Nodes and playouts are counted, not timed, so the same position, history and
seed give the same answer on every machine; only on a slow one may `late` end a search early.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.engines.alphabeta import AlphaBeta
from companion.engines.attention import SeenGame
from companion.engines.contract import Stop, never
from companion.engines.evaluation import (
    PlayoutEvaluator,
    evaluation_for,
    playout_evaluator_for,
    value_share,
)
from companion.engines.exact import exact_moves, safe_moves
from companion.engines.levels import Level, level_for
from companion.engines.misjudging import Misjudged, misjudged_evaluation, misjudged_values
from companion.engines.playouts import MoveStatistics, Playouts
from companion.rules import CHANCE, NOBODY, AnyGame, Seat
from companion.text import Text


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and its expected share for the player who makes it: 1 is a win, 0 a loss. trouble: why
    the chosen player could not choose, for instance because its engine crashed; else empty."""

    move: Any
    value: float
    trouble: Text = Text()


def choose(
    game: AnyGame,
    position: Any,
    level: str | Level,
    *,
    before: Sequence[Any] = (),
    seed: int = 0,
    effort: float = 1.0,
    stop: Stop = never,
    late: Stop = never,
) -> Choice:
    """Choose a move for the seat to act, which must have a legal move.

    level: a name from LEVELS, or a Level. before: the earlier positions of the match, oldest first.
    effort: the fraction of the level's nodes and playouts to spend. late: returns True to accept
    what has been found so far. Raises Interrupted if `stop` returns True.
    """
    random = Random(f"{seed} {len(before)} {game.position_text(position)}")  # noqa: S311
    skill = level_for(game, level) if isinstance(level, str) else level
    if skill.wins and (winning := wins_at_once(game, position, game.moves(position))) is not None:
        return Choice(winning, 1.0)
    knows = skill.knows(game, position, random)
    known = exact_moves(game, position, before, stop) if knows else None
    if known is not None and known.ending.plies is not None:
        return Choice(random.choice(known.moves), float(known.ending.value > 0))
    # These moves all keep the draw: what follows picks the most promising.
    if known is not None:
        moves = list(known.moves)
        if len(moves) == 1:
            return Choice(moves[0], 0.5)
    elif skill.solved:
        moves = safe_moves(game, position, before, stop)
    else:
        moves = list(game.moves(position))
    view: AnyGame = game
    if skill.overlooks:
        view = seen = SeenGame(game, position, before, skill.overlooks, f"{seed} {len(before)}")
        moves = seen.seen(position, moves)
    evaluation = evaluation_for(game, position)
    if evaluation is None:
        if skill.wins:
            moves = _not_losing(view, position, moves)
        misjudged = misjudged_values(game, skill.misjudges, seed) if skill.misjudges else None
        playouts = effort * skill.playouts
        evaluator = playout_evaluator_for(game)  # from the real game: a view has no evaluator
        found = _tried_out(
            view, position, evaluator, playouts, random, before, moves, stop, misjudged
        )
    else:
        if skill.misjudges:
            evaluation = misjudged_evaluation(game, evaluation, skill.misjudges, seed)
        search = AlphaBeta(view, evaluation, random, before)
        nodes = round(effort * skill.nodes * evaluation.pace)
        plies = skill.plies(random)
        best = search.search(position, nodes, stop, late, plies, among=moves)
        found = Choice(best.move, value_share(best.value))
    return found if known is None else Choice(found.move, 0.5)


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
    moves = _not_losing(game, position, moves)
    evaluator = playout_evaluator_for(game)
    return _tried_out(game, position, evaluator, playouts, random, before, moves, stop)


def wins_at_once(game: AnyGame, position: Any, moves: Sequence[Any]) -> Any:
    """The first of these moves that wins the game, or None."""
    seat = game.to_act(position)
    for move in moves:
        if game.outcome(game.advance(position, move)).winner == seat:
            return move
    return None


def _not_losing(game: AnyGame, position: Any, moves: list[Any]) -> list[Any]:
    """The moves after which no opponent is sure to win in one move; all moves if there are none."""
    seat = game.to_act(position)
    return [m for m in moves if not _loses(game, game.advance(position, m), seat)] or moves


def _tried_out(
    game: AnyGame,
    position: Any,
    evaluator: PlayoutEvaluator,
    playouts: float,
    random: Random,
    before: Sequence[Any],
    moves: Sequence[Any],
    stop: Stop,
    misjudged: Misjudged | None = None,
) -> Choice:
    search = Playouts(game, evaluator, random, before)
    count = max(len(moves), round(playouts * evaluator.effort))
    tried = search.search(position, moves, count, stop)
    if misjudged is None:
        best = max(tried, key=_preference)
    else:
        best = max(
            tried, key=lambda one: misjudged(game.advance(position, one.move), _worth(game, one))
        )
    return Choice(best.move, best.value)


def _worth(game: AnyGame, tried: MoveStatistics) -> float:
    """The mean value of a move, pulled towards even if it was tried only a few times."""
    return (tried.value * tried.visits + 1 / len(game.seats)) / (tried.visits + 1)


def _preference(tried: MoveStatistics) -> tuple[int, float]:
    return tried.visits, tried.value


def _loses(game: AnyGame, position: Any, seat: Seat) -> bool:
    """Whether some opponent can win before `seat` acts again, whatever the others do."""
    replies = [game.advance(position, reply) for reply in game.moves(position)]
    if any(game.outcome(after).winner not in (None, seat) for after in replies):
        return True
    # With three or more players, the next one may have no move that stops another from winning.
    return bool(replies) and all(
        game.to_act(after) not in (seat, CHANCE, NOBODY) and _loses(game, after, seat)
        for after in replies
    )
