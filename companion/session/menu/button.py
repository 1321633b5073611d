"""The gestures of the button: a short press, a hold, and a full hold, whose progress is shown.

A press becomes a hold after `LONG_PRESS` seconds. The code that handles the hold either acts at
once or sets `goal`: then the button has to be held for that long in all; letting go before is a
gesture of its own, which changes nothing but is answered by the voice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

from companion.device.ports.port import Button, PortError
from companion.hands import Debouncer, earliest
from companion.rules.geometry import Occupancy, Point, Sensed

LONG_PRESS = 0.8
"""Seconds after which a press is a hold."""

PROGRESS_PERIOD = 0.04
"""Seconds between updates of a progress display."""

_BUTTON = Point(0)  # stands for the button in the debouncer


class Gesture(Enum):
    """A gesture of a person with the button."""

    PRESS = "press"  # pressed and released within `LONG_PRESS` seconds
    HOLD = "hold"  # held for `LONG_PRESS` seconds
    FULL = "full"  # held for `goal` seconds
    LET_GO = "let go"  # held, but not for `goal` seconds


class GestureButton:
    """One button, without a clock.

    Args:
        debounce: The time for which a level must hold to count (seconds).
        read: Returns whether the button is down at this moment; None if that cannot be known. It
            may raise PortError.

    Attributes:
        goal: How long the button has to be held in all for FULL (seconds); None if a longer hold
            has no meaning. To be set after `gestures` has yielded HOLD.
    """

    def __init__(self, debounce: float, read: Callable[[], bool | None] = lambda: None) -> None:
        self.goal: float | None = None
        self._read = read
        self._debouncer = Debouncer(debounce, Occupancy(0))
        self._lost = False  # whether the board was, and the button has not been seen up since
        self._readable = False  # whether the level has been read
        self._unheard = False  # whether the last reading found a press that nobody has reported
        self._since: float | None = None
        self._held = False
        self._at = 0.0

    def feed(self, report: Button) -> None:
        """Take a raw report."""
        self._unheard = False
        self._lost = self._lost and report.down
        if not self._lost:
            self._debouncer.feed(Sensed(_BUTTON, report.down, report.at))

    def look(self, at: float) -> None:
        """Read the button at `at` (seconds), for an edge of it may have been lost.

        If it is up, it counts as released now. A press counts from the second reading that finds
        it unreported: the report of the first may still wait. A button that is down when it is
        first read is ignored until it has been up. If it cannot be read, it is let go.
        """
        try:
            down = self._read()
        except PortError:
            self.let_go(at)
            return
        if down is None:
            return
        first, self._readable = not self._readable, True
        if not down:
            if self._since is not None or self._debouncer.reported or self._lost:
                self.feed(Button(False, at))
            self._unheard = False
        elif not self._debouncer.reported and not self._lost:
            if self._unheard:
                self.feed(Button(True, at))
            else:
                self._lost, self._unheard = first, not first

    def let_go(self, at: float) -> None:
        """End a press without a gesture, since the board is lost at `at` (seconds).

        No press is believed before the button has been up.
        """
        if not self._readable and self._since is None and not self._debouncer.reported:
            return  # nothing is held, and nothing would show that the button is up
        self._lost, self._held, self._unheard = True, False, False
        self.forget()
        self._debouncer.restart(Occupancy(0))
        self._debouncer.feed(Sensed(_BUTTON, False, at))

    def forget(self) -> None:
        """Ignore the present press from now on."""
        self._since, self.goal = None, None

    def gestures(self, at: float) -> Iterator[Gesture]:
        """Yield the gestures made by `at` (seconds), one after another."""
        for change in self._debouncer.settle(at):
            since, held, goal = self._since, self._held, self.goal
            down = change.occupied
            self._since, self._held, self.goal = (change.at if down else None), False, None
            if not down and since is not None and not held and change.at < since + LONG_PRESS:
                yield Gesture.PRESS
            elif not down and held and goal is not None:
                yield Gesture.LET_GO
        self._at = at
        if self._is_due(at):
            self.look(at)  # a hold counts only while the level is seen
        if not self._is_due(at):
            return
        if not self._held:
            self._held = True
            yield Gesture.HOLD
        else:
            self.goal = None
            yield Gesture.FULL

    def _is_due(self, at: float) -> bool:
        """Return whether a hold or a full hold is reached by `at` (seconds)."""
        if self._since is None or not self._debouncer.reported:
            return False
        if not self._held:
            return at >= self._since + LONG_PRESS
        return self.goal is not None and at >= self._since + self.goal

    @property
    def progress(self) -> float:
        """The progress (0 to 1) of a hold from `LONG_PRESS` to `goal`; 0 without a goal."""
        if self._since is None or self.goal is None:
            return 0.0
        return min(max((self._at - self._since - LONG_PRESS) / (self.goal - LONG_PRESS), 0.0), 1.0)

    @property
    def deadline(self) -> float | None:
        """When `gestures` may yield something, or the progress display changes (seconds)."""
        settled = self._debouncer.deadline
        due = None
        if self._since is None or not self._debouncer.reported:
            pass
        elif not self._held:
            due = self._since + LONG_PRESS
        elif self.goal is not None:
            due = min(self._at + PROGRESS_PERIOD, self._since + self.goal)
        return earliest(settled, due)
