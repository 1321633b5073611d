"""What a board can show, and what comes of it: the tracker's states, in one table.

The tracker finds out which situation the board is in (`Judge.read`); this table says the rest:
what is shown, how long the board has to hold, and what happens then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from companion.tracking.view import Phase


class Wait(Enum):
    """For how long a board has to hold; the seconds are in `Timing`."""

    NONE = "at once"
    SETTLE = "settled"
    PATIENCE = "out of patience"
    PAUSE = "after a pause"


class Act(Enum):
    """What comes of a board."""

    READY = "the game begins"
    PLAY = "played"
    TAKE_BACK = "taken back"
    FORGET = "nothing was done"


class Situation(Enum):
    """What the board shows; the number is the rule's in `judge.py`."""

    WANTED = "1 wanted board"
    UNWANTED = "1 not the wanted board"
    BELIEVED = "2 believed board"
    END = "3 end of a move"
    STOP = "3 end of a move that can go on"
    UNSEEN = "3 end that no switch shows"
    ENDS = "3 end of several moves"
    TAPPING = "3 a piece lifted that may be tapped"
    ANSWERED = "4 end of an answer"
    ANSWERED_TWICE = "4 on the way of an answer to an answer"
    ANSWERED_OR_BUMPED = "4 end of an answer, or a bump while the move goes on"
    ANSWERED_OR_HAND = "4 end of an answer, or on the way of a longer move"
    BEFORE = "5 board before the last move"
    HAND = "6 on the way of a move"
    HAND_OR_EARLIER = "6 on the way of a move, or an earlier board"
    ANSWERING = "7 on the way of an answer"
    ANSWERING_OR_BUMPED = "7 on the way of an answer, or a bump while the move goes on"
    GOING_BACK = "8 on the way back"
    CHANGING = "8 on the way of another move instead"
    CHANGED = "8 end of another move instead"
    EARLIER = "9 earlier board"
    BOTH = "10 end of two moves in one go"
    UNSETTLED = "11 nothing that is known, yet"
    UNKNOWN = "11 nothing that is known"
    KNOCKED = "11 knocked over"
    KNOCKED_END = "11 knocked over, end of a move"
    OVER = "12 anything, when the match is over"


@dataclass(frozen=True, slots=True)
class State:
    """shows: the phase shown at once, None: what was shown before; wait: how long the board has to
    hold, None: for as long as it likes; then: what comes of that, or the phase shown from then on;
    confirmed: what comes of it when it is confirmed."""

    shows: Phase | None
    wait: Wait | None = None
    then: Act | Phase | None = None
    confirmed: Act | None = None


STATES: Mapping[Situation, State] = MappingProxyType(
    {
        Situation.WANTED: State(Phase.SETUP, Wait.SETTLE, Act.READY),
        Situation.UNWANTED: State(Phase.SETUP),
        Situation.BELIEVED: State(Phase.REST, Wait.SETTLE, Act.FORGET),
        Situation.END: State(Phase.HAND, Wait.SETTLE, Act.PLAY, Act.PLAY),
        Situation.STOP: State(Phase.CONFIRM, Wait.PAUSE, Act.PLAY, Act.PLAY),
        Situation.UNSEEN: State(Phase.CONFIRM, confirmed=Act.PLAY),
        Situation.ENDS: State(Phase.HAND, Wait.SETTLE, Phase.ASK),
        Situation.TAPPING: State(None),
        Situation.ANSWERED: State(None, Wait.SETTLE, Act.PLAY),
        Situation.ANSWERED_TWICE: State(None, Wait.NONE, Act.PLAY),
        Situation.ANSWERED_OR_BUMPED: State(None, Wait.PAUSE, Act.PLAY, Act.PLAY),
        Situation.ANSWERED_OR_HAND: State(Phase.HAND, Wait.PAUSE, Act.PLAY, Act.PLAY),
        Situation.BEFORE: State(Phase.TAKING_BACK, Wait.SETTLE, Act.TAKE_BACK),
        Situation.HAND: State(Phase.HAND),
        Situation.HAND_OR_EARLIER: State(Phase.HAND, Wait.PAUSE, Phase.CONFIRM, Act.TAKE_BACK),
        Situation.ANSWERING: State(None, Wait.SETTLE, Act.PLAY),
        Situation.ANSWERING_OR_BUMPED: State(None, Wait.PAUSE, Act.PLAY, Act.PLAY),
        Situation.GOING_BACK: State(Phase.TAKING_BACK),
        Situation.CHANGING: State(Phase.TAKING_BACK),
        Situation.CHANGED: State(Phase.TAKING_BACK, Wait.SETTLE, Act.TAKE_BACK),
        Situation.EARLIER: State(None, Wait.SETTLE, Phase.CONFIRM, Act.TAKE_BACK),
        Situation.BOTH: State(None, Wait.SETTLE, Act.PLAY),
        Situation.UNSETTLED: State(None, Wait.SETTLE),
        Situation.UNKNOWN: State(None, Wait.PATIENCE, Phase.ASTRAY),
        Situation.KNOCKED: State(Phase.ASTRAY),
        Situation.KNOCKED_END: State(Phase.ASTRAY, confirmed=Act.PLAY),
        Situation.OVER: State(Phase.REST),
    }
)
