"""A board without a game on it: its switches mean no moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.hands.board_reader import BoardReader
from companion.hands.signals import Signal
from companion.hands.timing import Timing
from companion.hands.view import Phase, View
from companion.rules import Played, TrackedGame
from companion.rules.geometry import Occupancy, Sensed


class UnreadBoard(BoardReader):
    """Replaces a `BoardReader` while a game is only watched.

    Switches are debounced, since the menu on the board needs them. They explain nothing, and none
    is doubted.

    Args:
        game: The game being watched.
        sensed: What the switches sense at `at`, as bits.
        at: The time of that reading (seconds).
        debounce: How long a level must hold to count (seconds).
    """

    def __init__(
        self, game: TrackedGame, sensed: Occupancy, at: float, *, debounce: float = 0.0
    ) -> None:
        super().__init__(game, Timing(), sensed, at, debounce=debounce, doubt_switches=False)

    @property
    def view(self) -> View:
        """The view of a board at rest."""
        return View(Phase.REST)

    @property
    def sensed(self) -> Occupancy:
        """The occupied points, as bits."""
        return self._debouncer.occupancy

    @property
    def explained(self) -> bool:
        """True: nothing has to be explained."""
        return True

    @property
    def deadline(self) -> float | None:
        """When the next level will count (seconds), or None."""
        return self.settling

    @property
    def judged(self) -> float | None:
        """None: no board is acted on."""
        return None

    @property
    def ready(self) -> float | None:
        """None: nothing is set up."""
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
        """Ignore the match, wherever it is played."""

    def changes(self, at: float) -> list[Sensed]:
        """Return the changes that count by `at` (seconds)."""
        return self._debouncer.settle(at)

    def advance(self, at: float) -> list[Signal]:
        """Let the changes count that are due by `at` (seconds). They mean nothing."""
        self._debouncer.settle(at)
        return []

    def confirm(self, at: float, *, held: bool = False) -> list[Signal]:
        """Confirm nothing."""
        return []

    def confirm_doubt(self, at: float) -> None:
        """Confirm nothing: no switch is doubted."""

    def choose(self, candidate: int, at: float) -> list[Signal]:
        """Choose nothing."""
        return []

    def resync(self, sensed: Occupancy, at: float) -> None:
        """Ignore what has changed: it means nothing."""

    def restart(self, sensed: Occupancy, at: float) -> None:
        """Start again with a board that senses `sensed`."""
        self._debouncer.restart(sensed)

    def prepare(self) -> None:
        """Prepare nothing: no move is expected."""
