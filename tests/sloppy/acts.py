"""What hands do to the switches, act by act."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from companion.geometry import Board, Point, bits, points_of
from companion.rules import Step
from companion.testing.acts import natural
from tests.sloppy.habits import Habits


class Edge(NamedTuple):
    """From now on a point is occupied or not; `soon`: there is no long pause before."""

    point: Point
    occupied: bool
    soon: bool = False


Script = list[Edge]


class Fingers:
    """Turns steps into edges, carelessly."""

    def __init__(self, board: Board, habits: Habits, rng: Random) -> None:
        self.board, self.habits, self.rng = board, habits, rng
        self._near = [[ray[0] for ray in rays.values()] for rays in board.rays]

    def near(self, point: Point) -> list[Point]:
        """The points beside a point."""
        return self._near[point]

    def script(self, steps: Sequence[Step], sensed: int, hush: int = 0) -> Script:
        """One natural order of a move's steps on a board that shows `sensed`. hush: the points
        that no magnet closes in passing, because that would tell of another move."""
        rng, habits = self.rng, self.habits
        acts = natural(steps, rng, skip=habits.skip)
        script = [Edge(act.point, act.occupied) for act in acts]
        busy = sensed | hush | bits(act.point for act in acts)
        slid: Script = []
        skip = False
        for i, edge in enumerate(script):
            if skip:
                skip = False
                continue
            following = acts[i + 1] if i + 1 < len(acts) else None
            if edge.occupied or following is None or not following.occupied:
                slid.append(edge)
                continue
            # A piece goes from `edge.point` to `following.point`.
            to = script[i + 1]
            same = acts[i].hand == following.hand and not acts[i].off and not following.brought
            if same and to.point in self.near(edge.point) and rng.random() < habits.drag:
                slid += [to, edge._replace(soon=True)]
                skip = True
            elif same and rng.random() < habits.swap:
                slid += [to, edge]
                skip = True
            elif same:
                slid.append(edge)
                slid += self._passing(edge.point, to.point, busy)
            else:
                slid.append(edge)
        return slid

    def _passing(self, start: Point, to: Point, busy: int) -> Script:
        """What a piece closes on its way over vacant points."""
        passed: Script = []
        here = start
        while len(passed) < 4 and self.rng.random() < self.habits.slide:
            between = bits(self.near(here)) & ~busy
            if not between:
                break
            here = self.rng.choice(list(points_of(between)))
            passed += [Edge(here, True), Edge(here, False)]
        return passed if to != start else []


def after(board: int, script: Sequence[Edge]) -> int:
    """The board when a script is done."""
    for point, occupied, _ in script:
        board = board | 1 << point if occupied else board & ~(1 << point)
    return board


def boards(board: int, script: Sequence[Edge]) -> list[int]:
    """The boards on the way of a script, the last one included."""
    return [after(board, script[:count]) for count in range(1, len(script) + 1)]


def reverse(script: Sequence[Edge]) -> Script:
    """The way back."""
    return [Edge(point, not occupied) for point, occupied, _ in reversed(script)]


def simplified(script: Sequence[Edge]) -> Script:
    """Without putting a piece down only to lift it again."""
    found: Script = []
    for edge in script:
        if found and found[-1].point == edge.point and found[-1].occupied and not edge.occupied:
            found.pop()
        else:
            found.append(edge)
    return found


def difference(board: int, wanted: int, rng: Random) -> Script:
    """Whatever leads from a board to another, pieces that are too much first."""
    off = [Edge(p, False) for p in points_of(board & ~wanted)]
    on = [Edge(p, True) for p in points_of(wanted & ~board)]
    rng.shuffle(off)
    rng.shuffle(on)
    return [*off, *on]


def interleaved(one: Script, two: Script, rng: Random) -> Script:
    """Two scripts at once; the first begins."""
    one, two, merged = one[1:], list(two), one[:1]
    while one or two:
        turn = two if two and (not one or rng.random() < 0.4) else one
        merged.append(turn.pop(0))
    return merged
