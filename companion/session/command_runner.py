"""Carries out the commands of pages, each in its turn."""

from __future__ import annotations

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.hands import earliest
from companion.protocol.commands import Command
from companion.session.command_queue import CommandQueue
from companion.session.current_game import CurrentGame
from companion.session.features.feature import Features
from companion.session.stale import StaleAnswerFilter

_SHOWN = 12.0  # seconds for which it is shown why a command was refused


class CommandRunner:
    """The commands that have arrived, and the current question that answers must fit."""

    def __init__(self, current: CurrentGame, features: Features) -> None:
        self._current = current
        self._features = features
        self._waiting = CommandQueue()
        self._answers = StaleAnswerFilter()
        self._refused = Text()  # why the last command was
        self._shown: tuple[Text, object, float | None] | None = None  # why not, with what, until

    def add(self, command: Command) -> None:
        """Add a command; call `advance` next."""
        self._waiting.add(command)

    @property
    def deadline(self) -> float | None:
        """When the first command is due, or an objection has been shown for long enough."""
        return earliest(self._waiting.deadline, self._shown[2] if self._shown else None)

    @property
    def stage(self) -> int:
        """The number of the current question."""
        return self._answers.stage

    def advance(self, at: float) -> None:
        """Execute the waiting commands, up to the first that must wait for the board.

        Commands that come after the start of a tool are refused.
        """
        current = self._current
        while (command := self._waiting.take(at, current.reader)) is not None:
            self._carry_out(command, at)
            if current.paused:
                continue
            if current.board.port.pieces is not None:  # its own reports are still on their way
                current.poll(at)
            self._features.mode.advance(at)

    def observe(self, at: float) -> None:
        """Note the current question, and what an answer to it depends on.

        Args:
            at: When (seconds). An objection that is about an earlier question or other pieces is
                shown no longer, nor is a refusal that has been shown for long enough.
        """
        live, asked = self._current.live, self._features.questions
        reader = live.reader
        self._answers.update(live.match, reader.view, reader.sensed, reader.doubt, asked)
        said, basis = self._current.objection, (self.stage, reader.sensed)
        if not said:
            self._shown = None
        elif self._shown is None or self._shown[0] is not said:
            self._shown = said, basis, at + _SHOWN if said is self._refused else None
        elif self._shown[1] != basis or _passed(self._shown[2], at):
            self._shown = None
            self._current.notice = Text()

    def _carry_out(self, command: Command, at: float) -> None:
        """Execute a command that still fits the current question, or show why not."""
        self._current.notice = Text()
        self.observe(at)
        try:
            self._features.admit(command)
            if self._answers.admit(command):
                self._features.before(command, at)
                self._features.obey(command, at)
        except CompanionError as error:
            self._refused = error.text
            self._current.say(error.text)


def _passed(until: float | None, at: float) -> bool:
    return until is not None and at >= until
