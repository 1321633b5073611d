"""`/dev/spidev0.0` and `/dev/spidev0.1` at the system calls: what is written there is kept.

The numbers are those of include/uapi/linux/spi/spidev.h and asm-generic/ioctl.h in Linux.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace

from companion.device.ports.pixel_timing import SPI_TRANSFER

DEVICES = ("/dev/spidev0.0", "/dev/spidev0.1")

_WRITE, _READ = 1, 2
_MESSAGE, _MODE, _LSB_FIRST, _BITS, _SPEED = range(5)
_TRANSFER = struct.Struct("QQIIHBBBBH")
"""The addresses of the bytes to send and to receive, their number, the clock (0 for the device's),
the delay after them, the bits per word (0 for the device's), and four that are not used."""


@dataclass(frozen=True, slots=True)
class SpiTransfer:
    """What one system call sent.

    Attributes:
        data: The bytes, as they are on the wire.
        clock: The frequency that was asked for (Hz).
        mode: SPI's mode: 0 to 3, or more with other flags.
        bits: The bits per word.
    """

    data: bytes
    clock: int
    mode: int
    bits: int


class SpiDevice:
    """The two devices of SPI 0, in place of the system calls that open and control them.

    Args:
        send: Takes each transfer.
        check: Is called at each system call, and may raise what it raises.
    """

    def __init__(self, send: Callable[[SpiTransfer], None], check: Callable[[], None]) -> None:
        self._send = send
        self._check = check
        self._values = {_MODE: 0, _LSB_FIRST: 0, _BITS: 8, _SPEED: 125_000_000}

    def os(self) -> SimpleNamespace:
        """Return what a library for SPI uses of the module `os`."""
        path = SimpleNamespace(exists=lambda name: name in DEVICES)
        return SimpleNamespace(path=path, open=self._open, O_RDWR=os.O_RDWR, environ=os.environ)

    def ioctl(
        self, _handle: int, request: int, argument: bytes | array[int], _mutate: bool = True
    ) -> int:
        """Read or write a setting, or send a message of one transfer.

        Raises:
            OSError: As the kernel's driver does: EMSGSIZE if the transfer is too long, EINVAL for
                another request.
        """
        self._check()
        direction, number = request >> 30, request & 0xFF
        if direction == _WRITE and number == _MESSAGE:
            return self._transfer(bytes(argument))
        if number not in self._values:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        if direction == _WRITE:
            self._values[number] = int.from_bytes(argument, "little")
        else:
            assert isinstance(argument, array)
            argument[0] = self._values[number]
        return 0

    def _open(self, name: str, _flags: int) -> int:
        self._check()
        assert name in DEVICES
        return -1  # no descriptor of this process

    def _transfer(self, message: bytes) -> int:
        sent, _, length, clock, _, bits, *_ = _TRANSFER.unpack(message)
        if length > SPI_TRANSFER:
            raise OSError(errno.EMSGSIZE, os.strerror(errno.EMSGSIZE))
        mode = self._values[_MODE] | (8 if self._values[_LSB_FIRST] else 0)
        self._send(
            SpiTransfer(
                ctypes.string_at(sent, length) if sent else bytes(length),
                clock or self._values[_SPEED],
                mode,
                bits or self._values[_BITS] or 8,
            )
        )
        return int(length)
