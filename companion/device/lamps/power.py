"""The current that a frame draws, and its limit: the current that the supply can deliver.

The model is FastLED's for WS2812 lamps at 5 V: 80 mW for full red, 55 mW for full green, 75 mW for
full blue and 5 mW when dark. All sums are integers, so the limit is exact.
"""

from __future__ import annotations

from typing import NamedTuple

RED, GREEN, BLUE, DARK = 80, 55, 75, 5  # mW a lamp
VOLTS = 5

# Power is counted in units of 1/255 mW, so that every frame's power is a whole number.
_FULL = 255


class LimitedFrame(NamedTuple):
    """A frame within the power budget, and whether it was dimmed."""

    frame: bytes
    dimmed: bool


def idle_milliamps(points: int) -> float:
    """Return the current (mA) that `points` dark lamps draw."""
    return DARK * points / VOLTS


def milliamps(frame: bytes) -> float:
    """Return the current (mA) that a frame draws."""
    return (_lit(frame) + _dark(frame)) / (_FULL * VOLTS)


def limit_power(frame: bytes, budget: int) -> LimitedFrame:
    """Dim all lamps of a frame equally until it draws at most `budget` (mA).

    A budget below the idle current makes all lamps dark, which is the minimum.
    """
    lit = _lit(frame)
    allowed = max(budget * VOLTS * _FULL - _dark(frame), 0)
    if lit <= allowed:
        return LimitedFrame(frame, False)
    # Each channel is rounded down, so the sum never exceeds the budget.
    return LimitedFrame(bytes(channel * allowed // lit for channel in frame), True)


def _lit(frame: bytes) -> int:
    return RED * sum(frame[0::3]) + GREEN * sum(frame[1::3]) + BLUE * sum(frame[2::3])


def _dark(frame: bytes) -> int:
    return DARK * _FULL * (len(frame) // 3)
