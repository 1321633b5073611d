"""The game clock: time controls, and the time that each seat has left.

It is pure: times are arguments. Nothing here knows a board, a match or a page.
"""

from companion.rules.clock.control import ClockKind, InvalidClock, TimeControl
from companion.rules.clock.game_clock import MARKS, ClockReading, GameClock

__all__ = ["MARKS", "ClockKind", "ClockReading", "GameClock", "InvalidClock", "TimeControl"]
