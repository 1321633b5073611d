"""A clock for two or more seats, one of which is running."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.clock.control import ClockKind, TimeControl
from companion.rules.piece import Seat

MARKS = (60.0, 10.0, 0.0)
"""Seconds left at which a seat is told that its time is running out, and then that it is over."""


_ROUNDING = 1e-6  # seconds


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A clock at one moment.

    left:    the seconds that each seat has left; below 0 if its time is over.
    running: the seat whose time is running, or None.
    """

    left: tuple[float, ...]
    running: Seat | None


class GameClock:
    """The time of every seat.

    A clock runs for the seat whose turn it is. It stands still while it is stopped, and while it is
    nobody's turn. Times must not decrease from call to call.

    control: how the time is controlled.
    """

    def __init__(self, control: TimeControl, seats: int) -> None:
        """A clock with nobody's time running yet."""
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
    def basis(self) -> tuple[object, ...]:
        """What changes only when something happens to the clock, not with time."""
        return (self._turn, self._stopped, self._since, tuple(self._left))

    def read(self, at: float) -> ClockReading:
        """What the clock shows at `at`."""
        running = None if self._stopped else self._turn
        return ClockReading(tuple(self._left_after(self._passed(at))), running)

    def fallen(self, at: float) -> Seat | None:
        """The seat whose turn it is, if its time is over."""
        turn = self._turn
        if turn is None or self._left_after(self._passed(at))[turn] > _ROUNDING:
            return None
        return turn

    def mark(self, at: float) -> float | None:
        """The lowest mark that the time of the running seat has reached; None if it has reached
        none, or no time runs."""
        turn = self._turn
        if turn is None or self._stopped:
            return None
        left = self._left_after(self._passed(at))[turn]
        return next((mark for mark in reversed(MARKS) if left <= mark + _ROUNDING), None)

    def next_mark(self, at: float) -> float | None:
        """When after `at` the running seat will have a minute, ten seconds or nothing left; None if
        that will not be."""
        turn = self._turn
        if turn is None or self._stopped:
            return None
        marks = (self._since + self._left[turn] - mark for mark in MARKS)
        return next((due for due in marks if due > at), None)

    # What happens

    def begin(self, seat: Seat | None, at: float) -> None:
        """It is a seat's turn now, or nobody's. Nothing happens if that is so already."""
        if seat != self._turn:
            self._deduct(at)
            self._turn, self._used = seat, 0.0

    def used(self, at: float) -> float:
        """The seconds that the seat whose turn it is has used in this turn."""
        return self._used + self._passed(at)

    def moved(self, at: float) -> None:
        """The seat whose turn it is has moved; until the next turn begins, nobody's time runs."""
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
        """The seat whose turn it is has used so many seconds in this turn, by a clock of its own.
        From now on nobody's time runs, until the next turn begins or `go_on` is called."""
        self.stop(at)
        self._left = self._left_after(used - self._used)
        self._used = used

    def restore(self, left: Sequence[float]) -> None:
        """Give the seats this much time (seconds), as they had after an earlier move: after a
        takeback, or in a game that is resumed. Until the next turn begins, nobody's time runs."""
        self._left = list(left)
        self._turn = None

    def stop(self, at: float) -> None:
        """Let nobody's time run. Nothing happens if that is so already."""
        if not self._stopped:
            self._deduct(at)
            self._stopped = True

    def go_on(self, at: float) -> None:
        """Let time run again. Nothing happens if it does."""
        if self._stopped:
            self._deduct(at)
            self._stopped = False

    def _passed(self, at: float) -> float:
        """Seconds that ran since `_since`."""
        return 0.0 if self._stopped or self._turn is None else at - self._since

    def _deduct(self, at: float) -> None:
        passed = self._passed(at)
        self._left = self._left_after(passed)
        self._used += passed
        self._since = at

    def _left_after(self, passed: float) -> list[float]:
        """What the seats have left once so many more seconds have run."""
        turn, left = self._turn, list(self._left)
        if turn is None:
            return left
        left[turn] -= passed
        if self.control.kind is ClockKind.HOURGLASS:
            for seat in range(len(left)):
                if seat != turn:
                    left[seat] += passed / (len(left) - 1)
        return left
