"""The pieces to choose from when a player may take one, for example by closing a mill."""

from __future__ import annotations

from companion.hands import Phase, View
from companion.rules import Action, TurnMatch

_BROUGHT = {Action.ENTER, Action.PLACE}


def takeable(match: TurnMatch, view: View) -> int:
    """Return the points from which one piece must be taken to complete the move in hand.

    Only where there is a choice, and no legal move lifts the piece there to put it down elsewhere.

    Returns:
        The points, as bits by point index.
    """
    if view.phase is not Phase.HAND or view.targets or not view.movable:
        return 0
    removed = lifted = 0
    for turn in match.turns:
        steps = match.turn_game.steps(match.position, turn)
        if not _BROUGHT.isdisjoint(step.action for step in steps):
            for step in steps:
                removed |= (step.action is Action.REMOVE) << step.point
                lifted |= (step.action is Action.LIFT) << step.point
    return view.movable & removed & ~lifted
