"""What is left of a turn: the pieces that hands have still to carry, derived from its steps."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules import Action, Step, Turn, TurnMatch
from companion.rules.geometry import Point
from companion.session.play.pieces import PieceMove

Stacks = Sequence[Sequence[str]]
"""The texts of the pieces on every point, bottom first."""


def left_of(
    match: TurnMatch, turn: Turn, there: Stacks, led: PieceMove | None = None
) -> list[PieceMove] | None:
    """Return the carries that are left of a turn.

    Args:
        match: The match.
        turn: The turn.
        there: The pieces on the board.
        led: The carry of the moving piece that was made last, if it is known. A piece that returns
            to where it began looks as if it had not set out yet.

    Returns:
        The carries in order; None if the pieces do not show that the turn is in progress.
    """
    position = match.position
    carries = _carries(match.turn_game.steps(position, turn))
    path = [carry for carry in carries if carry.leads]
    for hops in range(len(path), -1, -1):
        at = path[hops - 1].to if hops else None
        made = {carry for carry in carries if not carry.leads and _done(carry, there, at)}
        shown = [[piece.text for piece in stack] for stack in match.game.stacks(position)]
        for carry in carries:
            if carry in made:
                _apply(carry, shown)
            elif hops and carry == path[0]:
                _apply(PieceMove(carry.origin, at), shown)
        if shown == [list(stack) for stack in there]:
            around = hops == len(path) and hops > 0 and at == path[0].origin
            if around and not made and led != path[-1]:
                continue
            made.update(path[:hops])
            return [carry for carry in carries if carry not in made]
    return None


def _carries(steps: Sequence[Step]) -> list[PieceMove]:
    """Return the carries that make up a move.

    Those that no switch shows are left out: the pieces are tidied after the move.
    """
    carries = []
    at = steps[0].point if steps and steps[0].action is Action.LIFT else None
    lifted: Point | None = None
    for action, point, piece, occupied in steps:
        if action is Action.LIFT:
            lifted = point
        elif action is Action.PLACE:
            carries.append(PieceMove(lifted, point, leads=lifted == at))
            at = point if lifted == at else at
        elif action is Action.ENTER:
            carries.append(PieceMove(None, point, piece.text))
        elif action is Action.REMOVE and not occupied:
            carries.append(PieceMove(point, None))
    return carries


def _done(carry: PieceMove, there: Stacks, at: Point | None) -> bool:
    """Return whether a carry seems to be done.

    Args:
        carry: The carry.
        there: The pieces on the board.
        at: Where the leading piece is now.
    """
    if carry.origin is not None:
        return not there[carry.origin] or carry.origin == at
    return carry.to is not None and carry.piece in there[carry.to]


def _apply(carry: PieceMove, shown: list[list[str]]) -> None:
    moved = [carry.piece]
    if carry.origin is not None:
        moved, shown[carry.origin] = shown[carry.origin], []
    if carry.to is not None:
        shown[carry.to] = shown[carry.to] + moved
