"""What the tracker knows, for the lamps and the page, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.geometry import Point
from companion.rules import Stack


class Phase(Enum):
    """What the players' hands are doing, in terms of the rules."""

    SETUP = "setup"  # the board is being set up for a position
    REST = "rest"  # the board shows the believed position
    HAND = "hand"  # the board shows at least one legal move under way
    CONFIRM = "confirm"  # a move is complete, but could go on; or several plies were taken back
    ASK = "ask"  # several moves fit the board, and the evidence does not decide
    TAKING_BACK = "taking_back"  # the board is on the way back to the last position
    ASTRAY = "astray"  # nothing explains the board


@dataclass(frozen=True, slots=True)
class View:
    """Points are bits of an int.

    movable:     pieces that may be moved.
    sources:     where pieces in hand came from.
    targets:     where they may be put down next.
    victims:     pieces that the move in hand will capture.
    take_off:    pieces that must be taken off now.
    go_on:       a piece that must or may continue from where it stands.
    put_here, take_away: the next step of guidance. In set-up: all missing pieces if none is extra,
                 or all extra pieces if none is missing.
    then:        where pieces will be missing once those of `take_away` are off.
    pieces:      what is known of the pieces that guidance is about: what goes on each point of
                 `put_here` and `then`, and what stands on those of `take_away`.
    candidates:  the moves that a question is about.
    picked:      the index of the candidate that is shown; -1 for none.
    confirmable: whether there is something to confirm.
    stands:      whether confirming says that the pieces of `take_away` stand right.
    plies:       how many plies are taken back if the board is confirmed.
    unseen:      whether the candidates end where no switch can sense that the piece was put down.
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
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Mend:
    """One step of guidance, documented as in `View`: a piece goes from one point to another, is put
    on the board, or is taken off."""

    take_away: int
    put_here: int
    then: int = 0
    pieces: tuple[tuple[Point, Stack], ...] = ()
