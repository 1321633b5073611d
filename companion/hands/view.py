"""The tracker's knowledge, for the lamps and the page, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.rules import Stack
from companion.rules.geometry import Point


class Phase(Enum):
    """The activity of the players' hands, in terms of the rules."""

    SETUP = "setup"  # the board is being set up for a position
    REST = "rest"  # the board shows the believed position
    HAND = "hand"  # the board shows at least one legal move under way
    CONFIRM = "confirm"  # a move is complete, but could go on; or several plies were taken back
    ASK = "ask"  # several moves fit the board, and the evidence does not decide
    TAKING_BACK = "taking_back"  # the board is on the way back to the last position
    ASTRAY = "astray"  # nothing explains the board


@dataclass(frozen=True, slots=True)
class View:
    """The tracker's view of the board. Sets of points are bits of an int.

    Attributes:
        phase: The activity of the hands.
        movable: Pieces that may be moved.
        sources: Where pieces in hand came from.
        targets: Where they may be put down next.
        victims: Pieces that the move in hand will capture.
        take_off: Pieces that must be taken off now.
        go_on: A piece that must or may continue from its present point.
        put_here: The next step of guidance: where to put a piece. In set-up: all missing pieces, if
            none is extra.
        take_away: The next step of guidance: what to take off. In set-up: all extra pieces, if none
            is missing.
        then: Where pieces will be missing once those of `take_away` are off, and those of
            `put_here` stand.
        pieces: What is known of the pieces that guidance is about: what goes on each point of
            `put_here` and `then`, and what is on those of `take_away`.
        candidates: The moves that a question is about.
        picked: The index of the candidate that is shown; -1 for none.
        confirmable: Whether there is something to confirm.
        stands: Whether confirming means that the pieces of `take_away` are right where they are.
        plies: The number of plies that confirming the board takes back.
        revived: The move that seems to have been made before those plies, which would be taken back
            only to record it first; None: they have simply been taken back.
        unseen: Whether the candidates end where no switch can sense that the piece was put down.
        several: Whether the candidates are the first of several moves that the board shows.
        straddled: Neighbouring points on which one piece may lie, as bits. If the board can be
            confirmed, it belongs on one of them.
    """

    phase: Phase
    movable: int = 0
    sources: int = 0
    targets: int = 0
    victims: int = 0
    take_off: int = 0
    go_on: int = 0
    put_here: int = 0
    take_away: int = 0
    then: int = 0
    pieces: tuple[tuple[Point, Stack], ...] = ()
    candidates: tuple[Any, ...] = ()
    picked: int = -1
    confirmable: bool = False
    stands: bool = False
    plies: int = 0
    revived: Any = None
    unseen: bool = False
    several: bool = False
    straddled: int = 0


@dataclass(frozen=True, slots=True)
class Mend:
    """One step of guidance.

    A piece goes from one point to another, is put on the board, or is taken off. The attributes
    are documented in `View`.
    """

    take_away: int
    put_here: int
    then: int = 0
    pieces: tuple[tuple[Point, Stack], ...] = ()
