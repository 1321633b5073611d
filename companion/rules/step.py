"""The steps of hands: a move, one action at a time.

Tracker, lights and page know moves only by their steps, so none of them depends on a game. Applying
the steps of a legal move to the occupancy gives the occupancy after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from companion.rules.geometry import Point
from companion.rules.piece import Piece


class Action(Enum):
    """An action of a hand."""

    LIFT = "lift"  # pick up a piece or a whole stack, to put it down elsewhere
    PLACE = "place"  # put the piece in hand down
    REMOVE = "remove"  # take a piece off its point: out of play, or to put it under another
    ENTER = "enter"  # place a piece from beside the board
    TURN = "turn"  # crown it or turn it over where it stands


class Step(NamedTuple):
    """One action on one point.

    Attributes:
        action: The action.
        point: The point where it happens.
        piece: The piece that is moved or turned.
        occupied: Whether the point holds a piece afterwards.
    """

    action: Action
    point: Point
    piece: Piece
    occupied: bool


def path_of(steps: Sequence[Step]) -> list[Point]:
    """Return the points to light for a move.

    Returns:
        The path of the first lifted piece, the place of one that enters, or all points that pieces
        are taken from.
    """
    if not steps or steps[0].action is not Action.LIFT:
        return [step.point for step in steps]
    path = [steps[0].point]
    for step in steps[1:]:
        if step.action is Action.PLACE:
            path.append(step.point)
        elif step.action is Action.LIFT and step.point != path[-1]:
            break
    return path
