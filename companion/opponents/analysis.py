"""Analysis: the value of every legal move of a position.

Exact values, such as those of endgame tables, are used where they exist; the other moves are
searched. Alpha-beta searches all moves to the same depth, so their values are comparable. Nodes and
playouts are counted, not timed, so the same position, history and seed give the same answer on
every machine, unless `late` ends the analysis early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Any

from companion.opponents.alphabeta import WIN, AlphaBeta, Evaluation
from companion.opponents.contract import AnySolver, Interrupted, Stop
from companion.opponents.evaluation import outcome_shares, value_share
from companion.opponents.knowledge.knowledge_registry import knowledge_for
from companion.opponents.playouts import Playouts
from companion.opponents.question import UNLIMITED, Question, SearchLimits
from companion.opponents.tables import ExactValue
from companion.rules import CHANCE

NODES = 60_000
"""The nodes searched by an analysis of effort 1, in a game of pace 1."""

_PLAYOUTS = 3000  # for effort 1
_VISITS = 8  # a move is part of a line only if it was tried this often
_TRIES = 4  # of each move, at least
_LONGEST_LINE = 12  # plies
_SOLVED_NODES = 20_000  # positions, in a solitaire without a solver
_SOLVING = 0.3  # the effort from which solutions that take seconds are searched for
_QUICK_SOLVING = 1000  # positions per move below that effort


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A legal move with its value.

    Attributes:
        move: The move.
        value: The expected share of the seat that makes it: 1 is a win, 0 a loss. In a solitaire,
            1 if it can still be solved after the move.
        exact: Whether the value is certain, not an estimate.
        plies: An upper bound on the plies to a forced end, counting the move itself; the exact
            number if it is from an endgame table. None if no end is forced or no bound is known.
        line: A likely continuation, starting with the move.
        error: The standard error of an estimate by playouts; otherwise 0.
    """

    move: Any
    value: float
    exact: bool
    plies: int | None
    line: tuple[Any, ...]
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Analysis:
    """The rated moves of a position.

    Attributes:
        moves: All legal moves, best first. Empty if the game is over or chance is to act.
    """

    moves: tuple[RatedMove, ...]


Rater = Callable[[Sequence[Any]], Iterable[RatedMove]]
"""Rates legal moves of a position by its own search."""


def analyse(
    question: Question,
    limits: SearchLimits = UNLIMITED,
    among: Sequence[Any] = (),
    rater: Rater | None = None,
) -> Analysis:
    """Rate every legal move of a position.

    Args:
        question: The position, and the seed of the search.
        limits: The effort, and when to end. A small effort also skips solutions that take seconds
            to find.
        among: The moves to rate, empty for all; they share the whole effort.
        rater: In a game for two or more, rates the moves without an exact value; by default, the
            built-in search.

    Raises:
        Interrupted: If `limits.stop` returns True.
    """
    game, position = question.game, question.position
    moves = () if game.to_act(position) == CHANCE else among or game.moves(position)
    occurred = Counter(map(game.recurrence, (*question.before, position)))
    if not moves or 0 < game.repetitions <= occurred[game.recurrence(position)]:
        return Analysis(())
    task = _Task(question, limits)
    rated = {move.move: move for move in _ended(task, moves, occurred)}
    rest = [move for move in moves if move not in rated]
    searched = _searched if rater is None else lambda _, asked: rater(asked)
    for rate in (_solvable,) if len(game.seats) == 1 else (_known, searched):
        if rest:
            rated |= {move.move: move for move in rate(task, rest)}
            rest = [move for move in moves if move not in rated]
    ranked = sorted((rated[move] for move in moves), key=_rank)
    return Analysis(tuple(ranked))


class _Task:
    """An analysis: the question, its limits, and the knowledge about the game."""

    def __init__(self, question: Question, limits: SearchLimits) -> None:
        self.question, self.limits = question, limits
        self.game, self.position = question.game, question.position
        self.before = tuple(question.before)
        self.after = question.after
        self.knowledge = knowledge_for(question.game)
        self.quick = limits.effort < _SOLVING  # whether to skip solutions that take seconds to find


def _rank(rated: RatedMove) -> tuple[float, bool, int]:
    """Return a sort key: certain wins before likely ones, quick wins and slow losses first."""
    plies = rated.plies or 0
    return -rated.value, not rated.exact, plies if rated.value > 0 else -plies


def _ended(task: _Task, moves: Iterable[Any], occurred: Counter[Any]) -> list[RatedMove]:
    """Rate the moves that end the match, by the rules or by repetition."""
    game, seat, seats = task.game, task.game.to_act(task.position), len(task.game.seats)
    found = []
    for move in moves:
        after = task.after(move)
        outcome = game.outcome(after)
        if not outcome.over and 0 < game.repetitions <= occurred[game.recurrence(after)] + 1:
            outcome = game.repeated(after)
        if outcome.over:
            won = float(outcome.winner == seat)
            share = won if seats == 1 else outcome_shares(outcome, seats)[seat]
            found.append(RatedMove(move, share, exact=True, plies=1, line=(move,)))
    return found


# Games for two or more


def _known(task: _Task, moves: Sequence[Any]) -> list[RatedMove]:
    """Rate the moves with an exact value."""
    found = task.limits.unless_late(
        partial(task.knowledge.endings, task.position, task.before, quick=task.quick),
        dict[Any, ExactValue](),
    )
    return [_by_ending(task, move, found[move]) for move in moves if move in found]


def _by_ending(task: _Task, move: Any, ending: ExactValue) -> RatedMove:
    share = (1 + ending.value) / 2
    return RatedMove(move, share, exact=True, plies=ending.plies, line=_exact_line(task, move))


def _exact_line(task: _Task, move: Any) -> tuple[Any, ...]:
    """Return the move, then best play as far as it is known."""
    game, line, before = task.game, [move], [*task.before, task.position]
    position = task.after(move)
    while len(line) < _LONGEST_LINE and not task.quick:
        best = task.limits.unless_late(partial(task.knowledge.best_moves, position, before), None)
        if best is None or best.ending.plies is None:
            break
        line.append(best.moves[0])
        before.append(position)
        position = game.advance(position, best.moves[0])
    return tuple(line)


def _searched(task: _Task, moves: Sequence[Any]) -> list[RatedMove]:
    evaluation = task.knowledge.evaluation(task.position)
    return _tried(task, moves) if evaluation is None else _compared(task, moves, evaluation)


def _compared(task: _Task, moves: Sequence[Any], evaluation: Evaluation) -> list[RatedMove]:
    """Rate the moves by alpha-beta."""
    search = AlphaBeta(task.game, evaluation, task.question.random, task.before)
    limits = task.limits
    nodes = round(NODES * limits.effort * evaluation.pace)
    return [
        RatedMove(
            found.move,
            value_share(found.value),
            found.sure,
            WIN - abs(found.value) if found.value and found.sure else None,
            found.line,
        )
        for found in search.rate(task.position, nodes, limits.stop, limits.late, moves)
    ]


def _tried(task: _Task, moves: Sequence[Any]) -> list[RatedMove]:
    """Rate the moves by playouts.

    Better-looking moves are tried more often, so that a bad one does not come first by luck.
    """
    game, evaluator, limits = task.game, task.knowledge.playouts(), task.limits
    seat = game.to_act(task.position)
    search = Playouts(game, evaluator, task.question.random, task.before)
    tree = search.tree(task.position, moves)
    count = max(_TRIES * len(moves), round(_PLAYOUTS * limits.effort * evaluator.effort))
    search.grow(tree, count, limits.stop, limits.late)
    found = []
    for move, node in tree.children.items():
        line = (move, *node.line(_VISITS))
        share, error = node.totals[seat] / node.visits, 0.5 / sqrt(node.visits)
        found.append(RatedMove(move, share, exact=False, plies=None, line=line, error=error))
    return found


# Solitaires


def _solvable(task: _Task, moves: Sequence[Any]) -> list[RatedMove]:
    """Rate each move by whether the game can still be solved after it; 0.5 if unknown."""
    solver = task.knowledge.solver()
    if solver is None:
        tries = _Tries(task, len(moves))
        return [_tried_out(task, move, tries) for move in moves]
    asked = _Solving(task, solver)
    open_moves = [_tried_out(task, move, asked.any_rest) for move in moves]
    if task.quick:
        return open_moves
    # Shortest solutions take longer to find, so they come second.
    return [
        _tried_out(task, rated.move, asked.shortest_rest, rated) if rated.value == 1.0 else rated
        for rated in open_moves
    ]


def _tried_out(
    task: _Task,
    move: Any,
    find: Callable[[Any], tuple[Any, ...] | None],
    otherwise: RatedMove | None = None,
) -> RatedMove:
    """Rate a move by looking for a solution after it.

    Args:
        task: The analysis.
        move: The move.
        find: Returns the moves that solve the rest, or None if none do.
        otherwise: The result if `find` does not finish in time.
    """

    def found(_: Stop) -> RatedMove:
        rest = find(task.after(move))
        line = (move, *(rest or ()))
        plies = len(line) if rest else None
        return RatedMove(move, float(rest is not None), exact=True, plies=plies, line=line)

    unknown = RatedMove(move, 0.5, exact=False, plies=None, line=(move,))
    return task.limits.unless_late(found, otherwise or unknown)


class _Solving:
    """Queries a solitaire's solver. Its methods raise Interrupted."""

    def __init__(self, task: _Task, solver: AnySolver) -> None:
        self._solver = solver
        self._task = task
        self._left = _QUICK_SOLVING  # positions left for the current move
        self._occurred = (*task.before, task.position)

    def _halt(self) -> bool:
        self._left -= 1
        return self._task.limits.over() or (self._task.quick and self._left < 0)

    def any_rest(self, position: Any) -> tuple[Any, ...] | None:
        """Return an empty tuple if the position can be solved; None if it cannot."""
        self._left = _QUICK_SOLVING
        return None if self._solver.hopeless(position, self._halt, self._occurred) else ()

    def shortest_rest(self, position: Any) -> tuple[Any, ...] | None:
        """Return a shortest solution of a position; None if it cannot be solved."""
        return self._solver.solve(position, self._halt, self._occurred)


class _Tries:
    """Searches a solitaire without a solver, up to a number of positions for each move."""

    def __init__(self, task: _Task, moves: int) -> None:
        self._task = task
        self._share = max(1, round(_SOLVED_NODES * task.limits.effort / moves))
        self._hopeless = set[Any]((*task.before, task.position) if task.game.repetitions else ())

    def __call__(self, position: Any) -> tuple[Any, ...] | None:
        """Return a solution of a position; None if there is none. Raises Interrupted."""
        if position in self._hopeless:
            return None
        game = self._task.game
        left = self._share
        path: list[tuple[Any, list[Any]]] = [(position, list(game.moves(position)))]
        line: list[Any] = []
        tried = {position}
        while path:
            here, moves = path[-1]
            if not moves:
                path.pop()
                if line:
                    line.pop()
                continue
            left -= 1
            if left < 0 or self._task.limits.over():
                raise Interrupted
            move = moves.pop()
            after = game.advance(here, move)
            if after in tried or after in self._hopeless:
                continue
            tried.add(after)
            line.append(move)
            if game.outcome(after).winner is not None:
                return tuple(line)
            path.append((after, list(game.moves(after))))
        self._hopeless |= tried
        return None
