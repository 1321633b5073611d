"""What a position of Halma is worth to alpha-beta."""

from __future__ import annotations

from functools import cache

from companion.engines.alphabeta import Lead
from companion.engines.distances import steps_from
from companion.games.halma import Halma, Position
from companion.geometry import Point, bits, points_of
from companion.rules import InvalidPosition, Piece, placement

_STEP = 30  # for each step that a piece has to go
_LATE = 1.5  # times the square of the way: stragglers must hurry
_HELD = 9  # steps that a piece in hand has to go
_JUMPS = 12  # steps to where only jumps lead
_KNOWN = 100_000  # sides that are kept at most

Aims = tuple[tuple[int, int], ...]
"""The squares of the goal for a piece, nearest first: what the way there costs, and the square as a
bit."""


class _Way:
    """How far one player's pieces have to go."""

    def __init__(self, game: Halma, seat: int) -> None:
        self._goal = _goal(game, seat)
        self._aims = _aims(game.chosen["players"])[seat]
        self._known: dict[tuple[int, ...], int] = {}

    def __call__(self, pieces: tuple[int, ...], in_hand: int) -> int:
        found = self._known.get(pieces)
        if found is None:
            if len(self._known) >= _KNOWN:
                self._known.clear()
            found = self._known[pieces] = self._worth(pieces)
        return found + in_hand * _HELD * _STEP

    def _worth(self, pieces: tuple[int, ...]) -> int:
        held = 0
        for points in pieces:
            held |= points
        vacant = self._goal & ~held
        all_aims = [
            aims[point]
            for aims, points in zip(self._aims, pieces, strict=True)
            for point in points_of(points & ~self._goal)
        ]
        if len(all_aims) > 1:
            # The nearest piece takes its square first; each other one has to find another.
            all_aims.sort(key=lambda aims: _first(aims, vacant)[0])
        total = 0
        for aims in all_aims:
            cost, square = _first(aims, vacant)
            vacant ^= square
            total += cost
        return total


def _first(aims: Aims, vacant: int) -> tuple[int, int]:
    """The first of these squares that is vacant; there is one."""
    for aim in aims:
        if aim[1] & vacant:
            return aim
    raise AssertionError("a player has as many squares to reach as pieces")


def _goal(game: Halma, seat: int) -> int:
    """The squares that a seat has to reach, as bits."""
    return int(bits(next(a.points for a in game.areas if (a.kind, a.seat) == ("goal", seat))))


@cache
def _aims(players: str) -> list[list[list[Aims]]]:
    """The aims by seat, kind and point."""
    game = Halma({"players": players})
    return [
        [_aims_of(game, piece, _goal(game, seat)) for piece in game.pieces if piece.seat == seat]
        for seat in range(len(game.seats))
    ]


def _aims_of(game: Halma, piece: Piece, goal: int) -> list[Aims]:
    """For each point the aims of this piece, by the steps that it takes alone on the board."""
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
    steps = {to: steps_from(to, ways.__getitem__) for to in points_of(goal)}
    return [
        tuple(
            sorted((_cost(steps[to].get(Point(point), _JUMPS)), 1 << to) for to in points_of(goal))
        )
        for point in range(board.size)
    ]


def _cost(steps: int) -> int:
    return round(_STEP * steps + _LATE * steps * steps)


def halma_lead(game: Halma) -> Lead:
    """How far each player's pieces have to go, each to a vacant square of the goal of its own."""
    first, second = _Way(game, 0), _Way(game, 1)

    def of(position: Position) -> int:
        ours = first(position.pieces[:4], game.in_hand(position, 0))
        return second(position.pieces[4:], game.in_hand(position, 1)) - ours

    return Lead(of, pace=0.5)
