"""The evaluations of Halma: for alpha-beta, and for playouts."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Final

from companion.games.halma import HAND, KIND, PIECES, Halma, Position
from companion.opponents.alphabeta import Evaluation
from companion.opponents.knowledge.distances import steps_from
from companion.rules import InvalidPosition, Piece, Shares, placement
from companion.rules.geometry import Point, bits, points_of

_STEP: Final = 30  # for each step that a piece still needs
_LATE: Final = 1.5  # times the square of the steps: stragglers must hurry
_HELD: Final = 9  # steps that a piece in hand is taken to need
_JUMPS: Final = 12  # steps to a square that only jumps can reach
_KNOWN: Final = 100_000  # the most sides whose cost is cached
_MOST: Final = 8  # a number above the pieces of a player

Aims = tuple[tuple[int, int], ...]
"""The goal squares of a piece, nearest first.

Each is the cost of the way there, and the square as a bit; bit 0 is the goal's first square.
"""


class _Way:
    """The distance of one player's pieces from the goal."""

    def __init__(self, game: Halma, seat: int) -> None:
        goal = {int(point): 1 << n for n, point in enumerate(points_of(_goal(game, seat)))}
        # For each place, its goal square as a bit of `Aims`; 0 outside the goal.
        self._goal = bytes(goal.get(place, 0) for place in range(256))
        self._all = sum(goal.values())
        self._aims = [_aims(game.chosen["players"])[seat][kind] for kind in KIND]
        self._known: dict[bytes, int] = {}

    def cost(self, pieces: bytes) -> int:
        """Return the cost of bringing the pieces on the board into the goal."""
        found = self._known.get(pieces)
        if found is None:
            if len(self._known) >= _KNOWN:
                self._known.clear()
            found = self._known[pieces] = self._worth(pieces)
        return found

    def _worth(self, pieces: bytes) -> int:
        vacant = self._all
        for place in pieces:
            vacant ^= self._goal[place]
        # The nearest piece takes its square first; each later one has to find another.
        order = [
            _MOST * _first(self._aims[number][place], vacant)[0] + number
            for number, place in enumerate(pieces)
            if place < HAND and not self._goal[place]
        ]
        order.sort()
        total = 0
        for rank in order:
            number = rank % _MOST
            cost, square = _first(self._aims[number][pieces[number]], vacant)
            vacant ^= square
            total += cost
        return total


def _first(aims: Aims, vacant: int) -> tuple[int, int]:
    """Return the first of these squares that is vacant; at least one must be."""
    for aim in aims:
        if aim[1] & vacant:
            return aim
    raise AssertionError("a player has as many squares to reach as pieces")


def _goal(game: Halma, seat: int) -> int:
    """Return the goal squares of a seat, as bits."""
    return int(bits(next(a.points for a in game.areas if (a.kind, a.seat) == ("goal", seat))))


@cache
def _aims(players: str) -> list[list[list[Aims]]]:
    """Return the aims by seat, kind and point."""
    game = Halma({"players": players})
    return [
        [_aims_of(game, piece, _goal(game, seat)) for piece in game.pieces if piece.seat == seat]
        for seat in range(len(game.seats))
    ]


def _aims_of(game: Halma, piece: Piece, goal: int) -> list[Aims]:
    """Return, for each point, the aims of this piece, by its steps alone on the board."""
    board = game.board
    ways: dict[Point, list[Point]] = {Point(p): [] for p in range(board.size)}
    letter, hands = piece.text[0], ",".join("-" for _ in game.seats)
    for point in range(board.size):
        cells = [".."] * board.size
        cells[point] = piece.text
        try:
            position = game.parse_position(f"{placement.write(board, cells)} {letter} {hands}")
        except InvalidPosition:
            continue  # it cannot rest there
        for move in game.moves(position):
            if move.path:
                ways[move.path[-1]].append(Point(point))
    steps = [steps_from(to, ways.__getitem__) for to in points_of(goal)]
    return [
        tuple(
            sorted(
                (_cost(far.get(Point(point), _JUMPS)), 1 << number)
                for number, far in enumerate(steps)
            )
        )
        for point in range(board.size)
    ]


def _cost(steps: int) -> int:
    return round(_STEP * steps + _LATE * steps * steps)


def halma_evaluation(game: Halma) -> Evaluation:
    """Evaluate by the way that each player's pieces have to go, each to its own vacant goal."""
    first, second = _Way(game, 0), _Way(game, 1)

    def score(position: Position) -> int:
        lead = second.cost(position[PIECES:-1]) - first.cost(position[:PIECES])
        if HAND in position:
            lead += _HELD * _STEP * (game.in_hand(position, 1) - game.in_hand(position, 0))
        return lead

    return Evaluation(score, pace=0.5)


class HalmaShares:
    """Shares by the way that each player's pieces have to go, each to the nearest vacant goal."""

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

    def __call__(self, position: Position) -> Shares:
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
