"""Lamps: a strip of WS2812B pixels on SPI or PWM, driven by Adafruit's NeoPixel libraries.

The libraries are imported when a strip is opened, so that a simulated board needs none of them.
Colours are sent unchanged: `companion/lights` limits the brightness.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EBUSY
from typing import Any, Protocol

from companion.drivers.pixel_timing import SPI_CLOCK
from companion.drivers.port import Frame, MissingLibrary, PortError
from companion.drivers.settings import StripWiring
from companion.text import Text

_log = logging.getLogger(__name__)


class Strip(Protocol):
    """Lamps that show frames. Neither method raises anything; `close` may be called twice."""

    def show(self, frame: Frame) -> None:
        """Show a frame, or drop it and log why, once."""

    def close(self) -> None:
        """Switch the lamps off and release the device."""


def open_strip(wiring: StripWiring) -> Strip:
    """Open the strip and make it dark. Raises PortError if it is missing or not permitted."""
    if wiring.route == "none":
        return NullStrip()
    # Without this, Blinka asks on the terminal whether it may install packages.
    os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
    with _refusals(wiring):
        leds, release = _over_spi(wiring) if wiring.route == "spi" else _over_pwm(wiring)
        # The PWM library only opens its device when it first sends.
        leds.fill(0)
        leds.show()
    return Pixels(leds, wiring.pixels, release)


class NullStrip:
    """A board without lamps."""

    def show(self, frame: Frame) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Release nothing."""


class Pixels:
    """A strip driven by one of Adafruit's libraries: `pixels[p]` is the pixel of point p, and
    `release` releases its device."""

    def __init__(self, leds: Any, pixels: tuple[int, ...], release: Callable[[], None]) -> None:
        self._leds = leds
        self._pixels = pixels
        self._release = release
        self._open = True
        self._failing = False

    def show(self, frame: Frame) -> None:
        """Show a frame. If the device fails, log it once and try again with the next frame."""
        if self._open:
            self._send(frame)

    def close(self) -> None:
        """Lamps off, device given back."""
        if not self._open:
            return
        self._send(bytes(3 * len(self._pixels)))
        self._open = False
        try:
            self._release()
        except Exception as error:
            _log.warning("the lamps' device could not be released: %s", error)

    def _send(self, frame: Frame) -> None:
        try:
            for point, pixel in enumerate(self._pixels):
                self._leds[pixel] = tuple(frame[3 * point : 3 * point + 3])
            self._leds.show()
        except Exception as error:
            # Whatever a library raises, the game goes on in the dark.
            if not self._failing:
                _log.error("the lamps fail; the game goes on without them: %s", error)
            self._failing = True
        else:
            if self._failing:
                _log.warning("the lamps work again")
            self._failing = False


def _over_spi(wiring: StripWiring) -> tuple[Any, Callable[[], None]]:
    import board
    import neopixel_spi

    spi = board.SPI()
    leds = neopixel_spi.NeoPixel_SPI(
        spi,
        wiring.length,
        brightness=1.0,
        auto_write=False,
        pixel_order=wiring.order,
        frequency=SPI_CLOCK,
        reset_time=wiring.timing.reset,
        bit0=wiring.timing.zero,
        bit1=wiring.timing.one,
    )
    return leds, spi.deinit


def _over_pwm(wiring: StripWiring) -> tuple[Any, Callable[[], None]]:
    import board
    import neopixel

    leds = neopixel.NeoPixel(
        getattr(board, f"D{wiring.pin}"),
        wiring.length,
        brightness=1.0,
        auto_write=False,
        pixel_order=wiring.order,
    )
    return leds, leds.deinit


@contextmanager
def _refusals(wiring: StripWiring) -> Iterator[None]:
    """Turn the libraries' exceptions into PortErrors that say what to do."""
    if wiring.route == "spi":
        where = Text("the lamps on SPI (/dev/spidev0.0)")
        rights = Text("add yourself to the groups spi and gpio, and log in again")
    else:
        where = Text("the lamps on GPIO {pin}", pin=wiring.pin)
        rights = Text('run the program with sudo, or use [strip] route = "spi"')
    try:
        yield
    except ImportError as error:
        # Blinka imports rpi_ws281x by the name of its C extension.
        name = (error.name or "").removeprefix("_")
        extra = "pwm" if name == "rpi_ws281x" else "pi"
        raise MissingLibrary(
            Text(
                "{where}: the library {name} is missing; install it with pip install '.[{extra}]'",
                where=where,
                name=name,
                extra=extra,
            )
        ) from error
    except PermissionError as error:
        raise PortError(Text("{where}: no rights; {rights}", where=where, rights=rights)) from error
    except (NotImplementedError, AttributeError) as error:
        # Blinka refuses an unknown machine, and defines no pins on a PC.
        raise PortError(
            Text(
                "{where}: this machine has no pins for them; on anything but a Raspberry "
                'Pi use [port] kind = "simulated"',
                where=where,
            )
        ) from error
    except Exception as error:
        said = " ".join(str(error).split())
        if isinstance(error, OSError) and error.errno == EBUSY:
            raise PortError(
                Text(
                    "{where}: in use; stop the program or disable the interface that "
                    "uses it (`gpioinfo` names it)",
                    where=where,
                )
            ) from error
        if "sudo" in said:
            raise PortError(
                Text("{where}: no rights; {rights}", where=where, rights=rights)
            ) from error
        # Adafruit's PureIO raises a bare OSError with this text for a missing device.
        if isinstance(error, FileNotFoundError) or "does not exist" in said:
            raise PortError(
                Text(
                    "{where}: no such device; enable SPI with `sudo raspi-config` "
                    "(Interface Options, SPI) and restart the Pi",
                    where=where,
                )
            ) from error
        raise PortError(
            Text(
                "{where}: {problem}; see wiring.md",
                where=where,
                problem=said or type(error).__name__,
            )
        ) from error
