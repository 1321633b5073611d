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
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import IO, Any

import pytest

from companion.testing import circuit
from companion.testing.pico import PATIENCE, Pico

ROOT = Path(__file__).parents[2]
MICROPYTHON = (
    ROOT / "build/micropython/node_modules/@micropython/micropython-webassembly-pyscript"
    "/micropython.mjs"
)


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


def until(reached: Callable[[], bool]) -> None:
    """Wait for another thread or process."""
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.002)


class MicroPico(Pico):
    """The firmware under MicroPython's port to WebAssembly, in node."""

    def __init__(self, board: str) -> None:
        super().__init__(board, drive())

    def _start(self, line: int) -> None:
        os.set_blocking(line, True)
        hears, orders = os.pipe()
        answers, tells = os.pipe()
        script = Path(__file__).parent / "micropython.mjs"
        # A shell puts the pipes where the script expects them.
        order = f'exec node "$@" 3<&{hears} 4>&{tells}'
        closed = json.dumps(sorted(self._closed))
        arguments: list[str | Path] = [script, MICROPYTHON, self.drive, circuit.__file__]
        self._node = subprocess.Popen(
            ["bash", "-c", order, "node", *arguments, self.board, closed],
            stdin=line,
            stdout=line,
            pass_fds=(hears, tells),
        )
        os.close(hears)
        os.close(tells)
        self._orders: IO[str] = os.fdopen(orders, "w")
        self._answers: IO[str] = os.fdopen(answers)
        assert json.loads(self._answers.readline()) == "micropython"

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
