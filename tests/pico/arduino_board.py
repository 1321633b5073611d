"""The Arduino of docs/examples/arduino on this computer: its sketch, and its end of the protocol.

Both are compiled into a library. Below them, Arduino's core and the lamps are models
(tests/pico/arduino).
"""

from __future__ import annotations

import atexit
import ctypes
import os
import select
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import RLock, Thread

from companion.testing.pico import Pico
from tests import needs
from tests.pico.vectors import WORDS

SKETCH = Path(__file__).parents[2] / "docs/examples/arduino/board"
CORE = Path(__file__).parent / "arduino"
STAR = (*range(22, 41), 41)
"""The pins of the sketch: the points of the star, and the button."""

WARNINGS = ("-Wall", "-Wextra", "-Werror")
_Sent = ctypes.CFUNCTYPE(None, ctypes.c_int)
_Shown = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_uint8), ctypes.c_int)


@cache
def _compiled() -> Path:
    """The library, made once."""
    compiler = needs.cpp_compiler()
    folder = Path(tempfile.mkdtemp(prefix="arduino-"))
    atexit.register(shutil.rmtree, folder)
    made = folder / "sketch.so"
    # What C++ leaves undefined ends the process.
    checks = ("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")
    command: list[str | Path] = [
        *(compiler, "-std=c++11", "-Os", "-shared", "-fPIC", *WARNINGS, *checks),
        *(f"-I{SKETCH}", f"-I{CORE}", SKETCH / "board_link.cpp", CORE / "core.cpp"),
        *("-x", "c++", "-include", "Arduino.h", SKETCH / "board.ino", "-o", made),
    ]
    subprocess.run(command, check=True)
    return made


class Library:
    """The library with globals of its own.

    sent:  each piece that was sent, byte by byte.
    shown: the frames, as the lamps take them.
    """

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.shown: list[bytes] = []
        # A library is loaded once under each name.
        self._folder = Path(tempfile.mkdtemp(prefix="arduino-"))
        own = self._folder / "sketch.so"
        shutil.copy(_compiled(), own)
        self.calls = ctypes.CDLL(str(own))
        shutil.rmtree(self._folder)
        self._callbacks = (
            _Sent(lambda byte: self.sent.append(bytes([byte]))),
            _Shown(lambda colours, size: self.shown.append(bytes(colours[:size]))),
        )
        self.calls.connect(*self._callbacks)


class LinkBoard:
    """The Arduino's end of the protocol by itself."""

    def __init__(self, switches: int) -> None:
        self._library = Library()
        self.sent = self._library.sent
        self.shown = self._library.shown
        self._calls = self._library.calls
        self._now = 2**32 - 1000  # it overflows soon
        self._calls.set_time(ctypes.c_uint32(self._now))
        self._words = WORDS.encode()
        self._calls.probe_new(switches, self._words)

    def hear(self, data: bytes) -> None:
        for byte in data:
            self._calls.probe_receive(byte)
        self.wait(10)

    def change(self, switch: int, closed: bool) -> None:
        self._calls.probe_change(switch, closed)

    def wait(self, milliseconds: int) -> None:
        for _ in range(0, milliseconds, 5):
            self._now += 5
            self._calls.set_time(ctypes.c_uint32(self._now))
            self._calls.probe_tick()


class Arduino(Pico):
    """The sketch behind a pty, in a thread. Its star is the only board it is under."""

    def __init__(self, board: str = "star") -> None:
        super().__init__(board)
        self._guard = RLock()
        self._library: Library | None = None

    def _start(self, line: int) -> None:
        with self._guard:
            self._line = line
            self._skipped = 0
            self._library = Library()
            for switch in self._closed:
                self._library.calls.set_pin(STAR[switch], True)
            self._tell_time()
            self._library.calls.run_setup()
        self._thread = Thread(target=self._run, args=(line,), daemon=True)
        self._thread.start()

    def _tell_time(self) -> None:
        assert self._library is not None
        now = int(time.monotonic() * 1000) + self._skipped
        self._library.calls.set_time(ctypes.c_uint32(now))

    def _run(self, line: int) -> None:
        while True:
            ready, _, _ = select.select([line], [], [], 0.002)
            with self._guard:
                if self._library is None:
                    return
                self._turn(os.read(line, 4096) if ready else b"")

    def _turn(self, data: bytes = b"") -> None:
        assert self._library is not None
        self._tell_time()
        self._library.calls.hear(data, len(data))
        self._library.calls.run_loop()
        said = b"".join(self._library.sent)
        self._library.sent.clear()
        with suppress(BlockingIOError):  # nobody reads
            os.write(self._line, said)

    def _halt(self) -> None:
        with self._guard:
            self._library = None
        self._thread.join()

    def _set(self, switch: int, closed: bool) -> None:
        with self._guard:
            assert self._library is not None
            self._library.calls.set_pin(STAR[switch], closed)
            self._skipped += 5  # until the pins are read again
            self._turn()

    def _shown(self) -> bytes:
        with self._guard:
            assert self._library is not None
            self._skipped += 5  # until the line is idle
            self._turn()
            return self._library.shown[-1]

    def count(self) -> int:
        assert self._library is not None
        return len(self._library.shown)
