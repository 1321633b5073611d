"""A mistake to be mended: a position of a reviewed game that asks for the better move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.base.text import Text, sentences
from companion.hands import Phase, View
from companion.protocol.views import DrillView
from companion.rules import Turn, TurnMatch
from companion.session.play.exercise import Exercise, Words

MISTAKES = "mistakes:"
"""The name of the set of mistakes, as a drill."""


@dataclass(frozen=True, slots=True)
class PastMistake:
    """A mistake of a reviewed game.

    Attributes:
        position: The position before it, as text.
        played: The move that was made, as text.
        better: The move that would have been best, as text.
    """

    position: str
    played: str
    better: str


class PracticeGame(Exercise):
    """The practice of one mistake: only the better move is accepted.

    Args:
        mistake: The mistake.
        number: Its number in the set, from 1.
        count: The number of mistakes in the set.
        match: The match, which begins with its position.
    """

    name = MISTAKES
    objection = Text("There is a better move: try again, or ask for a hint.")
    no_tools = Text("a drill is being played: leave it first")
    repeats = False

    def __init__(self, mistake: PastMistake, number: int, count: int, match: TurnMatch) -> None:
        super().__init__(match)
        self._mistake = mistake
        self._number = number
        self._count = count

    @property
    def over(self) -> bool:
        """Whether the better move has been made, or the game was given up."""
        return self._match.over or bool(self._match.history)

    def turns(self, legal: Sequence[Turn]) -> Sequence[Turn]:
        """Return the turns that begin with the better move; none at the end."""
        if self.over:
            return []
        game, position = self._match.game, self._match.position
        return [
            turn
            for turn in legal
            if game.move_text(position, turn.plies[0]) == self._mistake.better
        ]

    def ended(self, said: Words) -> Words:
        """Say that it was right, and how many are left."""
        if not self._match.history:
            return said._replace(tone="plain")
        left = self._count - self._number
        more = Text("That was the last one.")
        if left:
            more = Text("{number} to go.", number=left)
        return Words(Text("That is better"), more, "good")

    def asked(
        self, said: Words, view: View, colours: Mapping[str, Text], *, assisted: bool = False
    ) -> Words:
        """Say which mistake it is, and which move was made."""
        headline = Text(
            "Mistake {number} of {count}: {headline}",
            number=self._number,
            count=self._count,
            headline=said.headline,
        )
        if view.phase is not Phase.REST:
            return said._replace(headline=headline)
        task = Text("{move} was played here. Find the better move.", move=self._mistake.played)
        return said._replace(headline=headline, message=sentences(task, said.message))

    @property
    def fields(self) -> Mapping[str, object]:
        """The view of the practice for the page."""
        title = Text("Mistake {number} of {count}", number=self._number, count=self._count)
        return {"drill": DrillView(MISTAKES, title, self.over, bool(self._match.history))}
