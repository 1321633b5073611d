"""What a board can mean by the rules alone: an opinion of its own, to judge the tracker by.

Only the game's turns and their steps are asked, never anything in `companion.hands`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.rules import Action, Seat, Turn, TurnGame
from companion.rules.geometry import Point, bits

_KEPT = 64  # positions whose ways are remembered


@dataclass(frozen=True, slots=True)
class Way:
    """One turn as the switches see it.

    line, after: the turn, and the position it leads to.
    acts:    its steps, as (point, action), as far as they tell one way from another.
    path:    the points of the carried piece, origin first; empty where none is carried.
    taken:   the points whose piece is taken off.
    end:     the board when all is done.
    need:    the points whose switch must have changed.
    all:     every point that a hand comes to.
    hidden:  whether the carried piece comes down where another one stands.
    rests:   the boards on the way where it may rest, as (mask, value).
    """

    line: Turn
    after: Any
    acts: tuple[tuple[Point, Action], ...]
    path: tuple[Point, ...]
    taken: tuple[Point, ...]
    end: int
    need: int
    all: int
    hidden: bool
    rests: tuple[tuple[int, int], ...]

    def rests_at(self, board: int) -> bool:
        """Whether the board is a halfway house of this turn."""
        return any(board & mask == value for mask, value in self.rests)


class Oracle:
    """Knows the ways from every position of a game, and keeps those asked for of late."""

    def __init__(self, turns: TurnGame) -> None:
        self.turns = turns
        self._ways: dict[Any, tuple[Way, ...]] = {}

    def ways(self, position: Any) -> tuple[Way, ...]:
        """The turns that hands can make from a position."""
        known = self._ways.get(position)
        if known is None:
            while len(self._ways) >= _KEPT:
                del self._ways[next(iter(self._ways))]
            known = tuple(self._way(position, line) for line in self.turns.moves(position))
            self._ways[position] = known = tuple(way for way in known if way.acts)
        return known

    def way(self, position: Any, line: Turn) -> Way:
        """The way of one turn."""
        return next(way for way in self.ways(position) if way.line == line)

    def ends(self, position: Any) -> set[int]:
        """The boards that turns from here end with."""
        return {way.end for way in self.ways(position)}

    def begins(self, position: Any, board: int) -> bool:
        """Whether a turn from here ends with a board, rests there on its way, or begins there by
        lifting one piece."""
        lifted = int(self.turns.occupancy(position)) ^ board
        return any(
            way.end == board
            or way.rests_at(board)
            or lifted in [1 << point for point in way.path[:1] or way.taken]
            for way in self.ways(position)
        )

    def both(self, position: Any, board: int) -> Iterator[Way]:
        """The first turns of those pairs that a board can show: the second begun, or ended."""
        changed = int(self.turns.occupancy(position)) ^ board
        for way in self.ways(position):
            alone = way.need & ~changed
            if way.need & changed and not alone & (alone - 1) and self.begins(way.after, board):
                yield way

    def rivals(self, position: Any, way: Way) -> list[Way]:
        """The other turns that end with the same board, and lead elsewhere."""
        return [w for w in self.ways(position) if w.end == way.end and w.after != way.after]

    def unclear(self, position: Any, way: Way) -> bool:
        """Whether the switches alone may not tell that this turn was made."""
        return way.hidden or any(not w.need & ~way.all for w in self.rivals(position, way))

    def decided(self, position: Any, board: int, touched: int) -> bool:
        """Whether the board and the points touched leave one turn alone."""
        ends = [w for w in self.ways(position) if w.end == board and not w.need & ~touched]
        clean = [w for w in ends if not touched & ~w.all]
        return _one(ends) or _one(clean)

    def goes_on(self, position: Any, board: int) -> bool:
        """Whether a longer turn, or one whose landing no switch shows, goes through this board."""
        return any(
            way.rests_at(board) or (way.hidden and way.end == board) for way in self.ways(position)
        )

    def _way(self, position: Any, line: Turn) -> Way:
        start = board = int(self.turns.occupancy(position))
        acts: list[tuple[Point, Action]] = []
        path: list[Point] = []
        taken: list[Point] = []
        others: list[Point] = []  # where other pieces leave or come
        moved = 0  # points whose switch has changed
        landed: list[int] = []
        held: list[Point] = []  # where the pieces in hand were lifted
        owners: list[Seat | None] = []  # of the pieces that are carried
        halves: list[tuple[Point, Point]] = []  # where each of them goes
        for action, point, piece, holds in self.turns.steps(position, line):
            before, board = board, board | 1 << point if holds else board & ~(1 << point)
            moved |= before ^ board
            acts.append((point, action))
            if action is Action.LIFT:
                held.append(point)
                owners.append(piece.seat)
            if action is Action.PLACE:
                halves.append((held[-1], point))
            if action is Action.LIFT and not path:
                path.append(point)
            elif action is Action.PLACE and held.pop() == path[-1]:
                path.append(point)
                landed.append(board)
            elif before != board and (action is not Action.LIFT or point != path[-1]):
                others.append(point)
                if action is Action.REMOVE:
                    taken.append(point)
        ends = bits(path[:1]) | bits(path[-1:]) & moved
        rests = []
        for landing, value in zip(path[1:-1], landed[:-1], strict=True):
            free = bits(others) & ~(1 << landing)
            rests.append((~free, value & ~free))
        free = bits(taken)
        if not path and len(taken) > 1:
            rests = [(~free, start & ~free)]
        if len(halves) == 2 and len(path) == 2 and len(set(owners)) == 1:
            # Two pieces of one player, each moved first where the other is not in its way.
            for (origin, to), (other, _) in (halves, halves[::-1]):
                if to != other:
                    rests.append((-1, start & ~(1 << origin) | 1 << to))
        return Way(
            line=line,
            after=self.turns.advance(position, line),
            acts=tuple(acts),
            path=tuple(path),
            taken=tuple(taken),
            end=board,
            need=(start ^ board) | ends,
            all=bits(point for point, _ in acts),
            hidden=bool(path) and not moved >> path[-1] & 1,
            rests=tuple(rests),
        )


def _one(ways: Iterable[Way]) -> bool:
    return len({way.after for way in ways}) == 1
