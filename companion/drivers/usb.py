"""Where a board's microcontroller is plugged in, and the serial line to it."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from typing import Any

from companion.drivers.port import PortError

PRODUCT = "Board companion"
"""What the firmware calls itself on USB, with the name of the board after it; see boot.py."""

CIRCUITPYTHON = 0x239A
"""The vendor's number on USB of boards that run CircuitPython (Adafruit's)."""

_WRITING = 1.0  # seconds after which a write that nobody takes has failed


class Cables:
    """Opens the line to the one board that is plugged in, or says why there is none.

    device: a serial device, or "" to look for the board; looking again after a board that did not
    answer tries the next of its devices: one of them is its console.
    """

    def __init__(
        self, device: str, ports: Callable[[], Iterable[Any]] | None = None, turn: float = 0.25
    ) -> None:
        self._device = device
        self._ports = ports or _ports
        self._turn = turn
        self._tried: list[str] = []

    def plug(self) -> Any:
        """An open `serial.Serial` that reads for a turn at most; PortError when there is none."""
        device = self._device or self._next()
        self._tried.append(device)
        return _open(device, self._turn)

    def good(self) -> None:
        """A board has answered: look from the beginning when it is lost."""
        self._tried.clear()

    def _next(self) -> str:
        found = candidates(self._ports())
        if not any(device not in self._tried for device in found):
            self._tried.clear()
        return next(device for device in found if device not in self._tried)


def candidates(ports: Iterable[Any]) -> list[str]:
    """The devices on which the board may answer, the likeliest first.

    ports: as pyserial lists them. PortError when no board is plugged in, or more than one.
    """
    listed = list(ports)
    # Windows tells no product of a serial device; there, any CircuitPython is asked.
    ours = [port for port in listed if PRODUCT in (port.product or "")] or [
        port for port in listed if port.vid == CIRCUITPYTHON and not port.product
    ]
    if not ours:
        bare = [port.device for port in listed if port.vid == CIRCUITPYTHON]
        if bare:
            raise PortError(
                f"a board with CircuitPython is on {bare[0]}, but without this program's firmware; "
                "firmware/README.md says how to put it there"
            )
        raise PortError("no board is plugged in: connect its USB cable")
    boards = {port.serial_number or port.location for port in ours}
    if len(boards) > 1:
        devices = ", ".join(sorted(port.device for port in ours))
        raise PortError(
            f"{len(boards)} boards are plugged in: name one of {devices} as [port] device"
        )
    # CircuitPython's second interface is for data, its first the console. Not every system tells
    # their names; there, the later device is the likelier one.
    ours.sort(key=lambda port: str(port.device), reverse=True)
    ours.sort(key=lambda port: "CDC2" not in (port.interface or ""))
    return [port.device for port in ours]


def _ports() -> Iterable[Any]:
    from serial.tools import list_ports

    return list(list_ports.comports())


def need_pyserial() -> None:
    """PortError when pyserial is not installed."""
    try:
        import serial  # noqa: F401
    except ImportError as error:
        raise PortError(
            "the library pyserial is missing; pip install '.[serial]' brings it"
        ) from error


def _open(device: str, turn: float) -> Any:
    import serial

    try:
        # USB knows no baud rate. The lock keeps a second program off the line.
        return serial.Serial(device, timeout=turn, write_timeout=_WRITING, exclusive=True)
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None)
        if number in (errno.EACCES, errno.EPERM):
            raise PortError(
                f"{device}: no rights; add yourself to the group dialout and log in again"
            ) from error
        if number in (errno.EAGAIN, errno.EBUSY):
            raise PortError(f"{device} is in use by another program; end that first") from error
        if number == errno.ENOENT:
            raise PortError(
                f"no board is on {device}: connect its USB cable, or name another [port] device"
            ) from error
        said = " ".join(str(error).split())
        raise PortError(f"{device} cannot be opened: {said}") from error
