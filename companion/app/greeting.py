"""The first lamp of a service, lit before anything else of the program is loaded.

A Pi Zero takes seconds to load the program. So that whoever has switched it on sees that it lives,
one lamp glows meanwhile, until the program draws its first frame. This module imports only what
takes a few milliseconds. It greets on a strip on SPI, and only as systemd's service: by hand,
another program may be using the lamps.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # see companion/base/lazy.py
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

DEVICE = "/dev/spidev0.0"
GLOW = 10  # of 255, in every colour: about what a lamp that waits shows
LAMPS = 100  # as many are sent; any after the first are dark

# As in device/ports/pixel_timing.py, which would bring more with it; tests compare the two.
CLOCK = 6_400_000
ZERO, ONE = 0b11000000, 0b11110000
RESET = 240  # bytes, of a low line

_SET_CLOCK = 0x40046B04  # SPI_IOC_WR_MAX_SPEED_HZ of include/uapi/linux/spi/spidev.h
_ON_HEADER = ("direct", "matrix")  # kinds of boards whose lamps may be on SPI


def greet(
    words: Sequence[str],
    environment: Mapping[str, str],
    send: Callable[[bytes], None] | None = None,
) -> Callable[[], None] | None:
    """Light the first lamp, if that is the service's start on a board with lamps on SPI.

    Args:
        words: The words on the command line.
        environment: The variables of the environment; systemd sets `NOTIFY_SOCKET`.
        send: Sends bytes to the lamps; by default, on SPI.

    Returns:
        A function that turns it off again; None if no lamp was lit.
    """
    if "NOTIFY_SOCKET" not in environment or not words or words[0] != "play":
        return None
    path = _configuration(words)
    if not path or not _has_spi_lamps(path):
        return None
    send = send or _send
    try:
        send(_frame(GLOW))
    except OSError:
        return None  # the program itself will say what is wrong
    return lambda: _turn_off(send)


def _configuration(words: Sequence[str]) -> str:
    """Return the path of the configuration; empty if none is named."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word in ("--config", "-c"):
            return following
        if word.startswith("--config="):
            return word.removeprefix("--config=")
    return ""


def _has_spi_lamps(path: str) -> bool:
    import tomllib

    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib is slow to load
            found = tomllib.load(file)
        port, strip = found.get("port", {}), found.get("strip", {})
        return port.get("kind") in _ON_HEADER and strip.get("route", "spi") == "spi"
    except (OSError, ValueError, AttributeError):
        return False  # the program itself will say what is wrong


def _frame(level: int) -> bytes:
    lit = bytes(ONE if level >> bit & 1 else ZERO for bit in range(7, -1, -1)) * 3
    return bytes(RESET) + lit + bytes([ZERO]) * (24 * (LAMPS - 1)) + bytes(RESET)


def _turn_off(send: Callable[[bytes], None]) -> None:
    try:
        send(_frame(0))
    except OSError:
        return  # it cannot be helped


def _send(frame: bytes) -> None:
    from fcntl import ioctl

    device = os.open(DEVICE, os.O_RDWR | os.O_CLOEXEC)
    try:
        ioctl(device, _SET_CLOCK, CLOCK.to_bytes(4, "little"))
        os.write(device, frame)
    finally:
        os.close(device)
