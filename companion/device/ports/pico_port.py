"""A board connected through a Raspberry Pi Pico on USB: its switches, button and lamps.

One thread owns the serial link: it reads, writes, and looks for the board when it is gone. The
cable may be unplugged and reconnected at any time. Meanwhile `occupancy` raises an error that says
what is wrong. When the board is back, the thread reads its whole state, reports what has changed,
and sends the last frame again.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from threading import Condition, Event, Thread
from typing import Any

from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.device.ports.host_link import HostLink
from companion.device.ports.lamp_route import StripWiring
from companion.device.ports.link import FIRMWARE_VERSION
from companion.device.ports.port import Button, Frame, PortError, Report, ReportListener
from companion.device.ports.serial_locator import SerialLocator, need_pyserial
from companion.rules.geometry import Occupancy, Point, Sensed, bits

_log = logging.getLogger(__name__)

_RETRY_INTERVAL = 0.5  # seconds between attempts to find a board that is gone
_OPEN_TIMEOUT = 10.0  # seconds to wait for a connected board to answer when the port opens
_REPLY_TIMEOUT = 1.0  # seconds that `occupancy` waits
_CLOSE_TIMEOUT = 0.5  # seconds to wait for the last, dark frame to be shown


@dataclass(frozen=True, slots=True)
class PicoWiring:
    """A board connected through a Pico.

    Attributes:
        device: The serial device, or "" to search for it.
        baud: The speed of the serial line (bits per second).
        switches: `switches[p]` is the Pico's number for point p's switch.
        whole: Whether the Pico must have exactly these switches, because the settings do not assign
            them.
        button: Whether the button is used.
        strip: The wiring of the lamps.
    """

    device: str
    baud: int
    switches: tuple[int, ...]
    whole: bool
    button: bool
    strip: StripWiring


class PicoPort:
    """A port over pyserial.

    Args:
        wiring: The wiring of the board.
        clock: Returns the time in seconds.

    Attributes:
        trouble: Why the board cannot be used at present, or "".
    """

    pieces = None  # a physical board: only hands move its pieces

    def __init__(self, wiring: PicoWiring, clock: Clock) -> None:
        self.points = len(wiring.switches)
        self.trouble = _NOT_OPEN
        self._wiring = wiring
        self._clock = clock
        self._numbers = {switch: Point(p) for p, switch in enumerate(wiring.switches)}
        self._pixel_map = _PixelMap(wiring)
        self._link = HostLink(max(wiring.switches) + 1, whole=wiring.whole)
        self._locator = SerialLocator(wiring.device, baud=wiring.baud)
        self._listener: ReportListener | None = None
        # Guards the link, the trouble and the serial port; notified when one of them changes.
        self._changed = Condition()
        self._serial: Any = None
        self._wake_sent = False
        self._noticed = False  # whether the notice is in the log
        self._stop = Event()
        self._thread: Thread | None = None

    @property
    def about(self) -> str:
        """The board's description of itself, or ""."""
        return self._link.about

    @property
    def notice(self) -> Text:
        """What to copy to the board, if its firmware is not that of this program; else empty."""
        if self._link.firmware in (0, FIRMWARE_VERSION):
            return Text()
        return Text(
            "the board's firmware has version {version}, this program's {known}: copy the firmware "
            "of this program to the board (firmware/README.md says how)",
            version=self._link.firmware,
            known=FIRMWARE_VERSION,
        )

    def open(self, listener: ReportListener) -> None:
        """Start reporting to `listener`.

        If the board is not there yet, wait for it in the background; `occupancy` shows when it has
        come.

        Raises:
            MissingLibrary: If pyserial is not installed.
        """
        need_pyserial()
        self._link = HostLink(max(self._wiring.switches) + 1, whole=self._wiring.whole)
        self._listener = listener
        self.trouble = Text()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="pico", daemon=True)
        self._thread.start()
        try:
            with self._changed:
                self._changed.wait_for(lambda: self._link.ready or self.trouble, _OPEN_TIMEOUT)
        except BaseException:  # a signal, to a program that is not to wait any longer
            self.close()
            raise

    def occupancy(self) -> Occupancy:
        """Ask the board which points' switches are closed now.

        Raises:
            PortError: If it does not answer.
        """
        states, _ = self._ask()
        return bits(p for switch, p in self._numbers.items() if states >> switch & 1)

    @property
    def dropped(self) -> tuple[int, int]:
        """How many messages were dropped since the port was opened: by the board, and here."""
        with self._changed:
            return self._link.dropped

    def pressed(self) -> bool:
        """Ask the board whether the button is down now.

        Raises:
            PortError: If it does not answer.
        """
        states, button = self._ask()
        return self._wiring.button and bool(states >> button & 1)

    def _ask(self) -> tuple[int, int]:
        """Return the present state of all switches as bits, and the number of the button.

        Raises:
            PortError: If the board does not answer.
        """
        with self._changed:
            if not self.trouble:
                wanted = self._link.request_state()
                self._wake()
                link = self._link
                self._changed.wait_for(
                    lambda: self.trouble or link.answered >= wanted, _REPLY_TIMEOUT
                )
                if not self.trouble and link.answered >= wanted and link.states is not None:
                    return link.states, link.button
            raise PortError(
                self.trouble or Text("the board does not answer: its cable may be loose")
            )

    def show(self, frame: Frame) -> None:
        """Queue a frame for sending; it replaces one that still waits."""
        if self._wiring.strip.route.lit:
            with self._changed:
                self._link.show(self._pixel_map.pixel_bytes(frame))
                self._wake()

    def close(self) -> None:
        """Switch the lamps off and close the serial port."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._listener = None
        self.show(bytes(3 * self.points))
        self._stop.set()
        with self._changed:
            self._wake()
        thread.join()
        self.trouble = _NOT_OPEN

    # The thread that owns the serial port

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._run_connection()
            except PortError as error:
                self._set_trouble(error.text)
            except Exception as error:
                # Whatever a library raises when its device disappears, the game goes on.
                _log.info("serial link to the board: %s", error)
                self._set_trouble(
                    Text("the connection to the board is lost: reconnect its USB cable")
                )
            self._stop.wait(_RETRY_INTERVAL)

    def _run_connection(self) -> None:
        """Find the board and serve it until the port is closed.

        Raises:
            Exception: If the board is lost.
        """
        cable = self._locator.open()
        with self._changed:
            self._serial = cable
            # A board that is found by its name on USB is none that restarts.
            self._link.connect(time.monotonic(), restarts=bool(self._wiring.device))
        try:
            last = None
            while True:
                now = time.monotonic()
                with self._changed:
                    self._wake_sent = False
                    data = self._link.data_to_send(now)
                    said, silent = self._link.trouble, self._link.silent(now)
                    if self._stop.is_set():
                        last = now + _CLOSE_TIMEOUT if last is None else last
                        if not self._link.ready or self._link.idle or now >= last:
                            return
                if said:
                    self._set_trouble(said)
                if silent:
                    raise PortError(
                        said or Text("the board on {port} does not answer", port=cable.port)
                    )
                if data:
                    cable.write(data)
                self._read(cable)
        finally:
            with self._changed:
                self._serial = None
                cable.close()

    def _read(self, cable: Any) -> None:
        """Wait for bytes or the timeout, and report what has changed."""
        data = cable.read(1)
        data += cable.read(cable.in_waiting)
        at = self._clock()
        with self._changed:
            changes = self._link.feed(data, time.monotonic())
            button = self._link.button
        for switch, closed in changes:
            if switch == button:
                if self._wiring.button:
                    self._report(Button(closed, at))
            elif switch in self._numbers:
                self._report(Sensed(self._numbers[switch], closed, at))
        with self._changed:
            if self._link.ready:
                self._locator.reset()
                if self.trouble:
                    _log.warning("the board is connected (%s)", self._link.about)
                self.trouble = Text()
                if self.notice and not self._noticed:
                    _log.warning("%s", self.notice)
                self._noticed = bool(self.notice)
            # Only now: a caller waiting for a reply must first see the reports before it.
            self._changed.notify_all()

    def _report(self, report: Report) -> None:
        listener = self._listener
        try:
            if listener is not None:
                listener(report)
        except Exception:
            _log.exception("a report was lost; later reports are still delivered")

    def _set_trouble(self, trouble: Text) -> None:
        with self._changed:
            if trouble != self.trouble and not self._stop.is_set():
                # If the board was never there, whoever opened the port reports that.
                level = logging.INFO if self._link.states is None else logging.WARNING
                _log.log(level, "%s; waiting for the board", trouble)
                self.trouble = trouble
            self._changed.notify_all()

    def _wake(self) -> None:
        """Wake the thread so that it sends what is due.

        The caller holds the lock: the port is closed under the same lock, because pyserial must not
        wake a reader of a closed port.
        """
        if self._serial is not None and not self._wake_sent:
            self._wake_sent = True
            self._serial.cancel_read()


_NOT_OPEN = Text("the switches cannot be read: the port is not open")


class _PixelMap:
    """Puts the colours of points into the byte order of the strip."""

    def __init__(self, wiring: PicoWiring) -> None:
        strip = wiring.strip
        # For each byte of the strip, its index in the frame; the byte after the frame is dark.
        dark = 3 * len(strip.pixels)
        self._sources = [dark] * (3 * strip.length)
        for point, pixel in enumerate(strip.pixels):
            for place, colour in enumerate(strip.route.order):
                self._sources[3 * pixel + place] = 3 * point + "RGB".index(colour)

    def pixel_bytes(self, frame: Frame) -> bytes:
        """Return the bytes for the pixels, along the strip."""
        lit = frame + b"\0"
        return bytes([lit[source] for source in self._sources])
