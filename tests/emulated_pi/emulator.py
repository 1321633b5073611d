"""QEMU's Raspberry Pi 3, with its console, and pins that are driven from outside.

Modelled are the processor, its serial ports, the card, and the GPIO block: levels in both
directions. Not modelled are edges (the program gets through on reading levels), pull-ups and SPI.
"""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.emulated_pi.card import Boot

_SET, _CLEAR = 0x3F20001C, 0x3F200028  # GPSET0 and GPCLR0
_HEADER = 0x0FFFFFFC  # GPIO 2 to 27
_GLANCE = 0.2  # seconds between two looks at the console


class Stuck(AssertionError):
    """The emulated Pi did not say in time what it should have said; the message is its end."""


class EmulatedPi:
    """A Pi with power, as a context manager: it is given power, and the plug is pulled at the end.

    boot:   what it starts from. folder: where its sockets and its console's text are.
    closed: the GPIO numbers that are connected to ground from the start.
    patience: how long to wait for what it should say (seconds).
    """

    def __init__(
        self, boot: Boot, folder: Path, closed: Iterable[int] = (), *, patience: float
    ) -> None:
        self._console = folder / "console"
        self._console.write_bytes(b"")
        self._patience = patience
        self._seen = 0  # bytes of the console before what was last waited for
        tests = folder / "qtest"
        tests.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            [
                *("qemu-system-aarch64", "-M", "raspi3b", "-m", "1G", "-no-reboot"),
                *("-kernel", boot.kernel, "-dtb", boot.tree, "-initrd", boot.first_stage),
                *("-append", "console=ttyS1,115200 quiet panic=-1 systemd.show_status=0"),
                *("-drive", f"if=sd,format=raw,file={boot.card}"),
                *("-display", "none", "-serial", "null", "-serial", f"file:{self._console}"),
                *("-monitor", "none", "-qtest", f"unix:{tests},server,nowait"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._wires = socket.socket(socket.AF_UNIX)
            self._connect(tests)
            self._answers = self._wires.makefile("r")
            self._write(_SET, _HEADER)  # nothing pulls pins up here
            for pin in closed:
                self.close_switch(pin)
        except BaseException:
            self.pull()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.pull()

    def pull(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait()

    def close_switch(self, pin: int) -> None:
        """Connect a GPIO pin to ground."""
        self._write(_CLEAR, 1 << pin)

    def open_switch(self, pin: int) -> None:
        """Let go of it."""
        self._write(_SET, 1 << pin)

    def wait_for(self, text: str) -> str:
        """Wait until the console says something after what was last waited for, and return all
        that it said until then. Raises Stuck if it does not."""
        end = time.monotonic() + self._patience
        while True:
            said = self._console.read_bytes()
            at = said.find(text.encode(), self._seen)
            if at >= 0:
                before, self._seen = self._seen, at + len(text)
                return said[before:at].decode(errors="replace")
            if self._process.poll() is not None or time.monotonic() > end:
                tail = said[-2000:].decode(errors="replace")
                raise Stuck(f"it never said {text!r}; its console ends with\n{tail}")
            time.sleep(_GLANCE)

    def _connect(self, tests: Path) -> None:
        for _ in range(100):
            try:
                return self._wires.connect(str(tests))
            except OSError:
                time.sleep(_GLANCE)
        raise Stuck("QEMU does not answer")

    def _write(self, register: int, bits: int) -> None:
        self._wires.sendall(f"writel {register:#x} {bits:#x}\n".encode())
        answer = self._answers.readline().strip()
        if answer != "OK":
            raise Stuck(f"QEMU said {answer!r}")
