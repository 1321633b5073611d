"""What comes of a board: one table, from the best explanation to the tracker's response.

The first row counts whose kind is that of the best explanation, which has any of the row's flaws,
and beside which there is a rival of the row's kind: another explanation that would lead to
something else and costs little more (`weighing.RIVAL_MARGIN`).

Only the end of a legal move is played, and the program never guesses. What may be wrong has to be
confirmed, or waits until the hands go on.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import NamedTuple

from companion.hands.explanation import Case, Explanation, Flaw
from companion.hands.view import Phase


class Wait(Enum):
    """How long a board has to hold; the seconds are in `Timing`."""

    SETTLE = "settled"
    SLIDE = "slid no further"
    PATIENCE = "out of patience"
    TAP = "too long for a tap"
    PAUSE = "after a pause"


class Act(Enum):
    """The tracker's action on a board."""

    READY = "the game begins"
    PLAY = "played"
    TAKE_BACK = "taken back"
    FORGET = "at rest"


@dataclass(frozen=True, slots=True)
class Response:
    """What the tracker does with a board.

    Attributes:
        shows: The phase that is shown at once; None: as before.
        wait: How long the board has to hold; None: forever.
        then: What comes of it after that.
        confirmed: What comes of it once players confirm.
    """

    shows: Phase | None
    wait: Wait | None = None
    then: Act | Phase | None = None
    confirmed: Act | None = None

    @property
    def acts(self) -> bool:
        """Whether the board will be acted on as soon as it has settled, or nothing slides."""
        soon = self.wait in (Wait.SETTLE, Wait.SLIDE)
        return soon and self.then not in (None, Act.FORGET)


class Row(NamedTuple):
    """A row of the table.

    Attributes:
        kind: The kind of the best explanation.
        then: The response.
        flaws: It has any of these flaws; NONE: whatever flaws it has.
        rival: The kind of a rival; None: whatever rivals it has.
    """

    kind: Case
    then: Response
    flaws: Flaw = Flaw.NONE
    rival: Case | None = None


_ASTRAY = Response(Phase.ASTRAY)
_ASTRAY_OR_PLAYED = Response(Phase.ASTRAY, confirmed=Act.PLAY)
_ONE_OR_TWO = Response(None, Wait.PATIENCE, Phase.ASTRAY, Act.PLAY)
_PLAY = Response(None, Wait.SETTLE, Act.PLAY)
_PLAY_LATER = Response(None, Wait.PAUSE, Act.PLAY, Act.PLAY)
_HAND_OR_PLAYED = Response(Phase.HAND, Wait.PAUSE, Act.PLAY, Act.PLAY)
_HAND_OR_OVER = Response(Phase.HAND, Wait.PAUSE, Phase.CONFIRM, Act.PLAY)
_HAND_OR_TAKEN_BACK = Response(Phase.HAND, Wait.PAUSE, Phase.CONFIRM, Act.TAKE_BACK)
_OFFER_MOVE = Response(None, Wait.PATIENCE, Phase.CONFIRM, Act.PLAY)
_OFFER_TAKEBACK = Response(None, Wait.SETTLE, Phase.CONFIRM, Act.TAKE_BACK)
_GOING_BACK = Response(Phase.TAKING_BACK)
_TAKE_BACK = Response(Phase.TAKING_BACK, Wait.SETTLE, Act.TAKE_BACK)
_TAKE_BACK_LATER = Response(Phase.TAKING_BACK, Wait.PATIENCE, Act.TAKE_BACK)

ROWS = (
    Row(Case.WANTED, Response(Phase.SETUP, Wait.SETTLE, Act.READY)),
    Row(Case.UNWANTED, Response(Phase.SETUP)),
    Row(Case.TAP, Response(None)),
    Row(
        Case.REST,
        Response(Phase.REST, Wait.SETTLE, Phase.CONFIRM, Act.TAKE_BACK),
        Flaw.ALIKE,
    ),
    Row(Case.REST, Response(Phase.REST, Wait.SETTLE, Act.FORGET)),
    Row(Case.MADE, _ASTRAY_OR_PLAYED, Flaw.ASTRAY),
    Row(Case.MADE, _ONE_OR_TWO, Flaw.EDGE),
    Row(Case.MADE, Response(Phase.HAND, Wait.SETTLE, Phase.ASK), Flaw.ALIKE),
    Row(
        Case.MADE,
        Response(Phase.CONFIRM, confirmed=Act.PLAY),
        Flaw.UNSEEN | Flaw.KNOCKED | Flaw.ELSEWHERE,
    ),
    Row(Case.MADE, Response(Phase.CONFIRM, Wait.PAUSE, Act.PLAY, Act.PLAY), Flaw.STOPS),
    Row(Case.MADE, _HAND_OR_PLAYED, Flaw.HIDDEN | Flaw.LESS),
    Row(Case.MADE, Response(Phase.HAND, Wait.SLIDE, Act.PLAY, Act.PLAY), Flaw.SLIDING),
    Row(Case.MADE, Response(Phase.HAND, Wait.SETTLE, Act.PLAY, Act.PLAY)),
    Row(Case.BOTH, _ASTRAY, Flaw.ASTRAY, Case.BOTH),
    Row(Case.BOTH, _ASTRAY_OR_PLAYED, Flaw.ASTRAY),
    Row(Case.BOTH, _ONE_OR_TWO, Flaw.EDGE),
    Row(Case.BOTH, Response(None, Wait.PATIENCE, Phase.ASK), Flaw.KIND),
    Row(
        Case.BOTH,
        _OFFER_MOVE,
        Flaw.ALIKE | Flaw.HASTY | Flaw.HIDDEN | Flaw.UNSEEN | Flaw.KNOCKED | Flaw.LOOSE,
    ),
    Row(Case.BOTH, _OFFER_MOVE, rival=Case.CHANGED),
    Row(Case.BOTH, _HAND_OR_PLAYED, rival=Case.HAND),
    Row(Case.BOTH, _PLAY_LATER, Flaw.SINGLE, Case.ANSWERING),
    Row(Case.BOTH, _PLAY),
    Row(Case.HAND, _ASTRAY, Flaw.ASTRAY),
    Row(Case.HAND, Response(Phase.HAND, Wait.PAUSE, Phase.ASK), Flaw.ALIKE),
    Row(Case.HAND, _HAND_OR_OVER, Flaw.ENDS),
    Row(Case.HAND, _HAND_OR_OVER, rival=Case.MADE),
    Row(Case.HAND, _HAND_OR_TAKEN_BACK, rival=Case.BACK),
    Row(Case.HAND, _HAND_OR_TAKEN_BACK, rival=Case.CHANGED),
    Row(Case.HAND, _HAND_OR_OVER, rival=Case.BOTH),
    Row(Case.HAND, Response(Phase.HAND)),
    Row(Case.ANSWERING, _ASTRAY, Flaw.ASTRAY),
    Row(Case.ANSWERING, _ONE_OR_TWO, Flaw.EDGE),
    Row(Case.ANSWERING, _OFFER_TAKEBACK, Flaw.SLIDING, Case.CHANGED),
    Row(Case.ANSWERING, _PLAY_LATER, rival=Case.BOTH),
    Row(Case.ANSWERING, _PLAY_LATER, Flaw.ODD | Flaw.SINGLE),
    Row(Case.ANSWERING, _PLAY),
    Row(
        Case.BACK,
        _OFFER_TAKEBACK,
        Flaw.ASTRAY
        | Flaw.CROSSED
        | Flaw.DEEP
        | Flaw.HIDDEN
        | Flaw.OVER
        | Flaw.UNSEEN
        | Flaw.UNTOUCHED,
    ),
    Row(Case.BACK, _OFFER_TAKEBACK, rival=Case.MADE),
    Row(Case.BACK, _TAKE_BACK),
    Row(Case.GOING_BACK, _ASTRAY, Flaw.ASTRAY),
    Row(Case.GOING_BACK, _OFFER_TAKEBACK, rival=Case.CHANGED),
    Row(Case.GOING_BACK, _GOING_BACK),
    Row(
        Case.CHANGED,
        _OFFER_TAKEBACK,
        Flaw.ASTRAY
        | Flaw.DEEP
        | Flaw.EDGE
        | Flaw.ELSEWHERE
        | Flaw.MOVED
        | Flaw.SLIDING
        | Flaw.UNSEEN,
    ),
    Row(Case.CHANGED, _OFFER_TAKEBACK, rival=Case.BOTH),
    Row(Case.CHANGED, _TAKE_BACK_LATER, Flaw.SINGLE),
    Row(Case.CHANGED, _TAKE_BACK),
    Row(Case.REVIVED, _OFFER_TAKEBACK),
    Row(Case.CHANGING, _ASTRAY, Flaw.ASTRAY),
    Row(Case.CHANGING, _GOING_BACK),
    Row(Case.UNKNOWN, Response(None, Wait.PATIENCE, Phase.ASTRAY)),
    Row(Case.FREE, Response(Phase.REST)),
)


RIVALS = {
    kind: frozenset(row.rival for row in ROWS if row.kind is kind and row.rival is not None)
    for kind in Case
}
"""The kinds of rivals that a row asks for, by the kind of the best explanation."""


def row_for(kind: Case, flaws: Flaw = Flaw.NONE, rivals: Collection[Explanation] = ()) -> Row:
    """Return the row of the table that says what comes of a board.

    Args:
        kind: The kind of its best explanation, or why there is none.
        flaws: The flaws of that explanation.
        rivals: Its rivals.
    """
    return _row_for(kind, flaws, frozenset(rival.kind for rival in rivals))


@cache
def _row_for(kind: Case, flaws: Flaw, rivals: frozenset[Case]) -> Row:
    return next(
        row
        for row in ROWS
        if row.kind is kind
        and (not row.flaws or row.flaws & flaws)
        and (row.rival is None or row.rival in rivals)
    )
