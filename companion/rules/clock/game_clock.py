"""A clock for two or more seats, one of which is running."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.clock.control import ClockKind, TimeControl
from companion.rules.piece import Seat

MARKS = (60.0, 10.0, 0.0)
"""The seconds left at which a seat is warned: a minute, ten seconds, and none at all."""


_ROUNDING = 1e-6  # seconds


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A clock at one moment.

    Attributes:
        left: The seconds that each seat has left; 0 or less if its time is over.
        running: The seat whose time is running, or None.
    """

    left: tuple[float, ...]
    running: Seat | None


class GameClock:
    """The time of every seat.

    The clock runs for the seat whose turn it is. It does not run while it is stopped, or between
    turns. Times are in seconds and must not decrease from call to call.

    Args:
        control: The time control.
        seats: The number of seats.

    Attributes:
        control: The time control.
    """

    def __init__(self, control: TimeControl, seats: int) -> None:
        """Make a clock on which no time runs yet."""
        self.control = control
        self._left = [0.0] * seats
        self._turn: Seat | None = None
        self._stopped = False
        self._since = 0.0  # what was used before is deducted already
        self._used = 0.0  # in this turn, before `_since`
        self.restore(self.initial)

    # What is known

    @property
    def initial(self) -> tuple[float, ...]:
        """The seconds that each seat began with."""
        return tuple(self.control.initial(Seat(seat)) for seat in range(len(self._left)))

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is, or None."""
        return self._turn

    @property
    def cache_key(self) -> tuple[object, ...]:
        """Values that change only when something happens to the clock, not with time."""
        return (self._turn, self._stopped, self._since, tuple(self._left))

    def read(self, at: float) -> ClockReading:
        """Return the clock's reading at `at`."""
        running = None if self._stopped else self._turn
        return ClockReading(tuple(self._left_after(self._passed(at))), running)

    def fallen(self, at: float) -> Seat | None:
        """Return the seat whose turn it is if its time is over, else None."""
        turn = self._turn
        if turn is None or self._left_after(self._passed(at))[turn] > _ROUNDING:
            return None
        return turn

    def mark(self, at: float) -> float | None:
        """Return the lowest of `MARKS` that the running seat's time has reached.

        Returns:
            The mark (seconds left); None if none is reached, or no time runs.
        """
        turn = self._turn
        if turn is None or self._stopped:
            return None
        left = self._left_after(self._passed(at))[turn]
        return next((mark for mark in reversed(MARKS) if left <= mark + _ROUNDING), None)

    def next_mark(self, at: float) -> float | None:
        """Return when the running seat will next reach one of `MARKS`.

        Returns:
            The time of that, after `at`; None if no mark follows, or no time runs.
        """
        turn = self._turn
        if turn is None or self._stopped:
            return None
        marks = (self._since + self._left[turn] - mark for mark in MARKS)
        return next((due for due in marks if due > at), None)

    # What happens

    def begin(self, seat: Seat | None, at: float) -> None:
        """Start a seat's turn; None stops all clocks. No effect if unchanged."""
        if seat != self._turn:
            self._deduct(at)
            self._turn, self._used = seat, 0.0

    def used(self, at: float) -> float:
        """Return the seconds that the seat whose turn it is has used in this turn."""
        return self._used + self._passed(at)

    def moved(self, at: float) -> None:
        """End the turn of the seat that has moved; no time runs until the next turn begins."""
        self._deduct(at)
        mover, control = self._turn, self.control
        if mover is not None:
            match control.kind:
                case ClockKind.FISCHER:
                    self._left[mover] += control.bonus
                case ClockKind.BRONSTEIN:
                    self._left[mover] += min(control.bonus, self._used)
                case ClockKind.MOVE:
                    self._left[mover] = control.initial(mover)
        self._turn = None

    def report(self, used: float, at: float) -> None:
        """Set the time used in this turn, as measured by the seat's own clock.

        No time runs from now on, until the next turn begins or `go_on` is called.

        Args:
            used: The seconds that the seat whose turn it is has used in this turn.
            at: The present time.
        """
        self.stop(at)
        self._left = self._left_after(used - self._used)
        self._used = used

    def restore(self, left: Sequence[float]) -> None:
        """Set the time left, as it was after an earlier move.

        This is for takebacks and resumed games. No time runs until the next turn begins.

        Args:
            left: The seconds left of each seat.
        """
        self._left = list(left)
        self._turn = None

    def stop(self, at: float) -> None:
        """Stop the clock; no effect if it is stopped already."""
        if not self._stopped:
            self._deduct(at)
            self._stopped = True

    def go_on(self, at: float) -> None:
        """Let time run again; no effect if it is running."""
        if self._stopped:
            self._deduct(at)
            self._stopped = False

    def _passed(self, at: float) -> float:
        """Return the seconds that ran since `_since`."""
        return 0.0 if self._stopped or self._turn is None else at - self._since

    def _deduct(self, at: float) -> None:
        passed = self._passed(at)
        self._left = self._left_after(passed)
        self._used += passed
        self._since = at

    def _left_after(self, passed: float) -> list[float]:
        """Return what the seats have left once another `passed` seconds have run."""
        turn, left = self._turn, list(self._left)
        if turn is None:
            return left
        left[turn] -= passed
        if self.control.kind is ClockKind.HOURGLASS:
            for seat in range(len(left)):
                if seat != turn:
                    left[seat] += passed / (len(left) - 1)
        return left
