"""What the datasheets of pixels allow: how long the data line is high and low for each bit.

The test kit and the simulation of the circuits judge signals by these figures; the program sends
those of `pixel_timing.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Window = tuple[float, float]
"""The least and the most, in nanoseconds."""


@dataclass(frozen=True, slots=True)
class PixelSheet:
    """The limits of one kind of pixel.

    Attributes:
        zero_high: How long the line is high for a 0.
        zero_low: How long it is low after that.
        one_high: How long the line is high for a 1.
        one_low: How long it is low after that.
        reset: The shortest low that ends a frame (seconds).
    """

    zero_high: Window
    zero_low: Window
    one_high: Window
    one_low: Window
    reset: float


PIXEL_SHEETS: Mapping[str, PixelSheet] = {
    # Worldsemi, as Adafruit has it: 0.4/0.85 and 0.8/0.45 µs, each ±150 ns; > 50 µs.
    "WS2812B": PixelSheet((250, 550), (700, 1000), (650, 950), (300, 600), 50e-6),
    # Worldsemi: 220 to 380, 580 to 1000, 580 to 1000, 580 to 1000 ns; > 280 µs.
    "WS2812B-V5": PixelSheet((220, 380), (580, 1000), (580, 1000), (580, 1000), 280e-6),
    # Opsco: 0.3/0.9 and 0.6/0.6 µs, each ±150 ns; 80 µs.
    "SK6812": PixelSheet((150, 450), (750, 1050), (450, 750), (450, 750), 80e-6),
}
"""By the names of `[strip] timing`."""
