"""A board behind a Raspberry Pi Pico on USB: its switches, its button, its lamps.

One thread has the serial line to itself: it reads, writes, and looks for the board when it is gone.
The cable may be pulled and put back at any moment. Meanwhile `occupancy` says what is wrong; when
the board is back, its whole state is read, what has changed is reported, and it is given the last
frame again.
"""

from __future__ import annotations

import logging
import time
from threading import Condition, Event, Thread
from typing import Any

from companion.drivers.host_end import HostEnd
from companion.drivers.pico_wiring import PicoWiring
from companion.drivers.port import Button, Clock, Frame, Listener, PortError, Report
from companion.drivers.usb import Cables, need_pyserial
from companion.geometry import Occupancy, Point, Sensed, bits

log = logging.getLogger(__name__)

_RETRY = 0.5  # seconds between attempts to find a board that is gone
_OPENING = 5.0  # seconds that a board which is plugged in is given to answer when the port opens
_ANSWER = 1.0  # seconds for which `occupancy` waits
_FAREWELL = 0.5  # seconds for which the last frame, darkness, is waited for


class PicoPort:
    """A port over pyserial.

    `trouble` says why the board cannot be used just now; `about` what it has said that it is.
    """

    pieces = None  # of wood: only hands move them

    def __init__(self, wiring: PicoWiring, clock: Clock) -> None:
        self.points = len(wiring.switches)
        self.trouble = _CLOSED
        self._wiring = wiring
        self._clock = clock
        self._numbers = {switch: Point(p) for p, switch in enumerate(wiring.switches)}
        self._colours = _Colours(wiring)
        self._end = HostEnd(max(wiring.switches) + 1, whole=wiring.whole)
        self._cables = Cables(wiring.device)
        self._listener: Listener | None = None
        # Guards the end, the trouble and the cable; told whenever one of them has changed.
        self._news = Condition()
        self._cable: Any = None
        self._woken = False
        self._stop = Event()
        self._thread: Thread | None = None

    @property
    def about(self) -> str:
        """What the board has said that it is, or ""."""
        return self._end.about

    @property
    def refused(self) -> tuple[int, int]:
        """How many lines were spoilt on their way: to the board (from 0 again after 255) and back,
        since it was plugged in."""
        return self._end.refused

    def open(self, listener: Listener) -> None:
        """Start reporting to `listener`. A board that is not there is waited for, in the
        background: `occupancy` tells. PortError when pyserial is missing."""
        need_pyserial()
        self._end = HostEnd(max(self._wiring.switches) + 1, whole=self._wiring.whole)
        self._listener = listener
        self.trouble = ""
        self._stop = Event()
        self._thread = Thread(target=self._run, name="the board's line", daemon=True)
        self._thread.start()
        with self._news:
            self._news.wait_for(lambda: self._end.up or self.trouble, _OPENING)

    def occupancy(self) -> Occupancy:
        """The points whose switches are closed, asked of the board now; PortError when it does not
        answer."""
        with self._news:
            if not self.trouble:
                wanted = self._end.ask()
                self._wake()
                end = self._end
                self._news.wait_for(lambda: self.trouble or end.answered >= wanted, _ANSWER)
                if not self.trouble and end.answered >= wanted and end.known is not None:
                    known = end.known
                    return bits(p for switch, p in self._numbers.items() if known >> switch & 1)
            raise PortError(self.trouble or "the board does not answer: its cable may be loose")

    def show(self, frame: Frame) -> None:
        """Hand a frame to the line; one that still waits there is dropped for it."""
        if self._wiring.strip.route == "pico":
            with self._news:
                self._end.show(self._colours.of(frame))
                self._wake()

    def close(self) -> None:
        """Lamps off, the line given back."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._listener = None
        self.show(bytes(3 * self.points))
        self._stop.set()
        with self._news:
            self._wake()
        thread.join()
        self.trouble = _CLOSED

    # The thread that has the line

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._connected()
            except PortError as error:
                self._suffer(str(error))
            except Exception as error:
                # Whatever a library of this kind raises when its device goes, the game goes on.
                log.info("the line to the board: %s", error)
                self._suffer("the line to the board is cut: put its USB cable back")
            self._stop.wait(_RETRY)

    def _connected(self) -> None:
        """From finding the board to losing it, which raises; or to the end."""
        cable = self._cables.plug()
        with self._news:
            self._cable = cable
            self._end.connect(time.monotonic())
        try:
            last = None
            while True:
                now = time.monotonic()
                with self._news:
                    self._woken = False
                    data = self._end.due(now)
                    said, silent = self._end.trouble, self._end.silent(now)
                    if self._stop.is_set():
                        last = now + _FAREWELL if last is None else last
                        if not self._end.up or self._end.idle or now >= last:
                            return
                if said:
                    self._suffer(said)
                if silent:
                    raise PortError(said or f"the board on {cable.port} does not answer")
                if data:
                    cable.write(data)
                self._read(cable)
        finally:
            with self._news:
                self._cable = None
                cable.close()

    def _read(self, cable: Any) -> None:
        """Wait for bytes, or for the next turn, and report what has changed."""
        data = cable.read(1)
        data += cable.read(cable.in_waiting)
        at = self._clock()
        with self._news:
            changes = self._end.feed(data, time.monotonic())
            button = self._end.button
        for switch, closed in changes:
            if switch == button:
                if self._wiring.button:
                    self._tell(Button(closed, at))
            elif switch in self._numbers:
                self._tell(Sensed(self._numbers[switch], closed, at))
        with self._news:
            if self._end.up:
                self._cables.good()
                if self.trouble:
                    log.warning("the board is there (%s)", self._end.about)
                self.trouble = ""
            # Only now: whoever waits for an answer has been told what came before it.
            self._news.notify_all()

    def _tell(self, report: Report) -> None:
        listener = self._listener
        try:
            if listener is not None:
                listener(report)
        except Exception:
            log.exception("a report of the board was lost; later ones are still heard")

    def _suffer(self, trouble: str) -> None:
        with self._news:
            if trouble != self.trouble and not self._stop.is_set():
                # A board that has not been there yet is missed by whoever has opened the port.
                level = logging.INFO if self._end.known is None else logging.WARNING
                log.log(level, "%s; waiting for the board", trouble)
                self.trouble = trouble
            self._news.notify_all()

    def _wake(self) -> None:
        """Have the thread look what is to be sent. The caller holds the lock, under which the
        cable is closed as well: what pyserial wakes a reader by must not be written elsewhere."""
        if self._cable is not None and not self._woken:
            self._woken = True
            self._cable.cancel_read()


_CLOSED = "the switches cannot be read: the port is not open"


class _Colours:
    """Puts the colours of points into the order in which the pixels take their bytes."""

    def __init__(self, wiring: PicoWiring) -> None:
        strip = wiring.strip
        # For each byte of the strip the byte of the frame, whose last one is made darkness.
        dark = 3 * len(strip.pixels)
        self._sources = [dark] * (3 * strip.length)
        for point, pixel in enumerate(strip.pixels):
            for place, colour in enumerate(strip.order):
                self._sources[3 * pixel + place] = 3 * point + "RGB".index(colour)

    def of(self, frame: Frame) -> bytes:
        """The bytes for the pixels, along the strip."""
        lit = frame + b"\0"
        return bytes([lit[source] for source in self._sources])
