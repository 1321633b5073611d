"""A drill in progress: its task, and its result."""

from __future__ import annotations

from collections.abc import Mapping

from companion.base.text import Text, plural, sentences
from companion.coach.drills import OWN, Drill, DrillStart
from companion.hands import Phase, View
from companion.protocol.views import DrillView
from companion.rules import TurnMatch
from companion.session.play.exercise import Exercise, Words


class DrillGame(Exercise):
    """The drill of a match.

    Attributes:
        drill: The drill.
    """

    no_tools = Text("a drill is being played: leave it first")
    repeats = False

    def __init__(self, drill: Drill, start: DrillStart, match: TurnMatch) -> None:
        super().__init__(match)
        self.drill = drill
        self.name = drill.name
        self._enough = start.enough

    @property
    def reached(self) -> bool:
        """Whether the match has ended with the goal reached."""
        return self._match.over and self._match.outcome.winner == self.drill.seat

    @property
    def solved(self) -> str:
        """The drill's name once its goal is reached; one from own games is not kept."""
        return self.name if self.reached and not self.name.startswith(OWN) else ""

    def ended(self, said: Words) -> Words:
        """Report whether the goal was reached, and in how many moves."""
        tone = "good" if self.reached else "plain"
        return Words(said.headline, sentences(said.message, self._result), tone)

    def asked(
        self, said: Words, view: View, colours: Mapping[str, Text], *, assisted: bool = False
    ) -> Words:
        """Before the first move, add the task, and the number of moves that are enough."""
        if view.phase is not Phase.REST or self._match.history:
            return said
        enough = Text("{number} moves are enough, counting everybody's.", number=self._enough)
        if self._alone:
            enough = Text()  # the task says it
        elif self._enough == 1:
            enough = Text("One move is enough.")
        return said._replace(message=sentences(self.drill.task, enough, said.message))

    @property
    def _alone(self) -> bool:
        """Whether it is a game for one."""
        return len(self._match.game.seats) == 1

    @property
    def _result(self) -> Text:
        if self._alone:
            return Text("Solved!") if self.reached else Text("It can be solved: try again.")
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
    def fields(self) -> Mapping[str, object]:
        """The view of the drill for the page."""
        view = DrillView(self.drill.name, self.drill.title, self._match.over, self.reached)
        return {"drill": view}
