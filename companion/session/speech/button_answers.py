"""What the board answers when the button asks.

A press asks what now, a hold that is let go before the menu opens asks what may move.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.base.text import Text, sentences
from companion.protocol.views import State
from companion.rules import Action, TurnMatch
from companion.rules.geometry import Point
from companion.rules.reasons import listed
from companion.session.speech.said_words import finished

_MANY = 6  # vacant points that are not named one by one if all of them will do


def asked_now(state: State) -> Text:
    """Return whose turn it is, and what to do: the answer to a press of the button."""
    return sentences(finished(state.headline), finished(state.message))


def what_may_move(match: TurnMatch) -> Text:
    """Return what hands may begin a move with: the answer to a hold of the button."""
    if match.over:
        return Text("The game is over.")
    firsts: dict[Action, set[Point]] = {}
    for turn in match.turns:
        for step in match.turn_game.steps(match.position, turn)[:1]:
            firsts.setdefault(step.action, set()).add(step.point)
    parts = []
    if Action.LIFT in firsts:
        points = _named(match, firsts[Action.LIFT])
        if match.game.forced(match.position):
            parts.append(Text("Must jump: {points}.", points=points))
        else:
            parts.append(Text("May move: {points}.", points=points))
    if Action.REMOVE in firsts:
        points = _named(match, firsts[Action.REMOVE])
        parts.append(Text("May be taken off: {points}.", points=points))
    if Action.ENTER in firsts:
        places = firsts[Action.ENTER]
        vacant = {
            Point(point)
            for point, stack in enumerate(match.game.stacks(match.position))
            if not stack
        }
        if places == vacant and len(places) > _MANY:
            parts.append(Text("A piece may be placed on any empty point."))
        else:
            points = _named(match, places)
            parts.append(Text("A piece may be placed on {points}.", points=points))
    return sentences(*parts) or Text("No piece may move.")


def _named(match: TurnMatch, points: Iterable[Point]) -> Text:
    return listed([match.game.board.names[point] for point in sorted(points)], "and")
