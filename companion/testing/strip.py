"""A strip of NeoPixels that keeps its bytes, behind the genuine libraries of Blinka.

It captures both routes, SPI and PWM:

    with CapturedStrip() as strip:
        ...
        strip.frames[-1]             # the last frame, in the strip's order of colours
        strip.pixels()[6]            # red, green and blue of the seventh pixel
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType
from typing import Any, Self
from unittest.mock import patch

from companion.testing.modules import modules_restored
from companion.testing.needs import needed_by


class CapturedStrip(AbstractContextManager["CapturedStrip"]):
    """A context manager that keeps the frames of the genuine NeoPixel libraries, by either route.

    Attributes:
        frames: The frames as the pixels receive them: three bytes per pixel, in the strip's order
            of colours.
        spi: The bytes of each SPI transfer, as they are on the wire.
        fault: An exception that sending raises, as for a device that was pulled; or None.
    """

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.spi: list[bytes] = []
        self.fault: Exception | None = None
        self._stack = ExitStack()

    def pixels(self, order: str = "GRB") -> list[tuple[int, int, int]]:
        """Return the colours of the last frame.

        Args:
            order: The strip's order of colours.

        Returns:
            Red, green and blue (0 to 255) of each pixel along the strip.
        """
        frame = self.frames[-1]
        red, green, blue = (order.index(colour) for colour in "RGB")
        return [
            (frame[i + red], frame[i + green], frame[i + blue]) for i in range(0, len(frame), 3)
        ]

    def __enter__(self) -> Self:
        with self._stack as stack:
            stack.enter_context(modules_restored(*_BLINKA))
            stack.enter_context(patch.dict(os.environ, {"BLINKA_OS_AGNOSTIC": "1"}))
            with needed_by("companion.testing.strip"):
                import board
                from adafruit_blinka.microcontroller.generic_agnostic_board import neopixel, spi

            # The board for PCs has one pin for pixels; a Pi calls its pins by their numbers.
            for gpio in range(2, 28):
                stack.enter_context(patch.object(board, f"D{gpio}", board.NEOPIXEL, create=True))
            # Its SPI is known by the other name of the clock.
            stack.enter_context(patch.object(board, "SCLK", board.SCK))
            stack.enter_context(patch.object(neopixel, "neopixel_write", self._pwm))
            stack.enter_context(patch.object(spi.SPI, "write", self._spi))
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _pwm(self, _pin: Any, buffer: bytearray) -> None:
        self._fail()
        self.frames.append(bytes(buffer))

    def _spi(self, buffer: bytes, start: int = 0, end: int | None = None) -> None:
        self._fail()
        sent = bytes(buffer[start:end])
        self.spi.append(sent)
        self.frames.append(pixels_of_spi(sent))

    def _fail(self) -> None:
        if self.fault is not None:
            raise self.fault


def pixels_of_spi(sent: bytes) -> bytes:
    """Return the frame that pixels receive from an SPI transfer.

    Args:
        sent: The transfer: one byte for each bit, with zero bytes around them to end the frame.
    """
    bits = "".join(_BITS[byte] for byte in sent.strip(b"\0"))
    assert len(bits) % 24 == 0, f"{len(bits)} bits are no whole pixels"
    return int("1" + bits, 2).to_bytes(len(bits) // 8 + 1, "big")[1:]


_BITS = {0b11000000: "0", 0b11110000: "1", 0b11111000: "1"}
"""The bytes of an SPI transfer that the program sends for a pixel's bit."""

_BLINKA = (
    "adafruit_blinka",
    "adafruit_bus_device",
    "adafruit_pixelbuf",
    "adafruit_platformdetect",
    "board",
    "busio",
    "digitalio",
    "microcontroller",
    "neopixel",
    "neopixel_spi",
    "neopixel_write",
)
