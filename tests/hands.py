"""What hands do with a legal move: one of the natural orders, drawn by a seeded generator.

Only the steps of the move are looked at, never the tracker: what it should understand is made here
without its help.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from companion.geometry import Point
from companion.rules import Action, Step


class Act(NamedTuple):
    """A hand takes the piece on a point up (`occupied` False) or puts one down there. `hand`: the
    carrying hand is "own", the one that takes pieces off or brings them is "other". `brought`: the
    text of the piece, when it comes from beside the board."""

    point: Point
    occupied: bool
    hand: str
    off: bool = False  # what is taken up goes beside the board
    brought: str = ""


def natural(steps: Iterable[Step], rng: Random) -> list[Act]:
    """The acts of a move: landings in the middle of a chain are skipped or touched, captured
    pieces taken before, on the way, or at the end."""
    carried: list[Act] = []
    taken: list[Act] = []
    for step in steps:
        match step.action:
            case Action.LIFT:
                carried.append(Act(step.point, False, "own"))
            case Action.PLACE:
                carried.append(Act(step.point, True, "own"))
            case Action.REMOVE if not step.occupied:
                taken.append(Act(step.point, False, "other", off=True))
            case Action.ENTER:
                carried.append(Act(step.point, True, "other", brought=step.piece.text))
            case _:
                pass  # a piece turned over, or taken from under another: no switch sees it
    acts = _skipping(carried, rng)
    for act in taken:
        # A chain may land where it has captured: by then the captured piece has to be off.
        places = [i for i, other in enumerate(acts) if other.occupied and other.point == act.point]
        acts.insert(rng.randint(0, min([len(acts), *places])), act)
    return acts


def _skipping(carried: list[Act], rng: Random) -> list[Act]:
    """Leave out some of the landings between which the piece is only passing."""
    acts: list[Act] = []
    for act in carried:
        put_down_here = acts and acts[-1].occupied and acts[-1].point == act.point
        if put_down_here and not act.occupied and rng.random() < 0.5:
            acts.pop()
        else:
            acts.append(act)
    return acts
