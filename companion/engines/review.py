"""Reviews a game that was played: what each move gave away, and what was better.

A move loses as much as the best one was worth more. A blunder is a move that turns a certain win
into a draw or a loss, or a certain draw into a loss; otherwise it loses at least 0.3 of the point
that a win is worth. A mistake loses 0.2, and an inaccuracy 0.1. A draw from the bag and a move
without an alternative are neither.

Estimates err, and the best of many errs upwards. So whatever looks like a mistake, and everything
that was estimated by playouts, is looked at again: the move that was played against the best one,
with the whole effort for the two. What remains has to be more than chance: the standard error of
what was lost is subtracted first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, Literal

from companion.engines.analysis import RatedMove, analyse
from companion.engines.contract import Stop, never
from companion.engines.roster import Analyst
from companion.rules import AnyGame, Seat

Grade = Literal["", "inaccuracy", "mistake", "blunder"]
"""How bad a move was; empty if it was not."""

COARSE = 0.05
"""The effort of a first look."""

_FAR = 12  # plies

_GRADES: tuple[tuple[float, Grade], ...] = ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy"))


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """What a move of a game was worth.

    number:   its number in the game, counted from 1.
    seat:     who made it; CHANCE for a draw from the bag.
    rated:    the move, rated; None for a draw from the bag.
    best:     the best move, rated; the same if there was none better. None for a draw.
    """

    number: int
    seat: Seat
    rated: RatedMove | None
    best: RatedMove | None
    grade: Grade

    @property
    def lost(self) -> float:
        """How much less the move was worth than the best one."""
        if self.rated is None or self.best is None:
            return 0.0
        return self.best.value - self.rated.value


def grade_of(best: RatedMove, played: RatedMove) -> Grade:
    """How bad it was to play one move and not the best one."""
    lost = best.value - played.value - hypot(best.error, played.error)
    if best.exact and played.exact:
        return "blunder" if lost > 0 else ""
    # Two decimals more than people see: 0.8 is no less than 0.1 above 0.7.
    return next((grade for least, grade in _GRADES if round(lost, 4) >= least), "")


def review_move(
    game: AnyGame,
    position: Any,
    move: Any,
    before: Sequence[Any] = (),
    *,
    effort: float = 1.0,
    seed: int = 0,
    stop: Stop = never,
    late: Stop = never,
    analyst: Analyst = analyse,
) -> ReviewedMove:
    """Review one legal move, with the arguments of `analyse`. analyst: who rates moves. Raises
    Interrupted if `stop` returns True."""
    number, seat = len(before) + 1, game.to_act(position)
    rated = analyst(
        game, position, before=before, effort=effort, seed=seed, stop=stop, late=late
    ).moves
    if not rated:
        return ReviewedMove(number, seat, None, None, "")
    played = _find(rated, move)
    best = _reference(rated, played)
    grade = grade_of(best, played)
    doubtful = (grade or best.error) and not (best.exact and played.exact)
    if doubtful and len(rated) > 1 and not late():
        rated = analyst(
            game,
            position,
            before=before,
            effort=effort,
            seed=seed + 1,
            stop=stop,
            late=late,
            among=tuple(dict.fromkeys((best.move, move))),
        ).moves
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
    """Review every move of a game, once with each effort: a later result replaces an earlier one
    of the same move.

    start: the position before the first move. A move without an alternative is reviewed once.
    Raises Interrupted if `stop` returns True.
    """
    positions = [start]
    for move in moves:
        positions.append(game.advance(positions[-1], move))
    for round_number, effort in enumerate(efforts):
        for i, move in enumerate(moves):
            if round_number == 0 or len(game.moves(positions[i])) > 1:
                yield review_move(
                    game, positions[i], move, positions[:i], effort=effort, seed=seed, stop=stop
                )


def _reference(rated: Sequence[RatedMove], played: RatedMove) -> RatedMove:
    """The move that one is compared with: the best one. But a win that is certain, and further off
    than people see, is not compared with an estimate, which may hide one as well."""
    best = rated[0]
    far = best.exact and best.value > played.value and (best.plies or 0) > _FAR
    return next(one for one in rated if not one.exact) if far and not played.exact else best


def _find(rated: Sequence[RatedMove], move: Any) -> RatedMove:
    return next(one for one in rated if one.move == move)
