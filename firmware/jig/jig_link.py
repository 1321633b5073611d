"""The jig's end of its serial link; README.md defines the messages.

Like link.py, this file runs on CPython, CircuitPython and MicroPython.
"""

from link import MessageReader, encode_colours, encode_message, from_hex, to_hex

MYPY = False
if MYPY:
    from collections.abc import Callable

JIG_VERSION = 1
"""The version of the messages. If the two ends differ, they exchange greetings only."""

TIMEOUT = 3_000_000
"""Microseconds without a message after which the jig lets go of all pins: nobody is there."""

PERIOD = 2**32
"""The jig's microseconds wrap around after this many."""


class JigLink:
    """The jig without its hardware.

    Args:
        pins: The number of pins that stand in for switches.
        about: A description of the jig for people, in plain ASCII, without spaces in its first
            word, which tells it from other jigs.
        write: Sends bytes.
        drive: Connects a pin (its index) to ground, or lets go of it.
        clock: Returns microseconds, below `PERIOD`.
    """

    def __init__(
        self,
        pins: int,
        about: str,
        write: "Callable[[bytes], object]",
        drive: "Callable[[int, bool], object]",
        clock: "Callable[[], int]",
    ) -> None:
        self._hello = b"j%d %d " % (JIG_VERSION, pins) + about.encode()
        self._pins = pins
        self._write = write
        self._drive = drive
        self._clock = clock
        self._messages = MessageReader()
        self._greeted = False
        self._since = clock()  # when the last message came
        self._frame = b""
        self._say(b"r")

    def feed(self, data: bytes) -> None:
        """Take received bytes."""
        for body in self._messages.feed(data):
            self._since = self._clock()
            try:
                self._obey(body)
            except Exception:  # invalid text; each Python raises its own exception
                self._messages.refused += 1

    def tick(self) -> None:
        """Let go of all pins if nobody is there any more."""
        if self._greeted and (self._clock() - self._since) % PERIOD >= TIMEOUT:
            self._greeted = False
            self._let_go()

    def see(self, colours: bytes) -> None:
        """Take the bytes that pixels have been sent; tell them unless they are the last ones."""
        if colours != self._frame:
            self._frame = colours
            if self._greeted:
                self._tell_frame()

    def _tell_frame(self) -> None:
        self._say(b"l" + to_hex(self._clock(), 4) + encode_colours(self._frame))

    def _obey(self, body: bytes) -> None:
        kind = body[:1]
        if kind == b"J":
            self._let_go()
            self._greeted = body == b"J%d" % JIG_VERSION
            self._say(self._hello)
            if self._greeted and self._frame:
                self._tell_frame()
        elif not self._greeted:
            self._say(b"r")
        elif kind == b"P":
            pin, low = from_hex(body[1:3], 1), {b"0": False, b"1": True}[body[3:]]
            if pin >= self._pins:
                raise ValueError
            self._drive(pin, low)
            self._say(b"p" + body[1:4] + to_hex(self._clock(), 4))
        elif body == b"A":
            self._say(b"a" + to_hex(self._clock(), 4))
        else:
            raise ValueError

    def _let_go(self) -> None:
        for pin in range(self._pins):
            self._drive(pin, False)

    def _say(self, body: bytes) -> None:
        self._write(encode_message(body))
