"""The program's end of the line to a board's microcontroller, without a port or a clock.

The norm is firmware/protocol.md. Bytes that have come are fed in, bytes that are due are taken out,
and the time (seconds) is an argument of both. The end greets the board, asks it for its whole state
at once and every second, asks again when a report is missing, and has at most one frame under way:
what is shown meanwhile replaces what waits.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.drivers import link

GREETING = 2.0
"""Seconds after which a board that does not answer a greeting is no board."""

AGAIN = 0.25
"""Seconds after which what was not answered is said again."""

HEARTBEAT = 1.0
"""Seconds between requests for the whole state when nothing else happens: the board takes a silent
host for gone, and an error that nothing else has shown ends here."""


class Change(NamedTuple):
    """A switch has closed or opened; the number after the board's last switch is its button."""

    switch: int
    closed: bool


class HostEnd:
    """One board, through as many connections as it takes.

    switches: how many the board must have; whole: that many, and not more.

    known:    the state of every switch as bits, the button's after the last; None until it has
              been told once. It outlives a connection, and so does the frame.
    button:   the button's number.
    trouble:  why the board on this connection cannot be used, or "".
    about:    what the board has said that it is.
    refused:  how many lines were no good, as the board counts (from 0 again after 255) and here.
    answered: the number of the last request that was answered; see `ask`.
    """

    def __init__(self, switches: int, *, whole: bool = True) -> None:
        self.known: int | None = None
        self.button = switches
        self.about = ""
        self.refused = (0, 0)
        self.answered = 0
        self._switches = switches
        self._whole = whole
        self._frame: bytes | None = None
        self._asked = 0
        self._shown = 0
        self.connect(0.0)

    def connect(self, at: float) -> None:
        """Begin anew on a fresh connection."""
        self._lines = link.Lines()
        self._heard = self._opened = at
        self._greet(at)

    def _greet(self, at: float) -> None:
        self.trouble = ""
        self._greeted = False
        self._greet_due = at
        self._sequence: int | None = None
        self._waiting = False  # whether a request of the present number is under way
        self._ask_due = at
        self._frame_waits = self._frame is not None
        self._frame_due: float | None = None  # while one is under way: when it counts as lost

    @property
    def up(self) -> bool:
        """Whether the board has told its state on this connection."""
        return self._sequence is not None

    @property
    def idle(self) -> bool:
        """Whether the board shows the last frame."""
        return not self._frame_waits and self._frame_due is None

    def silent(self, at: float) -> bool:
        """Whether the connection is of no use any more."""
        if not self._greeted:
            return at - self._opened >= GREETING
        return at - self._heard >= link.SILENCE / 1000

    # What the program wants

    def show(self, colours: bytes) -> None:
        """Have bytes sent to the pixels, instead of any that still wait."""
        self._frame = colours
        self._frame_waits = True

    def ask(self) -> int:
        """Ask for the whole state; the number that `answered` reaches with the answer."""
        self._ask_due = float("-inf")
        self._waiting = False
        return self._asked + 1

    # The line

    @property
    def deadline(self) -> float:
        """When there will be something to say."""
        if self.trouble:
            return float("inf")
        if not self._greeted:
            return self._greet_due
        if self._frame_waits and self._frame_due is None:
            return float("-inf")
        return min(self._ask_due, self._frame_due or self._ask_due)

    def due(self, at: float) -> bytes:
        """What is to be sent now."""
        if self.trouble:
            return b""
        if not self._greeted:
            if at < self._greet_due:
                return b""
            self._greet_due = at + AGAIN
            # The empty line ends whatever the board has got of a torn one.
            return b"\n" + link.seal(b"H%d" % link.VERSION)
        said = b""
        if self._frame_due is not None and at >= self._frame_due:
            self._frame_due = None
            self._frame_waits = True
        if self._frame_waits and self._frame_due is None and self._frame is not None:
            self._shown += 1
            self._frame_waits = False
            self._frame_due = at + AGAIN
            said += link.seal(b"F" + link.number(self._shown, 1) + link.pack(self._frame))
        if at >= self._ask_due:
            self._asked += 1
            self._waiting = True
            self._ask_due = at + AGAIN
            said += link.seal(b"S" + link.number(self._asked, 1))
        return said

    def feed(self, data: bytes, at: float) -> list[Change]:
        """Bytes have come: what has changed on the board since it was last known."""
        changes: list[Change] = []
        for body in self._lines.feed(data):
            self._heard = at
            try:
                changes += self._take(body, at)
            except ValueError:
                self._lines.refused += 1
        return changes

    def _take(self, body: bytes, at: float) -> list[Change]:
        kind = body[:1]
        if kind == b"r":
            self._opened = at
            self._greet(at)
        elif kind == b"h":
            self._hello(body, at)
        elif not self._greeted:
            pass  # of an earlier connection
        elif kind == b"f":
            if link.parse_number(body[1:], 1) == self._shown & 0xFF:
                self._frame_due = None
        elif kind == b"s":
            return self._state(body, at)
        elif kind == b"e":
            return self._edge(body)
        return []

    def _hello(self, body: bytes, at: float) -> None:
        version, switches, *about = body[1:].decode("ascii").split(" ", 2)
        if int(version) != link.VERSION:
            self.trouble = (
                f"the firmware of the board speaks version {int(version)} of the protocol, this "
                f"program version {link.VERSION}: copy the firmware of this program to the board "
                "(firmware/README.md says how)"
            )
        elif int(switches) < self._switches or (self._whole and int(switches) > self._switches):
            self.trouble = (
                f"the board has {int(switches)} switches ({''.join(about)}), but the game wants "
                f"{self._switches}: set BOARD in settings.toml on the board, or [port] board here"
            )
        elif not self._greeted:
            self.about = "".join(about)
            self.button = int(switches)
            self._greeted = True
            self._ask_due = at

    def _state(self, body: bytes, at: float) -> list[Change]:
        if not self._waiting or link.parse_number(body[1:3], 1) != self._asked & 0xFF:
            return []  # an answer to an earlier question, or a second one
        sequence = link.parse_number(body[3:7], 2)
        self.refused = link.parse_number(body[7:9], 1), self._lines.refused
        state = int.from_bytes(bytes.fromhex(body[9:].decode("ascii")), "little")
        state &= (1 << self.button + 1) - 1
        self._sequence = sequence
        self._waiting = False
        self._ask_due = at + HEARTBEAT
        self.answered = self._asked
        before, self.known = self.known, state
        if before is None:
            return []
        return [
            Change(switch, bool(state >> switch & 1))
            for switch in range(self.button + 1)
            if (state ^ before) >> switch & 1
        ]

    def _edge(self, body: bytes) -> list[Change]:
        sequence = link.parse_number(body[1:5], 2)
        switch, closed = link.parse_number(body[5:7], 1), {b"0": False, b"1": True}.get(body[7:])
        if closed is None:
            raise ValueError
        if self._sequence is None or self.known is None:
            return []  # the whole state is on its way
        if sequence != (self._sequence + 1) & 0xFFFF or switch > self.button:
            # Something was lost: what the board is like now has to be told anew.
            if not self._waiting:
                self._ask_due = float("-inf")
            return []
        self._sequence = sequence
        if bool(self.known >> switch & 1) == closed:
            return []
        self.known ^= 1 << switch
        return [Change(switch, closed)]
