"""Keeping of what people have chosen, such as settings: the latest value goes to a slow card.

However often a value changes, at most one save waits, and it saves the latest. A value that cannot
be saved is tried again, as the lines of a journal are, until a card is back or the program ends.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.base.errors import CompanionError
from companion.base.jobs import Perform
from companion.base.text import Text

_T = TypeVar("_T")

TRIED_AGAIN_AFTER = 2.0
"""The time after which a failed save is tried again (seconds)."""

_log = logging.getLogger(__name__)


class Keeper(Generic[_T]):
    """Keeps the latest of some values.

    Args:
        save: Keeps one for the next start, perhaps in another thread; raises CompanionError if that
            is impossible.

    Attributes:
        trouble: Why the last save failed; or empty.
    """

    def __init__(self, save: Callable[[_T], None]) -> None:
        self.trouble = Text()
        self._save = save
        self._latest: list[_T] = []
        self._asked = False  # whether a save waits to begin
        self._changes = self._done = 0  # values, and those of them that were saved or failed
        self._again = 0.0  # when to try again (seconds)

    @property
    def keeping(self) -> bool:
        """Whether the latest value is still on its way."""
        return self._done < self._changes

    @property
    def deadline(self) -> float | None:
        """When `advance` tries again (seconds); None if all is kept."""
        return self._again if self.trouble and not self.keeping else None

    def keep(self, value: _T, perform: Perform) -> None:
        """Keep a value instead of the one before.

        Args:
            value: The value, which does not change any more.
            perform: Performs the saving.
        """
        self._latest[:] = [value]
        self._ask(perform)

    def advance(self, at: float, perform: Perform) -> None:
        """Try again to keep what could not be kept, if that is due by `at` (seconds)."""
        due = self.deadline
        if due is not None and at >= due:
            self._again = at + TRIED_AGAIN_AFTER
            self._ask(perform)

    def close(self) -> None:
        """Try for the last time to keep what could not be kept; if that fails, it is logged."""
        if self.trouble and self._latest:
            self._save_latest()
            if self.trouble:
                _log.warning("%s", self.trouble)

    def _ask(self, perform: Perform) -> None:
        self._changes += 1
        if not self._asked:
            self._asked = True
            perform(self._save_latest)

    def _save_latest(self) -> None:
        """Save the latest value, perhaps in another thread."""
        self._asked = False
        number, value = self._changes, self._latest[0]
        try:
            self._save(value)
            self.trouble = Text()
        except CompanionError as error:
            self.trouble = error.text
        finally:
            self._done = number
