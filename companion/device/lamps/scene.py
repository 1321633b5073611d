"""A scene: the meaning of each lamp at a time. The palette has the look of each meaning."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from companion.base.text import Text
from companion.rules import Seat
from companion.rules.geometry import Point


class Meaning(Enum):
    """A meaning of a lamp; each has one colour and one rhythm."""

    MAY_MOVE = Text("may move")
    LAST_MINUTE = Text("may move; the player's last minute runs")
    LAST_SECONDS = Text("may move; the player's last ten seconds run, or the time is over")
    MUST_JUMP = Text("must jump")
    FROM = Text("in hand: from")
    TO = Text("in hand: to")
    VICTIM = Text("to be captured by the move in hand")
    TAKE_OFF = Text("take this piece off now")
    KEEP_JUMPING = Text("keep jumping")
    CROWN = Text("crown it, or turn it over")
    PASSES = Text("this player cannot move: the turn goes on")
    QUESTION = Text("one of several candidates")
    SET_UP = Text("set-up: a piece of this colour belongs here")
    PUT_HERE = Text("wrong: put a piece here")
    TAKE_AWAY = Text("wrong: take this piece away")
    THEIR_FROM = Text("another player's move to be carried out: from")
    THEIR_TO = Text("another player's move to be carried out: to")
    HINT = Text("hint")
    LAST_MOVE = Text("where the last move began and ended")
    FAULT = Text("this switch cannot be believed")
    FAILED = Text("the program has failed: the page says more")
    CORNER = Text("a corner of the figure that is shown")
    SIDE = Text("a side of the figure that is shown, or a line that is right")
    MISTAKE = Text("a line that is wrong")
    CHOICE = Text("menu: put a piece here, or lift the one that stands here, to choose it")
    ENDS = Text("menu: the same, but it ends something and has to be held")
    PICKED = Text("menu: what is meant at present")
    PROGRESS = Text("menu: how far a hold has come")


ASKING = frozenset(
    {
        Meaning.MAY_MOVE,
        Meaning.LAST_MINUTE,
        Meaning.LAST_SECONDS,
        Meaning.MUST_JUMP,
        Meaning.TO,
        Meaning.TAKE_OFF,
        Meaning.KEEP_JUMPING,
        Meaning.CROWN,
        Meaning.SET_UP,
        Meaning.PUT_HERE,
        Meaning.TAKE_AWAY,
        Meaning.THEIR_FROM,
        Meaning.THEIR_TO,
        Meaning.HINT,
    }
)
"""The meanings of lamps that ask hands to do something there."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """The meaning of one lamp.

    Attributes:
        meaning: The meaning.
        seat: The seat whose colour the lamp takes, if that matters (White's is the first, Black's
            the second).
        candidates: For a question, the candidates it belongs to, as bits (bit i: candidate i).
    """

    meaning: Meaning
    seat: Seat | None = None
    candidates: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """All lamps of a board at one time.

    Attributes:
        lamps: The lit points and their meanings, sorted by point.
        sweep: The seats whose colours sweep over the board at the end of a game: the winner's, or
            all seats' for a draw; empty while the game goes on.
        choices: The number of candidates of a question.
        picked: The candidate that is picked; -1 if none is yet, and each is shown in turn.
        since: When the scene began (seconds); rhythms and the sweep start then.
    """

    lamps: tuple[tuple[Point, Lamp], ...] = ()
    sweep: tuple[Seat, ...] = ()
    choices: int = 0
    picked: int = -1
    since: float = field(default=0.0, compare=False)
