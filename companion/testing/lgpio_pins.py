"""The calls of lgpio that rpi-lgpio makes, over pins that can be driven.

rpi-lgpio is the `RPi.GPIO` of Raspberry Pi OS Bookworm and of a Pi 5: genuine Python over lgpio.
Its own code runs here, and refuses what it refuses; only lgpio's C library and the kernel are
replaced. Each switch is between its pin and ground.

The numbers are those of lgpio.h.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from companion.base.monotonic import Clock

AlertListener = Callable[[int, int, int, int], object]
"""Takes the chip, the GPIO number, the level, and the time (nanoseconds)."""

_OUTPUT = 0x2
_LG_INPUT, _LG_OUTPUT, _LG_ALERT = 0x100, 0x200, 0x400
_PULLS = 0xE0
_EDGES = 17  # the lowest bit of the edges in a mode
_GPIOS = 58  # of the chip of a Pi 4


@dataclass
class _Line:
    """A line of the chip; `level` is that of an output."""

    mode: int = 0
    level: int = 0
    debounce: float = 0.0  # seconds
    callbacks: list[_Callback] = field(default_factory=list)
    told: int = 1
    since: float = -inf  # when its level last changed


@dataclass(eq=False)
class _Callback:
    line: _Line
    func: AlertListener

    def cancel(self) -> None:
        if self in self.line.callbacks:
            self.line.callbacks.remove(self)


class SimulatedLgpio:
    """The module `lgpio`.

    Callbacks run in the thread that drives a pin, before `drive` returns; those of a pin with a
    debounce time run in `settle`, once the level has lasted for that time. In the genuine library
    they run in a thread of their own.

    Args:
        clock: Returns the time (seconds).

    Attributes:
        busy: The GPIOs that another program has claimed.
    """

    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 0x20, 0x40, 0x80
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    GPIO_BUSY = -82

    class error(Exception):  # noqa: N801 - lgpio's own name
        """The exception that lgpio raises."""

    def __init__(self, clock: Clock) -> None:
        self.busy: set[int] = set()
        self._clock = clock
        self._lines = [_Line() for _ in range(_GPIOS)]
        self._closed: set[int] = set()  # the GPIOs whose switches are closed
        self._opened = 0

    # The hands' side

    def drive(self, gpio: int, closed: bool) -> None:
        """Close or open the switch of a GPIO."""
        self.settle()
        before = self._level(gpio)
        (self._closed.add if closed else self._closed.discard)(gpio)
        line = self._lines[gpio]
        if self._level(gpio) == before:
            return
        line.since = self._clock()
        if not line.debounce:
            self._tell(gpio)

    def settle(self) -> None:
        """Report the changes that have lasted for the debounce time of their pins."""
        now = self._clock()
        for gpio, line in enumerate(self._lines):
            if line.debounce and now - line.since >= line.debounce:
                self._tell(gpio)

    def _tell(self, gpio: int) -> None:
        line, level = self._lines[gpio], self._level(gpio)
        if level == line.told:
            return
        line.told = level
        edge = self.RISING_EDGE if level else self.FALLING_EDGE
        if line.mode & _LG_ALERT and line.mode >> _EDGES & edge:
            for callback in tuple(line.callbacks):
                callback.func(1, gpio, level, int(self._clock() * 1e9))

    def _level(self, gpio: int) -> int:
        line = self._lines[gpio]
        if line.mode & _OUTPUT:
            return line.level
        # Without a pull-up, an open switch leaves the pin floating: up is as good as any level.
        return int(gpio not in self._closed and not line.mode & self.SET_PULL_DOWN)

    # lgpio's side

    def gpiochip_open(self, chip: int) -> int:
        """Return a handle."""
        if chip != 0:
            raise self.error("can not open gpiochip")
        self._opened += 1
        return self._opened

    def gpiochip_close(self, _handle: int) -> int:
        """Let go of all pins."""
        self._opened -= 1
        for line in self._lines:
            line.mode, line.callbacks = 0, []
        return 0

    def gpio_get_chip_info(self, _handle: int) -> tuple[int, int, str, str]:
        """Return 0, the number of lines, the name and the label of the chip."""
        return 0, _GPIOS, "gpiochip0", "pinctrl-bcm2711"

    def gpio_get_mode(self, _handle: int, gpio: int) -> int:
        """Return the mode of a pin, as bits."""
        return self._lines[gpio].mode

    def gpio_claim_input(self, _handle: int, gpio: int, lflags: int = 0) -> int:
        """Claim a pin as an input."""
        return self._claim(gpio, _LG_INPUT | lflags & _PULLS)

    def gpio_claim_output(
        self,
        _handle: int,
        gpio: int,
        level: int = 0,
        lflags: int = 0,
    ) -> int:
        """Claim a pin as an output."""
        self._lines[gpio].level = int(bool(level))
        return self._claim(gpio, _LG_OUTPUT | _OUTPUT | lflags & _PULLS)

    def gpio_claim_alert(
        self,
        _handle: int,
        gpio: int,
        edges: int,
        lflags: int = 0,
    ) -> int:
        """Claim a pin as an input whose edges are reported."""
        return self._claim(gpio, _LG_ALERT | edges << _EDGES | lflags & _PULLS)

    def gpio_free(self, _handle: int, gpio: int) -> int:
        """Let go of a pin."""
        if not self._lines[gpio].mode:
            raise self.error("GPIO not allocated")
        self._lines[gpio].mode = 0
        return 0

    def gpio_read(self, _handle: int, gpio: int) -> int:
        """Return the level of a pin."""
        self.settle()
        return self._level(gpio)

    def gpio_write(self, _handle: int, gpio: int, level: int) -> int:
        """Set the level of an output."""
        if not self._lines[gpio].mode & _OUTPUT:
            raise self.error("GPIO not allocated")
        self._lines[gpio].level = int(bool(level))
        return 0

    def gpio_set_debounce_micros(self, _handle: int, gpio: int, micros: int) -> int:
        """Report a change only when it has lasted for that long."""
        self._lines[gpio].debounce = micros / 1e6
        return 0

    def callback(
        self, _handle: int, gpio: int, _edge: int = 1, func: AlertListener | None = None
    ) -> _Callback:
        """Return a callback for the edges of a pin, which can be cancelled."""
        line = self._lines[gpio]
        made = _Callback(line, func or (lambda *_: None))
        line.callbacks.append(made)
        return made

    def tx_pwm(self, _handle: int, _gpio: int, _frequency: float, _duty: float) -> int:
        """Do nothing: no switch is on an output."""
        return 0

    def error_text(self, code: int) -> str:
        """Return the words for an error."""
        return "GPIO busy" if code == self.GPIO_BUSY else f"error {code}"

    def _claim(self, gpio: int, mode: int) -> int:
        if gpio in self.busy:
            raise self.error("'GPIO busy'")
        line = self._lines[gpio]
        line.mode = mode
        line.told = self._level(gpio)
        return 0
