"""A move that is complete, while it is still unknown whether it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.tracking.pattern import MovePattern


@dataclass(slots=True)
class CompleteMove:
    """A move that was complete when the board changed again (rules 4 and 7).

    final:  whether it cannot go on.
    since:  the points touched since then.
    undone: whether the board has shown the believed position since then.
    answer: a move that has answered it since then, if neither could be a bump.
    """

    pattern: MovePattern
    final: bool
    since: int = 0
    undone: bool = False
    answer: CompleteMove | None = None

    @property
    def left_alone(self) -> bool:
        """Whether none of its own points was touched since."""
        return not self.pattern.evidence & self.since

    def touch(self, points: int) -> None:
        """Record that these points were touched."""
        self.since |= points
        if self.answer is not None:
            self.answer.touch(points)

    def answer_in(self, position: Any, moves: Sequence[Any]) -> CompleteMove | None:
        """The answer to it, if that is a legal move in this position; else None."""
        if self.answer is None or self.pattern.after != position:
            return None
        return self.answer if self.answer.pattern.move in moves else None

    def answered(self, answers: Iterable[MovePattern], board: int) -> list[MovePattern]:
        """The answers that are complete on this board and for which there is evidence."""
        if self.undone:
            return []
        return [t for t in answers if t.end == board and not t.evidence & ~self.since]
