"""A move that is complete, while nobody knows yet whether it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.tracking.pattern import MovePattern


@dataclass(slots=True)
class CompleteMove:
    """A move that was complete when the board changed again (rules 4 and 7).

    final:  whether it could not go on.
    since:  the points touched since then.
    undone: whether the board has shown the believed position since then.
    answer: a move that has answered it since then, if both are more than bumps could make.
    """

    pattern: MovePattern
    final: bool
    since: int = 0
    undone: bool = False
    answer: CompleteMove | None = None

    @property
    def left_alone(self) -> bool:
        """Whether its own points were not touched since."""
        return not self.pattern.evidence & self.since

    def touch(self, points: int) -> None:
        """These points were touched."""
        self.since |= points
        if self.answer is not None:
            self.answer.touch(points)

    def answer_in(self, position: Any, moves: Sequence[Any]) -> CompleteMove | None:
        """What has answered it, if that can be played in this position."""
        if self.answer is None or self.pattern.after != position:
            return None
        return self.answer if self.answer.pattern.move in moves else None

    def answered(self, answers: Iterable[MovePattern], board: int) -> list[MovePattern]:
        """Those that the board shows the end of, and whose evidence is there."""
        if self.undone:
            return []
        return [t for t in answers if t.end == board and not t.evidence & ~self.since]
