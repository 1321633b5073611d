"""Refused moves: a piece was moved where no rule lets it go, with the reason."""

from __future__ import annotations

from typing import NamedTuple

from companion.base.text import Text
from companion.hands import Phase, View
from companion.rules import NOBODY, TurnMatch
from companion.rules.geometry import Point, points_of
from companion.rules.reasons import refusal


def not_theirs(match: TurnMatch) -> Text:
    """Return the objection to another move on the turn of the computer or of a remote player."""
    if match.seat in match.remote_seats:
        return Text("That is not the move that {seat} made.", seat=match.game.seats[match.seat])
    return Text("That is not the computer's move.")


class RefusedMove(NamedTuple):
    """A refused move.

    Attributes:
        origin: The point that the piece came from; None for beside the board.
        to: The point where it was put; None for beside the board.
        text: Why that is not legal.
    """

    origin: Point | None
    to: Point | None
    text: Text


def refused(match: TurnMatch, view: View) -> RefusedMove | None:
    """Return the refused move on a board that is astray.

    None if it is not clear: several pieces are out of place, or they may be right, or the piece
    may be one that was captured and parked.
    """
    if view.phase is not Phase.ASTRAY or view.stands or view.then or view.confirmable:
        return None
    missing, extra = list(points_of(view.put_here)), list(points_of(view.take_away))
    if len(missing) > 1 or len(extra) > 1:
        return None
    origin = missing[0] if missing else None
    to = extra[0] if extra else None
    before = match.game.stacks(match.position)
    known = dict(view.pieces)
    if origin is not None and to is not None and known.get(to) != before[origin]:
        return None  # another piece may have come here
    brought = known.get(to, ()) if to is not None else ()
    if to is None and origin is not None and _may_be_in_hand(match, origin):
        return None  # or it may stand on another piece
    if origin is None and brought and brought[-1].seat not in (NOBODY, match.seat):
        return None
    if match.seat in match.proxy_seats:
        return RefusedMove(origin, to, not_theirs(match))
    text = refusal(match, origin, to, brought[-1].text if brought else "")
    return RefusedMove(origin, to, text) if text else None


def _may_be_in_hand(match: TurnMatch, origin: Point) -> bool:
    """Return whether a legal turn begins with the piece on this point."""
    turns, position = match.turn_game, match.position
    begun = (turns.steps(position, turn)[:1] for turn in match.turns)
    return any(step.point == origin for steps in begun for step in steps)
