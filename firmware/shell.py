"""The hardware around the protocol in CircuitPython: switches, button, pixels, USB, watchdog.

It needs no extra library. The bytes for the pixels arrive in the pixels' own order, so the built-in
`neopixel_write` is enough.
"""

import os
import sys

import board
import digitalio
import keypad
import microcontroller
import neopixel_write
import pins
import supervisor
import usb_cdc
import watchdog
from link import FIRMWARE_VERSION, BoardLink

SCAN = 0.005
"""The time between scans (seconds). A level counts after two scans: 5 to 10 ms."""

EVENTS = 200
"""The length of a scanner's queue.

At the start, every switch of the largest board may be closed.
"""

OLDEST = (9, 2, 1)
"""The oldest CircuitPython that works: in some earlier ones, scanners cannot be reset."""

WRITING = 0.05
"""How long a write waits for a computer that does not read (seconds)."""


class Shell:
    """The whole board. `turn` does one pass of the main loop."""

    def __init__(self) -> None:
        here = sys.implementation
        if here.name == "circuitpython" and tuple(here.version[:3]) < OLDEST:
            oldest = ".".join([str(part) for part in OLDEST])
            raise RuntimeError(f"the board needs CircuitPython {oldest} or later: update it")
        name = os.getenv("BOARD") or "star"
        serial = usb_cdc.data
        if serial is None:
            raise RuntimeError("no serial channel for data: is boot.py here? Then press reset")
        serial.timeout = 0
        serial.write_timeout = WRITING
        self._serial = serial
        self._switches = _switches(name)
        self._button = keypad.Keys(
            (getattr(board, pins.BUTTON),),
            value_when_pressed=False,
            interval=SCAN,
            max_events=EVENTS,
            debounce_threshold=2,
        )
        for scanner in (self._switches, self._button):
            # A new scanner does not report what is closed already; one that is reset does.
            scanner.reset()
        self._event = keypad.Event()
        self._lamps = digitalio.DigitalInOut(getattr(board, pins.LAMPS))
        self._lamps.direction = digitalio.Direction.OUTPUT
        version = ".".join([str(part) for part in here.version[:3]])
        self._link = BoardLink(
            self._switches.key_count,
            f"{name}, {board.board_id}, {here.name} {version}, firmware {FIRMWARE_VERSION}",
            serial.write,
            self._show,
            supervisor.ticks_ms(),
        )
        self._watchdog = _watchdog(int(os.getenv("WATCHDOG") or 0))

    def turn(self) -> None:
        """Poll the switches, the button and the computer once each."""
        if self._watchdog is not None:
            self._watchdog.feed()
        now = supervisor.ticks_ms()
        if self._switches.events.overflowed or self._button.events.overflowed:
            for scanner in (self._switches, self._button):
                scanner.events.clear()
                scanner.reset()
            self._link.reset(now)
        event = self._event
        while self._switches.events.get_into(event):
            self._link.switch_changed(event.key_number, event.pressed)
        while self._button.events.get_into(event):
            self._link.switch_changed(self._switches.key_count, event.pressed)
        waiting = self._serial.in_waiting
        if waiting:
            self._link.feed(self._serial.read(waiting), now)
        self._link.tick(now)

    def _show(self, colours: bytes) -> None:
        neopixel_write.neopixel_write(self._lamps, colours)


def _switches(name: str) -> "keypad.Keys | keypad.KeyMatrix":
    if name in pins.DIRECT:
        return keypad.Keys(
            [getattr(board, pin) for pin in pins.STAR[: pins.DIRECT[name]]],
            value_when_pressed=False,
            interval=SCAN,
            max_events=EVENTS,
            debounce_threshold=2,
        )
    if name not in pins.GRIDS:
        names = ", ".join(
            sorted(list(pins.DIRECT) + list(pins.GRIDS))
        )  # MicroPython has no [*a, *b]
        raise ValueError(f"settings.toml: BOARD is {name}; choose from {names}")
    size = pins.GRIDS[name]
    # Columns to anodes: the scanner pulls one row low and reads the columns, which are pulled up.
    # The opposite direction does not work on a Pico 2, whose pull-downs are too weak.
    return keypad.KeyMatrix(
        [getattr(board, pin) for pin in pins.ROWS[:size]],
        [getattr(board, pin) for pin in pins.COLUMNS[:size]],
        columns_to_anodes=True,
        interval=SCAN,
        max_events=EVENTS,
        debounce_threshold=2,
    )


def _watchdog(seconds: int) -> "watchdog.WatchDogTimer | None":
    """Start the watchdog that restarts a hanging Pico. Returns None if it is disabled."""
    dog = microcontroller.watchdog
    if not seconds or dog is None:
        return None
    dog.timeout = seconds
    dog.mode = watchdog.WatchDogMode.RESET
    return dog
