"""Static evaluation: each seat's chances in a position where a playout is cut off.

Chances are shares of the one point that a win is worth: one share for each seat, from 0 to 1, with
a sum of 1. A playout makes a few random moves before it is evaluated, which shows the pieces that
hang and the games that are about to end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log
from typing import Any

from companion.engines.alphabeta import SURE, Evaluation
from companion.engines.exact import known
from companion.engines.gomony import gomony_evaluation
from companion.engines.halma import halma_evaluation
from companion.engines.soli2 import soli2_evaluation
from companion.engines.solomon import solomon_evaluation
from companion.engines.son_of_solomon import son_of_solomon_evaluation
from companion.engines.trinity import trinity_evaluation
from companion.games.gomony import Gomony
from companion.games.gomony import Position as Columns
from companion.games.halma import Halma
from companion.games.halma import Position as Race
from companion.games.nim import Nim
from companion.games.soli2 import Soli2
from companion.games.solomon import Solomon
from companion.games.son_of_solomon import Position as Numbers
from companion.games.son_of_solomon import SonOfSolomon
from companion.games.trinity import Trinity
from companion.geometry import Point, bits, points_of
from companion.rules import CHANCE, AnyGame, Outcome, Shares, lead_shares


@dataclass(frozen=True, slots=True)
class PlayoutEvaluator:
    """How playouts of a game are cut off and evaluated.

    evaluate: returns the seats' shares in a position that is not over.
    depth:    the number of random moves before a playout is evaluated.
    effort:   how many playouts this game gets for each playout of a game of effort 1.
    """

    evaluate: Callable[[Any], Shares]
    depth: int
    effort: float = 1.0


def outcome_shares(outcome: Outcome, seats: int) -> Shares:
    """The shares at the end of a game; a draw is shared equally."""
    if outcome.winner is None:
        return (1.0 / seats,) * seats
    return tuple(float(seat == outcome.winner) for seat in range(seats))


def playout_evaluator_for(game: AnyGame) -> PlayoutEvaluator:
    """The evaluator of a game: the one defined here, or else the game's own `evaluate`. Any other
    game gets long playouts, shared equally if they are still not over."""
    match game:
        case Solomon():
            return PlayoutEvaluator(_Material(game), 6, 4.0)
        case SonOfSolomon():
            return PlayoutEvaluator(_Fours(game), 12, 4.0)
        case Gomony():
            return PlayoutEvaluator(_gomony, 6, 1.5)
        case Halma():
            return PlayoutEvaluator(_Progress(game), 0)
        case Soli2():
            return PlayoutEvaluator(_even(game), 200, 0.5)
        case Nim() | Trinity():
            return PlayoutEvaluator(_even(game), 200, 3.0)
    even = _even(game)
    if game.evaluate(game.start()) is None:
        return PlayoutEvaluator(even, 100, 0.5)
    return PlayoutEvaluator(lambda position: game.evaluate(position) or even(position), 6, 2.0)


def estimator_for(game: AnyGame) -> Callable[[Any], Shares] | None:
    """A function that estimates each seat's share in a position that is not over. None for a game
    that only playouts can evaluate, or with one player."""
    match game:
        case Nim():
            return _by_book(game)
        case Soli2() | Trinity():
            return _by_evaluation(game) if len(game.seats) == 2 else None
        case Solomon() | SonOfSolomon() | Gomony() | Halma():
            return playout_evaluator_for(game).evaluate
    if len(game.seats) < 2 or game.evaluate(game.start()) is None:
        return None
    return playout_evaluator_for(game).evaluate


def evaluation_for(game: AnyGame, position: Any) -> Evaluation | None:
    """How alpha-beta evaluates the positions that can follow this one. None if playouts are used
    instead: with more than two players, while chance decides, or without an evaluation."""
    if len(game.seats) != 2:
        return None
    match game:
        case Solomon():
            return solomon_evaluation(game)
        case SonOfSolomon():
            return son_of_solomon_evaluation(game)
        case Gomony():
            return gomony_evaluation(game)
        case Halma():
            return halma_evaluation(game)
        case Soli2():
            return None if game.placing(position) else soli2_evaluation(game)
        case Trinity():
            return trinity_evaluation(game)
        case Nim():
            return None
    start = game.start()
    if game.to_act(start) == CHANCE or game.evaluate(start) is None:
        return None
    return Evaluation(
        _own_score(game), lambda position, _: game.forced(position), alternates=False, pace=0.5
    )


def _by_evaluation(game: AnyGame) -> Callable[[Any], Shares]:
    """Shares computed from alpha-beta's lead; equal where alpha-beta is not used."""

    def shares(position: Any) -> Shares:
        evaluation = evaluation_for(game, position)
        return lead_shares(0.0 if evaluation is None else evaluation.score(position) / _PIECE)

    return shares


def _by_book(game: AnyGame) -> Callable[[Any], Shares]:
    """Shares computed from the book; equal if it does not have the position."""
    even = _even(game)

    def shares(position: Any) -> Shares:
        found = known(game, position)
        if found is None:
            return even(position)
        first = (found.value > 0) == (game.to_act(position) == 0)
        return (1.0, 0.0) if first else (0.0, 1.0)

    return shares


def _own_score(game: AnyGame) -> Callable[[Any], int]:
    """A lead computed from the game's own evaluation."""

    def score(position: Any) -> int:
        shares = game.evaluate(position)
        if shares is None:
            return 0
        first, second = (max(share, 1e-6) for share in shares)
        return round(_PIECE * log(first / second))

    return score


def value_share(value: int) -> float:
    """Convert an alpha-beta value to the share that its seat can expect."""
    return 1.0 if value > SURE else 0.0 if value < -SURE else lead_shares(value / _PIECE)[0]


_PIECE = 100.0


def _even(game: AnyGame) -> Callable[[Any], Shares]:
    share = (1.0 / len(game.seats),) * len(game.seats)
    return lambda _: share


class _Material:
    """Solomon: men, and kings, which are worth nearly two men."""

    def __init__(self, game: Solomon) -> None:
        self._game = game

    def __call__(self, position: int) -> Shares:
        men, kings = (
            count(position, 0).bit_count() - count(position, 1).bit_count()
            for count in (self._game.men, self._game.kings)
        )
        return lead_shares(men + kings + 0.8 * kings)


_CHANCES = (0.0, 0.02, 0.12, 0.6)  # by the number of own pieces in a four without an opponent's


class _Fours:
    """Son of Solomon: the fours that each side can still complete."""

    def __init__(self, game: SonOfSolomon) -> None:
        self._game = game
        self._fours = tuple(
            bits(line[first : first + 4]) for line in game.board.lines for first in (0, 1)
        )

    def __call__(self, position: Numbers) -> Shares:
        white, black = self._game.held(position, 0), self._game.held(position, 1)
        lead = 0.0
        for four in self._fours:
            ours, theirs = white & four, black & four
            if not theirs:
                lead += _CHANCES[min(ours.bit_count(), 3)]
            elif not ours:
                lead -= _CHANCES[min(theirs.bit_count(), 3)]
        return lead_shares(lead)


def _gomony(position: Columns) -> Shares:
    """The columns of each side, by how many captures it takes to lose them."""
    lead = 0.0
    for column in position[4]:
        if not column:
            continue
        top = column[-1].lower()
        same = len(column) - len(column.lower().rstrip(top))
        value = 0.6 + 0.5 * same + (0.4 if column[-1].isupper() else 0.0)
        lead += value if top == "w" else -value
    return lead_shares(0.8 * lead)


class _Progress:
    """Halma: how far each player's pieces have to go, each to the nearest vacant goal square."""

    def __init__(self, game: Halma) -> None:
        self._game = game
        goals = {area.seat: area.points for area in game.areas if area.kind == "goal"}
        self._goals = [goals[seat] for seat in sorted(goals, key=lambda seat: seat or 0)]
        xy = game.board.xy
        # By seat and point: the distance to every goal square, in king's moves.
        self._far = [
            [
                {to: max(abs(x - xy[to][0]), abs(y - xy[to][1])) for to in points}
                for x, y in (xy[Point(p)] for p in range(game.board.size))
            ]
            for points in self._goals
        ]

    def __call__(self, position: Race) -> Shares:
        left = []
        for seat, goal in enumerate(self._goals):
            held = self._game.held(position, seat)
            vacant = [to for to in goal if not held >> to & 1]
            outside = held & ~bits(goal)
            far = 10.0 * self._game.in_hand(position, seat)
            for point in points_of(outside):
                ways = self._far[seat][point]
                # The square term makes stragglers hurry.
                near = min(ways[to] for to in vacant)
                far += near + 0.02 * near * near
            left.append(far)
        least = min(left)
        weights = [exp(0.4 * (least - far)) for far in left]
        total = sum(weights)
        return tuple(weight / total for weight in weights)
