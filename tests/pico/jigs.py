"""A jig with its genuine firmware, wired to a simulated Pico's board, behind a pty of its own."""

from __future__ import annotations

import atexit
import os
import pty
import select
import shutil
import tempfile
import tty
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Event, Thread
from typing import Any, Self

from companion.device.ports import link
from companion.testing.circuit import Module, on_drive
from companion.testing.pico import SimulatedPico
from tests.pico.boards import ROOT
from tests.pico.pio import StateMachine

FILES = ("boot.py", "code.py", "jig.py", "jig_link.py")
UID = bytes.fromhex("E660583883724A32")
CYCLE = 50  # nanoseconds

# CircuitPython's neopixel_write on an RP2040, about: how long a bit is high, and low (ns).
ZERO, ONE, RESET = (350, 900), (750, 500), 300_000


@cache
def jig_drive() -> Path:
    """The folder with the drive's files, made once."""
    folder = Path(tempfile.mkdtemp(prefix="jig-"))
    atexit.register(shutil.rmtree, folder)
    for name in FILES:
        shutil.copy(ROOT / "firmware" / "jig" / name, folder)
    shutil.copy(link.__file__, folder)
    return folder


class SimulatedMachine:
    """rp2pio.StateMachine, as far as the jig uses it; the DMA is as fast as the PIO."""

    def __init__(self, program: Any, frequency: int, **options: Any) -> None:
        assert frequency == 1e9 / CYCLE
        assert options["first_in_pin"] == options["jmp_pin"]
        assert options["auto_push"]
        assert not options["in_shift_right"]
        self._machine = StateMachine(list(program), options["push_threshold"])
        self._words: Any = None
        self._at = 0

    def background_read(self, *, loop: Any) -> None:
        self._words = loop

    def see(self, nanoseconds: list[tuple[int, int]]) -> None:
        """Let the line have these levels: (nanoseconds, level) one after the other."""
        self._machine.run([(round(length / CYCLE), level) for length, level in nanoseconds])
        for word in self._machine.pushed:
            self._words[self._at] = word
            self._at = (self._at + 1) % len(self._words)
        self._machine.pushed.clear()


def levels_of(colours: bytes) -> list[tuple[int, int]]:
    """The levels of a frame on the line: (nanoseconds, level)."""
    levels: list[tuple[int, int]] = []
    for bit in "".join(f"{byte:08b}" for byte in colours):
        high, low = ONE if bit == "1" else ZERO
        levels += [(high, 1), (low, 0)]
    return [*levels, (RESET, 0)]


class JigFirmware:
    """The jig's firmware under CPython.

    Args:
        sent: Takes what it writes.
        driven: Is told of a pin (its index) that is connected to ground, or let go of.
    """

    def __init__(
        self, sent: Callable[[bytes], object], driven: Callable[[int, bool], object]
    ) -> None:
        self.came = b""
        firmware = self

        class Pin:
            def __init__(self, name: str) -> None:
                self._number = int(name.removeprefix("GP"))

            def switch_to_output(self, *, value: bool) -> None:
                assert not value, "a jig drives no line high"
                driven(self._number, True)

            def switch_to_input(self, *, pull: object) -> None:
                assert pull is None
                driven(self._number, False)

        class Data:
            timeout: object = None
            write_timeout: object = None

            @property
            def in_waiting(self) -> int:
                return len(firmware.came)

            def read(self, size: int) -> bytes:
                data, firmware.came = firmware.came[:size], firmware.came[size:]
                return data

            def write(self, data: bytes) -> None:
                sent(data)

        machines: list[SimulatedMachine] = []

        class Machine(SimulatedMachine):
            def __init__(self, *given: Any, **options: Any) -> None:
                super().__init__(*given, **options)
                machines.append(self)

        modules = {
            "board": Module(board_id="a_fake_pico", **{f"GP{n}": f"GP{n}" for n in range(23)}),
            "digitalio": Module(DigitalInOut=Pin),
            "microcontroller": Module(cpu=Module(uid=UID)),
            "rp2pio": Module(StateMachine=Machine),
            "usb_cdc": Module(data=Data()),
        }

        def start() -> Any:
            from jig import Jig  # type: ignore[import-not-found]

            return Jig()

        names = ("jig", "jig_link", "link")
        self._jig = on_drive(str(jig_drive()), names, modules, {}, start)
        (self.machine,) = machines

    def turn(self) -> None:
        self._jig.turn()


class SimulatedJig:
    """A jig on a cable, and the Pico that it is wired to: pin n to switch n.

    As a context manager it is plugged in, and unplugged at the end.

    device: its serial device. low: the pins that it connects to ground.
    """

    def __init__(self, pico: SimulatedPico) -> None:
        self.low: set[int] = set()
        self._pico = pico
        self._folder = Path(tempfile.mkdtemp(prefix="jig-"))
        self.device = str(self._folder / "jig")
        self._unplugged = Event()
        self._ends: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        self._ends = ours, theirs
        firmware = JigFirmware(lambda data: self._write(ours, data), self._driven)
        self._thread = Thread(target=self._run, args=(ours, firmware), daemon=True)
        self._thread.start()
        Path(self.device).symlink_to(os.ttyname(theirs))
        return self

    def __exit__(self, *_: object) -> None:
        self.pull()
        shutil.rmtree(self._folder)

    def pull(self) -> None:
        """Pull its cable; its pins are let go of, since it has no power."""
        if self._ends is not None:
            Path(self.device).unlink()
            self._unplugged.set()
            self._thread.join()
            ends, self._ends = self._ends, None
            for end in ends:
                os.close(end)
            for pin in list(self.low):
                self._driven(pin, False)

    def _driven(self, pin: int, low: bool) -> None:
        if low == (pin in self.low):
            return
        (self.low.add if low else self.low.discard)(pin)
        # The board's last pin is its button, on whatever number its firmware has it.
        number = self._pico.button if pin == 21 else pin
        self._pico.set(number, low)

    def _write(self, line: int, data: bytes) -> None:
        with suppress(BlockingIOError):
            os.write(line, data)

    def _run(self, line: int, firmware: JigFirmware) -> None:
        seen = 0
        while not self._unplugged.is_set():
            ready, _, _ = select.select([line], [], [], 0.002)
            if ready:
                with suppress(OSError):
                    firmware.came += os.read(line, 4096)
            frames = self._pico.frames[seen:]
            seen += len(frames)
            for frame in frames:
                firmware.machine.see(levels_of(frame))
            firmware.turn()
