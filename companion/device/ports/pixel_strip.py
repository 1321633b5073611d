"""Lamps: a strip of WS2812B pixels on SPI or PWM, driven by Adafruit's NeoPixel libraries.

The libraries are imported when a strip is opened, so that a simulated board needs none of them.
Colours are sent unchanged: `companion/device/lamps` limits the brightness.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from errno import EBUSY
from typing import Any, ClassVar

from companion.base.extras import Remedies, by_extra, install_command
from companion.base.text import Text, join_words
from companion.device.ports.claims import Claim, InvalidWiring, header_pin
from companion.device.ports.computer import Requirements, SystemInfo
from companion.device.ports.findings import Finding, fine, note, wrong
from companion.device.ports.lamp_route import LampRoute, Strip, StripWiring
from companion.device.ports.pixel_timing import SPI_CLOCK, TimingName, pixel_timing
from companion.device.ports.port import Frame, MissingLibrary, PortError

_log = logging.getLogger(__name__)

SPI_DATA = 10
"""MOSI, where the lamps are."""

SPI_PINS = range(7, 12)
"""The pins that SPI0 uses when it is enabled: CE1, CE0, MISO, MOSI and SCLK. The lamps are on
MOSI."""

PWM_PINS = (12, 13, 18, 19, 21)
"""The pins of the header that rpi_ws281x can drive without SPI: PWM0, PWM1 and PCM."""

_CLOCKS: Mapping[str, tuple[str, ...]] = {
    "Raspberry Pi 3": ("core_freq=250",),
    "Raspberry Pi Zero 2": ("core_freq=250",),
    "Raspberry Pi 4": ("core_freq=500", "core_freq_min=500"),
}
"""The config.txt settings that the SPI clock needs, by model; see wiring.md."""

_FILTERS = {"Raspberry Pi 3": "pi3", "Raspberry Pi Zero 2": "pi02", "Raspberry Pi 4": "pi4"}
"""The filter of config.txt for each of them."""


_BLINKA = {"Adafruit-Blinka": by_extra("pi")}


def _driver_remedy() -> Text:
    return Text(
        "`sudo apt install gcc python3-dev`, then install it with {command}, or use [strip] "
        'route = "spi"',
        command=install_command("pwm"),
    )


class SpiLamps(LampRoute, frozen=True):
    """Lamps on SPI (GPIO 10), without root.

    Attributes:
        timing: The kind of the pixels; default ("auto"): a timing that suits most, with the longest
            reset for which there is room. The other routes have one for all kinds.
    """

    route = "spi"
    interfaces = frozenset({"spi"})
    boot_settings: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **{_FILTERS[model]: lines for model, lines in _CLOCKS.items()},
        "all": ("dtparam=spi=on",),
    }
    libraries: ClassVar[Mapping[str, Text]] = Remedies(
        {**_BLINKA, "adafruit-circuitpython-neopixel-spi": by_extra("pi")}
    )

    timing: TimingName = "auto"

    @property
    def data_pin(self) -> int:
        return SPI_DATA

    def claims(self) -> Iterable[Claim]:
        return [header_pin(gpio, Text('the lamps ([strip] route "spi")')) for gpio in SPI_PINS]

    def longest(self, length: int) -> int:
        return pixel_timing(self.timing, length).longest

    def open(self, wiring: StripWiring) -> Strip:
        with _refusals(
            Text("the lamps on SPI (/dev/spidev0.0)"),
            Text("add yourself to the groups spi and gpio, and log in again"),
        ):
            import board
            import neopixel_spi

            timing, spi = pixel_timing(self.timing, wiring.length), board.SPI()
            leds = neopixel_spi.NeoPixel_SPI(
                spi,
                wiring.length,
                brightness=1.0,
                auto_write=False,
                pixel_order=self.order,
                frequency=SPI_CLOCK,
                reset_time=timing.reset,
                bit0=timing.zero,
                bit1=timing.one,
            )
            return Pixels(leds, wiring.pixels, spi.deinit)

    def requirements(self, *, pio: bool) -> Iterable[Requirements]:
        yield Requirements(
            groups=("gpio", "spi"),
            devices=("char-spi",),
            modules=("spidev",),
            rules=('SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"',),
        )

    def advise(self, info: SystemInfo) -> Iterator[Finding]:
        allowed = info.devices.get("spidev0.0")
        if allowed is None:
            yield wrong(
                Text(
                    "SPI is off, but the lamps need it: `sudo raspi-config nonint do_spi 0`, "
                    "and restart"
                )
            )
            return
        if not allowed:
            yield wrong(
                Text(
                    "no permission for {device}: {advice}",
                    device="/dev/spidev0.0",
                    advice=info.how_to_join("spi", "gpio"),
                )
            )
        else:
            yield fine(Text("SPI is enabled, and this user may use it"))
        for model, lines in _CLOCKS.items():
            missing = [line for line in lines if line not in info.settings]
            if info.model.startswith(model) and missing:
                yield note(
                    Text(
                        "colours may be wrong under load: put {missing} into config.txt, and "
                        "restart",
                        missing=join_words(missing),
                    )
                )


class PwmLamps(LampRoute, frozen=True):
    """Lamps on PWM, which need root except on a Pi 5.

    Attributes:
        pin: The GPIO number.
    """

    route = "pwm"
    wired_as = "pwm"
    libraries: ClassVar[Mapping[str, Text]] = Remedies(
        {
            **_BLINKA,
            "adafruit-circuitpython-neopixel": by_extra("pi"),
            "rpi_ws281x": _driver_remedy,
        }
    )

    boot_settings: ClassVar[Mapping[str, tuple[str, ...]]] = {"all": ("dtparam=audio=off",)}

    pin: int = 18

    @property
    def data_pin(self) -> int:
        return self.pin

    def claims(self) -> Iterable[Claim]:
        if self.pin not in PWM_PINS:
            raise InvalidWiring(
                Text(
                    "[strip] pin is {pin}; choose from {pins} for lamps on PWM",
                    pin=self.pin,
                    pins=", ".join(map(str, PWM_PINS)),
                )
            )
        return [header_pin(self.pin, Text("the lamps ([strip] pin)"))]

    def open(self, wiring: StripWiring) -> Strip:
        with _refusals(
            Text("the lamps on GPIO {pin}", pin=self.pin),
            Text('run the program with sudo, or use [strip] route = "spi"'),
        ):
            import board
            import neopixel

            leds = neopixel.NeoPixel(
                getattr(board, f"D{self.pin}"),
                wiring.length,
                brightness=1.0,
                auto_write=False,
                pixel_order=self.order,
            )
            return Pixels(leds, wiring.pixels, leds.deinit)

    def requirements(self, *, pio: bool) -> Iterable[Requirements]:
        if pio:
            # The rule comes from Raspberry Pi: github.com/raspberrypi/utils, piolib/README.md.
            yield Requirements(
                groups=("gpio",),
                devices=("/dev/pio0",),
                rules=('SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"',),
            )
        else:
            # rpi_ws281x maps the registers of PWM and DMA, and asks the firmware for memory.
            yield Requirements(
                devices=("/dev/mem", "/dev/vcio"),
                root=Text(
                    'the lamps are on PWM ([strip] route = "pwm"), and that writes to the '
                    'processor\'s own registers; lamps on SPI ("spi") do not need root'
                ),
            )

    def needed(self, info: SystemInfo) -> Iterable[str]:
        return [name for name in self.libraries if name != "rpi_ws281x" or not info.is_pi5]

    def advise(self, info: SystemInfo) -> Iterator[Finding]:
        if info.is_pi5:
            if "Adafruit-Blinka-Raspberry-Pi5-Neopixel" not in info.versions:
                yield wrong(Text('a Pi 5 has no PWM for lamps: use [strip] route = "spi"'))
            elif not info.devices.get("pio0"):
                yield wrong(
                    Text(
                        "/dev/pio0 is missing or this user may not use it: update the "
                        "system, see wiring.md"
                    )
                )
            return
        if not info.root:
            yield wrong(Text('lamps on PWM need root: use sudo, or [strip] route = "spi"'))
        if "audio" in info.interfaces:
            yield wrong(
                Text(
                    "analogue audio disturbs lamps on PWM: put dtparam=audio=off into "
                    "config.txt, and restart"
                )
            )


class Pixels:
    """A strip driven by one of Adafruit's libraries; it is dark at first.

    Args:
        leds: The library's strip.
        pixels: `pixels[p]` is the pixel of point p.
        release: Releases the device.

    Attributes:
        lamp_trouble: Why the last frame could not be shown; empty if it could.
    """

    def __init__(self, leds: Any, pixels: tuple[int, ...], release: Callable[[], None]) -> None:
        self._leds = leds
        self._pixels = pixels
        self._release = release
        self._open = True
        self.lamp_trouble = Text()
        # The PWM library only opens its device when it first sends.
        leds.fill(0)
        leds.show()

    def show(self, frame: Frame) -> None:
        """Show a frame.

        If the device fails, log it once and try again with the next frame.
        """
        if self._open:
            self._send(frame)

    def close(self) -> None:
        """Switch the lamps off and release the device."""
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
            if not self.lamp_trouble:
                _log.error("the lamps fail; the game goes on without them: %s", error)
            self.lamp_trouble = Text(
                "the lamps fail, and are tried again: {problem}",
                problem=str(error) or type(error).__name__,
            )
        else:
            if self.lamp_trouble:
                _log.warning("the lamps work again")
            self.lamp_trouble = Text()


@contextmanager
def _refusals(where: Text, rights: Text) -> Iterator[None]:
    """Turn the libraries' exceptions into PortErrors that say what to do.

    Args:
        where: The device.
        rights: How to get permission.
    """
    # Without this, Blinka asks on the terminal whether it may install packages.
    os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
    try:
        yield
    except ImportError as error:
        # Blinka imports rpi_ws281x by the name of its C extension.
        name = (error.name or "").removeprefix("_")
        extra = "pwm" if name == "rpi_ws281x" else "pi"
        raise MissingLibrary(
            Text(
                "{where}: the library {name} is missing; install it with {command}",
                where=where,
                name=name,
                command=install_command(extra),
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
