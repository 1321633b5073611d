"""A jig: a Pico whose pins stand in for the switches of a real board, and which reads its lamps.

firmware/jig has its firmware and how it is wired. Both sides are stamped by its one clock.

    with Jig("/dev/ttyACM1") as jig:
        jig.set(6, True)                       # the pin GP6 is connected to ground
        jig.frames[-1].colours                 # what the pixels were sent last
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Thread
from types import TracebackType
from typing import Any, NamedTuple, Self

from companion.base.errors import CompanionError, nearest
from companion.base.toml import InvalidToml, parse_toml
from companion.device.ports import link
from companion.device.ports.port import PortError
from companion.device.ports.serial_locator import SerialLocator, need_pyserial
from companion.rules.geometry import Board

JIG_VERSION = 1
"""The version of the messages between a jig and this program."""

BUTTON = "button"
"""The name of the button in a jig's wiring."""

_PERIOD = 2**32  # microseconds
_GREETING = 0.25  # seconds between greetings
_PATIENCE = 3.0  # seconds in which a jig answers
_ALIVE = 1.0  # seconds between messages that say that this program is still there
_READING = 0.05  # seconds that a read waits


class JigError(CompanionError, RuntimeError):
    """A jig that is not there, that is none, or whose wiring makes no sense."""


class JigFrame(NamedTuple):
    """What a strip was sent.

    Attributes:
        at: When it was complete (seconds of the jig's clock).
        colours: The bytes of all pixels, in their own order.
    """

    at: float
    colours: bytes


class Jig:
    """A jig on a serial line, as a context manager.

    Args:
        device: The serial device.
        patience: How long to wait for an answer (seconds).

    Attributes:
        device: The serial device.
        identity: Its serial number, as USB gives it as well.
        about: Its description of itself.
        pins: The number of pins that stand in for switches.
        frames: What the strip was sent since the greeting, each frame that differs from the one
            before.

    Raises:
        JigError: If there is no jig.
        MissingLibrary: If pyserial is not installed.
    """

    def __init__(self, device: str, patience: float = _PATIENCE) -> None:
        need_pyserial()
        self.device = device
        self.identity = self.about = ""
        self.pins = 0
        self.frames: list[JigFrame] = []
        self._patience = patience
        self._messages = link.MessageReader()
        self._changed = Condition()  # guards all below; notified after each message
        self._trouble = ""
        self._set_at: dict[tuple[int, bool], float] = {}  # answers to `set` that wait to be taken
        self._last = (0, False)  # the pin that was set last; after a greeting, all are let go of
        self._ended = False
        self._ticks: int | None = None  # the jig's last time, with all times around
        try:
            self._serial: Any = SerialLocator(device, timeout=_READING).open()
        except PortError as error:
            raise JigError(f"no jig: {error}") from None
        try:
            self._greet()
        except BaseException:
            self._serial.close()
            raise
        self._thread = Thread(target=self._run, name="jig", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of all pins, and close the device."""
        if self._ended:
            return
        self._ended = True
        self._thread.join()
        self.identity = ""
        with suppress(JigError):  # it lets go by itself when nobody is there
            self._greet()  # which lets go of them
        self._serial.close()

    def set(self, pin: int, low: bool) -> float:
        """Connect a pin to ground (True), as a closed switch does, or let go of it.

        Returns:
            When it did (seconds of the jig's clock).

        Raises:
            JigError: If it does not answer.
        """
        wanted = (pin, low)
        with self._changed:
            self._set_at.pop(wanted, None)
            self._last = wanted
            self._send(b"P" + link.to_hex(pin, 1) + (b"1" if low else b"0"))
            self._changed.wait_for(lambda: self._trouble or wanted in self._set_at, self._patience)
            if wanted not in self._set_at:
                raise JigError(self._trouble or f"the jig on {self.device} does not answer")
            return self._set_at.pop(wanted)

    def catch_up(self) -> None:
        """Wait until the jig has told everything that it has seen so far.

        It looks at the strip once in each turn, before it answers.

        Raises:
            JigError: If it does not answer.
        """
        for _ in range(2):
            self.set(*self._last)

    def wait_for_frame(self, after: float, patience: float) -> JigFrame | None:
        """Return the first frame after a time (seconds of the jig's clock), if one comes.

        Args:
            after: The time.
            patience: How long to wait (seconds).

        Raises:
            JigError: If the jig is gone.
        """

        def found() -> JigFrame | None:
            return next((frame for frame in self.frames if frame.at > after), None)

        with self._changed:
            self._changed.wait_for(lambda: self._trouble or found(), patience)
            if self._trouble and not found():
                raise JigError(self._trouble)
            return found()

    @property
    def _greeting(self) -> bytes:
        # The empty line ends any incomplete message that the jig has received.
        return b"\n" + link.encode_message(b"J%d" % JIG_VERSION)

    def _greet(self) -> None:
        """Greet the jig until it answers. Raises JigError if it does not."""
        end = time.monotonic() + self._patience
        due = 0.0
        try:
            while not self.identity:
                now = time.monotonic()
                if now >= end:
                    raise JigError(
                        f"what is on {self.device} does not answer as a jig: copy the files of "
                        "firmware/jig to it, and name its second serial device"
                    )
                if now >= due:
                    self._serial.write(self._greeting)
                    due = now + _GREETING
                for body in self._read():
                    self._take(body)
        except OSError as error:
            raise JigError(f"the jig on {self.device}: {error}") from None

    def _read(self) -> list[bytes]:
        data: bytes = self._serial.read(1)
        data += self._serial.read(self._serial.in_waiting)
        return self._messages.feed(data)

    def _run(self) -> None:
        due = 0.0
        while not self._ended:
            try:
                now = time.monotonic()
                if now >= due:
                    due = now + _ALIVE
                    with self._changed:
                        self._send(b"A")
                for body in self._read():
                    with self._changed:
                        self._take(body)
                        self._changed.notify_all()
            except Exception as error:
                # Whatever a library raises when its device disappears.
                with self._changed:
                    self._lose(error)
                return

    def _send(self, body: bytes) -> None:
        try:
            self._serial.write(link.encode_message(body))
        except OSError as error:
            self._lose(error)

    def _lose(self, error: Exception) -> None:
        if not self._trouble:
            said = str(error) if isinstance(error, JigError) else f"it is gone ({error})"
            self._trouble = f"the jig on {self.device}: {said}"
        self._changed.notify_all()

    def _take(self, body: bytes) -> None:
        kind = body[:1]
        if kind == b"j":
            self._hello(body[1:].decode("ascii"))
        elif kind == b"r" and self.identity:
            raise JigError("it has started again, and let go of all pins")
        elif not self.identity:
            pass  # from an earlier connection
        elif kind == b"p":
            pin, low = link.from_hex(body[1:3], 1), body[3:4] == b"1"
            self._set_at[pin, low] = self._time(body[4:])
        elif kind == b"l":
            self.frames.append(JigFrame(self._time(body[1:9]), link.decode_colours(body[9:])))

    def _hello(self, text: str) -> None:
        version, pins, about = text.split(" ", 2)
        if int(version) != JIG_VERSION:
            raise JigError(
                f"the firmware of the jig on {self.device} speaks version {version} of its "
                f"messages, this program version {JIG_VERSION}: copy the files of firmware/jig to "
                "it"
            )
        self.pins = int(pins)
        self.identity, _, self.about = about.partition(" ")

    def _time(self, text: bytes) -> float:
        """Return a stamp in seconds; a later message may have a slightly earlier one."""
        ticks = link.from_hex(text, 4)
        if self._ticks is not None:
            ahead = (ticks - self._ticks + _PERIOD // 2) % _PERIOD - _PERIOD // 2
            ticks = self._ticks + ahead
        self._ticks = ticks
        return ticks / 1e6


@dataclass(frozen=True, slots=True)
class JigWiring:
    """Which pin of a jig is wired to which switch of a board.

    Attributes:
        pins: The pin of each point, by its name, and of the `BUTTON` if that is wired.
        source: Where that is said, for messages.
    """

    pins: dict[str, int]
    source: str

    @classmethod
    def default(cls, board: Board, pins: int) -> JigWiring:
        """Return the wiring of firmware/jig/README.md: points in order, the button on the last pin.

        Raises:
            JigError: If the jig has too few pins.
        """
        if board.size >= pins:
            raise JigError(
                f"a jig has {pins} pins, and the {board.name} has {board.size} points and a button"
            )
        wired = {name: pin for pin, name in enumerate(board.names)}
        return cls({**wired, BUTTON: pins - 1}, "the default wiring of a jig")

    @classmethod
    def find(cls, folder: Path, jig: Jig, board: Board) -> JigWiring:
        """Return what a file of a folder says of this jig; without one, the default wiring.

        Raises:
            JigError: If a file makes no sense, or if two are about this jig.
        """
        found = []
        for path in sorted(folder.glob("*.toml")):
            try:
                table = parse_toml(path.read_bytes())
            except (OSError, InvalidToml) as error:
                raise JigError(f"{path}: {error}") from None
            if table.get("jig") == jig.identity:
                found.append((path, table))
        if len(found) > 1:
            names = " and ".join(str(path) for path, _ in found)
            raise JigError(f"{names} are about the same jig {jig.identity}: keep one of them")
        if not found:
            return cls.default(board, jig.pins)
        ((path, table),) = found
        return cls(_switches(path, table, board, jig.pins), str(path))


def _switches(path: Path, table: dict[str, Any], board: Board, pins: int) -> dict[str, int]:
    """Return the section [switches] of a file. Raises JigError if it makes no sense."""
    switches = table.get("switches")
    for key in table:
        if key not in ("jig", "switches"):
            raise JigError(f"{path}: {key!r} is no setting; there are jig and [switches]")
    if not isinstance(switches, dict):
        raise JigError(
            f'{path}: [switches] is missing, with a line like "{board.names[0]}" = "GP0"'
        )
    numbers = {f"GP{pin}": pin for pin in range(pins)}
    wired: dict[str, int] = {}
    for name, pin in switches.items():
        if name not in (*board.names, BUTTON):
            hint = nearest(name, (*board.names, BUTTON))
            raise JigError(f"{path}: the {board.name} has no point {name!r}{hint}")
        if pin not in numbers:
            raise JigError(f"{path}: {name} = {pin!r} is none of GP0 to GP{pins - 1}")
        if numbers[pin] in wired.values():
            raise JigError(f"{path}: {pin} is wired twice")
        wired[name] = numbers[pin]
    for name in board.names:
        if name not in wired:
            raise JigError(f"{path}: [switches] does not say which pin is point {name}")
    return wired
