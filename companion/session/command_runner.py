"""Carries out the commands of pages, each in its turn."""

from __future__ import annotations

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.protocol.commands import Command
from companion.session.command_queue import CommandQueue
from companion.session.current_game import CurrentGame
from companion.session.features.feature import Features
from companion.session.stale import StaleAnswerFilter


class CommandRunner:
    """The commands that have arrived, and the current question that answers must fit."""

    def __init__(self, current: CurrentGame, features: Features) -> None:
        self._current = current
        self._features = features
        self._waiting = CommandQueue()
        self._answers = StaleAnswerFilter()

    def add(self, command: Command) -> None:
        """Add a command; call `advance` next."""
        self._waiting.add(command)

    @property
    def deadline(self) -> float | None:
        """When the first command is due (seconds), as far as known."""
        return self._waiting.deadline

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

    def observe(self) -> None:
        """Note the current question, and what an answer to it depends on."""
        live, asked = self._current.live, self._features.questions
        reader = live.reader
        self._answers.update(live.match, reader.view, reader.sensed, reader.doubt, asked)

    def _carry_out(self, command: Command, at: float) -> None:
        """Execute a command that still fits the current question, or show why not."""
        self._current.notice = Text()
        self.observe()
        try:
            self._features.admit(command)
            if self._answers.admit(command):
                self._features.before(command, at)
                self._features.obey(command, at)
        except CompanionError as error:
            self._current.say(error.text)
