"""A game as seen by a player who overlooks moves.

In any game, some moves are obvious: captures, short moves forward, moves of the piece that moved
last, and moves next to the opponent's last one. The less obvious a move is, the likelier it is to
be overlooked, whether it is one's own or a reply. That depends only on the seed, the number of
plies and the move, so a player who overlooks a threat overlooks it in every line.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise
from math import dist
from typing import Any
from zlib import crc32

from companion.rules import Action, AnyGame, Game, Outcome, Seat, Stack, Step
from companion.rules.geometry import Board, Point

_PLAIN = 0.35  # how hidden a short move is, neither forward nor backward
_FAR = 0.1  # for each step of a move's length beyond the first
_CHAIN = 0.15  # for each jump of a chain beyond the first
_FORWARD, _BACKWARD = -0.15, 0.3
_SAME_PIECE = -0.25  # for the piece that this seat moved last
_BESIDE, _AWAY = -0.15, 0.05  # next to the opponent's last move; for each step away from it
_CAPTURE = -0.3

Way = tuple[float, float]
"""A vector on the board, in the seat's forward direction."""


class SeenGame(Game[Any, Any]):
    """A game that offers only the moves a player notices; otherwise it is unchanged.

    Args:
        game: The game.
        position: The position in which the player is to move.
        before: The earlier positions of the match, oldest first.
        overlooks: The probability of overlooking the least obvious move.
        seed: Decides which moves are overlooked.
    """

    name = "seen"

    def __init__(
        self, game: AnyGame, position: Any, before: Sequence[Any], overlooks: float, seed: str
    ) -> None:
        self._game = game
        self._overlooks = overlooks
        self._seed = seed
        self.board, self.pieces, self.seats = game.board, game.pieces, game.seats
        self.repetitions = game.repetitions
        self._ways = [_forward(game, seat) for seat in range(len(game.seats))]
        self._unit = _unit(game.board)
        recent = [*before[-2 * len(game.seats) :], position]
        changes = [found for pair in pairwise(recent) if (found := _changed(game, *pair))]
        occupied = game.occupancy(position)
        mine = changes[-len(game.seats)] if len(changes) >= len(game.seats) else set()
        self._moved = {point for point in mine if occupied >> point & 1}
        self._scene = changes[-1] if changes else set()
        self._known: dict[Any, bool] = {}

    def __repr__(self) -> str:
        return f"<SeenGame {self._game!r}, seed {self._seed!r}>"

    def moves(self, position: Any) -> Sequence[Any]:
        return self.seen(position, self._game.moves(position))

    def seen(self, position: Any, moves: Sequence[Any]) -> list[Any]:
        """Return the legal moves that are noticed, always including the most obvious one."""
        if len(moves) < 2:
            return list(moves)
        found = [move for move in moves if not self._missed(position, move)]
        return found or [min(moves, key=lambda move: self.hidden(position, move))]

    def _missed(self, position: Any, move: Any) -> bool:
        missed = self._known.get(move)
        if missed is None:
            text = f"{self._seed} {self._game.move_text(position, move)}"
            chance = self._overlooks * self.hidden(position, move)
            missed = self._known[move] = crc32(text.encode()) < chance * 2**32
        return missed

    def hidden(self, position: Any, move: Any) -> float:
        """Return how hard a move is to notice, from 0 to 1."""
        game, xy = self._game, self.board.xy
        steps = game.steps(position, move)
        if not steps:
            return 0.0
        origin, moved = steps[0].point, steps[0].action is Action.LIFT
        places = [step.point for step in steps if step.action is Action.PLACE]
        end = places[-1] if moved and places else steps[-1].point
        hidden = _PLAIN + _FAR * max(0.0, dist(xy[origin], xy[end]) / self._unit - 1)
        if moved:
            hidden += _CHAIN * (len(places) - 1)
            if origin in self._moved:
                hidden += _SAME_PIECE
            if any(step.action is Action.REMOVE for step in steps):
                hidden += _CAPTURE
            ahead = self._ahead(int(game.to_act(position)), origin, end)
            hidden += _FORWARD if ahead > 0 else _BACKWARD if ahead < 0 else 0.0
        if self._scene:
            far = min(dist(xy[one], xy[p]) for one in self._scene for p in (origin, end))
            away = far / self._unit - 1
            hidden += _AWAY * away if away > 0.5 else _BESIDE
        return min(1.0, max(0.0, hidden))

    def _ahead(self, seat: int, origin: Point, end: Point) -> float:
        """Return how far a move goes forward; 0 if the seat has no forward direction."""
        (x, y), (a, b), (dx, dy) = self.board.xy[origin], self.board.xy[end], self._ways[seat]
        return round((a - x) * dx + (b - y) * dy, 6)

    def start(self) -> Any:
        return self._game.start()

    def to_act(self, position: Any) -> Seat:
        return self._game.to_act(position)

    def advance(self, position: Any, move: Any) -> Any:
        return self._game.advance(position, move)

    def outcome(self, position: Any) -> Outcome:
        return self._game.outcome(position)

    def recurrence(self, position: Any) -> Hashable:
        return self._game.recurrence(position)

    def repeated(self, position: Any) -> Outcome:
        return self._game.repeated(position)

    def weight(self, position: Any, move: Any) -> int:
        return self._game.weight(position, move)

    def stacks(self, position: Any) -> tuple[Stack, ...]:
        return self._game.stacks(position)

    def steps(self, position: Any, move: Any) -> tuple[Step, ...]:
        return self._game.steps(position, move)

    def position_text(self, position: Any) -> str:
        return self._game.position_text(position)

    def parse_position(self, text: str) -> Any:
        return self._game.parse_position(text)

    def move_text(self, position: Any, move: Any) -> str:
        return self._game.move_text(position, move)


def _changed(game: AnyGame, before: Any, after: Any) -> set[Point]:
    """Return the points whose stacks differ."""
    both = zip(game.stacks(before), game.stacks(after), strict=True)
    return {Point(point) for point, (one, other) in enumerate(both) if one != other}


def _unit(board: Board) -> float:
    """Return the smallest distance between neighbouring points."""
    return min(
        dist(board.xy[p], board.xy[q])
        for p in range(board.size)
        for q in board.neighbours(Point(p))
    )


def _forward(game: AnyGame, seat: int) -> Way:
    """Return a seat's forward direction.

    It leads from the seat's home to its goal, or else from its own starting pieces to the others';
    (0, 0) in a game that has neither.
    """
    homes, goals = (
        [p for area in game.areas if (area.kind, area.seat) == (kind, seat) for p in area.points]
        for kind in ("home", "goal")
    )
    if not (homes and goals):
        owners = [
            (Point(point), stack[-1].seat)
            for point, stack in enumerate(game.stacks(game.start()))
            if stack and stack[-1].seat is not None
        ]
        homes = [point for point, owner in owners if owner == seat]
        goals = [point for point, owner in owners if owner != seat]
    if not (homes and goals):
        return 0.0, 0.0
    (x, y), (a, b) = (_middle(game.board, points) for points in (homes, goals))
    return a - x, b - y


def _middle(board: Board, points: Sequence[Point]) -> tuple[float, float]:
    xs, ys = zip(*(board.xy[point] for point in points), strict=True)
    return sum(xs) / len(points), sum(ys) / len(points)
