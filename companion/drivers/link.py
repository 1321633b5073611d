"""The line to a microcontroller under the board: sealed lines of text, and the board's end of it.

The norm is firmware/protocol.md. This very file is copied to the microcontroller: it keeps to what
CPython, CircuitPython and MicroPython have in common, and allocates little. Annotations stand for
nothing there.
"""

from binascii import a2b_base64, b2a_base64, crc32, hexlify, unhexlify

MYPY = False
if MYPY:
    from collections.abc import Callable

VERSION = 1
"""Of the protocol. Both ends speak the same one, or no more than their greetings."""

MOST_SWITCHES = 250
MOST_PIXELS = 240
LONGEST = 1000
"""Bytes of a line without its end: a frame of the longest strip has 972."""

SILENCE = 3000
"""Milliseconds without a good line after which either end takes the other for gone."""

SETTLING = 50
"""Milliseconds that a scanner is given to tell which switches are closed: ten scans."""

TICKS = 2**29
"""A board's milliseconds begin anew after so many, as `supervisor.ticks_ms` of CircuitPython."""


def number(value: int, size: int) -> bytes:
    """An integer as hexadecimal text for so many bytes, without what they cannot hold."""
    return hexlify((value & ((1 << (8 * size)) - 1)).to_bytes(size, "big"))


def parse_number(text: bytes, size: int) -> int:
    """The integer of a hexadecimal text for so many bytes; ValueError for any other."""
    if len(text) != 2 * size:
        raise ValueError
    return int.from_bytes(unhexlify(text), "big")


def seal(body: bytes) -> bytes:
    """The line that carries a body: its checksum after it, and the end of the line."""
    return body + b"*" + number(crc32(body), 4) + b"\n"


def unseal(line: bytes) -> "bytes | None":
    """The body of a line that has come without its end; None when the checksum does not fit."""
    if len(line) > LONGEST or line[-9:-8] != b"*":
        return None
    body = line[:-9]
    return body if number(crc32(body), 4) == line[-8:] else None


def pack(colours: bytes) -> bytes:
    """Bytes for the pixels as text."""
    return b2a_base64(colours).strip()


def unpack(text: bytes) -> bytes:
    """The bytes for the pixels of a text; ValueError when they are no whole pixels.

    A text that is no base64 raises what the library of this Python raises.
    """
    colours = a2b_base64(text)
    # Not every Python minds what is no base64.
    if len(colours) % 3 or len(colours) > 3 * MOST_PIXELS or pack(colours) != text:
        raise ValueError
    return colours


class Lines:
    """Cuts a stream of bytes into lines. refused: how many of them were no good."""

    def __init__(self) -> None:
        self.refused = 0
        self._rest = b""
        self._skipping = False  # whether the rest of a line that was too long is still to come

    def feed(self, data: bytes) -> "list[bytes]":
        """The bodies of the good lines that are complete now."""
        bodies = []
        pieces = (self._rest + data).split(b"\n")
        self._rest = pieces.pop()
        for line in pieces:
            body = unseal(line)
            if self._skipping:
                self._skipping = False
            elif body is not None:
                bodies.append(body)
            elif line:  # an empty line only ends what was torn
                self.refused += 1
        if self._skipping:
            self._rest = b""
        elif len(self._rest) > LONGEST:
            self._rest = b""
            self._skipping = True
            self.refused += 1
        return bodies


class BoardEnd:
    """What the microcontroller says and does.

    switches: how many there are; the button is one input more, the last.
    about:    what the board is, for a person to read; plain ASCII.
    write:    sends bytes. show: sends bytes to the pixels, in the order in which they take them.

    Times are milliseconds, below `TICKS`. A board is settling at first, while its scanner tells
    what is closed; then it asks to be greeted; and to whom has greeted it, it reports.
    """

    def __init__(
        self,
        switches: int,
        about: str,
        write: "Callable[[bytes], object]",
        show: "Callable[[bytes], object]",
        now: int,
    ) -> None:
        self._hello = b"h%d %d " % (VERSION, switches) + about.encode()
        self._write = write
        self._show = show
        self._lines = Lines()
        self._closed = bytearray((switches + 8) // 8)
        self._sequence = 0
        self._greeted = False
        self._settling = True
        self._since = now  # when the settling began, or when the last good line came
        self._show(bytes(3 * MOST_PIXELS))

    def forget(self, now: int) -> None:
        """The scanner has lost count, and tells all over again what is closed."""
        for i in range(len(self._closed)):
            self._closed[i] = 0
        self._greeted = False
        self._settling = True
        self._since = now

    def key(self, switch: int, closed: bool) -> None:
        """A switch closes or opens; the number after the last switch is the button."""
        place, bit = switch >> 3, 1 << (switch & 7)
        if bool(self._closed[place] & bit) == closed:
            return
        self._closed[place] ^= bit
        if self._greeted:
            self._sequence += 1
            self._say(
                b"e" + number(self._sequence, 2) + number(switch, 1) + (b"1" if closed else b"0")
            )

    def feed(self, data: bytes, now: int) -> None:
        """Bytes have come."""
        for body in self._lines.feed(data):
            if not self._settling:
                self._since = now
                try:
                    self._obey(body)
                except Exception:  # each of the three Pythons refuses texts in its own way
                    self._lines.refused += 1

    def tick(self, now: int) -> None:
        """Time has passed."""
        passed = (now - self._since) & (TICKS - 1)
        if self._settling and passed >= SETTLING:
            self._settling = False
            self._say(b"r")
        elif self._greeted and passed >= SILENCE:
            self._greeted = False
            self._show(bytes(3 * MOST_PIXELS))

    def _obey(self, body: bytes) -> None:
        kind = body[:1]
        if kind == b"H":
            self._greeted = body == b"H%d" % VERSION
            self._say(self._hello)
        elif not self._greeted:
            self._say(b"r")
        elif kind == b"S":
            refused = number(self._lines.refused, 1)
            known = number(self._sequence, 2) + refused + hexlify(self._closed)
            self._say(b"s" + number(parse_number(body[1:], 1), 1) + known)
        elif kind == b"F":
            ticket = number(parse_number(body[1:3], 1), 1)
            self._show(unpack(body[3:]))
            self._say(b"f" + ticket)
        else:
            raise ValueError

    def _say(self, body: bytes) -> None:
        self._write(seal(body))
