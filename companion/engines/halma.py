"""What a position of Halma is worth to alpha-beta."""

from __future__ import annotations

from functools import cache
from typing import Final

from companion.engines.alphabeta import Lead
from companion.engines.distances import steps_from
from companion.games.halma import Halma, Position
from companion.geometry import Point, bits, points_of
from companion.rules import InvalidPosition, Piece, placement

_STEP: Final = 30  # for each step that a piece has to go
_LATE: Final = 1.5  # times the square of the way: stragglers must hurry
_HELD: Final = 9  # steps that a piece in hand has to go
_JUMPS: Final = 12  # steps to where only jumps lead
_KNOWN: Final = 100_000  # sides that are kept at most

Aims = tuple[tuple[int, int], ...]
"""The squares of the goal for a piece, nearest first: what the way there costs, and the square as a
bit; bit 0 is the goal's first square."""


class _Way:
    """How far one player's pieces have to go."""

    def __init__(self, game: Halma, seat: int) -> None:
        self._goal = _goal(game, seat)
        # The goal's vacant squares, by those that are held.
        self._vacant = _vacant(self._goal)
        self._aims = _aims(game.chosen["players"])[seat]
        self._placed: list[dict[int, list[Aims]]] = [{} for _ in self._aims]
        self._known: dict[tuple[int, ...], int] = {}

    def cost(self, pieces: tuple[int, ...]) -> int:
        """What the pieces on the board have to go."""
        found = self._known.get(pieces)
        if found is None:
            if len(self._known) >= _KNOWN:
                self._known.clear()
            found = self._known[pieces] = self._worth(pieces)
        return found

    def _worth(self, pieces: tuple[int, ...]) -> int:
        held = 0
        for points in pieces:
            held |= points
        vacant = self._vacant[held & self._goal]
        all_aims: list[Aims] = []
        for kind, points in enumerate(pieces):
            all_aims += self._aims_of_kind(kind, points)
        if len(all_aims) > 1:
            # The nearest piece takes its square first; each other one has to find another.
            all_aims.sort(key=lambda aims: _first(aims, vacant)[0])
        total = 0
        for aims in all_aims:
            cost, square = _first(aims, vacant)
            vacant ^= square
            total += cost
        return total

    def _aims_of_kind(self, kind: int, points: int) -> list[Aims]:
        """The aims of the pieces of one kind that have not arrived."""
        found = self._placed[kind].get(points)
        if found is None:
            aims = self._aims[kind]
            found = [aims[point] for point in points_of(points & ~self._goal)]
            self._placed[kind][points] = found
        return found


def _first(aims: Aims, vacant: int) -> tuple[int, int]:
    """The first of these squares that is vacant; there is one."""
    for cost, square in aims:
        if square & vacant:
            return cost, square
    raise AssertionError("a player has as many squares to reach as pieces")


@cache
def _vacant(goal: int) -> dict[int, int]:
    """Which squares of a goal are vacant, as `Aims` counts them, by those that are held."""
    squares = list(points_of(goal))
    found = {}
    for held in range(1 << len(squares)):
        points = bits(square for number, square in enumerate(squares) if held >> number & 1)
        found[int(points)] = held ^ (1 << len(squares)) - 1
    return found


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


def halma_lead(game: Halma) -> Lead:
    """How far each player's pieces have to go, each to a vacant square of the goal of its own."""
    first, second = _Way(game, 0), _Way(game, 1)

    def of(position: Position) -> int:
        _, pieces, hands = position
        lead = second.cost(pieces[4:]) - first.cost(pieces[:4])
        if any(hands):
            lead += _HELD * _STEP * (game.in_hand(position, 1) - game.in_hand(position, 0))
        return lead

    return Lead(of, pace=0.5)
