"""What is said next: a queue of utterances, whose rules are one table.

Only faults interrupt everything. A question and a result wait their turn and drop what is older. A
move replaces the move before it, and ends the guidance that led to it. Guidance is replaced by the
next step. A hint is dropped if anything speaks. What waits for too long is never said.

The code is pure; times are arguments.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import inf

from companion.base.text import Text


class UtteranceKind(Enum):
    """The kind of an utterance."""

    FAULT = "fault"  # something is wrong: a move against the rules, a switch, the card
    QUESTION = "question"
    RESULT = "result"  # how the game ended, and why
    ANSWER = "answer"  # to a person's press of the button
    MOVE = "move"  # a move that was made
    TASK = "task"  # a move to make for the computer, or for players far away
    CLOCK = "clock"  # the time is running out
    GUIDANCE = "guidance"  # what to do next
    ECHO = "echo"  # what a hand has just touched: a piece, an entry of the menu
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something to say.

    Attributes:
        kind: Its kind.
        text: The words.
        kept: Whether it is said whatever comes after it: the last move of a game, and its result.
        slowly: Whether it is said slowly, with letters as words: it was asked for once more.
    """

    kind: UtteranceKind
    text: Text
    kept: bool = False
    slowly: bool = False

    def says(self, other: Utterance) -> bool:
        """Return whether this is the same as another utterance to whoever hears it."""
        return (self.text, self.slowly) == (other.text, other.slowly)


@dataclass(frozen=True, slots=True)
class _Rule:
    """How a kind of utterances comes among others.

    Attributes:
        cuts: The kinds that it ends while they are spoken.
        drops: The kinds that it replaces while they wait.
        first: Whether it is said before all that wait.
        waits: Whether it waits while something is spoken; otherwise it is dropped.
        lasts: The seconds for which it may wait.
    """

    cuts: frozenset[UtteranceKind] = frozenset()
    drops: frozenset[UtteranceKind] = frozenset()
    first: bool = False
    waits: bool = True
    lasts: float = inf


_ALL = frozenset(UtteranceKind)
_PASSING = frozenset({UtteranceKind.GUIDANCE, UtteranceKind.ECHO, UtteranceKind.HINT})
"""Kinds that mean nothing any more once something else has happened."""

_DONE = _PASSING | {UtteranceKind.TASK}
"""Kinds that mean nothing any more once a move was made."""

_RULES = {
    UtteranceKind.FAULT: _Rule(cuts=_ALL, drops=_ALL, first=True),
    UtteranceKind.QUESTION: _Rule(drops=_ALL),
    UtteranceKind.RESULT: _Rule(drops=_ALL),
    UtteranceKind.ANSWER: _Rule(
        cuts=_ALL - {UtteranceKind.FAULT},
        drops=_PASSING | {UtteranceKind.ANSWER},
        first=True,
        lasts=10.0,
    ),
    UtteranceKind.MOVE: _Rule(cuts=_DONE, drops=_DONE | {UtteranceKind.MOVE}, lasts=10.0),
    UtteranceKind.TASK: _Rule(cuts=_PASSING, drops=_DONE),
    UtteranceKind.CLOCK: _Rule(drops=frozenset({UtteranceKind.CLOCK}), lasts=5.0),
    UtteranceKind.GUIDANCE: _Rule(
        cuts=frozenset({UtteranceKind.GUIDANCE, UtteranceKind.HINT}),
        drops=frozenset({UtteranceKind.GUIDANCE, UtteranceKind.HINT}),
    ),
    UtteranceKind.ECHO: _Rule(cuts=_PASSING, drops=_PASSING, lasts=3.0),
    UtteranceKind.HINT: _Rule(waits=False),
}


class UtteranceQueue:
    """The utterances that wait, and the one that is spoken.

    Attributes:
        speaking: The utterance that is spoken now, or None.
    """

    def __init__(self) -> None:
        self.speaking: Utterance | None = None
        self._waiting: list[tuple[float, Utterance]] = []

    @property
    def waiting(self) -> tuple[Utterance, ...]:
        """The utterances that wait, the next one first."""
        return tuple(utterance for _, utterance in self._waiting)

    def add(self, utterance: Utterance, at: float) -> bool:
        """Add an utterance at `at` (seconds).

        Nothing is said twice: what is spoken, or waits, is not added again.

        Returns:
            Whether what is spoken now has to be ended at once; it counts as ended.
        """
        rule, spoken = _RULES[utterance.kind], self.speaking
        if spoken is not None and (spoken.says(utterance) or not rule.waits):
            return False
        self._waiting = [
            (since, other)
            for since, other in self._waiting
            if other.kept or other.kind not in rule.drops
        ]
        if any(other.says(utterance) for other in self.waiting):
            return False
        cut = spoken is not None and spoken.kind in rule.cuts
        if cut and spoken is not None and spoken.kept:
            self._waiting.insert(0, (at, spoken))
        self._waiting.insert(0 if rule.first else len(self._waiting), (at, utterance))
        if cut:
            self.speaking = None
        return cut

    def take(self, at: float) -> Utterance | None:
        """Return the utterance to speak from `at` (seconds) on.

        It is None while one is spoken, or if none waits.
        """
        if self.speaking is not None:
            return None
        while self._waiting:
            since, utterance = self._waiting.pop(0)
            if utterance.kept or at <= since + _RULES[utterance.kind].lasts:
                self.speaking = utterance
                return utterance
        return None

    def finish(self) -> None:
        """Note that the speaker has ended the utterance that was spoken."""
        self.speaking = None

    def clear(self) -> None:
        """Drop everything: nothing can be said now."""
        self.speaking = None
        self._waiting.clear()
