"""Reed switches on GPIO pins that can be driven: gpiozero's mock pins, or fake_rpi's.

The program under test uses the genuine gpiozero and sees no difference. Each function is a context
manager that restores what it changed in the process: gpiozero's pin factory, the environment,
`sys.modules`.

    with mock_switches(wiring) as switches:
        switches.close("7")          # a piece is put on point 7, also before the port opens
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from companion.device.ports.direct import DirectWiring
from companion.testing.modules import modules_restored
from companion.testing.needs import needed_by
from companion.testing.switches import SwitchBank
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
def mock_switches(board: DirectWiring = STAR_SPI) -> Iterator[SwitchBank]:
    """Provide switches on gpiozero's mock pins, and make these gpiozero's pin factory."""
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
def rpigpio_switches(board: DirectWiring = STAR_SPI) -> Iterator[SwitchBank]:
    """Provide switches behind gpiozero's RPi.GPIO factory, on fake_rpi's RPi.GPIO.

    No factory is created here: a program finds it through GPIOZERO_PIN_FACTORY.
    """
    with ExitStack() as stack:
        stack.enter_context(modules_restored("RPi", "gpiozero.pins.rpigpio"))
        stack.enter_context(patch.object(Device, "pin_factory", None))
        stack.enter_context(patch.dict(os.environ, {"GPIOZERO_PIN_FACTORY": "rpigpio"}))
        with needed_by("rpigpio_switches"):
            import fake_rpi

        fake_rpi.toggle_print(False)
        gpio = _drivable(fake_rpi.RPi._GPIO)
        # `from RPi import GPIO` looks the name up on the package, `import RPi.GPIO` in here.
        stack.enter_context(patch.object(fake_rpi.RPi, "GPIO", gpio))
        sys.modules["RPi"], sys.modules["RPi.GPIO"] = fake_rpi.RPi, gpio
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        # This machine has no revision to read; 0xc03112 is a Pi 4 B.
        stack.enter_context(patch.object(RPiGPIOFactory, "_get_revision", lambda _: 0xC03112))
        try:
            yield SwitchBank(board, gpio.drive, "rpigpio")
        finally:
            if Device.pin_factory is not None:
                Device.pin_factory.close()


def _drivable(stub: type[Any]) -> Any:
    """Return fake_rpi's RPi.GPIO with pins that can be driven.

    The stub has random inputs, reports every pin as an output, and never calls the callbacks of its
    edges. Its constants for pull resistors are the genuine ones, and only they are kept here.
    """

    class DrivableGPIO(stub):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self._functions: dict[int, int] = {}
            self._pulls: dict[int, int] = {}
            self._closed: set[int] = set()
            self._callbacks: dict[int, Callable[[int], None]] = {}

        def setup(
            self, channel: int, state: int, pull_up_down: int = 20, initial: int | None = None
        ) -> None:
            assert initial is None, "the program drives no pin of RPi.GPIO"
            self._functions[channel] = state
            self._pulls[channel] = pull_up_down

        def gpio_function(self, channel: int) -> int:
            return self._functions.get(channel, int(self.IN))

        def input(self, channel: int) -> int:
            if channel in self._closed:
                return 0
            return int(self._pulls.get(channel) == self.PUD_UP)

        def add_event_detect(
            self,
            channel: int,
            edge: int,
            callback: Callable[[int], None],
            bouncetime: int | None = None,
        ) -> None:
            assert edge == self.BOTH, "the program wants both edges"
            assert bouncetime == -666, "the program debounces by itself"  # RPi.GPIO for none
            self._callbacks[channel] = callback

        def remove_event_detect(self, channel: int) -> None:
            self._callbacks.pop(channel, None)

        def cleanup(self, channel: int | None = None) -> None:
            if channel is None:
                self._callbacks.clear()
            else:
                self._callbacks.pop(channel, None)

        def drive(self, channel: int, closed: bool) -> None:
            before = self.input(channel)
            (self._closed.add if closed else self._closed.discard)(channel)
            if self.input(channel) != before and channel in self._callbacks:
                self._callbacks[channel](channel)

    return DrivableGPIO()
