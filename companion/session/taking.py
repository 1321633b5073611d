"""Which piece a player may take after earning one, for example by closing a mill."""

from __future__ import annotations

from companion.rules import Action, TurnMatch
from companion.tracking import Phase, View

_BROUGHT = {Action.ENTER, Action.PLACE}


def takeable(match: TurnMatch, view: View) -> int:
    """The points from which one piece must be taken to complete the move in hand, where there is a
    choice: no legal move lifts the piece there to put it down elsewhere."""
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
