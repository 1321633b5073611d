"""A drill in progress: its task, and its result."""

from __future__ import annotations

from companion.learning.drills import Drill, DrillStart
from companion.protocol.views import DrillView
from companion.rules import TurnMatch
from companion.text import Text, plural, sentences


class DrillGame:
    """The drill of a match.

    drill: the drill.
    """

    def __init__(self, drill: Drill, start: DrillStart, match: TurnMatch) -> None:
        self.drill = drill
        self._enough = start.enough
        self._match = match

    @property
    def reached(self) -> bool:
        """Whether the match has ended with the goal reached."""
        return self._match.over and self._match.outcome.winner == self.drill.seat

    @property
    def task(self) -> Text:
        """What to do, and in how many moves it can be done."""
        enough = Text("{number} moves are enough, counting everybody's.", number=self._enough)
        if self._enough == 1:
            enough = Text("One move is enough.")
        return sentences(self.drill.task, enough)

    @property
    def ending(self) -> Text:
        """Whether the goal was reached, and in how many moves; empty before the end."""
        if not self._match.over:
            return Text()
        if not self.reached:
            return plural(
                "The goal was not reached; one move would have been enough. Try again.",
                "The goal was not reached; {number} moves would have been enough, counting "
                "everybody's. Try again.",
                self._enough,
            )
        moves = len(self._match.history)
        if moves > self._enough:
            return Text(
                "The goal was reached in {moves} moves, counting everybody's; {enough} are enough.",
                moves=moves,
                enough=self._enough,
            )
        return plural(
            "The goal was reached in one move.",
            "The goal was reached in {number} moves, counting everybody's: no more than it takes "
            "against the best defence.",
            moves,
        )

    @property
    def view(self) -> DrillView:
        """The view of the drill for the page."""
        return DrillView(self.drill.name, self.drill.title, self._match.over, self.reached)
