"""What hands do to carry out a move, one step at a time.

Tracker, lights, journal and page know moves by their steps alone, so that none of them has to know
a game. Folding the steps of a legal move over the occupancy gives the occupancy after it.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from companion.geometry import Point
from companion.rules.piece import Piece


class Action(Enum):
    """The five things a hand does."""

    LIFT = "lift"  # take a piece (or a whole stack) up from its point, to put it down elsewhere
    PLACE = "place"  # put the piece in hand down
    REMOVE = "remove"  # take a piece off its point, out of play or to be put under another
    ENTER = "enter"  # bring a piece from beside the board
    TURN = "turn"  # crown it or turn it over where it stands


class Step(NamedTuple):
    """One action on one point. `occupied`: whether the point holds a piece afterwards."""

    action: Action
    point: Point
    piece: Piece
    occupied: bool
