"""The computer as an opponent, in any game for two or more players; it needs only the rules.

If two players take turns without chance, it searches with alpha-beta; other games are searched by
playouts. A higher level has more nodes or playouts, and makes fewer of the mistakes that people
make (`levels.py`). Nodes and playouts are counted, not timed, so the same position, history and
seed give the same answer on every machine; only on a slow one may `late` end a search early.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.base.text import Text
from companion.opponents.alphabeta import AlphaBeta
from companion.opponents.attention import SeenGame
from companion.opponents.contract import Interrupted, Stop, never
from companion.opponents.evaluation import value_share
from companion.opponents.knowledge.knowledge_registry import knowledge_for
from companion.opponents.levels import Level, level_for
from companion.opponents.misjudging import Misjudged, misjudged_evaluation, misjudged_values
from companion.opponents.playouts import MoveStatistics, Playouts
from companion.opponents.question import UNLIMITED, Question, SearchLimits
from companion.rules import CHANCE, NOBODY, AnyGame, Seat


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that a computer player has chosen.

    Attributes:
        move: The move.
        value: The expected share of the seat that makes it: 1 is a win, 0 a loss.
        trouble: The reason why the chosen player could not choose, for instance because its engine
            crashed; else empty.
    """

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

    The arguments are those of `choose_move`, Question and SearchLimits, written out.
    """
    question = Question(game, position, before, seed)
    return choose_move(question, level, SearchLimits(effort, stop, late))


def choose_move(question: Question, level: str | Level, limits: SearchLimits = UNLIMITED) -> Choice:
    """Choose a move for the seat to act, which must have a legal move.

    Args:
        question: The position, and the seed of the choice.
        level: A name from LEVELS, or a Level.
        limits: The effort, and when to end. What is not known in time is left out of the choice.
            The clock is ignored: a move takes little time.

    Raises:
        Interrupted: If `limits.stop` returns True.
    """
    game, position, before = question.game, question.position, question.before
    random, knowledge = question.random, knowledge_for(game)
    skill = level_for(game, level) if isinstance(level, str) else level
    moves = list(game.moves(position))
    if skill.wins and (winning := wins_at_once(game, position, moves)) is not None:
        return Choice(winning, 1.0)
    known = None
    if skill.knows(game, position, random):
        known = limits.unless_late(partial(knowledge.best_moves, position, before), None)
    if known is not None and known.ending.plies is not None:
        return Choice(random.choice(known.moves), float(known.ending.value > 0))
    # These moves all keep the draw: what follows picks the most promising.
    if known is not None:
        moves = list(known.moves)
        if len(moves) == 1:
            return Choice(moves[0], 0.5)
    elif skill.solved:
        moves = limits.unless_late(partial(knowledge.safe_moves, position, before), moves)
    view: AnyGame = game
    if skill.overlooks:
        when = f"{question.seed} {len(before)}"
        view = seen = SeenGame(game, position, before, skill.overlooks, when)
        moves = seen.seen(position, moves)
    evaluation = knowledge.evaluation(position)
    if evaluation is None:
        if skill.wins:
            moves = _not_losing(view, position, moves, limits)
        misjudged = None
        if skill.misjudges:
            misjudged = misjudged_values(game, skill.misjudges, question.seed)
        evaluator = knowledge.playouts()  # from the real game: nothing is known about a view
        search = Playouts(view, evaluator, random, before)
        count = max(len(moves), round(limits.effort * skill.playouts * evaluator.effort))
        tried = search.search(position, moves, count, limits.stop, limits.late)
        found = _best(view, position, tried, misjudged)
    else:
        if skill.misjudges:
            evaluation = misjudged_evaluation(game, evaluation, skill.misjudges, question.seed)
        compared = AlphaBeta(view, evaluation, random, before)
        nodes = round(limits.effort * skill.nodes * evaluation.pace)
        plies = skill.plies(random)
        best = compared.search(position, nodes, limits.stop, limits.late, plies, among=moves)
        found = Choice(best.move, value_share(best.value))
    return found if known is None else Choice(found.move, 0.5)


def wins_at_once(game: AnyGame, position: Any, moves: Sequence[Any]) -> Any:
    """Return the first of these moves that wins the game, or None."""
    seat = game.to_act(position)
    for move in moves:
        if game.outcome(game.advance(position, move)).winner == seat:
            return move
    return None


def _not_losing(game: AnyGame, position: Any, moves: list[Any], limits: SearchLimits) -> list[Any]:
    """Return the moves after which no opponent is known to win in one move.

    All moves, if there are none.
    """
    seat = game.to_act(position)

    def loses(move: Any) -> bool:
        after = game.advance(position, move)
        return limits.unless_late(lambda halt: _loses(game, after, seat, halt), False)

    return [move for move in moves if not loses(move)] or moves


def _best(
    game: AnyGame, position: Any, tried: Sequence[MoveStatistics], misjudged: Misjudged | None
) -> Choice:
    """Return the best of the moves that were tried."""
    if misjudged is None:
        best = max(tried, key=_preference)
    else:
        best = max(
            tried, key=lambda one: misjudged(game.advance(position, one.move), _worth(game, one))
        )
    return Choice(best.move, best.value)


def _worth(game: AnyGame, tried: MoveStatistics) -> float:
    """Return the mean value of a move, pulled towards even if it was tried only a few times."""
    return (tried.value * tried.visits + 1 / len(game.seats)) / (tried.visits + 1)


def _preference(tried: MoveStatistics) -> tuple[int, float]:
    return tried.visits, tried.value


def _loses(game: AnyGame, position: Any, seat: Seat, halt: Stop) -> bool:
    """Return whether some opponent can win before `seat` acts again, whatever the others do.

    Raises:
        Interrupted: If `halt` returns True.
    """
    if halt():
        raise Interrupted
    replies = [game.advance(position, reply) for reply in game.moves(position)]
    if any(game.outcome(after).winner not in (None, seat) for after in replies):
        return True
    # With three or more players, the next one may have no move that stops another from winning.
    return bool(replies) and all(
        game.to_act(after) not in (seat, CHANCE, NOBODY) and _loses(game, after, seat, halt)
        for after in replies
    )
