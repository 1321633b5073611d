"""The RPi.GPIO of fake_rpi, made as strict as version 0.7.1, with pins that can be driven.

The stub has the names and the numbers, but random inputs, no callbacks, and it refuses nothing.
The numbers, checks and messages are those of py_gpio.c, common.c, event_gpio.c and py_pwm.c, for a
Pi with a 40-pin header. Each switch is between its pin and ground.
"""

from __future__ import annotations

import traceback
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Condition, Thread, current_thread

from companion.base.monotonic import Clock
from companion.testing.needs import needed_by

with needed_by("companion.testing.rpi_gpio"):
    from fake_rpi.RPi import _GPIO

Callback = Callable[[int], object]

_GPIOS = [2, 3, 4, 14, 15, 17, 18, 27, 22, 23, 24, 10, 9, 25, 11, 8, 7, 5, 6, 12, 13, 19, 16, 26]
_GPIOS += [20, 21]
_PINS = [3, 5, 7, 8, 10, 11, 12, 13, 15, 16, 18, 19, 21, 22, 23, 24, 26, 29, 31, 32, 33, 35, 36, 37]
_PINS += [38, 40]
_CHANNELS = dict(zip(_PINS, _GPIOS, strict=True))
"""The GPIO number of each pin of the header that has one."""

_FIXED_PULL_UPS = (2, 3)
_NO_BOUNCETIME = -666
_MODE = "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
_INVALID = "The channel sent is invalid on a Raspberry Pi"


@dataclass
class _Pin:
    direction: int
    pull: int
    level: int = 0


@dataclass
class _Edges:
    """The edge detection of a pin. last: when an edge last counted, in seconds."""

    edge: int
    bouncetime: int
    callbacks: list[Callback] = field(default_factory=list)
    last: float | None = None
    occurred: bool = False


class StrictGPIO(_GPIO):  # type: ignore[misc]
    """The module `RPi.GPIO`.

    Args:
        clock: Returns the time by which `bouncetime` is measured (seconds).
        threaded: Whether callbacks run in a thread of their own, and what they raise is printed, as
            in the genuine library. Otherwise they run in the thread that drives the pin, before
            `drive` returns, and what they raise reaches it.
    """

    VERSION = "0.7.1"
    RPI_REVISION = 3

    def __init__(self, clock: Clock, threaded: bool = False) -> None:
        self._clock = clock
        self._mode: int | None = None
        self._warnings = True
        self._pins: dict[int, _Pin] = {}
        self._edges: dict[int, _Edges] = {}
        self._closed: set[int] = set()
        self._changed = Condition()
        self._jobs: SimpleQueue[tuple[Callback, int] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="RPi.GPIO", daemon=True) if threaded else None
        self.PWM = type("PWM", (SoftPwm,), {"gpio": self, "running": set()})
        if self._thread:
            self._thread.start()

    # The hands' side

    def drive(self, gpio: int, closed: bool) -> None:
        """Close the switch of a pin, by its GPIO number, or open it."""
        before = self._level(gpio)
        (self._closed.add if closed else self._closed.discard)(gpio)
        after = self._level(gpio)
        if before != after:
            self._edge(gpio, self.RISING if after else self.FALLING)

    def finish(self) -> None:
        """Wait until all callbacks have run, and end their thread."""
        if self._thread and self._thread is not current_thread():
            self._jobs.put(None)
            self._thread.join()

    # The library's side

    def setmode(self, mode: int) -> None:
        if self._mode is not None and mode != self._mode:
            raise ValueError("A different mode has already been set!")
        if mode not in (self.BOARD, self.BCM):
            raise ValueError("An invalid mode was passed to setmode()")
        self._mode = mode

    def getmode(self) -> int | None:
        return self._mode

    def setwarnings(self, state: int) -> None:
        self._warnings = bool(state)

    def setup(
        self,
        channel: int | Sequence[int],
        direction: int,
        pull_up_down: int = _GPIO.PUD_OFF,
        initial: int = -1,
    ) -> None:
        if direction not in (self.IN, self.OUT):
            raise ValueError("An invalid direction was passed to setup()")
        if direction == self.OUT and pull_up_down != self.PUD_OFF:
            raise ValueError("pull_up_down parameter is not valid for outputs")
        if direction == self.IN and initial != -1:
            raise ValueError("initial parameter is not valid for inputs")
        if pull_up_down not in (self.PUD_OFF, self.PUD_DOWN, self.PUD_UP):
            raise ValueError(
                "Invalid value for pull_up_down - should be either PUD_OFF, PUD_UP or PUD_DOWN"
            )
        for gpio in self._numbers(channel):
            if gpio in _FIXED_PULL_UPS and pull_up_down != self.PUD_OFF:
                self._warn("A physical pull up resistor is fitted on this channel!")
            level = self._pins[gpio].level if gpio in self._pins else 0
            self._pins[gpio] = _Pin(direction, pull_up_down, level if initial == -1 else initial)

    def input(self, channel: int) -> int:
        gpio = self._number(channel)
        if gpio not in self._pins:
            raise RuntimeError("You must setup() the GPIO channel first")
        return self._level(gpio)

    def output(
        self, channel: int | Sequence[int], value: int | bool | Sequence[int | bool]
    ) -> None:
        channels = [channel] if isinstance(channel, int) else list(channel)
        if isinstance(value, int):
            values: list[int | bool] = [value] * len(channels)
        else:
            values = list(value)
            if isinstance(channel, int) or len(values) != len(channels):
                raise RuntimeError("Number of channels != number of values")
        for one, level in zip(channels, values, strict=True):
            gpio = self._number(one)
            if gpio not in self._pins or self._pins[gpio].direction != self.OUT:
                raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
            self._pins[gpio].level = int(bool(level))

    def gpio_function(self, channel: int) -> int:
        gpio = self._number(channel)
        return self._pins[gpio].direction if gpio in self._pins else self.IN

    def add_event_detect(
        self,
        channel: int,
        edge: int,
        callback: Callback | None = None,
        bouncetime: int = _NO_BOUNCETIME,
    ) -> None:
        if callback is not None and not callable(callback):
            raise TypeError("Parameter must be callable")
        gpio = self._edge_arguments(channel, edge, bouncetime)
        if gpio in self._edges:
            raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
        self._edges[gpio] = _Edges(edge, bouncetime, [callback] if callback else [])

    def add_event_callback(self, channel: int, callback: Callback) -> None:
        if not callable(callback):
            raise TypeError("Parameter must be callable")
        gpio = self._input_number(channel)
        if gpio not in self._edges:
            raise RuntimeError(
                "Add event detection using add_event_detect first before adding a callback"
            )
        self._edges[gpio].callbacks.append(callback)

    def remove_event_detect(self, channel: int) -> None:
        self._edges.pop(self._number(channel), None)

    def event_detected(self, channel: int) -> bool:
        edges = self._edges.get(self._number(channel))
        if edges is None:
            return False
        occurred, edges.occurred = edges.occurred, False
        return occurred

    def wait_for_edge(
        self, channel: int, edge: int, bouncetime: int = _NO_BOUNCETIME, timeout: int = -1
    ) -> int | None:
        gpio = self._edge_arguments(channel, edge, bouncetime)
        if timeout <= 0 and timeout != -1:
            raise ValueError("Timeout must be greater than 0")
        if gpio in self._edges:
            raise RuntimeError(
                "Conflicting edge detection events already exist for this GPIO channel"
            )
        self._edges[gpio] = edges = _Edges(edge, bouncetime)
        with self._changed:
            found = self._changed.wait_for(
                lambda: edges.occurred, None if timeout == -1 else timeout / 1000
            )
        del self._edges[gpio]
        return channel if found else None

    def cleanup(self, channel: int | Sequence[int] | None = None) -> None:
        gpios = list(self._pins) if channel is None else self._numbers(channel)
        if channel is None:
            self._mode = None
        found = [gpio for gpio in gpios if self._pins.pop(gpio, None)]
        for gpio in gpios:
            self._edges.pop(gpio, None)
        if not found:
            self._warn(
                "No channels have been set up yet - nothing to clean up!  "
                "Try cleaning up at the end of your program instead!"
            )

    def _number(self, channel: int) -> int:
        """Return the GPIO number of a channel, or raise why it has none."""
        if self._mode is None:
            raise RuntimeError(_MODE)
        if self._mode == self.BOARD:
            if channel not in _CHANNELS:
                raise ValueError(_INVALID)
            return _CHANNELS[channel]
        if not 0 <= channel <= 53:
            raise ValueError(_INVALID)
        return channel

    def _numbers(self, channel: int | Sequence[int]) -> list[int]:
        if isinstance(channel, int):
            return [self._number(channel)]
        if not isinstance(channel, list | tuple):
            raise ValueError("Channel must be an integer or list/tuple of integers")
        return [self._number(one) for one in channel]

    def _input_number(self, channel: int) -> int:
        gpio = self._number(channel)
        if gpio not in self._pins or self._pins[gpio].direction != self.IN:
            raise RuntimeError("You must setup() the GPIO channel as an input first")
        return gpio

    def _edge_arguments(self, channel: int, edge: int, bouncetime: int) -> int:
        gpio = self._input_number(channel)
        if edge not in (self.RISING, self.FALLING, self.BOTH):
            raise ValueError("The edge must be set to RISING, FALLING or BOTH")
        if bouncetime <= 0 and bouncetime != _NO_BOUNCETIME:
            raise ValueError("Bouncetime must be greater than 0")
        return gpio

    def _level(self, gpio: int) -> int:
        pin = self._pins.get(gpio)
        if pin is not None and pin.direction == self.OUT:
            return pin.level
        if gpio in self._closed:
            return int(self.LOW)
        return int(gpio in _FIXED_PULL_UPS or (pin is not None and pin.pull == self.PUD_UP))

    def _edge(self, gpio: int, edge: int) -> None:
        edges = self._edges.get(gpio)
        if edges is None or edges.edge not in (edge, self.BOTH):
            return
        now = self._clock()
        early = edges.last is not None and now - edges.last <= edges.bouncetime / 1000
        if edges.bouncetime != _NO_BOUNCETIME and early:
            return
        edges.last = now
        with self._changed:
            edges.occurred = True
            self._changed.notify_all()
        channel = _PINS[_GPIOS.index(gpio)] if self._mode == self.BOARD else gpio
        for callback in tuple(edges.callbacks):
            if self._thread:
                self._jobs.put((callback, channel))
            else:
                callback(channel)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            callback, channel = job
            try:
                callback(channel)
            except Exception:
                traceback.print_exc()

    def _warn(self, text: str) -> None:
        if self._warnings:
            warnings.warn(text, RuntimeWarning, stacklevel=3)


class SoftPwm:
    """Software PWM of an output, which only checks what it is told."""

    gpio: StrictGPIO
    running: set[int]

    def __init__(self, channel: int, frequency: float) -> None:
        number = self.gpio._number(channel)
        if number in self.running:
            raise RuntimeError("A PWM object already exists for this GPIO channel")
        pin = self.gpio._pins.get(number)
        if pin is None or pin.direction != self.gpio.OUT:
            raise RuntimeError("You must setup() the GPIO channel as an output first")
        self._number = number
        self.ChangeFrequency(frequency)
        self.running.add(number)

    def start(self, dutycycle: float) -> None:
        self.ChangeDutyCycle(dutycycle)

    def ChangeDutyCycle(self, dutycycle: float) -> None:  # noqa: N802 - the library's own name
        if not 0 <= dutycycle <= 100:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")

    def ChangeFrequency(self, frequency: float) -> None:  # noqa: N802 - likewise
        if frequency <= 0:
            raise ValueError("frequency must be greater than 0.0")

    def stop(self) -> None:
        self.running.discard(self._number)
