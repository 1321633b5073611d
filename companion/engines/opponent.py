"""The computer as an opponent in any game for two or more players; it needs only the rules.

Where two players take turns without chance, it searches with alpha-beta; in all other games it
tries moves out in playouts. The higher the level, the more nodes or playouts. They are counted, not
timed, so that the same position, history and seed give the same answer on every machine; only on a
slow one `late` may end a search early.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.engines import nim
from companion.engines.alphabeta import AlphaBeta
from companion.engines.contract import Stop, never
from companion.engines.evaluation import evaluator_for, lead_for, value_share
from companion.engines.exact import exact_moves
from companion.engines.playouts import MoveStatistics, Playouts
from companion.games.nim import Nim
from companion.rules import AnyGame, Seat

LEVELS: tuple[str, ...] = ("easy", "fair", "strong")
"""How hard the computer tries, weakest first."""


@dataclass(frozen=True, slots=True)
class _Level:
    """playouts: how many it makes in a game of effort 1. nodes: how many alpha-beta searches in a
    game of pace 1; 0: it always makes playouts. careful: whether it looks for moves that end the
    game at once, its own and the opponent's replies. exact: the most pieces with which it solves a
    game of Nim. solved: whether it plays by what is solved, such as endings."""

    playouts: int
    nodes: int = 0
    careful: bool = True
    exact: int = 0
    solved: bool = False


_LEVELS = {
    "easy": _Level(25, careful=False),
    "fair": _Level(300, 1000, exact=9, solved=True),
    "strong": _Level(3000, 40_000, exact=19, solved=True),
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
    effort: float = 1.0,
    stop: Stop = never,
    late: Stop = never,
) -> Choice:
    """Choose a move for the seat to act, which must have a legal move.

    level: one of LEVELS. before: the earlier positions of the match, oldest first. effort: how much
    of the level's nodes and playouts to spend. late: whether to make do with what has been found so
    far. Raises Interrupted if `stop` returns True.
    """
    random = Random(f"{seed} {len(before)} {game.position_text(position)}")  # noqa: S311
    skill = _LEVELS[level]
    if isinstance(game, Nim) and game.occupancy(position).bit_count() <= skill.exact:
        won = nim.winning(game, position, stop)
        if won:
            return Choice(random.choice(won), 1.0)
    known = exact_moves(game, position, before, stop) if skill.solved else None
    if known is not None and known.ending.plies is not None:
        return Choice(random.choice(known.moves), float(known.ending.value > 0))
    # Moves that are known all keep the draw: what follows picks the most promising.
    moves = list(game.moves(position)) if known is None else list(known.moves)
    lead = lead_for(game, position) if skill.nodes else None
    if lead is None:
        found = try_out(
            game,
            position,
            effort * skill.playouts,
            random,
            before,
            among=moves,
            stop=stop,
            careful=skill.careful,
        )
    else:
        search = AlphaBeta(game, lead, random, before)
        nodes = round(effort * skill.nodes * lead.pace)
        best = search.search(position, nodes, stop, late, among=moves)
        found = Choice(best.move, value_share(best.value))
    return found if known is None else Choice(found.move, 0.5)


def try_out(
    game: AnyGame,
    position: Any,
    playouts: float,
    random: Random,
    before: Sequence[Any] = (),
    *,
    among: Sequence[Any] = (),
    stop: Stop = never,
    careful: bool = True,
) -> Choice:
    """Choose a move by playouts: so many in a game of effort 1.

    among: the moves to choose from, if not all. careful: whether to look for moves that end the
    game at once, one's own and the opponent's replies. Raises Interrupted if `stop` returns True.
    """
    moves = list(among or game.moves(position))
    if careful:
        seat = game.to_act(position)
        for move in moves:
            if game.outcome(game.advance(position, move)).winner == seat:
                return Choice(move, 1.0)
        moves = [m for m in moves if not _loses(game, game.advance(position, m), seat)] or moves
    evaluator = evaluator_for(game)
    search = Playouts(game, evaluator, random, before)
    count = max(1, round(playouts * evaluator.effort))
    best = max(search.search(position, moves, count, stop), key=_preference)
    return Choice(best.move, best.value)


def _preference(tried: MoveStatistics) -> tuple[int, float]:
    return tried.visits, tried.value


def _loses(game: AnyGame, position: Any, seat: Seat) -> bool:
    """Whether the opponents have a reply that ends the game with a winner other than `seat`."""
    ends = (game.outcome(game.advance(position, reply)) for reply in game.moves(position))
    return any(end.winner not in (None, seat) for end in ends)
