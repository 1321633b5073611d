"""What waits for the card, and what is wrong with it, as pages are told.

Nothing is told as played before it is stored. A card that takes longer than a second is named
instead, as a card that fails is, and play goes on.
"""

from __future__ import annotations

from companion.base.text import Text
from companion.session.play.live_game import LiveGame

_PATIENCE = 1.0  # seconds until a card counts as slow

_SLOW = Text("The card is slow: the last move is not stored yet; play on, or wait")


class CardWatch:
    """The card, as it was looked at last.

    Attributes:
        withholds: Whether pages are told nothing yet: what was played last is on its way.
        trouble: What is wrong with the card; or empty.
    """

    def __init__(self) -> None:
        self.withholds = False
        self.trouble = Text()
        self._slow_at: float | None = None  # when what waits will have taken too long

    def look(self, live: LiveGame, at: float) -> None:
        """Look at what waits at `at` (seconds)."""
        # The warning is read first: what fails or succeeds meanwhile, in another thread, is
        # withheld now and told the next time.
        warning, storing, waiting = live.match.journal.warning, live.storing, live.waiting
        if warning or not waiting:
            self._slow_at = None
        elif self._slow_at is None:
            self._slow_at = at + _PATIENCE
        slow = self._slow_at is not None and at >= self._slow_at
        self.withholds = storing and not warning and not slow
        self.trouble = _SLOW if slow else warning

    def outdated(self, live: LiveGame) -> bool:
        """Return whether something may have changed since, now that something was written."""
        return self._slow_at is not None or live.match.journal.warning != self.trouble

    @property
    def deadline(self) -> float | None:
        """When pages are told anyway (seconds); None if nothing is withheld."""
        return self._slow_at if self.withholds else None
