"""The button's language: a short press, a hold, and a hold to the end of a progress that is seen.

A hold says so after `HOLD` seconds. Whoever hears that either acts, or sets `goal`: then the hold
has to go on for so long altogether, and letting go before that does nothing.
"""

from __future__ import annotations

from enum import Enum

HOLD = 0.8
"""Seconds after which a press is a hold."""

PICTURE = 0.04
"""Seconds from one picture of a progress to the next."""


class Press(Enum):
    """What a button that is down has said."""

    HOLD = "hold"  # held for `HOLD` seconds
    FULL = "full"  # held for `goal` seconds


class HeldButton:
    """One button, without a clock.

    goal: how long (seconds) the present hold has to go on altogether to mean something; None: it
          means nothing more. To be set when `advance` has said HOLD.
    """

    def __init__(self) -> None:
        self.goal: float | None = None
        self._since: float | None = None
        self._held = False
        self._at = 0.0

    def change(self, down: bool, at: float) -> bool:
        """The button went down or up; whether that ends a short press."""
        since, held = self._since, self._held
        self._since, self._held, self.goal = (at if down else None), False, None
        return not down and since is not None and not held and at < since + HOLD

    def forget(self) -> None:
        """A press that goes on now means nothing more."""
        self._since, self.goal = None, None

    def advance(self, at: float) -> Press | None:
        """Time has come to `at`; what that makes of a button that is down."""
        self._at = at
        if self._since is None:
            return None
        if not self._held and at >= self._since + HOLD:
            self._held = True
            return Press.HOLD
        if self.goal is not None and at >= self._since + self.goal:
            self.goal = None
            return Press.FULL
        return None

    @property
    def progress(self) -> float:
        """How far (0 to 1) a hold with a goal has come since it was a hold; 0 without one."""
        if self._since is None or self.goal is None:
            return 0.0
        return min(max((self._at - self._since - HOLD) / (self.goal - HOLD), 0.0), 1.0)

    @property
    def deadline(self) -> float | None:
        """When `advance` will have something to say, or a progress its next picture."""
        if self._since is None:
            return None
        if not self._held:
            return self._since + HOLD
        return None if self.goal is None else min(self._at + PICTURE, self._since + self.goal)
