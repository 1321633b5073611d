"""What the board answers when the button asks.

A press asks what now, a hold that is let go before the menu opens asks what may move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.base.text import Text, plural, sentences
from companion.protocol.views import State
from companion.rules import Action, TurnMatch
from companion.rules.geometry import Point
from companion.rules.reasons import listed
from companion.session.speech.said_words import finished

_BEGUN = ("hand", "taking_back")  # phases in which hands have begun something
_MANY = 6  # vacant points that are not named one by one if all of them will do


def asked_now(state: State, names: Sequence[str]) -> Text:
    """Return the answer to a press of the button: the last move, whose turn it is, what to do.

    Args:
        state: What pages show.
        names: The names of the board's points.
    """
    if state.menu is not None:
        return sentences(finished(state.headline), finished(state.message))
    last = state.told if state.phase in ("rest", "over") else Text()
    begun = _begun(state, names) if state.phase in _BEGUN else Text()
    return sentences(last, finished(state.headline), finished(state.message), begun)


def _begun(state: State, names: Sequence[str]) -> Text:
    """Return how to undo what hands have begun, once more than one piece has been touched."""
    stands = list(zip(names, state.sensed, state.believed, strict=True))
    away = [name for name, sensed, stack in stands if sensed and not stack]
    missing = [name for name, sensed, stack in stands if stack and not sensed]
    if not away and (state.message or not missing):
        return Text()  # a piece is in the hand, and the message says where it may go
    return sentences(
        Text("Finish the move that you have begun, or undo it."),
        plural(
            "To undo it, take the piece off {points}.",
            "To undo it, take the pieces off {points}.",
            len(away),
            points=listed(away, "and"),
        )
        if away
        else "",
        plural(
            "To undo it, put the piece back on {points}.",
            "To undo it, put the pieces back on {points}.",
            len(missing),
            points=listed(missing, "and"),
        )
        if missing
        else "",
    )


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
