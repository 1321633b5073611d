"""How bits of pixels are sent over SPI: each as a byte, with a reset before and after a frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

SPI_CLOCK = 6_400_000
"""Hertz. A byte lasts 1.25 µs, a pixel's bit. The Pi divides its core clock by an even number, so
the clock may be up to 3 % slower; all values below leave room for that."""

SPI_TRANSFER = 4096
"""The most bytes that spidev sends at once, by default. A second transfer would leave a gap, which
the pixels take for the end of the frame."""

BYTES_PER_PIXEL = 24

TimingName = Literal["auto", "WS2812B", "WS2812B-V5", "SK6812"]


@dataclass(frozen=True, slots=True)
class PixelTiming:
    """The timing of a kind of pixel.

    Attributes:
        zero: The byte that makes a bit 0: as many bits high as the pulse is long, at 156 ns each.
        one: The byte that makes a bit 1, likewise.
        reset: The duration of the low level that ends a frame (seconds).
    """

    zero: int
    one: int
    reset: float

    @property
    def reset_bytes(self) -> int:
        """The number of bytes that a reset takes."""
        return round(SPI_CLOCK * self.reset / 8)

    @property
    def longest(self) -> int:
        """The largest number of pixels whose frame fits into one transfer.

        That includes a reset before it, since the line may rest high, and one after it.
        """
        return (SPI_TRANSFER - 2 * self.reset_bytes) // BYTES_PER_PIXEL


# The datasheets' limits of each pulse are in pixel_sheets.py.
TIMINGS: Mapping[str, PixelTiming] = {
    # 0.4 and 0.8 µs high, both ±150 ns; reset above 50 µs.
    "WS2812B": PixelTiming(zero=0b11000000, one=0b11111000, reset=80e-6),
    # 0.22 to 0.38 and 0.58 to 1 µs high; reset above 280 µs.
    "WS2812B-V5": PixelTiming(zero=0b11000000, one=0b11110000, reset=300e-6),
    # 0.3 and 0.6 µs high, both ±150 ns; reset 80 µs.
    "SK6812": PixelTiming(zero=0b11000000, one=0b11110000, reset=100e-6),
}

_AUTOMATIC = (
    TIMINGS["WS2812B-V5"],
    PixelTiming(zero=0b11000000, one=0b11110000, reset=80e-6),
)
"""For pixels of an unknown kind: the longest reset; on a strip too long for that, the one that
Adafruit's library sends by default."""


def pixel_timing(name: TimingName, length: int) -> PixelTiming:
    """Return the timing of that name for a strip of this many pixels."""
    if name != "auto":
        return TIMINGS[name]
    return next((fit for fit in _AUTOMATIC if length <= fit.longest), _AUTOMATIC[-1])
