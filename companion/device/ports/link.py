"""The serial link to a microcontroller under the board: its messages, and the board's end of it.

firmware/protocol.md defines the protocol. This file is also copied to the microcontroller, so it
uses only what CPython, CircuitPython and MicroPython have in common, and allocates little memory.
Annotations have no effect there.
"""

from binascii import a2b_base64, b2a_base64, crc32, hexlify, unhexlify

MYPY = False
if MYPY:
    from collections.abc import Callable

PROTOCOL_VERSION = 1
"""The version of the protocol. If the two ends differ, they exchange greetings only."""

FIRMWARE_VERSION = 3
"""The version of the files on the board. It is raised whenever what they do changes; files before
version 2 do not name theirs."""

MAX_SWITCHES = 250
MAX_PIXELS = 240
MAX_MESSAGE = 1000
"""The most bytes in a message, without its line feed. A frame of the longest strip takes 972."""

TIMEOUT_MS = 3000
"""Milliseconds without a valid message after which either end assumes that the other has gone."""

SETTLE_MS = 50
"""Milliseconds for a scanner to report the switches that are closed at the start: ten scans."""

TICKS_PERIOD = 2**29
"""A board's milliseconds wrap around after this many, as CircuitPython's `supervisor.ticks_ms`
does."""


def to_hex(value: int, size: int) -> bytes:
    """Return an integer as hexadecimal text for `size` bytes, dropping higher bits."""
    return hexlify((value & ((1 << (8 * size)) - 1)).to_bytes(size, "big"))


def from_hex(text: bytes, size: int) -> int:
    """Return the integer in a hexadecimal text for `size` bytes.

    Raises:
        ValueError: If the text is anything else.
    """
    if len(text) != 2 * size:
        raise ValueError
    return int.from_bytes(unhexlify(text), "big")


def encode_message(body: bytes) -> bytes:
    """Return the message for a body: the body, its checksum and a line feed."""
    return body + b"*" + to_hex(crc32(body), 4) + b"\n"


def decode_message(line: bytes) -> "bytes | None":
    """Return the body of a message without its line feed, or None if the checksum is wrong."""
    if len(line) > MAX_MESSAGE or line[-9:-8] != b"*":
        return None
    body = line[:-9]
    return body if to_hex(crc32(body), 4) == line[-8:] else None


def encode_colours(colours: bytes) -> bytes:
    """Return the bytes for the pixels as base64 text."""
    return b2a_base64(colours).strip()


def decode_colours(text: bytes) -> bytes:
    """Return the bytes for the pixels from base64 text.

    Raises:
        ValueError: If they are not whole pixels. For invalid base64 the exception depends on the
            Python in use.
    """
    colours = a2b_base64(text)
    # Not every Python rejects invalid base64.
    if len(colours) % 3 or len(colours) > 3 * MAX_PIXELS or encode_colours(colours) != text:
        raise ValueError
    return colours


class MessageReader:
    """Splits a stream of bytes into messages.

    Attributes:
        refused: The number of messages that were dropped.
    """

    def __init__(self) -> None:
        self.refused = 0
        self._rest = b""
        self._skipping = False  # whether the rest of a message that is too long is still to come

    def feed(self, data: bytes) -> "list[bytes]":
        """Take received bytes, and return the bodies of the valid messages now complete."""
        bodies = []
        pieces = (self._rest + data).split(b"\n")
        self._rest = pieces.pop()
        for line in pieces:
            body = decode_message(line)
            if self._skipping:
                self._skipping = False
            elif body is not None:
                bodies.append(body)
            elif line:  # an empty line only ends an incomplete message
                self.refused += 1
        if self._skipping:
            self._rest = b""
        elif len(self._rest) > MAX_MESSAGE:
            self._rest = b""
            self._skipping = True
            self.refused += 1
        return bodies


class BoardLink:
    """The microcontroller's end of the link.

    Times are milliseconds, below `TICKS_PERIOD`. A board settles first, while its scanner reports
    the closed switches. Then it asks to be greeted, and it reports once it has been greeted.

    Args:
        switches: The number of switches; the button is one more input, the last.
        about: A description of the board for people, in plain ASCII.
        write: Sends bytes.
        show: Sends bytes to the pixels, in their own byte order.
        now: The time (milliseconds).
    """

    def __init__(
        self,
        switches: int,
        about: str,
        write: "Callable[[bytes], object]",
        show: "Callable[[bytes], object]",
        now: int,
    ) -> None:
        self._hello = b"h%d %d " % (PROTOCOL_VERSION, switches) + about.encode()
        self._write = write
        self._show = show
        self._messages = MessageReader()
        self._closed = bytearray((switches + 8) // 8)
        self._sequence = 0
        self._greeted = False
        self._settling = True
        self._since = now  # when settling began, or when the last valid message came
        self._show(bytes(3 * MAX_PIXELS))

    def reset(self, now: int) -> None:
        """Start again, because the scanner has lost events and reports every closed switch anew."""
        for i in range(len(self._closed)):
            self._closed[i] = 0
        self._greeted = False
        self._settling = True
        self._since = now

    def switch_changed(self, switch: int, closed: bool) -> None:
        """Record that a switch has closed or opened.

        Args:
            switch: The number of the switch; the number after the last switch is the button.
            closed: Whether it has closed.
        """
        place, bit = switch >> 3, 1 << (switch & 7)
        if bool(self._closed[place] & bit) == closed:
            return
        self._closed[place] ^= bit
        if self._greeted:
            self._sequence += 1
            self._say(
                b"e" + to_hex(self._sequence, 2) + to_hex(switch, 1) + (b"1" if closed else b"0")
            )

    def feed(self, data: bytes, now: int) -> None:
        """Take received bytes."""
        for body in self._messages.feed(data):
            if not self._settling:
                self._since = now
                try:
                    self._obey(body)
                except Exception:  # invalid text; each Python raises its own exception
                    self._messages.refused += 1

    def tick(self, now: int) -> None:
        """Do what is due at this time (milliseconds)."""
        passed = (now - self._since) & (TICKS_PERIOD - 1)
        if self._settling and passed >= SETTLE_MS:
            self._settling = False
            self._say(b"r")
        elif self._greeted and passed >= TIMEOUT_MS:
            self._greeted = False
            self._show(bytes(3 * MAX_PIXELS))

    def _obey(self, body: bytes) -> None:
        kind = body[:1]
        if kind == b"H":
            self._greeted = body == b"H%d" % PROTOCOL_VERSION
            self._say(self._hello)
        elif not self._greeted:
            self._say(b"r")
        elif kind == b"S":
            refused = to_hex(self._messages.refused, 1)
            known = to_hex(self._sequence, 2) + refused + hexlify(self._closed)
            self._say(b"s" + to_hex(from_hex(body[1:], 1), 1) + known)
        elif kind == b"F":
            ticket = to_hex(from_hex(body[1:3], 1), 1)
            self._show(decode_colours(body[3:]))
            self._say(b"f" + ticket)
        else:
            raise ValueError

    def _say(self, body: bytes) -> None:
        self._write(encode_message(body))
