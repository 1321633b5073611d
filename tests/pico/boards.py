"""The Pico of the kit with what only a checkout has: the drive as `make firmware` lays it out for a
maker, and the firmware under MicroPython, in node (`MicroPico`). And a board that restarts."""

from __future__ import annotations

import atexit
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Event, Thread
from typing import IO, Any

from companion.testing import circuit
from companion.testing.pico import PATIENCE, Pico, SimulatedPico
from tests import needs

ROOT = Path(__file__).parents[2]


def lay_out(folder: Path, board: str = "") -> Path:
    """Fill a folder with what `make firmware` puts onto a Pico's drive."""
    folder.mkdir(parents=True, exist_ok=True)
    order = ["make", "-s", "firmware", f"DRIVE={folder}", f"BOARD={board}"]
    subprocess.run(order, cwd=ROOT, check=True, capture_output=True)
    return folder


@cache
def drive() -> Path:
    """The folder with the drive's files, made once."""
    folder = Path(tempfile.mkdtemp(prefix="circuitpy-"))
    atexit.register(shutil.rmtree, folder)
    return lay_out(folder)


def until(reached: Callable[[], bool]) -> None:
    """Wait for another thread or process."""
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.002)


class RestartingPico(SimulatedPico):
    """The firmware behind a UART whose line restarts it when a program opens it, as an Arduino's.

    boot:   the seconds from there until the firmware runs. Until then, it hears nothing.
    starts: how often it has been restarted.
    """

    def __init__(self, board: str, boot: float) -> None:
        super().__init__(board)
        self.boot = boot
        self.starts = 0

    def plug(self) -> None:
        super().plug()
        assert self._ends is not None
        ours, theirs = self._ends
        # Only without an end of its own does it see whether a program has the line open.
        os.close(theirs)
        self._ends = (ours,)
        self._thread.start()

    def _start(self, line: int) -> None:
        self._line = line
        self._unplugged = Event()
        self._thread = Thread(target=self._run, args=(line,), daemon=True)

    def _halt(self) -> None:
        self._unplugged.set()
        super()._halt()

    def _set(self, switch: int, closed: bool) -> None:
        with self._guard:
            if self._running is not None:
                super()._set(switch, closed)

    def _run(self, line: int) -> None:
        ends = select.poll()
        ends.register(line, select.POLLHUP)
        opened: float | None = None
        while not self._unplugged.wait(0.002):
            with self._guard:
                if ends.poll(0):
                    opened = self._running = None
                elif opened is None:
                    opened = time.monotonic()
                    self.starts += 1
                else:
                    data = b""
                    with suppress(OSError):  # nothing has come, or the program has just closed it
                        data = os.read(line, 4096)
                    if self._running is not None:
                        self._running.circuit.serial.come(data)
                        self._running.turn(self._now())
                    elif time.monotonic() >= opened + self.boot:
                        self._running = self._boot()


class NodePico(Pico):
    """A Pico that a script in node imitates.

    Its standard input and output are the serial line. Commands go to it on descriptor 3 and are
    answered on 4, a JSON value a line; the first answer comes without a command.
    """

    greeting: Any
    """The first answer."""

    def arguments(self, closed: str) -> Sequence[str | Path]:
        """The script and its arguments. closed: the switches that are closed, as JSON."""
        raise NotImplementedError

    def order(self, *values: object) -> Any:
        """Send a command, and return its answer."""
        self._orders.write(json.dumps(values) + "\n")
        self._orders.flush()
        return json.loads(self._answers.readline())

    def count(self) -> int:
        return int(self.order("frames"))

    def _start(self, line: int) -> None:
        os.set_blocking(line, True)
        hears, orders = os.pipe()
        answers, tells = os.pipe()
        # A shell puts the pipes where the script expects them.
        shell = f'exec node "$@" 3<&{hears} 4>&{tells}'
        arguments = self.arguments(json.dumps(sorted(self._closed)))
        self._node = subprocess.Popen(
            ["bash", "-c", shell, "node", *arguments],
            stdin=line,
            stdout=line,
            pass_fds=(hears, tells),
        )
        os.close(hears)
        os.close(tells)
        self._orders: IO[str] = os.fdopen(orders, "w")
        self._answers: IO[str] = os.fdopen(answers)
        assert json.loads(self._answers.readline()) == self.greeting, "the firmware sent nothing"

    def _halt(self) -> None:
        self._orders.close()
        self._node.kill()
        self._node.wait()
        self._answers.close()

    def _set(self, switch: int, closed: bool) -> None:
        assert 0 <= switch <= self.button
        self.order("set", switch, closed)

    def _shown(self) -> bytes:
        return bytes.fromhex(self.order("shown"))


class MicroPico(NodePico):
    """The firmware under MicroPython's port to WebAssembly, in node."""

    greeting = "micropython"

    def __init__(self, board: str) -> None:
        super().__init__(board, drive())

    def arguments(self, closed: str) -> Sequence[str | Path]:
        """The script, MicroPython, the drive, the stand-ins, the board, and what is closed."""
        script = Path(__file__).parent / "micropython.mjs"
        return script, needs.micropython(), self.drive, circuit.__file__, self.board, closed
