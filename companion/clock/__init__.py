"""The game clock: how time is controlled, and how much of it each seat has left.

Pure: times are arguments. Nothing here knows a board, a match or a page.
"""

from companion.clock.control import ClockKind, InvalidClock, TimeControl
from companion.clock.game_clock import MARKS, ClockReading, GameClock

__all__ = ["MARKS", "ClockKind", "ClockReading", "GameClock", "InvalidClock", "TimeControl"]
