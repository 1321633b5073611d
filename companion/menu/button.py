"""The button's language: a short press, a hold, and a hold to the end of a progress that is seen.

A hold says so after `HOLD` seconds. Whoever hears that either acts, or sets `goal`: then the hold
has to go on for so long altogether, and letting go before that does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from companion.drivers.port import Button
from companion.geometry import Occupancy, Point, Sensed
from companion.tracking import Debouncer

HOLD = 0.8
"""Seconds after which a press is a hold."""

PICTURE = 0.04
"""Seconds from one picture of a progress to the next."""

_BUTTON = Point(0)  # what the button is called where its bounces are removed


class Gesture(Enum):
    """What a button says."""

    PRESS = "press"  # pressed and let go within `HOLD` seconds
    HOLD = "hold"  # held for `HOLD` seconds
    FULL = "full"  # held for `goal` seconds


class GestureButton:
    """One button, without a clock.

    debounce: seconds for which a level must hold to count.

    goal: how long (seconds) the present hold has to go on altogether to mean something; None: it
          means nothing more. To be set when `gestures` has said HOLD.
    """

    def __init__(self, debounce: float) -> None:
        self.goal: float | None = None
        self._debouncer = Debouncer(debounce, Occupancy(0))
        self._since: float | None = None
        self._held = False
        self._at = 0.0

    def feed(self, report: Button) -> None:
        """Take a raw report."""
        self._debouncer.feed(Sensed(_BUTTON, report.down, report.at))

    def forget(self) -> None:
        """A press that goes on now means nothing more."""
        self._since, self.goal = None, None

    def gestures(self, at: float) -> Iterator[Gesture]:
        """What the button has said by `at`, one gesture after another."""
        for change in self._debouncer.settle(at):
            since, held = self._since, self._held
            down = change.occupied
            self._since, self._held, self.goal = (change.at if down else None), False, None
            if not down and since is not None and not held and change.at < since + HOLD:
                yield Gesture.PRESS
        self._at = at
        if self._since is not None and not self._held and at >= self._since + HOLD:
            self._held = True
            yield Gesture.HOLD
        elif self._since is not None and self.goal is not None and at >= self._since + self.goal:
            self.goal = None
            yield Gesture.FULL

    @property
    def progress(self) -> float:
        """How far (0 to 1) a hold with a goal has come since it was a hold; 0 without one."""
        if self._since is None or self.goal is None:
            return 0.0
        return min(max((self._at - self._since - HOLD) / (self.goal - HOLD), 0.0), 1.0)

    @property
    def deadline(self) -> float | None:
        """When `gestures` will have something to say, or a progress its next picture."""
        settled = self._debouncer.deadline
        due = None
        if self._since is not None and not self._held:
            due = self._since + HOLD
        elif self._since is not None and self.goal is not None:
            due = min(self._at + PICTURE, self._since + self.goal)
        return min((d for d in (settled, due) if d is not None), default=None)
