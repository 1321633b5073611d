"""The program's end of the serial link to a board's microcontroller, without a port or a clock.

firmware/protocol.md defines the protocol. Received bytes are fed in, bytes to send are taken out,
and the time (seconds) is an argument of both. The link greets the board and requests its whole
state at once, every second, and whenever a report is missing. At most one frame is in flight; a
newer frame replaces one that is still waiting.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.base.text import Text
from companion.device.ports import link

GREETING_TIMEOUT = 2.0
"""Seconds without an answer to a greeting after which there is no board on this connection."""

BOOT_TIMEOUT = 9.0
"""The same for a board that may have restarted because the channel was opened, as an Arduino does:
opened again too soon, it would restart for ever."""

BOOT_GREETINGS = 0.5
"""Seconds for which such a board is greeted as any other, in case it runs already."""

BOOT_SILENCE = 7.5
"""Seconds without a greeting after that; the board asks for one when it has started. The boot
loader of an Arduino Mega, once it has received a byte, starts the sketch after 5 to 7 s of
silence only."""

RESEND_INTERVAL = 0.25
"""Seconds after which an unanswered message is sent again."""

HEARTBEAT = 1.0
"""Seconds between requests for the whole state when nothing else happens. The board assumes that a
silent host has gone, and this request corrects any error that has gone unnoticed."""


class SwitchChange(NamedTuple):
    """A switch that has closed or opened.

    Attributes:
        switch: The number of the switch; the number after the board's last switch is its button.
        closed: Whether it has closed.
    """

    switch: int
    closed: bool


class HostLink:
    """One board, over any number of connections.

    Args:
        switches: The number of switches that the board must have.
        whole: Whether it must have exactly that many, not more.

    Attributes:
        states: The state of every switch as bits, then the button's; None until first reported. It
            survives a reconnection, and so does the frame.
        button: The button's number.
        trouble: Why the board on this connection cannot be used, or "" if it can.
        about: The board's description of itself.
        firmware: The version of the board's firmware; 0 before the board has been greeted.
        dropped: The number of messages that were dropped since the first report of each
            connection: by the board, and here.
        answered: The number of the last request that was answered; see `request_state`.
    """

    def __init__(self, switches: int, *, whole: bool = True) -> None:
        self.states: int | None = None
        self.button = switches
        self.about = ""
        self.firmware = 0
        self.dropped = (0, 0)
        self._refused: int | None = None  # the board's last count on this connection
        self._damaged = 0  # the last count here
        self.answered = 0
        self._switches = switches
        self._whole = whole
        self._frame: bytes | None = None
        self._requested = 0
        self._shown = 0
        self.connect(0.0)

    def connect(self, at: float, *, restarts: bool = False) -> None:
        """Start again on a new connection.

        Args:
            at: The time (seconds).
            restarts: Whether the connection may have restarted the board.
        """
        self._messages = link.MessageReader()
        self._refused, self._damaged = None, 0
        self._heard = self._opened = at
        self._booting = restarts
        self._patience = BOOT_TIMEOUT if restarts else GREETING_TIMEOUT
        self._greet(at)

    def _greet(self, at: float) -> None:
        self.trouble = Text()
        self._greeted = False
        self._greet_due = at
        self._sequence: int | None = None
        self._waiting = False  # whether the current request is in flight
        self._request_due = at
        self._frame_waits = self._frame is not None
        self._frame_due: float | None = None  # while one is in flight: when it counts as lost

    @property
    def ready(self) -> bool:
        """Whether the board has reported its state on this connection."""
        return self._sequence is not None

    @property
    def idle(self) -> bool:
        """Whether the board shows the last frame."""
        return not self._frame_waits and self._frame_due is None

    def silent(self, at: float) -> bool:
        """Return whether the connection has timed out by this time (seconds)."""
        if not self._greeted:
            return at - self._opened >= self._patience
        return at - self._heard >= link.TIMEOUT_MS / 1000

    # Requests

    def show(self, colours: bytes) -> None:
        """Send these bytes to the pixels, replacing any that still wait."""
        self._frame = colours
        self._frame_waits = True

    def request_state(self) -> int:
        """Request the whole state.

        Returns:
            The number that `answered` reaches when the reply comes.
        """
        self._request_due = float("-inf")
        self._waiting = False
        return self._requested + 1

    # Messages

    @property
    def deadline(self) -> float:
        """The time of the next message to send (seconds)."""
        if self.trouble:
            return float("inf")
        if not self._greeted:
            return self._greet_due
        if self._frame_waits and self._frame_due is None:
            return float("-inf")
        return min(self._request_due, self._frame_due or self._request_due)

    def data_to_send(self, at: float) -> bytes:
        """Return the bytes to send now, at this time (seconds)."""
        if self.trouble:
            return b""
        if not self._greeted:
            if at < self._greet_due:
                return b""
            silence = self._booting and at - self._opened >= BOOT_GREETINGS
            self._greet_due = at + (BOOT_SILENCE if silence else RESEND_INTERVAL)
            # The empty line ends any incomplete message that the board has received.
            return b"\n" + link.encode_message(b"H%d" % link.PROTOCOL_VERSION)
        said = b""
        if self._frame_due is not None and at >= self._frame_due:
            self._frame_due = None
            self._frame_waits = True
        if self._frame_waits and self._frame_due is None and self._frame is not None:
            self._shown += 1
            self._frame_waits = False
            self._frame_due = at + RESEND_INTERVAL
            said += link.encode_message(
                b"F" + link.to_hex(self._shown, 1) + link.encode_colours(self._frame)
            )
        if at >= self._request_due:
            self._requested += 1
            self._waiting = True
            self._request_due = at + RESEND_INTERVAL
            said += link.encode_message(b"S" + link.to_hex(self._requested, 1))
        return said

    def feed(self, data: bytes, at: float) -> list[SwitchChange]:
        """Take received bytes.

        Args:
            data: The bytes.
            at: The time (seconds).

        Returns:
            What has changed on the board since its last known state.
        """
        changes: list[SwitchChange] = []
        for body in self._messages.feed(data):
            self._heard = at
            try:
                changes += self._take(body, at)
            except ValueError:
                self._messages.refused += 1
        return changes

    def _take(self, body: bytes, at: float) -> list[SwitchChange]:
        kind = body[:1]
        if kind == b"r":
            self._opened = at
            self._booting = False
            self._greet(at)
        elif kind == b"h":
            self._hello(body, at)
        elif not self._greeted:
            pass  # from an earlier connection
        elif kind == b"f":
            if link.from_hex(body[1:], 1) == self._shown & 0xFF:
                self._frame_due = None
        elif kind == b"s":
            return self._state(body, at)
        elif kind == b"e":
            return self._edge(body)
        return []

    def _hello(self, body: bytes, at: float) -> None:
        version, switches, *about = body[1:].decode("ascii").split(" ", 2)
        if int(version) != link.PROTOCOL_VERSION:
            self.trouble = Text(
                "the firmware of the board speaks version {version} of the protocol, this program "
                "version {known}: copy the firmware of this program to the board "
                "(firmware/README.md says how)",
                version=int(version),
                known=link.PROTOCOL_VERSION,
            )
        elif int(switches) < self._switches or (self._whole and int(switches) > self._switches):
            self.trouble = Text(
                "the board has {switches} switches ({about}), but the game wants {wanted}: set "
                "BOARD in settings.toml on the board, or [port] board here",
                switches=int(switches),
                about="".join(about),
                wanted=self._switches,
            )
        elif not self._greeted:
            self.about = "".join(about)
            _, _, number = self.about.rpartition(", firmware ")
            self.firmware = int(number) if number.isdecimal() else 1
            self.button = int(switches)
            self._greeted = True
            self._request_due = at

    def _state(self, body: bytes, at: float) -> list[SwitchChange]:
        if not self._waiting or link.from_hex(body[1:3], 1) != self._requested & 0xFF:
            return []  # an answer to an earlier question, or a second one
        sequence = link.from_hex(body[3:7], 2)
        self._count(link.from_hex(body[7:9], 1))
        state = int.from_bytes(bytes.fromhex(body[9:].decode("ascii")), "little")
        state &= (1 << self.button + 1) - 1
        self._sequence = sequence
        self._waiting = False
        self._request_due = at + HEARTBEAT
        self.answered = self._requested
        before, self.states = self.states, state
        if before is None:
            return []
        return [
            SwitchChange(switch, bool(state >> switch & 1))
            for switch in range(self.button + 1)
            if (state ^ before) >> switch & 1
        ]

    def _count(self, refused: int) -> None:
        """Add to the dropped messages what the board, whose count wraps at 256, and we have."""
        damaged = self._messages.refused
        # What was dropped before the first report may be noise from when it was plugged in.
        if self._refused is not None:
            there, here = self.dropped
            there += (refused - self._refused) & 0xFF
            self.dropped = there, here + damaged - self._damaged
        self._refused, self._damaged = refused, damaged

    def _edge(self, body: bytes) -> list[SwitchChange]:
        sequence = link.from_hex(body[1:5], 2)
        switch, closed = link.from_hex(body[5:7], 1), {b"0": False, b"1": True}.get(body[7:])
        if closed is None:
            raise ValueError
        if self._sequence is None or self.states is None:
            return []  # the whole state has been requested
        if sequence != (self._sequence + 1) & 0xFFFF or switch > self.button:
            # A report was lost, so the board must send its whole state again.
            if not self._waiting:
                self._request_due = float("-inf")
            return []
        self._sequence = sequence
        if bool(self.states >> switch & 1) == closed:
            return []
        self.states ^= 1 << switch
        return [SwitchChange(switch, closed)]
