"""Reed switches on GPIO pins that can be driven: gpiozero's mock pins, fake_rpi's or rpi-lgpio's.

The program under test uses the genuine gpiozero and sees no difference. Each function is a context
manager that restores what it changed in the process: gpiozero's pin factory, the environment,
`sys.modules`.

    with mock_switches(wiring) as switches:
        switches.close("7")          # a piece is put on point 7, also before the port opens
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from types import ModuleType
from typing import cast
from unittest.mock import patch

from companion.base.monotonic import Clock
from companion.device.ports.direct import DirectWiring
from companion.testing.lgpio_pins import SimulatedLgpio
from companion.testing.modules import modules_restored
from companion.testing.needs import MissingTestLibrary, needed_by
from companion.testing.switches import Pins, SwitchBank
from companion.testing.wiring import STAR_SPI

with needed_by("companion.testing.pins"):
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory, MockPin


class ReedPin(MockPin):  # type: ignore[misc]
    """A mock pin with a switch to ground; while the switch is closed, a pull-up leaves the pin low.

    The mock pin of gpiozero goes high whenever a pull-up is requested, so that a switch could not
    be closed when a program starts.
    """

    closed = False

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value and not self.closed)
        return changed


@contextmanager
def mock_switches(board: DirectWiring | Pins = STAR_SPI) -> Iterator[SwitchBank]:
    """Provide switches on gpiozero's mock pins, and make these gpiozero's pin factory.

    Args:
        board: The wiring of the board; or the GPIO number of each switch, by its name.
    """
    factory = MockFactory(pin_class=ReedPin)

    def drive(gpio: int, closed: bool) -> None:
        pin = factory.pin(gpio)
        pin.closed = closed
        # Before a program asks for a pull-up, an open switch leaves the pin floating: up is as
        # good as any level.
        (pin.drive_low if closed else pin.drive_high)()

    with patch.object(Device, "pin_factory", factory):
        try:
            yield SwitchBank(board, drive, "mock")
        finally:
            factory.reset()


@contextmanager
def rpigpio_switches(
    board: DirectWiring | Pins = STAR_SPI, *, threaded: bool = False, clock: Clock = time.monotonic
) -> Iterator[SwitchBank]:
    """Provide switches behind gpiozero's RPi.GPIO factory, on fake_rpi's RPi.GPIO.

    It is given pins that can be driven, and refuses what RPi.GPIO 0.7.1 refuses, so that code which
    uses it directly can be tested, too. No factory is created here: a program finds it through
    GPIOZERO_PIN_FACTORY.

    Args:
        board: The wiring of the board; or the GPIO number of each switch, by its name.
        threaded: Whether callbacks run in a thread of their own, which prints what they raise. That
            is what RPi.GPIO does. By default, a callback has run when its switch has changed, and
            what it raises reaches the hand: that is kinder, but a test is the same each time.
        clock: Returns the time by which `bouncetime` is measured (seconds).
    """
    with ExitStack() as stack:
        stack.enter_context(modules_restored("RPi", "gpiozero.pins.rpigpio"))
        stack.enter_context(patch.object(Device, "pin_factory", None))
        stack.enter_context(patch.dict(os.environ, {"GPIOZERO_PIN_FACTORY": "rpigpio"}))
        with needed_by("rpigpio_switches"):
            import fake_rpi

            from companion.testing.rpi_gpio import StrictGPIO

        fake_rpi.toggle_print(False)
        gpio = StrictGPIO(clock, threaded)
        stack.callback(gpio.finish)
        # `from RPi import GPIO` looks the name up on the package, `import RPi.GPIO` in here.
        stack.enter_context(patch.object(fake_rpi.RPi, "GPIO", gpio))
        sys.modules["RPi"], sys.modules["RPi.GPIO"] = fake_rpi.RPi, cast(ModuleType, gpio)
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        # This machine has no revision to read; 0xc03112 is a Pi 4 B.
        stack.enter_context(patch.object(RPiGPIOFactory, "_get_revision", lambda _: 0xC03112))
        try:
            yield SwitchBank(board, gpio.drive, "rpigpio")
        finally:
            if Device.pin_factory is not None:
                Device.pin_factory.close()


@contextmanager
def rpi_lgpio_switches(
    board: DirectWiring | Pins = STAR_SPI, *, clock: Clock = time.monotonic
) -> Iterator[SwitchBank]:
    """Provide switches behind the genuine rpi-lgpio, over a model of lgpio.

    That is the `RPi.GPIO` of Raspberry Pi OS Bookworm and of a Pi 5. gpiozero uses it through
    GPIOZERO_PIN_FACTORY=rpigpio; other programs import it as ever.

    Args:
        board: The wiring of the board; or the GPIO number of each switch, by its name.
        clock: Returns the time by which a pin is debounced (seconds).

    Raises:
        MissingTestLibrary: If rpi-lgpio is not installed, or another RPi.GPIO is.
    """
    lgpio = SimulatedLgpio(clock)
    told = {
        "GPIOZERO_PIN_FACTORY": "rpigpio",
        "RPI_LGPIO_REVISION": "c03112",
        "RPI_LGPIO_CHIP": "0",
    }
    with ExitStack() as stack:
        stack.enter_context(modules_restored("RPi", "lgpio", "gpiozero.pins.rpigpio"))
        stack.enter_context(patch.object(Device, "pin_factory", None))
        stack.enter_context(patch.dict(os.environ, told))
        sys.modules["lgpio"] = cast(ModuleType, lgpio)
        try:
            version("rpi-lgpio")  # and not of another RPi.GPIO
            from RPi import GPIO
        except ImportError:
            raise MissingTestLibrary(
                "rpi_lgpio_switches needs the library rpi-lgpio; pip install --no-deps rpi-lgpio "
                "brings it"
            ) from None
        stack.callback(GPIO.cleanup)
        GPIO.setwarnings(False)
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        stack.enter_context(patch.object(RPiGPIOFactory, "_get_revision", lambda _: 0xC03112))
        try:
            yield SwitchBank(board, lgpio.drive, "rpi-lgpio")
        finally:
            if Device.pin_factory is not None:
                Device.pin_factory.close()
