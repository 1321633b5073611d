"""Reviews a finished game: the loss of each move, and the better moves.

The loss of a move is the value of the best move minus its own. A blunder turns a certain win into a
draw or a loss, or a certain draw into a loss; where values are estimates, it loses at least 0.3 of
the point that a win is worth. A mistake loses 0.2, and an inaccuracy 0.1. Draws from the bag and
moves without an alternative are never graded.

Estimates have errors, and the best of many estimates is usually too high. So apparent mistakes, and
all estimates by playouts, are checked again, with the whole effort for the played move and the best
one. The standard error of the loss is subtracted before grading, so that chance is not enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any, Literal

from companion.opponents.analysis import RatedMove, analyse
from companion.opponents.contract import Stop, never
from companion.opponents.question import UNLIMITED, Question, SearchLimits
from companion.opponents.roster import Analyst
from companion.rules import AnyGame, Seat

Grade = Literal["", "inaccuracy", "mistake", "blunder"]
"""How bad a move was; empty if it was not bad."""

COARSE = 0.05
"""The effort of the first pass."""

_FAR = 12  # plies

_GRADES: tuple[tuple[float, Grade], ...] = ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy"))


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """The review of one move of a game.

    Attributes:
        number: Its number in the game, from 1.
        seat: The seat that made it; CHANCE for a draw from the bag.
        rated: Its rating; None for a draw from the bag.
        best: The best move's rating; equal to `rated` if no move was better. None for a draw from
            the bag.
        grade: Its grade.
    """

    number: int
    seat: Seat
    rated: RatedMove | None
    best: RatedMove | None
    grade: Grade

    @property
    def lost(self) -> float:
        """The value of the best move minus the value of this one."""
        if self.rated is None or self.best is None:
            return 0.0
        return self.best.value - self.rated.value


def grade_of(best: RatedMove, played: RatedMove) -> Grade:
    """Grade a move that was played instead of the best one."""
    lost = best.value - played.value - hypot(best.error, played.error)
    if best.exact and played.exact:
        return "blunder" if lost > 0 else ""
    # Two more decimals than people see, so that 0.8 counts as 0.1 above 0.7.
    return next((grade for least, grade in _GRADES if round(lost, 4) >= least), "")


def review_move(
    question: Question, move: Any, limits: SearchLimits = UNLIMITED, analyst: Analyst = analyse
) -> ReviewedMove:
    """Review one legal move of a position.

    Args:
        question: The position before the move.
        move: The move.
        limits: The effort, and when to end.
        analyst: Rates the moves.

    Raises:
        Interrupted: If `limits.stop` returns True.
    """
    number, seat = len(question.before) + 1, question.game.to_act(question.position)
    rated = analyst(question, limits).moves
    if not rated:
        return ReviewedMove(number, seat, None, None, "")
    played = _find(rated, move)
    best = _reference(rated, played)
    grade = grade_of(best, played)
    doubtful = (grade or best.error) and not (best.exact and played.exact)
    if doubtful and len(rated) > 1 and not limits.late():
        again = replace(question, seed=question.seed + 1)
        rated = analyst(again, limits, tuple(dict.fromkeys((best.move, move)))).moves
        played = _find(rated, move)
        best = _reference(rated, played)
        grade = grade_of(best, played)
    if played.value == best.value:
        best = played
    return ReviewedMove(number, seat, played, best, grade)


def review(
    game: AnyGame,
    start: Any,
    moves: Sequence[Any],
    *,
    efforts: Sequence[float] = (COARSE, 1.0),
    seed: int = 0,
    stop: Stop = never,
) -> Iterator[ReviewedMove]:
    """Review every move of a game, once for each effort.

    A later result replaces an earlier one of the same move. A move without an alternative is
    reviewed only once.

    Args:
        game: The game.
        start: The position before the first move.
        moves: The moves.
        efforts: The effort of each round.
        seed: Decides everything that is left to chance.
        stop: Returns True to give up.

    Raises:
        Interrupted: If `stop` returns True.
    """
    positions = [start]
    for move in moves:
        positions.append(game.advance(positions[-1], move))
    for round_number, effort in enumerate(efforts):
        for i, move in enumerate(moves):
            if round_number == 0 or len(game.moves(positions[i])) > 1:
                question = Question(game, positions[i], positions[:i], seed)
                yield review_move(question, move, SearchLimits(effort, stop))


def _reference(rated: Sequence[RatedMove], played: RatedMove) -> RatedMove:
    """Return the move to compare with: usually the best one.

    But a certain win that is further off than people can see is not compared with an estimate,
    which may hide such a win too.
    """
    best = rated[0]
    far = best.exact and best.value > played.value and (best.plies or 0) > _FAR
    return next(one for one in rated if not one.exact) if far and not played.exact else best


def _find(rated: Sequence[RatedMove], move: Any) -> RatedMove:
    return next(one for one in rated if one.move == move)
