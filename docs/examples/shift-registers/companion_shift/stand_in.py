"""A stand-in for the hardware of `shift.py`, for tests: shift registers on SPI, with switches.

    with mock_shift(ShiftKind().wiring(SpiLamps(), grid(8)), grid(8).names) as bank:
        bank.close("c5")        # a piece on c5

Adafruit's library for SPI is the genuine one, down to its system calls, and so is gpiozero. Below
them, the kernel's driver and the registers are models, edge by edge: a wrong mode brings wrong
bits. The scanning thread is replaced: it reads whenever a switch changes, so that nothing waits.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from Adafruit_PureIO import spi
from gpiozero import Device
from gpiozero.pins.mock import MockPin

from companion.device.ports import LampRoute, PinPlace, PortKind, scanned_port
from companion.rules.geometry import Board
from companion.testing import CapturedStrip, Scans, StandIn, SwitchBank, mock_switches
from companion_shift.shift import DEVICE, INPUTS, ShiftWiring

_CPHA, _CPOL = 1, 2


class Chain:
    """Shift registers (74HC165, function table). closed: the inputs that are pulled low."""

    def __init__(self, registers: int) -> None:
        self.closed: set[PinPlace] = set()
        self._registers = registers
        self._latch = self._clock = False
        self._inhibit = True
        self._levels: list[bool] = []

    @property
    def output(self) -> bool:
        """Q7 of the first register."""
        return self._levels[0]

    def set_latch(self, level: bool) -> None:
        """Drive PL. While it is low, and so until it rises, the registers follow their inputs."""
        if level and not self._latch:
            places = ((r, i) for r in range(self._registers) for i in reversed(range(INPUTS)))
            self._levels = [place not in self.closed for place in places]
        self._latch = level

    def drive(self, *, clock: bool | None = None, inhibit: bool | None = None) -> bool:
        """Drive CP or CLK INH, which are one gate; return whether that has shifted the chain."""
        before = self._clock or self._inhibit
        self._clock = self._clock if clock is None else clock
        self._inhibit = self._inhibit if inhibit is None else inhibit
        shifts = self._latch and not before and (self._clock or self._inhibit)
        if shifts:
            self._levels = [*self._levels[1:], True]  # DS of the last register is high
        return shifts


class Bus(Scans):
    """The kernel's SPI1, which a chain is on.

    Attributes:
        chain: The registers.
        missing: Whether the device is missing.
        fault: The error that every transfer raises, if set.
    """

    def __init__(self, registers: int) -> None:
        super().__init__()
        self.chain = Chain(registers)
        self.missing = False
        self.fault: Exception | None = None
        self._mode = 0
        self._handles: set[int] = set()

    def attach(self, stack: ExitStack, library: Any) -> None:
        """Answer what Adafruit's library asks the system about this bus. The lamps have another."""
        system, control = library.os, library.ioctl

        def exists(path: str) -> bool:
            found: bool = not self.missing if path == DEVICE else system.path.exists(path)
            return found

        def open_device(path: str, flags: int) -> int:
            if path != DEVICE:
                handle: int = system.open(path, flags)
                return handle
            made = os.open(os.devnull, flags)  # one that can be closed
            self._handles.add(made)
            return made

        def ioctl(handle: int, request: int, arg: Any, mutate: bool = True) -> int:
            if handle in self._handles:
                return self._ioctl(request, arg)
            done: int = control(handle, request, arg, mutate)
            return done

        replaced = SimpleNamespace(
            path=SimpleNamespace(exists=exists), open=open_device, O_RDWR=os.O_RDWR
        )
        stack.enter_context(patch.object(library, "os", replaced))
        stack.enter_context(patch.object(library, "environ", {}))
        stack.enter_context(patch.object(library, "ioctl", ioctl))

    def _ioctl(self, request: int, arg: Any) -> int:
        """Do what spidev does on these requests, as Adafruit's library has their numbers."""
        if request == spi.SPI._IOC_MESSAGE:
            self._message(*struct.unpack(spi.SPI._IOC_TRANSFER_FORMAT, arg)[:3])
        elif request == spi.SPI._IOC_RD_MODE[1]:
            arg[0] = self._mode
        elif request == spi.SPI._IOC_WR_MODE[1]:
            (self._mode,) = arg
            assert not self._mode & ~(_CPHA | _CPOL), "a Pi has no other modes on SPI1"
        elif request == spi.SPI._IOC_WR_BITS_PER_WORD[1]:
            assert arg == b"\x08"
        elif request == spi.SPI._IOC_WR_MAX_SPEED_HZ[1]:
            assert 0 < struct.unpack("=I", arg)[0] <= 5_000_000, "too fast for a cable"
        else:
            raise OSError(25, "Inappropriate ioctl for device")
        return 0

    def _message(self, _sent: int, received: int, count: int) -> None:
        if self.fault is not None:
            raise self.fault
        # Between messages, the clock of a Pi's SPI1 is low in every mode.
        idle = bool(self._mode & _CPOL)
        self.chain.drive(clock=idle)
        self.chain.drive(inhibit=False)
        data = bytes(sum(self._bit(idle) << i for i in reversed(range(8))) for _ in range(count))
        self.chain.drive(inhibit=True)
        self.chain.drive(clock=False)
        ctypes.memmove(received, data, count)

    def _bit(self, idle: bool) -> bool:
        level = False
        for edge, clock in enumerate((not idle, idle)):
            sampled = self.chain.output
            shifted = self.chain.drive(clock=clock)
            if edge == self._mode & _CPHA:
                assert not shifted, "the Pi samples while the registers shift"
                level = sampled
        return level


class LatchPin(MockPin):  # type: ignore[misc]
    """A mock pin that is the latch of a chain."""

    chain: Chain

    def _change_state(self, value: bool) -> bool:
        self.chain.set_latch(value)
        changed: bool = super()._change_state(value)
        return changed


@contextmanager
def mock_shift(
    wiring: ShiftWiring, names: Sequence[str], bus: Bus | None = None
) -> Iterator[SwitchBank]:
    """Provide the switches and the button of a board with this wiring.

    Enter it after `CapturedStrip`, which loads the library for SPI afresh.

    Args:
        wiring: The wiring of the board.
        names: The names of its points.
        bus: The bus of the registers; None for a new one.
    """
    made = bus or Bus(wiring.registers)
    points = len(wiring.places)

    with ExitStack() as stack:
        header = stack.enter_context(mock_switches(wiring.rest))
        Device.pin_factory.pin(wiring.latch, pin_class=LatchPin).chain = made.chain

        def drive(point: int, closed: bool) -> None:
            if point == points:
                (header.press if closed else header.release)()
                return
            inputs = made.chain.closed
            (inputs.add if closed else inputs.discard)(wiring.places[point])
            made.scan()

        # The module as it is by now: `CapturedStrip` loads it afresh.
        made.attach(stack, import_module("Adafruit_PureIO.spi"))
        stack.enter_context(patch.object(scanned_port, "PeriodicThread", made.ticking))
        yield SwitchBank.by_number(names, drive, "shift", button=points)


def stand_in(stack: ExitStack, port: PortKind, strip: LampRoute, board: Board) -> StandIn:
    """Provide a board with these settings, for tests of any board."""
    captured = stack.enter_context(CapturedStrip())
    switches = stack.enter_context(mock_shift(port.wiring(strip, board), board.names))
    return StandIn(port, strip, board, switches, captured.pixels)
