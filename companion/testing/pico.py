"""A Pico that can be plugged in and pulled, with the genuine firmware on it, behind a pty.

The firmware runs under CPython, in this process; only CircuitPython's modules are stand-ins
(circuit.py). The switches keep their states while the cable is out.

    with SimulatedPico("star") as pico:
        pico.set(6, True)                      # a piece is put on the seventh point
        PortSettings(kind="pico", device=pico.device)

The program reads the pty with pyserial, in a thread and in real time. On a virtual table, use
`PicoSwitches`: they wait until the program has received each change.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pty
import select
import shutil
import tempfile
import time
import tty
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from threading import RLock, Thread
from typing import TYPE_CHECKING, Self

from companion.device.ports import host_link, link, pico_port
from companion.device.ports.firmware_files import firmware_folder
from companion.device.ports.simulated import InvalidHandling
from companion.rules.geometry import Occupancy, Point, bits
from companion.testing.circuit import FirmwareBoard
from companion.testing.matrix import Diode

if TYPE_CHECKING:
    import pytest

    from companion.testing.table import VirtualTable

SIZES = {"star": 19, "grid7": 49, "grid8": 64, "grid9": 81, "nine": 9, "five": 5}
"""The number of points of each board that can be on a Pico; the switch after them is the button."""

PATIENCE = 60.0
"""A time-out (seconds) for something that takes a fraction of a second on an idle machine."""


@cache
def firmware() -> Path:
    """Return a folder with the firmware as it is on a Pico's drive, made once.

    Raises:
        FileNotFoundError: If the package came without it.
    """
    sources = firmware_folder()
    folder = Path(tempfile.mkdtemp(prefix="circuitpy-"))
    atexit.register(shutil.rmtree, folder)
    for file in (sources / "shell.py", sources / "pins.py", Path(link.__file__)):
        shutil.copy(file, folder)
    return folder


def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the program's times for tests, until `monkeypatch` undoes it.

    The program looks for boards more often than a real table needs, which keeps tests short, and
    gives boards longer to answer: on a busy machine, their threads and processes have to wait.
    """
    monkeypatch.setattr(pico_port, "_RETRY_INTERVAL", 0.02)
    monkeypatch.setattr(pico_port, "_OPEN_TIMEOUT", PATIENCE)
    monkeypatch.setattr(pico_port, "_REPLY_TIMEOUT", PATIENCE)
    monkeypatch.setattr(host_link, "GREETING_TIMEOUT", PATIENCE)
    monkeypatch.setattr(host_link, "BOOT_TIMEOUT", PATIENCE)
    monkeypatch.setattr(link, "TIMEOUT_MS", int(PATIENCE * 1000))


class Pico:
    """A Pico on a cable: a pty whose name stays the same.

    As a context manager it is plugged in, and unplugged at the end.

    Args:
        board: The board it is under, as in its settings.toml; one of `SIZES`.
        folder: Its drive; by default, one with the firmware.

    Attributes:
        board: The board it is under.
        drive: The folder of its drive.
        button: The number of the button's switch.
        device: The value for `[port] device`.
    """

    def __init__(self, board: str = "star", folder: Path | None = None) -> None:
        """Raise InvalidHandling if there is no such board."""
        if board not in SIZES:
            raise InvalidHandling(f"no Pico is under {board!r}; choose from {', '.join(SIZES)}")
        self.board = board
        self.drive = folder or firmware()
        self.button = SIZES[board]
        self._folder = Path(tempfile.mkdtemp(prefix="pico-"))
        self.device = str(self._folder / "board")
        self._closed: set[int] = set()
        self._ends: tuple[int, ...] | None = None

    def __enter__(self) -> Self:
        self.plug()
        return self

    def __exit__(self, *_: object) -> None:
        self.pull()
        shutil.rmtree(self._folder)

    def plug(self) -> None:
        """Plug the cable in, which powers and starts the Pico."""
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        self._ends = ours, theirs
        self._start(ours)
        Path(self.device).symlink_to(os.ttyname(theirs))

    def pull(self) -> None:
        """Pull the cable; a program that has the device open gets an error."""
        if self._ends is not None:
            Path(self.device).unlink()
            ends, self._ends = self._ends, None
            self._halt()
            for end in ends:
                os.close(end)

    def _start(self, line: int) -> None:
        raise NotImplementedError

    def _halt(self) -> None:
        raise NotImplementedError

    def _set(self, switch: int, closed: bool) -> None:
        raise NotImplementedError

    def _shown(self) -> bytes:
        raise NotImplementedError

    def count(self) -> int:
        """Return the number of frames that its pixels were sent."""
        raise NotImplementedError

    @property
    def closed(self) -> frozenset[int]:
        """The switches that are closed, by number."""
        return frozenset(self._closed)

    def set(self, switch: int, closed: bool) -> None:
        """Close or open a switch, for as long as it takes to count: two scans of 5 ms.

        Args:
            switch: Its number; the one after the last point is the button.
            closed: Whether it closes.
        """
        (self._closed.add if closed else self._closed.discard)(switch)
        if self._ends is not None:
            self._set(switch, closed)

    def pixels(self, count: int, order: str = "GRB") -> list[tuple[int, int, int]]:
        """Return the colours of the first pixels.

        Args:
            count: The number of pixels.
            order: The order of the colours in a frame.

        Returns:
            Red, green and blue (0 to 255) of each pixel.
        """
        sent = self._shown()[: 3 * count]
        red, green, blue = (order.index(colour) for colour in "RGB")
        return [(sent[i + red], sent[i + green], sent[i + blue]) for i in range(0, len(sent), 3)]


class SimulatedPico(Pico):
    """The firmware under CPython, in a thread.

    Args:
        board: The board it is under, as in its settings.toml; one of `SIZES`.
        folder: Its drive; by default, one with the firmware.

    Attributes:
        frames: The frames that its pixels were sent, in their order of colours (green, red, blue).
        diodes: The diodes of a grid that are not good, by switch, when it is plugged in.
        came: The number of bytes that the computer has sent.
        went: The number of bytes that the computer has been sent.
    """

    def __init__(self, board: str = "star", folder: Path | None = None) -> None:
        super().__init__(board, folder)
        self.frames: list[bytes] = []
        self.diodes: dict[int, Diode] = {}
        self.came = 0
        self.went = 0
        self._guard = RLock()
        self._running: FirmwareBoard | None = None

    def _start(self, line: int) -> None:
        self._line = line
        self.frames.clear()
        with self._guard:
            self._running = self._boot()
            for switch, diode in self.diodes.items():
                self._running.circuit.diodes[self._running.circuit.wire(switch)] = diode.value
        self._thread = Thread(target=self._run, args=(line,), daemon=True)
        self._thread.start()

    def _boot(self) -> FirmwareBoard:
        # Ticks near their end, as on a genuine Pico a minute after it has power.
        self._began = time.monotonic() - (2**29 - 1000) / 1000
        return FirmwareBoard(
            str(self.drive),
            {"BOARD": self.board, "WATCHDOG": "5"},
            self._write,
            lambda _, colours: self.frames.append(colours),
            self._now(),
            self._closed,
        )

    def _now(self) -> int:
        return int((time.monotonic() - self._began) * 1000) % 2**29

    def _run(self, line: int) -> None:
        while True:
            ready, _, _ = select.select([line], [], [], 0.01)
            with self._guard:
                if self._running is None:
                    return
                if ready:
                    data = os.read(line, 4096)
                    self.came += len(data)
                    self._running.circuit.serial.come(data)
                self._running.turn(self._now())

    def _write(self, data: bytes) -> None:
        self.went += len(data)
        # Nobody reads: it is lost, as on a genuine Pico after a moment.
        with contextlib.suppress(BlockingIOError):
            os.write(self._line, data)

    def _halt(self) -> None:
        with self._guard:
            self._running = None
        self._thread.join()

    def _set(self, switch: int, closed: bool) -> None:
        with self._guard:
            assert self._running is not None
            self._running.set(switch, closed)
            self._running.turn(self._now())

    def _shown(self) -> bytes:
        with self._guard:
            return self.frames[-1]

    def count(self) -> int:
        """Return the number of frames that its pixels were sent."""
        return len(self.frames)

    @contextlib.contextmanager
    def stalled(self) -> Iterator[None]:
        """Stall the firmware for the duration of the context."""
        with self._guard:
            yield

    def say(self, data: bytes) -> None:
        """Put bytes on the line as if the firmware had sent them."""
        with self._guard:
            self._write(data)

    def reload(self) -> None:
        """Restart the firmware without pulling the cable, as saving a file on the drive does."""
        self._halt()
        self._start(self._line)


class PicoSwitches:
    """The switches of a board on a Pico, for hands at a virtual table.

    A change returns once the program has received it.

    Args:
        table: The table whose port is open on the Pico.
        pico: The Pico.
        numbers: The number of the Pico's switch for each point; by default the point's index.

    Attributes:
        table: The table.
        pico: The Pico.
    """

    def __init__(
        self, table: VirtualTable, pico: Pico, numbers: Sequence[Point] | None = None
    ) -> None:
        self.table = table
        self.pico = pico
        self._numbers = range(pico.button) if numbers is None else numbers

    def occupancy(self) -> Occupancy:
        """Return the points whose switches are closed, as bits by point index."""
        closed = self.pico.closed
        return bits(Point(p) for p, number in enumerate(self._numbers) if number in closed)

    def set(self, point: Point, occupied: bool) -> None:
        """Close the switch of a point, or open it."""
        self.change(self._numbers[point], occupied)

    def press(self, down: bool) -> None:
        """Press the button, or release it."""
        self.change(self.pico.button, down)

    def change(self, switch: int, closed: bool) -> None:
        """Close or open a switch of the Pico.

        Raises:
            PortError: If the Pico does not answer.
        """
        self.pico.set(switch, closed)
        self.table.port.occupancy()  # the answer comes after all that was said before
