"""A Pico that can be plugged in and pulled, with the genuine firmware on it, behind a pty.

`SimulatedPico` runs the firmware under CPython, in this process; `MicroPico` under MicroPython, in
node. Either way the drive is laid out by `make firmware`, as a maker would; only CircuitPython's
modules are stand-ins (circuit.py). The switches keep their states while the cable is out.

    with SimulatedPico("star") as pico:
        pico.set(6, True)                      # a piece is put on the seventh point
        PortSettings(kind="pico", device=pico.device)
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import pty
import select
import shutil
import subprocess
import tempfile
import time
import tty
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from threading import RLock, Thread
from typing import IO, Any, Self

import pytest

from companion.drivers import host_link, link, pico
from tests.pico.circuit import Board

ROOT = Path(__file__).parents[2]
MICROPYTHON = (
    ROOT / "build/micropython/node_modules/@micropython/micropython-webassembly-pyscript"
    "/micropython.mjs"
)
SIZES = {"star": 19, "grid7": 49, "grid8": 64, "grid9": 81}


def lay_out(folder: Path, board: str = "") -> Path:
    """A folder with what `make firmware` puts onto a Pico's drive."""
    folder.mkdir(parents=True, exist_ok=True)
    order = ["make", "-s", "firmware", f"DRIVE={folder}", f"BOARD={board}"]
    subprocess.run(order, cwd=ROOT, check=True, capture_output=True)
    return folder


@cache
def drive() -> Path:
    """Such a folder, made once."""
    folder = Path(tempfile.mkdtemp(prefix="circuitpy-"))
    atexit.register(shutil.rmtree, folder)
    return lay_out(folder)


def need_micropython() -> None:
    """Skip a test where there is no MicroPython; under CI, where there should be one, fail."""
    missing = ""
    if shutil.which("node") is None:
        missing = "node is not installed"
    elif not MICROPYTHON.exists():
        missing = "there is no MicroPython: `make micropython` brings it"
    if missing:
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)


PATIENCE = 60.0
"""Seconds to wait for something that takes a fraction of one on an idle machine."""


def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for boards more often than a real table needs, which keeps tests short, and give boards
    longer to answer: on a busy machine, their threads and processes have to wait their turn."""
    monkeypatch.setattr(pico, "_RETRY_INTERVAL", 0.02)
    monkeypatch.setattr(pico, "_OPEN_TIMEOUT", PATIENCE)
    monkeypatch.setattr(pico, "_REPLY_TIMEOUT", PATIENCE)
    monkeypatch.setattr(host_link, "GREETING_TIMEOUT", PATIENCE)
    monkeypatch.setattr(link, "TIMEOUT_MS", int(PATIENCE * 1000))


def until(reached: Callable[[], bool]) -> None:
    """Wait for another thread or process."""
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.002)


class Pico:
    """What both have in common: the cable, which is a pty under a name that stays. folder: the
    Pico's drive; left out: as `make firmware` lays it out."""

    def __init__(self, board: str, folder: Path | None = None) -> None:
        self.board = board
        self.drive = folder or drive()
        self.button = SIZES[board]
        self._folder = Path(tempfile.mkdtemp(prefix="pico-"))
        self.device = str(self._folder / "board")
        self._closed: set[int] = set()
        self._ends: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        self.plug()
        return self

    def __exit__(self, *_: object) -> None:
        self.pull()
        shutil.rmtree(self._folder)

    def plug(self) -> None:
        """Put the cable in; the Pico has power, and starts."""
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        self._ends = ours, theirs
        self._start(ours)
        Path(self.device).symlink_to(os.ttyname(theirs))

    def pull(self) -> None:
        """Pull the cable; whoever has the device open is told by an error."""
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
        """How many frames its pixels were sent."""
        raise NotImplementedError

    def set(self, switch: int, closed: bool) -> None:
        """Close or open a switch; the number after the last one is the button."""
        (self._closed.add if closed else self._closed.discard)(switch)
        if self._ends is not None:
            self._set(switch, closed)

    def pixels(self, count: int, order: str = "GRB") -> list[tuple[int, int, int]]:
        """What the first pixels show, as red, green and blue."""
        sent = self._shown()[: 3 * count]
        red, green, blue = (order.index(colour) for colour in "RGB")
        return [(sent[i + red], sent[i + green], sent[i + blue]) for i in range(0, len(sent), 3)]


class SimulatedPico(Pico):
    """The firmware under CPython, in a thread. frames: what its pixels were sent. came, went: how
    many bytes the computer has sent and been sent."""

    def __init__(self, board: str, folder: Path | None = None) -> None:
        super().__init__(board, folder)
        self.frames: list[bytes] = []
        self.came = 0
        self.went = 0
        self._guard = RLock()
        self._running: Board | None = None

    def _start(self, line: int) -> None:
        self._line = line
        self.frames.clear()
        settings = {"BOARD": self.board, "WATCHDOG": "5"}
        with self._guard:
            # Ticks near their end, as on a genuine Pico a minute after it has power.
            self._began = time.monotonic() - (2**29 - 1000) / 1000
            self._running = Board(
                str(self.drive),
                settings,
                self._write,
                lambda _, colours: self.frames.append(colours),
                self._now(),
            )
            for switch in self._closed:
                self._running.circuit.set(switch, True)
        self._thread = Thread(target=self._run, args=(line,), daemon=True)
        self._thread.start()

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
            self._running.circuit.set(switch, closed)
            self._running.turn(self._now())

    def _shown(self) -> bytes:
        with self._guard:
            return self.frames[-1]

    def count(self) -> int:
        return len(self.frames)

    @contextlib.contextmanager
    def stalled(self) -> Iterator[None]:
        """The firmware does nothing meanwhile."""
        with self._guard:
            yield

    def say(self, data: bytes) -> None:
        """Put bytes onto the line that the firmware has not said."""
        with self._guard:
            self._write(data)

    def reload(self) -> None:
        """Start the firmware again without pulling the cable, as saving a file on it does."""
        self._halt()
        self._start(self._line)


class MicroPico(Pico):
    """The firmware under MicroPython's port to WebAssembly, in node."""

    def _start(self, line: int) -> None:
        os.set_blocking(line, True)
        hears, orders = os.pipe()
        answers, tells = os.pipe()
        here = Path(__file__).parent
        # A shell puts the pipes where the script expects them.
        order = f'exec node "$@" 3<&{hears} 4>&{tells}'
        arguments = [here / "micropython.mjs", MICROPYTHON, self.drive, here / "circuit.py"]
        self._node = subprocess.Popen(
            ["bash", "-c", order, "node", *arguments, self.board],
            stdin=line,
            stdout=line,
            pass_fds=(hears, tells),
        )
        os.close(hears)
        os.close(tells)
        self._orders: IO[str] = os.fdopen(orders, "w")
        self._answers: IO[str] = os.fdopen(answers)
        assert json.loads(self._answers.readline()) == "micropython"
        for switch in self._closed:
            self._set(switch, True)

    def _order(self, *values: object) -> Any:
        self._orders.write(json.dumps(values) + "\n")
        self._orders.flush()
        return json.loads(self._answers.readline())

    def _halt(self) -> None:
        self._orders.close()
        self._node.kill()
        self._node.wait()
        self._answers.close()

    def _set(self, switch: int, closed: bool) -> None:
        self._order("set", switch, closed)

    def _shown(self) -> bytes:
        return bytes.fromhex(self._order("shown"))

    def count(self) -> int:
        return int(self._order("frames"))
