"""An explanation of a board: what hands may have done to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, Flag, auto
from typing import Any

from companion.hands.pattern import MovePattern


class Case(Enum):
    """What a board shows: what its explanation says, or why it has none.

    An explanation begins at the believed position.
    """

    REST = "nothing was done"
    MADE = "one ply"
    BOTH = "several plies"
    HAND = "a ply under way"
    ANSWERING = "a ply, and another one under way"
    BACK = "plies taken back"
    GOING_BACK = "a ply being taken back"
    CHANGED = "another ply instead of the last one"
    CHANGING = "another ply instead of the last one, under way"
    REVIVED = "a ply that was taken back was not, and the last one is its answer"
    WANTED = "the wanted board"
    UNWANTED = "not the wanted board"
    TAP = "a piece lifted, perhaps for a tap"
    UNKNOWN = "no explanation"
    FREE = "no legal move: pieces may be put anywhere"


class Flaw(Flag):
    """What makes an explanation weak, or special."""

    NONE = 0
    ODD = auto()
    UNTOUCHED = auto()
    UNSEEN = auto()
    HIDDEN = auto()
    EDGE = auto()
    SLIDING = auto()
    HASTY = auto()
    SHOWN = auto()
    SINGLE = auto()
    DEEP = auto()
    LOOSE = auto()
    KNOCKED = auto()
    ALIKE = auto()
    KIND = auto()
    STOPS = auto()
    LESS = auto()
    ENDS = auto()
    OVER = auto()
    MOVED = auto()
    CROSSED = auto()
    ELSEWHERE = auto()
    ASTRAY = auto()


FLAWS = {
    Flaw.ODD: "points were touched that it does not explain",
    Flaw.UNTOUCHED: "points that it needs were not touched",
    Flaw.UNSEEN: "no switch shows its end, or hands may as well have done nothing",
    Flaw.HIDDEN: "an ignored switch hides part of it",
    Flaw.EDGE: "it may be one piece on two points, or two pieces swept at one stroke",
    Flaw.SLIDING: "the last piece may be slid to the neighbouring point, or another one put there",
    Flaw.HASTY: "it is quicker than hands",
    Flaw.SHOWN: "the board has shown the end of its first ply, left alone since",
    Flaw.SINGLE: "a single edge, as of a bump, speaks for one of its plies",
    Flaw.DEEP: "it has more than two plies, or takes more than one back",
    Flaw.LOOSE: "it has more than two plies, and more was touched than pieces passed over",
    Flaw.KNOCKED: "several pieces were astray in this turn",
    Flaw.ASTRAY: "several pieces were astray; it may exchange them, or leaves points unexplained",
    Flaw.ALIKE: "others of its kind explain as much; or, at rest, another capture was made",
    Flaw.KIND: "in others another piece is put down first, on the same point",
    Flaw.STOPS: "a longer ply goes on from here",
    Flaw.LESS: "another ply of that piece is under way, and leaves less unexplained",
    Flaw.ENDS: "under way, and yet the board may be its end",
    Flaw.OVER: "the match has ended",
    Flaw.MOVED: "a piece that it takes off stands on another point",
    Flaw.CROSSED: "by the order of edges, other pieces stand there",
    Flaw.ELSEWHERE: "a piece that was in the air may stand there instead, or may be captured",
}
"""What each flaw means."""


@dataclass(slots=True)
class Explanation:
    """From the believed position, some plies are taken back, and then others are made.

    Attributes:
        back: The number of plies taken back.
        plies: The plies made then.
        whole: Whether the last of them is complete; otherwise it is under way.
        kind: What it says in short.
        odd: The touched points that it does not explain, as bits.
        untouched: The points that it needs and that were not touched, as bits.
        moved: The points that hold a piece which it takes off, as bits.
        flaws: What makes it weak. Only the best explanation is looked through for all of them.
        cost: The less it costs, the better it explains the board.
    """

    back: int
    plies: tuple[MovePattern, ...]
    whole: bool
    kind: Case
    odd: int = 0
    untouched: int = 0
    moved: int = 0
    flaws: Flaw = Flaw.NONE
    cost: float = 0.0

    @property
    def effect(self) -> Any:
        """What the program would do first if it believed this."""
        if self.back or not self.plies:
            return self.kind, self.back, self.plies and self.plies[-1].after
        return self.plies[0].after if self.whole or len(self.plies) > 1 else self.kind

    def differs(self, other: Explanation) -> bool:
        """Return whether the program would do something else if it believed the other one.

        The same plies in another order lead to the same.
        """
        if self.kind is other.kind is Case.BOTH and self.plies[-1].after == other.plies[-1].after:
            return False
        return bool(self.effect != other.effect)
