"""What hands do to the switches, act by act."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from companion.rules import Action, Stack, Step
from companion.rules.geometry import Board, Point, bits, points_of
from companion.testing.acts import HandAct, natural
from tests.sloppy.habits import Habits


class Edge(NamedTuple):
    """From now on a point is occupied or not.

    soon:   there is no long pause before.
    source: where the piece that is put down was lifted; None: here, or it is the last one lifted.
    look:   what is put down, where that is known; it may come from beside the board.
    drag:   what is put down still stands at `source`, too: it is dragged, or the other hand has it.
    off:    what is lifted goes beside the board; what is put down was put there when it was lifted.
    bump:   no piece comes or goes: the switch alone shows another level.
    """

    point: Point
    occupied: bool
    soon: bool = False
    source: Point | None = None
    look: Stack = ()
    off: bool = False
    bump: bool = False
    drag: bool = False


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
        script = self._sourced(acts, steps)
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
                slid += [to._replace(drag=True), edge._replace(soon=True)]
                skip = True
            elif same and rng.random() < habits.swap:
                slid += [to._replace(drag=True), edge]
                skip = True
            elif same:
                slid.append(edge)
                passed = self._passing(edge.point, to.point, busy)
                slid += passed
                if passed:
                    script[i + 1] = to._replace(source=passed[-1].point)
            else:
                slid.append(edge)
        return slid

    @staticmethod
    def _sourced(acts: Sequence[HandAct], steps: Sequence[Step]) -> Script:
        """Acts as edges that know which piece is put down."""
        brought = {step.point: (step.piece,) for step in steps if step.action is Action.ENTER}
        held: dict[str, Point] = {}
        script = []
        for act in acts:
            if act.brought:
                script.append(Edge(act.point, True, source=act.point, look=brought[act.point]))
            elif act.occupied:
                script.append(Edge(act.point, True, source=held[act.hand]))
            else:
                script.append(Edge(act.point, False, off=act.off))
                if not act.off:
                    held[act.hand] = act.point
        return script

    def _passing(self, start: Point, to: Point, busy: int) -> Script:
        """What a piece closes on its way over vacant points."""
        passed: Script = []
        here = start
        while len(passed) < 4 and self.rng.random() < self.habits.slide:
            between = bits(self.near(here)) & ~busy
            if not between:
                break
            before, here = here, self.rng.choice(list(points_of(between)))
            passed += [Edge(here, True, source=before), Edge(here, False)]
        return passed if to != start else []


def after(board: int, script: Sequence[Edge]) -> int:
    """The board when a script is done."""
    for point, occupied, *_ in script:
        board = board | 1 << point if occupied else board & ~(1 << point)
    return board


def boards(board: int, script: Sequence[Edge]) -> list[int]:
    """The boards on the way of a script, the last one included."""
    return [after(board, script[:count]) for count in range(1, len(script) + 1)]


def reverse(script: Sequence[Edge]) -> Script:
    """The way back."""
    found: Script = []
    for i in range(len(script) - 1, -1, -1):
        edge = script[i]
        if edge.occupied:  # what was brought goes beside the board again
            back = edge._replace(occupied=False, source=None, look=(), drag=False)
            found.append(back._replace(off=bool(edge.look)))
        else:
            to, dragged = _came_to(script, i)
            # Where a piece was taken, its captor is lifted again before it is put back.
            found.append(edge._replace(occupied=True, source=to, drag=dragged))
    return found


def _came_to(script: Sequence[Edge], i: int) -> tuple[Point | None, bool]:
    """Where the piece that is lifted, or dragged away, by an edge of a script is put down; and
    whether it is dragged."""
    point = script[i].point
    later, before = script[i + 1 :], script[:i][::-1]
    for following in (later, before):  # dragged: it was put there before
        for edge in following:
            if edge.occupied and edge.source == point and not edge.look:
                return edge.point, following is before
            # While a piece is in the hand, another one may be put where it came from.
            if edge.point == point and not (following is later and edge.occupied):
                break
    return None, False


def simplified(script: Sequence[Edge]) -> Script:
    """Without putting a piece down only to lift it again."""
    found: Script = []
    popped: dict[Point, Edge] = {}
    for edge in script:
        if found and found[-1].point == edge.point and found[-1].occupied and not edge.occupied:
            popped[edge.point] = found.pop()
        else:
            if edge.source is not None and edge.source in popped and not edge.look:
                put = popped.pop(edge.source)
                edge = edge._replace(source=put.source, look=put.look)
            if not edge.occupied:
                popped.pop(edge.point, None)  # from now on, another piece comes from there
            found.append(edge)
    return found


def interleaved(one: Script, two: Script, rng: Random) -> Script:
    """Two scripts at once; the first begins."""
    one, two, merged = one[1:], list(two), one[:1]
    while one or two:
        turn = two if two and (not one or rng.random() < 0.4) else one
        merged.append(turn.pop(0))
    return merged
