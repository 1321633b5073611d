"""How much current a frame draws, and how it is kept within what the supply can give.

The model is FastLED's for WS2812 lamps at 5 V: a lamp takes 80 mW for full red, 55 mW for full
green, 75 mW for full blue and 5 mW when dark. All sums are of integers, so "never more" is exact.
"""

from __future__ import annotations

from typing import NamedTuple

RED, GREEN, BLUE, DARK = 80, 55, 75, 5  # mW a lamp
VOLTS = 5

# Powers are counted in 1/255 mW, in which every frame's is a whole number.
_FULL = 255


class Fed(NamedTuple):
    """A frame that the supply can feed, and whether it had to be dimmed for that."""

    frame: bytes
    dimmed: bool


def idle_milliamps(points: int) -> float:
    """What so many lamps draw when all of them are dark."""
    return DARK * points / VOLTS


def milliamps(frame: bytes) -> float:
    """What a frame draws."""
    return (_lit(frame) + _dark(frame)) / (_FULL * VOLTS)


def within(frame: bytes, budget: int) -> Fed:
    """The frame scaled down, all lamps alike, until it draws at most `budget` (mA).

    A budget below the idle current leaves all lamps dark: less cannot be had.
    """
    lit = _lit(frame)
    allowed = max(budget * VOLTS * _FULL - _dark(frame), 0)
    if lit <= allowed:
        return Fed(frame, False)
    # Each channel is rounded down, so the sum can only be smaller than what is allowed.
    return Fed(bytes(channel * allowed // lit for channel in frame), True)


def _lit(frame: bytes) -> int:
    return RED * sum(frame[0::3]) + GREEN * sum(frame[1::3]) + BLUE * sum(frame[2::3])


def _dark(frame: bytes) -> int:
    return DARK * _FULL * (len(frame) // 3)
