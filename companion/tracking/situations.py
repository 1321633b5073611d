"""What a board can show and how the tracker responds: its states, in one table.

`MoveRecognizer.read` finds out which situation the board is in. This table says what to show, how
long the board has to hold, and what happens then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from companion.tracking.view import Phase


class Wait(Enum):
    """How long a board has to hold; the seconds are in `Timing`."""

    NONE = "at once"
    SETTLE = "settled"
    PATIENCE = "out of patience"
    TAP = "too long for a tap"
    PAUSE = "after a pause"


class Act(Enum):
    """What the tracker does about a board."""

    READY = "the game begins"
    PLAY = "played"
    TAKE_BACK = "taken back"
    FORGET = "nothing was done"


class Situation(Enum):
    """What the board shows. The numbers are those of the rules in `recognizer.py`."""

    WANTED = "1 wanted board"
    UNWANTED = "1 not the wanted board"
    BELIEVED = "2 believed board"
    BELIEVED_OR_CHANGED = "2 believed board, or last capture changed"
    END = "3 end of a move"
    STOP = "3 end of a move that can go on"
    HALF_HIDDEN = "3 end of a move, half hidden by an ignored switch"
    UNSEEN = "3 end that no switch shows"
    ENDS = "3 end of several moves"
    TAPPING = "3 piece lifted, perhaps for a tap"
    ANSWERED = "4 end of an answer"
    ANSWERED_TWICE = "4 answer to an answer under way"
    ANSWERED_OR_BUMPED = "4 end of an answer, or a bump during the move"
    ANSWERED_OR_HAND = "4 end of an answer, or longer move under way"
    ON_AN_EDGE = "4 perhaps one piece on two neighbouring points, or two at one stroke"
    BEFORE = "5 board before the last move"
    HAND = "6 move under way"
    HAND_OR_END = "6 move under way, or end of a chain"
    HAND_OR_ENDS = "6 move under way, or end of several chains"
    HAND_OR_EARLIER = "6 move under way, or earlier board"
    HAND_OR_BOTH = "6 move under way, or several in one go"
    ANSWERING = "7 answer under way"
    ANSWERING_OR_BUMPED = "7 answer under way, or a bump during the move"
    GOING_BACK = "8 last move being taken back"
    CHANGING = "8 last move being changed"
    CHANGED = "8 last move changed"
    EARLIER = "9 earlier board"
    BOTH = "10 several moves in one go"
    BOTH_OR_ANSWERING = "10 several moves in one go, or an answer under way"
    UNSETTLED = "11 board not settled yet"
    UNKNOWN = "11 no explanation"
    KNOCKED = "11 knocked"
    KNOCKED_END = "11 knocked, end of a move"
    OVER = "12 no legal move"


@dataclass(frozen=True, slots=True)
class Response:
    """How the tracker responds to a situation.

    shows:     the phase to show at once; None to keep the one shown.
    wait:      how long the board has to hold; None if nothing happens by itself.
    then:      what happens after that: an act, or another phase to show.
    confirmed: what happens if the players confirm it.
    """

    shows: Phase | None
    wait: Wait | None = None
    then: Act | Phase | None = None
    confirmed: Act | None = None

    @property
    def acts(self) -> bool:
        """Whether a board is acted on, or asked about, as soon as it is still."""
        return self.wait is Wait.SETTLE and self.then not in (None, Act.FORGET)


RESPONSES: Mapping[Situation, Response] = MappingProxyType(
    {
        Situation.WANTED: Response(Phase.SETUP, Wait.SETTLE, Act.READY),
        Situation.UNWANTED: Response(Phase.SETUP),
        Situation.BELIEVED: Response(Phase.REST, Wait.SETTLE, Act.FORGET),
        Situation.BELIEVED_OR_CHANGED: Response(
            Phase.REST, Wait.SETTLE, Phase.CONFIRM, Act.TAKE_BACK
        ),
        Situation.END: Response(Phase.HAND, Wait.SETTLE, Act.PLAY, Act.PLAY),
        Situation.STOP: Response(Phase.CONFIRM, Wait.PAUSE, Act.PLAY, Act.PLAY),
        Situation.HALF_HIDDEN: Response(Phase.HAND, Wait.PAUSE, Act.PLAY, Act.PLAY),
        Situation.UNSEEN: Response(Phase.CONFIRM, confirmed=Act.PLAY),
        Situation.ENDS: Response(Phase.HAND, Wait.SETTLE, Phase.ASK),
        Situation.TAPPING: Response(None),
        Situation.ANSWERED: Response(None, Wait.SETTLE, Act.PLAY),
        Situation.ANSWERED_TWICE: Response(None, Wait.NONE, Act.PLAY),
        Situation.ANSWERED_OR_BUMPED: Response(None, Wait.PAUSE, Act.PLAY, Act.PLAY),
        Situation.ANSWERED_OR_HAND: Response(Phase.HAND, Wait.PAUSE, Act.PLAY, Act.PLAY),
        Situation.ON_AN_EDGE: Response(None, Wait.PATIENCE, Phase.ASTRAY, Act.PLAY),
        Situation.BEFORE: Response(Phase.TAKING_BACK, Wait.SETTLE, Act.TAKE_BACK),
        Situation.HAND: Response(Phase.HAND),
        Situation.HAND_OR_END: Response(Phase.HAND, Wait.PAUSE, Phase.CONFIRM, Act.PLAY),
        Situation.HAND_OR_ENDS: Response(Phase.HAND, Wait.PAUSE, Phase.ASK),
        Situation.HAND_OR_EARLIER: Response(Phase.HAND, Wait.PAUSE, Phase.CONFIRM, Act.TAKE_BACK),
        Situation.HAND_OR_BOTH: Response(Phase.HAND, Wait.PAUSE, Phase.CONFIRM, Act.PLAY),
        Situation.ANSWERING: Response(None, Wait.SETTLE, Act.PLAY),
        Situation.ANSWERING_OR_BUMPED: Response(None, Wait.PAUSE, Act.PLAY, Act.PLAY),
        Situation.GOING_BACK: Response(Phase.TAKING_BACK),
        Situation.CHANGING: Response(Phase.TAKING_BACK),
        Situation.CHANGED: Response(Phase.TAKING_BACK, Wait.SETTLE, Act.TAKE_BACK),
        Situation.EARLIER: Response(None, Wait.SETTLE, Phase.CONFIRM, Act.TAKE_BACK),
        Situation.BOTH: Response(None, Wait.SETTLE, Act.PLAY),
        Situation.BOTH_OR_ANSWERING: Response(None, Wait.PATIENCE, Phase.CONFIRM, Act.PLAY),
        Situation.UNSETTLED: Response(None, Wait.SETTLE),
        Situation.UNKNOWN: Response(None, Wait.PATIENCE, Phase.ASTRAY),
        Situation.KNOCKED: Response(Phase.ASTRAY),
        Situation.KNOCKED_END: Response(Phase.ASTRAY, confirmed=Act.PLAY),
        Situation.OVER: Response(Phase.REST),
    }
)

EXPLAINED = frozenset(
    {
        Situation.END,
        Situation.HALF_HIDDEN,
        Situation.STOP,
        Situation.UNSEEN,
        Situation.ENDS,
        Situation.HAND,
        Situation.HAND_OR_END,
        Situation.HAND_OR_ENDS,
    }
)
"""The situations that explain a settled board. If it is knocked and put right, it is explained
again."""
