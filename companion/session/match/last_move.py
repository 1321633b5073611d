"""The points of the last move, and the effect of a takeback."""

from __future__ import annotations

from typing import NamedTuple

from companion.base.errors import CompanionError
from companion.rules import Action, TurnMatch
from companion.rules.geometry import Point


def last_move(match: TurnMatch) -> tuple[Point, ...]:
    """Return the points of the last ply made by hands.

    Returns:
        The point that its piece came from, then each point where it landed; or else the points
        where pieces were placed; or else those where pieces were removed. Empty before the first
        ply.
    """
    for played in reversed(match.history):
        steps = match.game.steps(played.position, played.move)
        if steps:
            break
    else:
        return ()
    moved: list[Point] = []
    carrying = False
    for action, point, _, _ in steps:
        if action is Action.LIFT:
            carrying = not moved or point == moved[-1]
            moved += [point] if not moved else []
        elif action is Action.PLACE and carrying:
            moved.append(point)
    for wanted in (Action.ENTER, Action.REMOVE):
        moved = moved or [step.point for step in steps if step.action is wanted]
    return tuple(moved)


class Takeback(NamedTuple):
    """The effect of taking back one move.

    Attributes:
        plies: The number of plies.
        left: The points that pieces leave.
        restored: The points where pieces return.
    """

    plies: int
    left: tuple[Point, ...]
    restored: tuple[Point, ...]


def takeback(match: TurnMatch) -> Takeback | None:
    """Return the effect of taking back one move; None if there is nothing to take back."""
    try:
        plies = match.undone(match.plies_of(1))
    except CompanionError:
        return None
    now = match.game.stacks(match.position)
    then = match.game.stacks(match.history[-plies].position) if plies else now
    points = [Point(p) for p in range(len(now)) if now[p] != then[p]]
    return Takeback(
        plies,
        tuple(p for p in points if now[p] and len(then[p]) <= len(now[p])),
        tuple(p for p in points if then[p] and len(then[p]) >= len(now[p])),
    )
