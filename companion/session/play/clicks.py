"""What a click means: one pure function from the legal turns to the one right action.

A click says less than a hand that carries a piece: it names one place. What it means follows from
the legal turns, what is left of them (`turn_progress`), what is in hand, and the lit lamps. Nothing
here depends on a game.

In order, with nothing in hand:

1. A piece that turns take off now, or move to one place behind the piece that goes first, goes
   there.
2. A piece that a turn moves now is picked up.
3. An empty point where turns place one kind of piece now gets that piece.
4. An empty point from which a turn that only takes pieces off has taken one gets it back.
5. A lit point that one piece alone can reach now is reached by it.
6. Anything else does nothing, and is told why.

With a piece in hand, a click on a place where a turn takes it puts it there, one on its own place
puts it back, one on a piece that it can take in one way takes that piece, and one on another piece
that has something to do is a click on that piece. Everything else is tried: the board says what is
wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from companion.rules.geometry import Point
from companion.session.play.pieces import PieceMove
from companion.session.play.turn_progress import Stacks


class ClickAct(Enum):
    """What a click does."""

    LIFT = "lift"  # pick up what is there
    CARRY = "carry"  # carry a piece all the way
    PUT = "put"  # put down there what is in hand
    BACK = "back"  # put back what is in hand
    NOTHING = "nothing"  # say why nothing happens


class Clicked(NamedTuple):
    """The place of a click.

    Attributes:
        point: The point; None for the tray.
        piece: The text of a piece in the tray; otherwise empty.
    """

    point: Point | None
    piece: str = ""


class ClickAction(NamedTuple):
    """The action of a click.

    Attributes:
        act: What it does.
        carry: The carry that it makes, for `CARRY`.
        returns: Whether what is in hand is put back first.
    """

    act: ClickAct
    carry: PieceMove | None = None
    returns: bool = False


_NOTHING = ClickAction(ClickAct.NOTHING)
_LIFT = ClickAction(ClickAct.LIFT)
_PUT = ClickAction(ClickAct.PUT)
_BACK = ClickAction(ClickAct.BACK)


def click_action(
    ways: Sequence[Sequence[PieceMove]],
    there: Stacks,
    held: PieceMove | None,
    clicked: Clicked,
    lit: int = 0,
    gone: Mapping[Point, str] = MappingProxyType({}),
) -> ClickAction:
    """Return the one action of a click while a game is being played.

    Args:
        ways: What is left of each legal turn that the pieces show in progress.
        there: The pieces on the board; what is in hand counts as still being where it came from.
        held: Where the piece in hand came from, with its text if that was the tray; None if there
            is none.
        clicked: Where the click was.
        lit: The points whose lamps ask for an action, as bits.
        gone: The pieces that this turn has taken off, and that may come back, by point.
    """
    point = clicked.point
    if held is None and point is not None and point in gone:
        return ClickAction(ClickAct.CARRY, PieceMove(None, point, gone[point]))
    if held is None:
        return _with_empty_hands(ways, there, clicked, lit)
    if clicked.point in _stops(ways, held):
        return _PUT
    if _same(clicked, held):
        return _BACK
    ends = _takes(ways, held, clicked.point)
    if len(ends) == 1:
        return ClickAction(ClickAct.CARRY, PieceMove(held.origin, ends.pop(), leads=True), True)
    taken = bool(there[clicked.point]) if clicked.point is not None else bool(clicked.piece)
    other = _with_empty_hands(ways, there, clicked, 0) if taken else _NOTHING
    return _PUT if other.act is ClickAct.NOTHING else other._replace(returns=True)


def free_action(there: Stacks, held: PieceMove | None, clicked: Clicked) -> ClickAction:
    """Return the action of a click while pieces may be put anywhere, as before and after a game.

    The arguments are those of `click_action`.
    """
    if held is not None:
        return _BACK if _same(clicked, held) else _PUT
    if clicked.point is None:
        return _LIFT if clicked.piece else _NOTHING
    return _LIFT if there[clicked.point] else _NOTHING


def _with_empty_hands(
    ways: Sequence[Sequence[PieceMove]], there: Stacks, clicked: Clicked, lit: int
) -> ClickAction:
    carries = {carry for way in ways for carry in _next(way)}
    point = clicked.point
    if point is None:
        entering = {carry.piece for carry in carries if carry.origin is None}
        return _LIFT if clicked.piece in entering else _NOTHING
    going = {carry for carry in carries if carry.origin == point}
    if len(going) == 1 and not any(carry.leads for carry in going):
        return ClickAction(ClickAct.CARRY, going.pop())
    if going:
        return _LIFT
    if there[point]:
        return _NOTHING
    entering = {carry.piece for carry in carries if carry.origin is None and carry.to == point}
    if len(entering) == 1:
        return ClickAction(ClickAct.CARRY, PieceMove(None, point, entering.pop()))
    reaching = {way[0].origin for way in map(_path, ways) if point in _ends(way)}
    if len(reaching) == 1 and lit >> point & 1:
        return ClickAction(ClickAct.CARRY, PieceMove(reaching.pop(), point, leads=True))
    return _NOTHING


def _same(clicked: Clicked, held: PieceMove) -> bool:
    """Return whether a click is on the place that the piece in hand came from."""
    return clicked.point == held.origin and clicked.piece in ("", held.piece)


def _next(way: Sequence[PieceMove]) -> Sequence[PieceMove]:
    """Return the carries of a way that a hand can make next: the moving piece goes first."""
    path = _path(way)
    return path[:1] or way


def _path(way: Sequence[PieceMove]) -> list[PieceMove]:
    return [carry for carry in way if carry.leads]


def _ends(path: Sequence[PieceMove]) -> set[Point | None]:
    return {carry.to for carry in path}


def _takes(
    ways: Sequence[Sequence[PieceMove]], held: PieceMove, point: Point | None
) -> set[Point | None]:
    """Return where the piece in hand ends in the turns with which it takes the one on `point`."""
    return {
        path[-1].to
        for way in ways
        if (path := _path(way))
        and path[0].origin == held.origin is not None
        and any(not carry.leads and carry.origin == point and carry.to is None for carry in way)
    }


def _stops(ways: Sequence[Sequence[PieceMove]], held: PieceMove) -> set[Point | None]:
    """Return the places where turns put the piece in hand: points, or None for the tray."""
    stops: set[Point | None] = set()
    for way in ways:
        path = _path(way)
        if path and path[0].origin == held.origin is not None:
            stops |= _ends(path)
        elif not path:
            stops |= {
                carry.to
                for carry in way
                if carry.origin == held.origin and carry.piece == held.piece
            }
    return stops
