"""Rejects answers from pages that come too late, and ignores repeated ones."""

from __future__ import annotations

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.hands import View
from companion.protocol.commands import Answer, Command
from companion.rules import TurnMatch


class StaleAnswer(CompanionError):
    """A page answered a question that is no longer open."""


class StaleAnswerFilter:
    """Numbers the stages of a game, and admits only answers to the current one.

    A stage is everything that an answer depends on: the position, the question, the draw offer, the
    page of the menu. With its answer, a page sends the stage that it saw.

    Attributes:
        stage: The number of the current stage.
    """

    def __init__(self) -> None:
        self.stage = 0
        self._basis: tuple[object, ...] = ()
        self._admitted: Command | None = None

    def update(
        self,
        match: TurnMatch,
        view: View,
        sensed: int,
        doubt: object | None = None,
        asked: tuple[object, ...] = (),
    ) -> None:
        """Start a new stage if anything that an answer depends on has changed.

        Args:
            match: The match in progress.
            view: What the tracker knows.
            sensed: The occupied points, as bits by point index.
            doubt: The switches that the players are asked about, if any.
            asked: What other answers depend on.
        """
        question = (view.candidates, view.picked, sensed) if view.confirmable else ()
        played = (match, len(match.history), match.position, match.over)
        basis = (*played, match.agreed, question, doubt, asked)
        if basis != self._basis:
            self._basis = basis
            self.stage += 1

    def admit(self, command: Command) -> bool:
        """Return whether to execute a command: not if it repeats the last answer.

        Raises:
            StaleAnswer: If it answers an earlier stage.
        """
        if not isinstance(command, Answer) or command.seen is None:
            return True
        if command.seen == self.stage:
            self._admitted = command
            return True
        if command == self._admitted:
            return False
        raise StaleAnswer(Text("the game has moved on meanwhile: look again, then repeat it"))
