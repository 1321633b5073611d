"""The Pico of the kit with what only a checkout has: the drive as `make firmware` lays it out for a
maker, and the firmware under MicroPython, in node (`MicroPico`)."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any

from companion.testing import circuit
from companion.testing.pico import PATIENCE, Pico
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
