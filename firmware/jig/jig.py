"""A jig: pins that stand in for the switches of a board, and one that reads its lamps' line.

A pin is either connected to ground, as a closed switch is, or let go of: an input without a pull.
It never drives a line high, whatever is at the other end.
"""

import array
import sys
import time

import board
import digitalio
import microcontroller
import rp2pio
import usb_cdc
from jig_link import PERIOD, JigLink

SWITCHES = tuple(f"GP{pin}" for pin in range(22))
"""The pins that stand in for switches, in the order of their numbers in messages. In a jig's
default wiring, the first ones are the points of a star; the last one is the button."""

LAMPS = "GP22"
"""The pin that reads the lamps' data line."""

FREQUENCY = 20_000_000
"""The state machine's steps per second: 50 ns each."""

PROGRAM = array.array(
    "H",
    [
        0x20A0,  # .wrap_target: wait 1 pin 0 ; the first bit of a frame
        0xE747,  # bit:    set y, 7 [7]   ; a 0 is over by then, a 1 is not
        0x4001,  #         in pins, 1     ; 450 to 550 ns after the rise
        0x2020,  #         wait 0 pin 0
        0xE03F,  # again:  set x, 31
        0x00C1,  # low:    jmp pin, bit   ; the next bit
        0x0045,  #         jmp x--, low
        0x0084,  #         jmp y--, again
        0xA0CB,  #         mov isr, ~null ; low for 26 us: the frame is over
        0x8000,  #         push noblock   ; .wrap
    ],
)
"""Reads pixels: each is a word of 24 bits, and the end of a frame is `END`."""

PIXEL_BITS = 24
END = 0xFFFFFFFF
NOTHING = 0xEEEEEEEE
"""What is in the buffer where nothing has been read since: neither a pixel nor an end."""

BUFFER = 1024
"""The words that are read while nobody looks: four frames of the longest strip."""

WRITING = 0.05
"""How long a write waits for a computer that does not read (seconds)."""


class Jig:
    """The whole jig. `turn` does one pass of the main loop."""

    def __init__(self) -> None:
        if not hasattr(rp2pio.StateMachine, "background_read"):
            raise RuntimeError("the jig needs a later CircuitPython: update it")
        serial = usb_cdc.data
        if serial is None:
            raise RuntimeError("no serial channel for data: is boot.py here? Then press reset")
        serial.timeout = 0
        serial.write_timeout = WRITING
        self._serial = serial
        self._pins = [digitalio.DigitalInOut(getattr(board, pin)) for pin in SWITCHES]
        for pin in self._pins:
            pin.switch_to_input(pull=None)
        lamps = getattr(board, LAMPS)
        self._words = array.array("L", [NOTHING] * BUFFER)
        self._at = 0
        self._frame = bytearray()
        self._machine = rp2pio.StateMachine(
            PROGRAM,
            FREQUENCY,
            first_in_pin=lamps,
            jmp_pin=lamps,
            auto_push=True,
            push_threshold=PIXEL_BITS,
            in_shift_right=False,
        )
        self._machine.background_read(loop=self._words)
        identity = "".join([f"{byte:02X}" for byte in microcontroller.cpu.uid])
        here = sys.implementation
        version = ".".join([str(part) for part in here.version[:3]])
        self._link = JigLink(
            len(SWITCHES),
            f"{identity} {board.board_id}, {here.name} {version}",
            serial.write,
            self._drive,
            _microseconds,
        )

    def turn(self) -> None:
        """Look at the lamps' line and at what the computer says, once each."""
        self._read_lamps()
        waiting = self._serial.in_waiting
        if waiting:
            self._link.feed(self._serial.read(waiting))
        self._link.tick()

    def _read_lamps(self) -> None:
        words = self._words
        while words[self._at] != NOTHING:
            word = words[self._at]
            words[self._at] = NOTHING
            self._at = (self._at + 1) % BUFFER
            if word == END:
                self._link.see(bytes(self._frame))
                self._frame = bytearray()
            else:
                self._frame += word.to_bytes(3, "big")

    def _drive(self, number: int, low: bool) -> None:
        if low:
            self._pins[number].switch_to_output(value=False)
        else:
            self._pins[number].switch_to_input(pull=None)


def _microseconds() -> int:
    return time.monotonic_ns() // 1000 % PERIOD
