"""Rejects answers from pages that come too late, and ignores repeated ones."""

from __future__ import annotations

from companion.protocol.commands import Answer, Command
from companion.rules import CompanionError, TurnMatch
from companion.text import Text
from companion.tracking import View


class StaleAnswer(CompanionError):
    """A page answered a question that is no longer open."""


class StaleAnswerFilter:
    """Numbers the stages of a game, and admits only answers to the current one.

    A stage is everything that an answer depends on: the position, the question, the draw offer, the
    page of the menu. With its answer, a page sends the stage that it saw.

    stage: the number of the current stage.
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
        page: object | None = None,
        request: object | None = None,
    ) -> None:
        """Start a new stage if anything that an answer depends on has changed. doubt: the switches
        that the players are asked about, if any. page: that of the open menu, if any. request: a
        remote player's request, if any."""
        question = (view.candidates, view.picked, sensed) if view.confirmable else ()
        played = (match, len(match.history), match.position, match.over)
        basis = (*played, match.agreed, question, doubt, page, request)
        if basis != self._basis:
            self._basis = basis
            self.stage += 1

    def admit(self, command: Command) -> bool:
        """Whether to execute a command: not if it repeats the last answer. Raises StaleAnswer if it
        answers an earlier stage."""
        if not isinstance(command, Answer) or command.seen is None:
            return True
        if command.seen == self.stage:
            self._admitted = command
            return True
        if command == self._admitted:
            return False
        raise StaleAnswer(Text("the game has moved on meanwhile: look again, then repeat it"))
