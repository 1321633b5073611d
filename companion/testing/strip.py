"""A strip of NeoPixels on a Raspberry Pi 4 that keeps its bytes, behind the genuine libraries.

It captures both routes, SPI and PWM:

    with CapturedStrip() as strip:
        ...
        strip.frames[-1]             # the last frame, in the strip's order of colours
        strip.pixels()[6]            # red, green and blue of the seventh pixel
        strip.readers()              # the kinds of pixels that read it
        strip.vcd()                  # the signal, for PulseView

On SPI, NeoPixel_SPI, Blinka and PureIO are the genuine ones, down to the system calls. On PWM,
NeoPixel and Blinka are, down to the C extension of rpi_ws281x, which runs on nothing but a Pi.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from types import SimpleNamespace, TracebackType
from typing import Any, Self
from unittest.mock import patch

from companion.base.errors import nearest
from companion.device.ports.pixel_sheets import PIXEL_SHEETS
from companion.device.ports.pixel_timing import SPI_CLOCK
from companion.testing import pixel_signal
from companion.testing.header_lines import CHIP, gpiod_module
from companion.testing.modules import modules_restored
from companion.testing.needs import needed_by
from companion.testing.pixel_signal import PixelSignal, UnreadableSignal, read_frames, spi_signal
from companion.testing.spi_device import SpiDevice, SpiTransfer
from companion.testing.ws281x import ws281x_module


class CapturedStrip(AbstractContextManager["CapturedStrip"]):
    """A context manager that keeps the frames of the genuine NeoPixel libraries, by either route.

    A frame counts only if pixels read it: its signal must be within the limits of at least one
    datasheet, and end with a reset. A signal that nothing reads is in `signals`, but not in
    `frames`, and `pixels` raises what is wrong with it. How long the line rests between two
    transfers is not known, so that rest is no reset.

    Args:
        kind: The kind of the pixels, a name of `PIXEL_SHEETS`; by default it is enough that any
            kind reads the signal.

    Attributes:
        frames: The frames as the pixels receive them: a byte for each colour of each pixel, in the
            strip's order of colours.
        spi: The bytes of each SPI transfer, as they are on the wire.
        transfers: The same with its clock and mode.
        signals: The signal of each transfer or frame, for either route.
        fault: An exception that sending and opening raise, as for a device that was pulled; or
            None.
        code: The code with which rpi_ws281x refuses to open, -5 for want of root; 0 for none.
    """

    def __init__(self, kind: str | None = None) -> None:
        self.frames: list[bytes] = []
        self.spi: list[bytes] = []
        self.transfers: list[SpiTransfer] = []
        self.signals: list[PixelSignal] = []
        self.fault: Exception | None = None
        self.code = 0
        if kind is not None and kind not in PIXEL_SHEETS:
            raise ValueError(
                f"there are no pixels {kind!r}{nearest(kind, PIXEL_SHEETS)}; choose from "
                f"{', '.join(PIXEL_SHEETS)}"
            )
        self._kinds = (kind,) if kind else tuple(PIXEL_SHEETS)
        self._trouble = "nothing has been sent to the strip"
        self._stack = ExitStack()

    def pixels(self, order: str = "GRB") -> list[tuple[int, int, int]]:
        """Return the colours of the last frame.

        Args:
            order: The strip's order of colours, three of them.

        Returns:
            Red, green and blue (0 to 255) of each pixel along the strip.

        Raises:
            UnreadableSignal: If no pixel reads what was sent last, or if it is no whole pixels.
        """
        return [(p["R"], p["G"], p["B"]) for p in self._colours(order, "RGB")]

    def pixels_with_white(self, order: str = "GRBW") -> list[tuple[int, int, int, int]]:
        """Return the colours of the last frame of a strip with a white part in each pixel.

        Args:
            order: The strip's order of colours, four of them.

        Returns:
            Red, green, blue and white (0 to 255) of each pixel along the strip.

        Raises:
            UnreadableSignal: If no pixel reads what was sent last, or if it is no whole pixels.
        """
        return [(p["R"], p["G"], p["B"], p["W"]) for p in self._colours(order, "RGBW")]

    def readers(self) -> frozenset[str]:
        """Return the kinds of pixels whose datasheet allows the last signal."""
        return pixel_signal.readers(self.signals[-1]) if self.signals else frozenset()

    def vcd(self, last: int = 1) -> str:
        """Return the last signals as a value change dump, for PulseView and other viewers.

        Args:
            last: The number of transfers or frames; those before are left out.
        """
        return pixel_signal.vcd(self.signals[-last:])

    def _colours(self, order: str, wanted: str) -> list[dict[str, int]]:
        if self._trouble:
            raise UnreadableSignal(self._trouble)
        frame, size = self.frames[-1], len(wanted)
        if sorted(order) != sorted(wanted) or len(frame) % size:
            raise UnreadableSignal(
                f"{len(frame)} bytes in the order {order} are no pixels of {size} colours; "
                "strips of four have pixels_with_white"
            )
        return [
            dict(zip(order, frame[i : i + size], strict=True)) for i in range(0, len(frame), size)
        ]

    def __enter__(self) -> Self:
        with self._stack as stack:
            stack.enter_context(modules_restored(*_BLINKA))
            stack.enter_context(patch.dict(os.environ, _PI_4))
            sys.modules["gpiod"] = gpiod_module()
            sys.modules["_rpi_ws281x"] = ws281x_module(self._pwm, self._check, lambda: self.code)
            with needed_by("companion.testing.strip"):
                import adafruit_platformdetect as detecting

                # Blinka reads the processor's, too, to find out whether rpi_ws281x runs there.
                stack.enter_context(
                    patch.object(detecting.Detector, "get_cpuinfo_field", _cpuinfo_field)
                )
                import board  # noqa: F401 - its pins are those of a Pi now
                from adafruit_blinka.microcontroller.bcm283x import neopixel
                from adafruit_blinka.microcontroller.generic_linux import raspberry_pi_pin
                from Adafruit_PureIO import spi

            device = SpiDevice(self._spi, self._check)
            stack.enter_context(patch.object(spi, "os", device.os()))
            stack.enter_context(patch.object(spi, "ioctl", device.ioctl))
            stack.enter_context(patch.object(raspberry_pi_pin, "_chip_paths", lambda: [CHIP]))
            # It waits for as long as sending takes, which is no time here.
            stack.enter_context(patch.object(neopixel, "time", SimpleNamespace(sleep=_no_time)))
            stack.callback(_forget, neopixel.neopixel_cleanup)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _pwm(self, _frame: bytes, signal: PixelSignal) -> None:
        self._keep(signal)

    def _spi(self, transfer: SpiTransfer) -> None:
        self.spi.append(transfer.data)
        self.transfers.append(transfer)
        self._keep(spi_signal(transfer.data, transfer.clock))
        if transfer.bits != 8 or transfer.mode > 3:
            self._trouble = (
                f"SPI with {transfer.bits} bits per word in mode {transfer.mode} is not read"
            )

    def _keep(self, signal: PixelSignal) -> None:
        before, self._trouble = self._trouble if self.signals else "", ""
        low = self.signals[-1].rest + signal.lead if before else 0.0
        self.signals.append(signal)
        try:
            read = read_frames(signal, self._kinds)
        except UnreadableSignal as error:
            self._trouble = error.text
            return
        if before and low < min(PIXEL_SHEETS[kind].reset for kind in self._kinds):
            self._trouble = f"two signals without a reset between them; the first: {before}"
            return
        for frame in read:
            self.frames.append(frame)

    def _check(self) -> None:
        if self.fault is not None:
            raise self.fault


def pixels_of_spi(sent: bytes, clock: int = SPI_CLOCK) -> bytes:
    """Return the frame that pixels receive from an SPI transfer.

    Args:
        sent: The transfer, as it is on the wire.
        clock: The frequency of SPI (Hz).

    Raises:
        UnreadableSignal: Unless it is one frame that a kind of pixel reads.
    """
    frames = read_frames(spi_signal(sent, clock))
    if len(frames) != 1:
        raise UnreadableSignal(f"{len(sent)} bytes on SPI have {len(frames)} frames, not one")
    return frames[0]


def _cpuinfo_field(_detector: Any, name: str) -> str | None:
    """Return a line of a Pi 4's `/proc/cpuinfo`."""
    return {"Hardware": "BCM2711", "Revision": "c03112"}.get(name)


def _no_time(_seconds: float) -> None:
    """Stand for `sleep`."""


def _forget(cleanup: Callable[[], Any]) -> None:
    """Release rpi_ws281x now, and not only when the process ends."""
    atexit.unregister(cleanup)
    cleanup()


_PI_4 = {
    "BLINKA_FORCEBOARD": "RASPBERRY_PI_4B",
    "BLINKA_FORCECHIP": "BCM2XXX",
    # Otherwise Blinka may ask on the terminal whether it is to install packages.
    "BLINKA_SKIP_DEPENDENCY_CHECK": "1",
}

_BLINKA = (
    "Adafruit_PureIO",
    "_rpi_ws281x",
    "adafruit_blinka",
    "adafruit_bus_device",
    "adafruit_pixelbuf",
    "adafruit_platformdetect",
    "board",
    "busio",
    "digitalio",
    "gpiod",
    "microcontroller",
    "neopixel",
    "neopixel_spi",
    "neopixel_write",
)
