"""A board on the GPIO header of a Raspberry Pi: one reed switch a pin, a button, a strip.

Switches and button close to ground against the Pi's own pull-ups: a low pin is a closed switch,
and a closed switch is an occupied point. gpiozero calls back in a thread of its pin factory; the
callback puts a time on the edge and hands it to the listener, and does nothing else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from companion.drivers.pins import pin_factory, refusal
from companion.drivers.port import Button, Clock, Frame, Listener, PortError, Report
from companion.drivers.settings import Wiring
from companion.drivers.strip import Strip, open_strip
from companion.geometry import Occupancy, Point, Sensed, bits

log = logging.getLogger(__name__)


class DirectPort:
    """A port over gpiozero.

    pin_factory: one of gpiozero's, for tests; left out: chosen as in `pins.pin_factory`.
    """

    pieces = None  # of wood: only hands move them

    def __init__(self, wiring: Wiring, clock: Clock, pin_factory: Any = None) -> None:
        self.points = len(wiring.switches)
        self._wiring = wiring
        self._clock = clock
        self._given_factory = pin_factory
        self._listener: Listener | None = None
        self._switches: list[Any] = []
        self._button: Any = None
        self._strip: Strip | None = None

    def open(self, listener: Listener) -> None:
        """Take the pins and the strip, and start reporting to `listener`.

        Raises PortError, having given everything back, when one of them cannot be had.
        """
        self._listener = listener
        try:
            factory = pin_factory(self._given_factory)
            for p, gpio in enumerate(self._wiring.switches):
                switch = _take(gpio, f"point {self._wiring.names[p]}", factory)
                self._switches.append(switch)
                self._watch(switch, partial(Sensed, Point(p)))
            if self._wiring.button is not None:
                self._button = _take(self._wiring.button, "the button", factory)
                self._watch(self._button, Button)
            self._strip = open_strip(self._wiring.strip)
        except BaseException:
            self.close()
            raise

    def occupancy(self) -> Occupancy:
        """The points whose switches are closed now; PortError when they cannot be read."""
        if len(self._switches) != self.points:
            raise PortError("the switches cannot be read: the port is not open")
        try:
            return bits(Point(p) for p, switch in enumerate(self._switches) if switch.is_active)
        except Exception as error:
            raise PortError(f"the switches cannot be read: {error}") from error

    def since_edge(self, point: Point) -> float:
        """Seconds since the last edge of a point's switch, by the pin library's own time of it:
        with lgpio, the kernel's. PortError when the port is not open."""
        if len(self._switches) != self.points:
            raise PortError("the switches cannot be read: the port is not open")
        switch = self._switches[point]
        lasted = switch.active_time
        return float(switch.inactive_time if lasted is None else lasted)

    def show(self, frame: Frame) -> None:
        """Show a frame on the strip."""
        if self._strip is not None:
            self._strip.show(frame)

    def close(self) -> None:
        """Lamps off, pins let go of. The pin factory stays, for it may not be made twice; and so do
        lgpio's pins, as inputs of this process that nobody listens to, until that ends."""
        self._listener = None
        if self._strip is not None:
            self._strip.close()
            self._strip = None
        devices = [*self._switches, *([self._button] if self._button is not None else [])]
        self._switches, self._button = [], None
        for device in devices:
            try:
                device.close()
            except Exception as error:
                log.warning("a pin could not be given back: %s", error)

    def _watch(self, device: Any, report: Callable[[bool, float], Report]) -> None:
        device.when_activated = partial(self._tell, partial(report, True))
        device.when_deactivated = partial(self._tell, partial(report, False))

    def _tell(self, report: Callable[[float], Report]) -> None:
        """Hand one edge on. Nothing may leave: an exception would end lgpio's only callback
        thread, and with it every later edge of every pin, in silence."""
        listener = self._listener
        try:
            if listener is not None:
                listener(report(self._clock()))
        except Exception:
            log.exception("an edge of the board was lost; later ones are still heard")


def _take(gpio: int, user: str, factory: Any) -> Any:
    """The input on a pin; PortError with the pin and its user when it cannot be had."""
    from gpiozero import DigitalInputDevice
    from gpiozero.exc import GPIOPinInUse

    try:
        # No bounce time: debouncing is the session's business, and not every factory has one.
        return DigitalInputDevice(gpio, pull_up=True, pin_factory=factory)
    except Exception as error:
        raise refusal(gpio, user, error, busy=isinstance(error, GPIOPinInUse)) from error
