"""What the tracker knows, for lamps and page: a value that does not change by itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.geometry import Point


class Phase(Enum):
    """Where the hands are, seen from the rules."""

    SETUP = "setup"  # the board is being made to show a wanted position
    REST = "rest"  # the board shows the believed position
    HAND = "hand"  # the board is on the way of at least one legal move
    CONFIRM = "confirm"  # a move is complete, but could go on; or several plies were taken back
    ASK = "ask"  # several moves fit the board, and the evidence does not decide
    TAKING_BACK = "taking_back"  # the board is on the way back to the last position
    ASTRAY = "astray"  # nothing explains the board


@dataclass(frozen=True, slots=True)
class View:
    """Points are bits of an int.

    movable:    where a hand may begin.
    sources:    where pieces in hand came from.
    targets:    where they may be put down next.
    victims:    what the move in hand will capture.
    take_off:   what must be taken off now.
    go_on:      a piece that must, or may, go on from where it stands.
    put_here, take_away: the pair to be mended next; in set-up, all that is missing when nothing is
                too much, and all that is too much when nothing is missing.
    candidates: the moves that a question is about; `picked` is the one shown, -1 for none.
    confirmable: whether confirming would do something.
    unseen:     whether the candidates end where no switch can tell that the piece was put down.
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
    candidates: tuple[Any, ...] = ()
    picked: int = -1
    confirmable: bool = False
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Mend:
    """One lifting that brings the board nearer to a wanted one; None: from or to beside it."""

    take_away: Point | None
    put_here: Point | None
