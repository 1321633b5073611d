"""A board on the GPIO header of a Raspberry Pi: one pin for each reed switch, a button, a strip.

The switches and the button connect a pin to ground against the Pi's internal pull-up: a low pin is
a closed switch, and a closed switch is an occupied point. gpiozero runs callbacks in a thread of
its pin factory. A callback only timestamps the edge and hands it to the listener.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.device.ports.gpio_pins import pin_error, pin_factory
from companion.device.ports.lamp_route import Strip, StripWiring
from companion.device.ports.port import (
    Button,
    Frame,
    PortError,
    Report,
    ReportListener,
    lamp_trouble_of,
)
from companion.rules.geometry import Occupancy, Point, Sensed, bits

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DirectWiring:
    """A board on the GPIO header: `switches[p]` is the GPIO number of point p, named `names[p]`."""

    names: tuple[str, ...]
    switches: tuple[int, ...]
    button: int | None
    strip: StripWiring


class DirectPort:
    """A port over gpiozero.

    Args:
        wiring: The wiring of the board.
        clock: Returns the time in seconds.
        pin_factory: A gpiozero pin factory, for tests. By default, `gpio_pins.pin_factory` chooses
            one.
    """

    pieces = None  # a physical board: only hands move its pieces

    def __init__(self, wiring: DirectWiring, clock: Clock, pin_factory: Any = None) -> None:
        self.points = len(wiring.switches)
        self._wiring = wiring
        self._clock = clock
        self._given_factory = pin_factory
        self._listener: ReportListener | None = None
        self._switches: list[Any] = []
        self._button: Any = None
        self._strip: Strip | None = None

    def open(self, listener: ReportListener) -> None:
        """Claim the pins and the strip, and start reporting to `listener`.

        Raises:
            PortError: If any of them is unavailable; everything claimed so far is released.
        """
        self._listener = listener
        try:
            factory = pin_factory(self._given_factory)
            for p, gpio in enumerate(self._wiring.switches):
                switch = _take(gpio, Text("point {name}", name=self._wiring.names[p]), factory)
                self._switches.append(switch)
                self._watch(switch, partial(Sensed, Point(p)))
            if self._wiring.button is not None:
                self._button = _take(self._wiring.button, Text("the button"), factory)
                self._watch(self._button, Button)
            self._strip = self._wiring.strip.open()
        except BaseException:
            self.close()
            raise

    def occupancy(self) -> Occupancy:
        """Return the points whose switches are closed now.

        Raises:
            PortError: If they cannot be read.
        """
        if len(self._switches) != self.points:
            raise PortError(Text("the switches cannot be read: the port is not open"))
        try:
            return bits(Point(p) for p, switch in enumerate(self._switches) if switch.is_active)
        except Exception as error:
            raise PortError(
                Text("the switches cannot be read: {problem}", problem=error)
            ) from error

    def pressed(self) -> bool:
        """Return whether the button is down now.

        Raises:
            PortError: If it cannot be read.
        """
        if len(self._switches) != self.points:
            raise PortError(Text("the switches cannot be read: the port is not open"))
        try:
            return self._button is not None and bool(self._button.is_active)
        except Exception as error:
            raise PortError(Text("the button cannot be read: {problem}", problem=error)) from error

    def since_edge(self, point: Point) -> float:
        """Return the seconds since the last edge of a point's switch.

        The pin library itself has timestamped the edge (with lgpio, the kernel has).

        Raises:
            PortError: If the port is not open.
        """
        if len(self._switches) != self.points:
            raise PortError(Text("the switches cannot be read: the port is not open"))
        switch = self._switches[point]
        lasted = switch.active_time
        return float(switch.inactive_time if lasted is None else lasted)

    @property
    def lamp_trouble(self) -> Text:
        """Why the last frame could not be shown; empty if it could."""
        return lamp_trouble_of(self._strip)

    def show(self, frame: Frame) -> None:
        """Show a frame on the strip."""
        if self._strip is not None:
            self._strip.show(frame)

    def close(self) -> None:
        """Switch the lamps off and release the pins.

        The pin factory stays open, because it cannot be created twice. lgpio therefore keeps the
        pins as unused inputs until the process ends.
        """
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
                _log.warning("a pin could not be released: %s", error)

    def _watch(self, device: Any, report: Callable[[bool, float], Report]) -> None:
        device.when_activated = partial(self._tell, partial(report, True))
        device.when_deactivated = partial(self._tell, partial(report, False))

    def _tell(self, report: Callable[[float], Report]) -> None:
        """Pass one edge on.

        No exception may escape: it would silently end lgpio's only callback thread, and with it all
        later edges of all pins.
        """
        listener = self._listener
        try:
            if listener is not None:
                listener(report(self._clock()))
        except Exception:
            _log.exception("an edge was lost; later edges are still reported")


def _take(gpio: int, user: Text, factory: Any) -> Any:
    """Open an input pin.

    Raises:
        PortError: If it is unavailable; the message names the pin and its use.
    """
    from gpiozero import DigitalInputDevice
    from gpiozero.exc import GPIOPinInUse

    try:
        # No bounce time: the session debounces, and not every pin factory can.
        return DigitalInputDevice(gpio, pull_up=True, pin_factory=factory)
    except Exception as error:
        raise pin_error(gpio, user, error, busy=isinstance(error, GPIOPinInUse)) from error
