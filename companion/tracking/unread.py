"""A board that nobody plays on: what its switches say means no move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.geometry import Occupancy, Sensed
from companion.rules import Played, TrackedGame
from companion.tracking.reader import BoardReader
from companion.tracking.signals import Signal
from companion.tracking.timing import Timing
from companion.tracking.view import Phase, View


class UnreadBoard(BoardReader):
    """In place of a `BoardReader`, while a game is only watched. Switches are debounced, since the
    menu on the board needs them, but explain nothing, and none is doubted."""

    def __init__(
        self, game: TrackedGame, sensed: Occupancy, at: float, *, debounce: float = 0.0
    ) -> None:
        """sensed: what the switches sense at `at` (seconds). debounce: as in `BoardReader`."""
        super().__init__(game, Timing(), sensed, at, debounce=debounce, doubt_switches=False)

    @property
    def view(self) -> View:
        """Nothing is going on."""
        return View(Phase.REST)

    @property
    def sensed(self) -> Occupancy:
        """The points that are occupied."""
        return self._debouncer.occupancy

    @property
    def explained(self) -> bool:
        """Nothing has to be explained."""
        return True

    @property
    def deadline(self) -> float | None:
        """When the next level will count."""
        return self.settling

    @property
    def judged(self) -> float | None:
        """Nothing is acted on."""
        return None

    @property
    def ready(self) -> float | None:
        """Nothing is set up."""
        return None

    def follow(
        self,
        position: Any,
        turns: Sequence[Any],
        history: Sequence[Played],
        at: float,
        *,
        wanted: bool = False,
        over: bool = False,
    ) -> None:
        """The match has gone on, wherever it is played."""

    def changes(self, at: float) -> list[Sensed]:
        """The changes that count by `at`."""
        return self._debouncer.settle(at)

    def advance(self, at: float) -> list[Signal]:
        """Let the changes count that are due by `at`. They mean nothing."""
        self._debouncer.settle(at)
        return []

    def confirm(self, at: float, *, held: bool = False) -> list[Signal]:
        """There is nothing to confirm."""
        return []

    def confirm_doubt(self, at: float) -> None:
        """No switch is doubted."""

    def choose(self, candidate: int, at: float) -> list[Signal]:
        """There is nothing to choose."""
        return []

    def resync(self, sensed: Occupancy, at: float) -> None:
        """Whatever has changed means nothing."""

    def restart(self, sensed: Occupancy, at: float) -> None:
        """The board senses this now."""
        self._debouncer.restart(sensed)

    def prepare(self) -> None:
        """Nothing could come next."""
