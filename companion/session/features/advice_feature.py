"""*What now?*: what to do now, in one sentence and on the lamps."""

from __future__ import annotations

from collections.abc import Mapping

from companion.protocol import commands
from companion.protocol.commands import Command
from companion.session.current_game import CurrentGame, Shown
from companion.session.features.feature import Feature, Features, Handler
from companion.session.modes import AdviceMode, Mode

_SHOWN = 8.0
"""Seconds for which the answer is shown if nothing else happens."""


class AdviceFeature(Feature):
    """The answer to *What now?*, over whatever goes on at the board.

    It stays until something changes on the board, somebody does something on a page, or its time
    is up.
    """

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._mode: AdviceMode | None = None
        self._until: float | None = None
        self._seen: object = None  # the board when it was asked for

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handler of the question."""
        return {commands.WhatNow: lambda _, at: self.advise(at)}

    @property
    def mode(self) -> Mode | None:
        """The answer, over the mode below, while it is shown."""
        return None if self._until is None else self._mode

    @property
    def fields(self) -> Mapping[str, object]:
        """The answer, while it is shown."""
        if self._until is None or self._mode is None:
            return {}
        return {"advice": self._mode.advice.text}

    @property
    def deadline(self) -> float | None:
        """When the time of the answer is up."""
        return self._until

    def advise(self, at: float) -> None:
        """Show the answer from `at` (seconds) on."""
        self._until, self._seen = at + _SHOWN, self._board

    def before(self, command: Command, at: float) -> None:
        """End the answer when somebody does something."""
        if not isinstance(command, commands.Assist):
            self._until = None

    def advance(self, at: float) -> None:
        """End the answer when its time is up, or when it is no longer about the same board."""
        if self._until is not None and (at >= self._until or self._seen != self._board):
            self._until = None

    def shown(self, shown: Shown) -> None:
        """Another game is in progress."""
        self._until = None
        self._mode = AdviceMode(lambda: self.others.below(self), shown.live.match.game.board)

    @property
    def _board(self) -> object:
        live = self.current.live
        return live.match.cache_key, live.reader.sensed
