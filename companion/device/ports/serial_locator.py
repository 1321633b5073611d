"""Finds and opens the serial port of a board's microcontroller."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from typing import Any

from companion.base.extras import missing_library
from companion.base.text import Text
from companion.device.ports.port import MissingLibrary, PortError

PRODUCT = "Board companion"
"""The firmware's product name on USB, followed by the name of the board; see boot.py."""

CIRCUITPYTHON = 0x239A
"""The USB vendor ID of boards that run CircuitPython (Adafruit's)."""

BAUD = 9600
"""The default speed (bits per second). It has no effect on USB without a UART."""

_WRITING = 1.0  # seconds after which a write fails


class SerialLocator:
    """Opens the serial port of the one board that is plugged in, or reports why there is none.

    If a device does not answer, the next call of `open` tries the board's next device, because one
    of them is its console.

    Args:
        device: A serial device, or "" to search for the board.
        ports: Returns the serial ports as pyserial lists them, for tests.
        timeout: The longest time that a read waits (seconds).
        baud: The speed of the serial line (bits per second).
    """

    def __init__(
        self,
        device: str,
        ports: Callable[[], Iterable[Any]] | None = None,
        timeout: float = 0.25,
        baud: int = BAUD,
    ) -> None:
        self._device = device
        self._ports = ports or _ports
        self._timeout = timeout
        self._baud = baud
        self._tried: list[str] = []

    def open(self) -> Any:
        """Return an open `serial.Serial`.

        Raises:
            PortError: If no board can be opened.
        """
        device = self._device or self._next()
        self._tried.append(device)
        return _open(device, self._baud, self._timeout)

    def reset(self) -> None:
        """Start the search from the beginning next time, because a board has answered."""
        self._tried.clear()

    def _next(self) -> str:
        found = candidates(self._ports())
        if not any(device not in self._tried for device in found):
            self._tried.clear()
        return next(device for device in found if device not in self._tried)


def candidates(ports: Iterable[Any]) -> list[str]:
    """Return the devices on which the board may answer, the most likely first.

    Args:
        ports: The serial ports as pyserial lists them.

    Raises:
        PortError: If no board is plugged in, or more than one.
    """
    listed = list(ports)
    # Windows does not report the product of a serial device; there, try any CircuitPython board.
    ours = [port for port in listed if PRODUCT in (port.product or "")] or [
        port for port in listed if port.vid == CIRCUITPYTHON and not port.product
    ]
    if not ours:
        bare = [port.device for port in listed if port.vid == CIRCUITPYTHON]
        if bare:
            raise PortError(
                Text(
                    "a board with CircuitPython is on {bare}, but without this program's "
                    "firmware; see firmware/README.md for how to install it",
                    bare=bare[0],
                )
            )
        raise PortError(Text("no board is plugged in: connect its USB cable"))
    boards = {port.serial_number or port.location for port in ours}
    if len(boards) > 1:
        devices = ", ".join(sorted(port.device for port in ours))
        raise PortError(
            Text(
                "{number} boards are plugged in: name one of {devices} as [port] device",
                number=len(boards),
                devices=devices,
            )
        )
    # CircuitPython's first interface is the console, its second one carries data. Not every system
    # reports their names; there, the later device is more likely.
    ours.sort(key=lambda port: str(port.device), reverse=True)
    ours.sort(key=lambda port: "CDC2" not in (port.interface or ""))
    return [port.device for port in ours]


def listed_boards() -> list[str]:
    """Return the serial ports of all boards that pyserial lists.

    Boards with and without this program's firmware are included; none without pyserial.
    """
    try:
        ports = list(_ports())
    except ImportError:
        return []
    return sorted(
        str(port.device)
        for port in ports
        if port.vid == CIRCUITPYTHON or PRODUCT in (port.product or "")
    )


def _ports() -> Iterable[Any]:
    from serial.tools import list_ports

    return list(list_ports.comports())


def need_pyserial() -> None:
    """Check that pyserial is installed.

    Raises:
        MissingLibrary: If it is not.
    """
    try:
        import serial  # noqa: F401
    except ImportError as error:
        raise MissingLibrary(missing_library("pyserial", "serial")) from error


def _open(device: str, baud: int, timeout: float) -> Any:
    import serial

    try:
        # The lock keeps a second program off the port.
        return serial.Serial(device, baud, timeout=timeout, write_timeout=_WRITING, exclusive=True)
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None)
        if number in (errno.EACCES, errno.EPERM):
            raise PortError(
                Text(
                    "{device}: permission denied; add yourself to the group dialout and "
                    "log in again",
                    device=device,
                )
            ) from error
        if number in (errno.EAGAIN, errno.EBUSY):
            raise PortError(
                Text("{device} is in use by another program; stop that first", device=device)
            ) from error
        if number == errno.ENOENT:
            raise PortError(
                Text(
                    "no board is on {device}: connect its USB cable, or name another [port] device",
                    device=device,
                )
            ) from error
        said = " ".join(str(error).split())
        raise PortError(
            Text("{device} cannot be opened: {said}", device=device, said=said)
        ) from error
