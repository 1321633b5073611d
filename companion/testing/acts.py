"""The acts of hands that make a legal move, in a natural order chosen by a seeded generator.

They follow only from the steps of the move. The tracker has to understand the result, so it is
never asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import NamedTuple

from companion.rules import Action, Step
from companion.rules.geometry import Point


class HandAct(NamedTuple):
    """One act of a hand: it lifts the piece on a point, or puts one down there.

    Attributes:
        point: The point.
        occupied: Whether the hand puts a piece down; False if it lifts one.
        hand: The hand: "own" carries the piece that moves, "other" takes pieces off or brings them.
        off: Whether the lifted piece goes beside the board.
        brought: The text of a piece that comes from beside the board; otherwise empty.
    """

    point: Point
    occupied: bool
    hand: str
    off: bool = False
    brought: str = ""


def natural(steps: Sequence[Step], rng: Random, *, skip: float = 0.5) -> list[HandAct]:
    """Return the acts of a move in one of their natural orders.

    Pieces that are captured, sent back or brought are moved at the beginning, on the way or at the
    end.

    Args:
        steps: The steps of the move.
        rng: The generator that chooses the order.
        skip: The probability (0 to 1) that a landing in the middle of a chain is skipped: the piece
            passes over it in the air.
    """
    carried: list[HandAct] = []
    others: list[list[HandAct]] = []  # what the other hand does, each piece by itself
    for step in steps:
        match step.action:
            case Action.LIFT if not carried or step.point == carried[-1].point:
                carried.append(HandAct(step.point, False, "own"))
            case Action.LIFT:
                others.append([HandAct(step.point, False, "other")])
            case Action.PLACE if others and len(others[-1]) == 1 and _in_hand(others[-1][0]):
                others[-1].append(HandAct(step.point, True, "other"))
            case Action.PLACE:
                carried.append(HandAct(step.point, True, "own"))
            case Action.REMOVE if not step.occupied:
                others.append([HandAct(step.point, False, "other", off=True)])
            case Action.ENTER:
                others.append([HandAct(step.point, True, "other", brought=step.piece.text)])
            case _:
                pass  # a piece turned over, or taken from under another: no switch sees it
    stands: dict[Point, bool] = {}  # at first, as far as the steps tell
    for step in steps:
        stands.setdefault(step.point, step.action not in (Action.PLACE, Action.ENTER))
    acts = _skipping(carried, rng, skip)
    # What stands where the carried piece will come has to be off by then, so it is seen to first.
    landings = {act.point for act in carried if act.occupied}
    waiting = sorted(others, key=lambda acts: acts[0].point not in landings)
    for number, piece in enumerate(waiting, 1):
        later = {act.point for acts in waiting[number:] for act in acts}
        acts = _with(acts, piece, stands, rng, later)
    return acts


def _in_hand(act: HandAct) -> bool:
    return not act.occupied and not act.off


def _with(
    acts: Sequence[HandAct],
    piece: Sequence[HandAct],
    stands: Mapping[Point, bool],
    rng: Random,
    later: Collection[Point],
) -> list[HandAct]:
    """Insert the acts of one more piece at random places where they are possible.

    They are not possible where a point is not vacant yet (a chain may land where it has captured),
    or where the other hand is full.

    Args:
        acts: The acts so far.
        piece: The acts of the other hand with that piece.
        stands: Whether each point is occupied before the move.
        rng: The generator that chooses the places.
        later: The points of the pieces that are inserted afterwards, which are not checked.
    """
    fitting = []
    for i in range(len(acts) + 1):
        for j in range(i, len(acts) + 1) if len(piece) > 1 else (i,):
            merged = [*acts[:i], piece[0], *acts[i:j], *piece[1:], *acts[j:]]
            if _possible(merged, stands, later):
                fitting.append(merged)
    return rng.choice(fitting)


def _possible(
    acts: Sequence[HandAct], stands: Mapping[Point, bool], later: Collection[Point]
) -> bool:
    """Return whether acts are possible in this order.

    No piece may be put down on another or lifted from a vacant point, apart from the points of
    later pieces; and the other hand may hold one piece at most.
    """
    now, held = dict(stands), False
    for act in acts:
        if now[act.point] == act.occupied and act.point not in later:
            return False
        now[act.point] = act.occupied
        if act.hand == "other":
            if held and not (act.occupied and not act.brought):
                return False
            held = _in_hand(act)
    return True


def _skipping(carried: list[HandAct], rng: Random, skip: float) -> list[HandAct]:
    """Leave out some of the landings in the middle of a chain."""
    acts: list[HandAct] = []
    for act in carried:
        put_down_here = acts and acts[-1].occupied and acts[-1].point == act.point
        if put_down_here and not act.occupied and rng.random() < skip:
            acts.pop()
        else:
            acts.append(act)
    return acts
