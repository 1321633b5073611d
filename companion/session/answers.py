"""Numbers what answers depend on, so that one that comes twice or too late does no harm."""

from __future__ import annotations

from companion.protocol.commands import Answer, Command
from companion.rules import CompanionError, TurnMatch
from companion.tracking import View


class LateAnswer(CompanionError):
    """A page has answered what is past."""


class AnswerStages:
    """The stage that the game has reached, and the answer that led beyond the last one.

    number: the present stage's.
    """

    def __init__(self) -> None:
        self.number = 0
        self._basis: tuple[object, ...] = ()
        self._obeyed: Command | None = None

    def reach(self, match: TurnMatch, view: View, sensed: int, doubt: object | None = None) -> None:
        """Take note of how things stand; another stage if that matters to an answer. doubt: the
        switch that is asked about, if one is."""
        asked = (view.candidates, view.picked, sensed) if view.confirmable else ()
        played = (match, len(match.history), match.position, match.over)
        basis = (*played, match.offered_by, asked, doubt)
        if basis != self._basis:
            self._basis = basis
            self.number += 1

    def admit(self, command: Command) -> bool:
        """Whether to obey a command; not when it is the last answer once more. LateAnswer for one
        to a stage that is past."""
        if not isinstance(command, Answer) or command.seen is None:
            return True
        if command.seen == self.number:
            self._obeyed = command
            return True
        if command == self._obeyed:
            return False
        raise LateAnswer(
            "that answers what is past, and changed nothing: look again, and say it anew"
        )
