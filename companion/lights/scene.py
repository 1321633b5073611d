"""A scene: what each lamp means now. The palette decides what that looks like."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from companion.geometry import Point
from companion.rules import Seat


class Meaning(Enum):
    """One meaning, one colour and one rhythm."""

    MAY_MOVE = "may move"
    LAST_MINUTE = "may move; the last minute of this seat runs"
    LAST_SECONDS = "may move; the last ten seconds of this seat run, or its time is over"
    MUST_JUMP = "must jump"
    FROM = "in hand: from"
    TO = "in hand: to"
    VICTIM = "to be captured by the move in hand"
    TAKE_OFF = "take this piece off now"
    KEEP_JUMPING = "keep jumping"
    CROWN = "crown it, or turn it over"
    PASSES = "this seat cannot move: the turn goes on"
    QUESTION = "one of several candidates"
    SET_UP = "set-up: a piece of this seat belongs here"
    PUT_HERE = "wrong: put a piece here"
    TAKE_AWAY = "wrong: take this piece away"
    THEIR_FROM = "another player's move to be carried out: from"
    THEIR_TO = "another player's move to be carried out: to"
    HINT = "hint"
    LAST_MOVE = "where the last move began and ended"
    FAULT = "this switch cannot be believed"
    CORNER = "a corner of the figure that is shown"
    SIDE = "a side of the figure that is shown, or a line that is right"
    MISTAKE = "a line that is wrong"
    CHOICE = "menu: put a piece here, or lift the one that stands here, to choose it"
    ENDS = "menu: the same, but it ends something and has to be held"
    PICKED = "menu: what is meant at present"
    PROGRESS = "menu: how far a hold has come"


@dataclass(frozen=True, slots=True)
class Lamp:
    """What one lamp means.

    seat: whose colour it takes, if that matters (White's is the first, Black's the second).
    candidates: for a question, the candidates it belongs to (bit i: candidate i).
    """

    meaning: Meaning
    seat: Seat | None = None
    candidates: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """All lamps of a board at one time.

    lamps:  the lit points and their meanings, sorted by point.
    sweep:  the seats whose colours sweep over the board at the end of a game: the winner's, or all
            seats' for a draw; empty while the game goes on.
    choices, picked: how many candidates a question has, and which one is picked (-1: none yet,
            each is shown in turn).
    since:  when (seconds) the scene began; rhythms and the sweep start there.
    """

    lamps: tuple[tuple[Point, Lamp], ...] = ()
    sweep: tuple[Seat, ...] = ()
    choices: int = 0
    picked: int = -1
    since: float = field(default=0.0, compare=False)
