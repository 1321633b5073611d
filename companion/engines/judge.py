"""How good a position looks for every seat, where a playout is broken off.

A worth is a share for each seat, from 0 to 1, together 1: what it would get on average of the one
point that a win is worth. Playouts are not judged at once: a few moves at random first show what
hangs, and what ends soon.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from typing import Any

from companion.games.gomony import Gomony
from companion.games.gomony import Position as Columns
from companion.games.halma import Halma
from companion.games.halma import Position as Race
from companion.games.soli2 import Soli2
from companion.games.solomon import Solomon
from companion.games.son_of_solomon import Position as Numbers
from companion.games.son_of_solomon import SonOfSolomon
from companion.geometry import STAR, Point, bits, points_of
from companion.rules import AnyGame, Outcome

Worth = tuple[float, ...]
"""A share for each seat."""


@dataclass(frozen=True, slots=True)
class Judge:
    """How a game is judged.

    worth:   what a position is worth whose end is not known.
    horizon: how many moves at random come first.
    pace:    how many playouts this game affords where another affords one.
    """

    worth: Callable[[Any], Worth]
    horizon: int
    pace: float = 1.0


def of_outcome(outcome: Outcome, seats: int) -> Worth:
    """What an end is worth; a draw is shared."""
    if outcome.winner is None:
        return (1.0 / seats,) * seats
    return tuple(float(seat == outcome.winner) for seat in range(seats))


def judge_for(game: AnyGame) -> Judge:
    """How to judge this game; one that is not known is played out for long, and then even."""
    match game:
        case Solomon():
            return Judge(_solomon, 6, 4.0)
        case SonOfSolomon():
            return Judge(_son_of_solomon, 12, 4.0)
        case Gomony():
            return Judge(_gomony, 6, 1.5)
        case Halma():
            return Judge(_Progress(game), 0)
        case Soli2():
            return Judge(_even(game), 200, 0.5)
    return Judge(_even(game), 200, 3.0)


def _even(game: AnyGame) -> Callable[[Any], Worth]:
    share = (1.0 / len(game.seats),) * len(game.seats)
    return lambda _: share


def _shares(first: float) -> Worth:
    """Of two seats, by how much the first is ahead: 1 makes it about 3 to 1."""
    share = 1.0 / (1.0 + exp(-first))
    return share, 1.0 - share


_KINGS = 38  # the shift of the kings in a position of Solomon
_BLACK = 19  # and of Black's pieces


def _solomon(position: int) -> Worth:
    """Men, and kings, which are worth nearly two."""
    white, black = position & STAR.full, position >> _BLACK & STAR.full
    kings = position >> _KINGS & STAR.full
    men = white.bit_count() - black.bit_count()
    return _shares(men + 0.8 * ((white & kings).bit_count() - (black & kings).bit_count()))


_FOURS = tuple(bits(line[first : first + 4]) for line in STAR.lines for first in (0, 1))
_CHANCES = (0.0, 0.02, 0.12, 0.6)  # by how many of four in a row are there, and none of the other's


def _son_of_solomon(position: Numbers) -> Worth:
    """The fours that one side can still make."""
    white, black = position[:2]
    ahead = 0.0
    for four in _FOURS:
        ours, theirs = white & four, black & four
        if not theirs:
            ahead += _CHANCES[min(ours.bit_count(), 3)]
        elif not ours:
            ahead -= _CHANCES[min(theirs.bit_count(), 3)]
    return _shares(ahead)


def _gomony(position: Columns) -> Worth:
    """The columns that a side moves, by how many captures it takes to lose them."""
    ahead = 0.0
    for column in position.columns:
        if not column:
            continue
        top = column[-1].lower()
        same = len(column) - len(column.lower().rstrip(top))
        value = 0.6 + 0.5 * same + (0.4 if column[-1].isupper() else 0.0)
        ahead += value if top == "w" else -value
    return _shares(0.8 * ahead)


class _Progress:
    """Halma: how far everybody's pieces still have to go, to a vacant square of the goal each."""

    def __init__(self, game: Halma) -> None:
        goals = {area.seat: area.points for area in game.areas if area.kind == "goal"}
        self._goals = [goals[seat] for seat in sorted(goals, key=lambda seat: seat or 0)]
        xy = game.board.xy
        # By seat and point: how far every square of the goal is, in king's moves.
        self._far = [
            [
                {to: max(abs(x - xy[to][0]), abs(y - xy[to][1])) for to in points}
                for x, y in (xy[Point(p)] for p in range(game.board.size))
            ]
            for points in self._goals
        ]

    def __call__(self, position: Race) -> Worth:
        left = []
        for seat, goal in enumerate(self._goals):
            held = 0
            for points in position.pieces[4 * seat : 4 * seat + 4]:
                held |= points
            vacant = [to for to in goal if not held >> to & 1]
            outside = held & ~bits(goal)
            far = 10.0 * sum(position.hands[4 * seat : 4 * seat + 4])
            for point in points_of(outside):
                ways = self._far[seat][point]
                # A little for the sum, so that the last ones hurry as well.
                near = min(ways[to] for to in vacant)
                far += near + 0.02 * near * near
            left.append(far)
        least = min(left)
        weights = [exp(0.4 * (least - far)) for far in left]
        total = sum(weights)
        return tuple(weight / total for weight in weights)
