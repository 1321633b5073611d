"""Fake hardware that can be driven: reed switches on GPIO pins, and a strip that keeps its bytes.

The program under test is not told: it goes through the genuine gpiozero, Blinka and NeoPixel
libraries. Each class is a context manager that puts back what it changed in the process: gpiozero's
pin factory, the environment, `sys.modules`.

    with mock_switches(wiring) as switches, CapturedStrip() as strip:
        switches.close("7")          # a piece is put on point 7, also before the port opens
        ...
        strip.frames[-1]             # what the pixels got last, in the strip's order of colours
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from random import Random
from types import TracebackType
from typing import Any, Self
from unittest.mock import patch

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from companion.drivers.settings import DirectWiring, PortSettings, StripSettings, direct_wiring
from companion.geometry import STAR

STAR_SPI = direct_wiring(PortSettings(kind="direct"), StripSettings(), STAR)
STAR_PWM = direct_wiring(PortSettings(kind="direct"), StripSettings(route="pwm"), STAR)

Drive = Callable[[int, bool], None]
"""Close (True) or open the switch on a GPIO number."""


class SwitchBank:
    """The reed switches and the button of a board, by the names of its points.

    backend: what the pins are, for messages. As with real reeds, a switch may be closed before
    any program opens its pin.
    """

    def __init__(self, board: DirectWiring, drive: Drive, backend: str) -> None:
        self.backend = backend
        self._pins = dict(zip(board.names, board.switches, strict=True))
        self._button = board.button
        self._drive = drive

    def close(self, point: str) -> None:
        """A piece is put on a point."""
        self._drive(self._pins[point], True)

    def open(self, point: str) -> None:
        """A piece is taken from a point."""
        self._drive(self._pins[point], False)

    def set(self, point: str, closed: bool) -> None:
        """Put or take."""
        self._drive(self._pins[point], closed)

    def bounce(self, point: str, closed: bool, rng: Random) -> int:
        """Put or take, with a burst of edges as a reed makes; returns how many edges."""
        extra = 2 * rng.randint(1, 4)
        for i in range(extra + 1):
            self.set(point, closed == (i % 2 == 0))
        return extra + 1

    def press(self) -> None:
        """Hold the button down."""
        assert self._button is not None, "this board has no button"
        self._drive(self._button, True)

    def release(self) -> None:
        """Let the button go."""
        assert self._button is not None, "this board has no button"
        self._drive(self._button, False)


class ReedPin(MockPin):  # type: ignore[misc]
    """A mock pin with a switch to ground: while that is closed, no pull-up brings it up.

    The mock pin of gpiozero goes high whenever a pull-up is asked for, so that a switch could not
    be closed when a program starts.
    """

    closed = False

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value and not self.closed)
        return changed


@contextmanager
def mock_switches(board: DirectWiring = STAR_SPI) -> Iterator[SwitchBank]:
    """Switches on gpiozero's mock pins, which are made gpiozero's pin factory."""
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
    """Switches behind gpiozero's RPi.GPIO factory, on fake_rpi's RPi.GPIO.

    Nothing is made here: a program finds the factory through GPIOZERO_PIN_FACTORY.
    """
    with ExitStack() as stack:
        stack.enter_context(modules_restored("RPi", "gpiozero.pins.rpigpio"))
        stack.enter_context(patch.object(Device, "pin_factory", None))
        stack.enter_context(patch.dict(os.environ, {"GPIOZERO_PIN_FACTORY": "rpigpio"}))
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
    """fake_rpi's RPi.GPIO with pins that can be driven.

    The stub's inputs are random, every pin of it is an output, and its edges call nobody; and
    its numbers for pulls are the genuine ones, which is all that is kept of it here.
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


class CapturedStrip(AbstractContextManager["CapturedStrip"]):
    """Every frame that the genuine NeoPixel libraries send, by either route.

    frames: the bytes as the pixels receive them: three a pixel, in the strip's order of colours.
    spi:    the bytes of each SPI transfer, as they are on the wire.
    fault:  when set, sending raises it: a device that was pulled.
    """

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.spi: list[bytes] = []
        self.fault: Exception | None = None
        self._stack = ExitStack()

    def pixels(self, order: str = "GRB") -> list[tuple[int, int, int]]:
        """The last frame as red, green and blue of each pixel along the strip."""
        frame = self.frames[-1]
        red, green, blue = (order.index(colour) for colour in "RGB")
        return [
            (frame[i + red], frame[i + green], frame[i + blue]) for i in range(0, len(frame), 3)
        ]

    def __enter__(self) -> Self:
        with self._stack as stack:
            stack.enter_context(modules_restored(*_BLINKA))
            stack.enter_context(patch.dict(os.environ, {"BLINKA_OS_AGNOSTIC": "1"}))
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
    """What pixels make of an SPI transfer: a byte a bit, with darkness around to end the frame."""
    bits = "".join({0b11000000: "0", 0b11110000: "1"}[byte] for byte in sent.strip(b"\0"))
    assert len(bits) % 24 == 0, f"{len(bits)} bits are no whole pixels"
    return int("1" + bits, 2).to_bytes(len(bits) // 8 + 1, "big")[1:]


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


@contextmanager
def modules_restored(*roots: str) -> Iterator[None]:
    """Import these packages afresh inside, and forget them afterwards: what they find when they
    are imported is not what the next test wants them to find."""

    def ours() -> list[str]:
        return [
            name
            for name in sys.modules
            if any(name == root or name.startswith(root + ".") for root in roots)
        ]

    before = {name: sys.modules.pop(name) for name in ours()}
    try:
        yield
    finally:
        for name in ours():
            del sys.modules[name]
        sys.modules.update(before)
