"""Rejects answers from pages that come too late, and ignores those that come twice."""

from __future__ import annotations

from companion.protocol.commands import Answer, Command
from companion.rules import CompanionError, TurnMatch
from companion.text import Text
from companion.tracking import View


class StaleAnswer(CompanionError):
    """A page has answered something that is no longer asked."""


class StaleAnswerFilter:
    """Numbers the stages of a game, and admits answers to the present one only.

    Everything that an answer depends on makes up a stage: the position, the question asked, the
    draw offered, the page of the menu. A page sends the stage that it saw along with its answer.

    stage: the number of the present stage.
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
        """Begin another stage if anything that an answer depends on has changed. doubt: the
        switches that the players are asked about, if any. page: that of the open menu, if any.
        request: what somebody far away asks, if anything."""
        question = (view.candidates, view.picked, sensed) if view.confirmable else ()
        played = (match, len(match.history), match.position, match.over)
        basis = (*played, match.agreed, question, doubt, page, request)
        if basis != self._basis:
            self._basis = basis
            self.stage += 1

    def admit(self, command: Command) -> bool:
        """Whether to obey a command: not if it repeats the last answer. Raises StaleAnswer if it
        answers an earlier stage."""
        if not isinstance(command, Answer) or command.seen is None:
            return True
        if command.seen == self.stage:
            self._admitted = command
            return True
        if command == self._admitted:
            return False
        raise StaleAnswer(Text("the game has moved on meanwhile: look again, then repeat it"))
