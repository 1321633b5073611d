"""Reads the facts about this computer that matter for a board, without judging them."""

from __future__ import annotations

import os
import platform
import struct
import sys
from collections.abc import Callable, Iterable
from importlib import metadata, util
from pathlib import Path

from companion.device.ports.computer import SystemInfo
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.port_kind import PortKind
from companion.device.ports.port_kinds import entries
from companion.device.ports.serial_locator import listed_boards

LIBRARIES = {
    "lgpio": "lgpio",
    "gpiozero": "gpiozero",
    "Adafruit-Blinka": "adafruit_blinka",
    "adafruit-circuitpython-neopixel": "neopixel",
    "adafruit-circuitpython-neopixel-spi": "neopixel_spi",
    "Adafruit-PureIO": "Adafruit_PureIO",
    "spidev": "spidev",
    "rpi_ws281x": "rpi_ws281x",
    "Adafruit-Blinka-Raspberry-Pi5-Neopixel": "adafruit_raspberry_pi5_neopixel_write",
    "pyserial": "serial",
    "RPi.GPIO": "",
    "rpi-lgpio": "",
}
"""The packages that matter, each with a module that shows it is installed even if a distribution
package has no metadata; "" if the module does not identify the package. Kinds of boards from
packages name others."""

_CHIP_INFO = 0x8044B401  # GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h


def chip_label(device: Path) -> str | None:
    """Return the kernel's label for a GPIO chip; None without permission.

    Needs no library.
    """
    try:
        from fcntl import ioctl

        with device.open("rb", buffering=0) as chip:
            info = ioctl(chip, _CHIP_INFO, bytes(68))
    except (ImportError, OSError):  # Windows has none
        return None
    _, label, _ = struct.unpack("32s32sI", info)
    return bytes(label).split(b"\0")[0].decode(errors="replace")


def read_system_info(
    root: Path = Path("/"),
    label: Callable[[Path], str | None] = chip_label,
    devices_listed: Callable[[], list[str]] = listed_boards,
    named: Iterable[str] = (),
) -> SystemInfo:
    """Read the facts about this computer.

    Args:
        root: The root of its files, for tests.
        label: Returns the label of a GPIO chip.
        devices_listed: Returns the serial ports of boards, for tests.
        named: The paths of further devices.
    """
    dev = root / "dev"
    watched = ("gpiochip*", "spidev*", "ttyACM*", "serial0", "pio0")
    groups, member = _groups(root)
    return SystemInfo(
        model=_text(root / "proc/device-tree/model"),
        system=_release(_text(root / "etc/os-release")),
        kernel=f"{platform.system()} {platform.release()} {platform.machine()}",
        python=f"Python {platform.python_version()} ({sys.implementation.name})",
        chips={path.name: label(path) for path in _chips(dev)},
        devices={
            path.name: _may_use(path) for pattern in watched for path in sorted(dev.glob(pattern))
        },
        interfaces=_interfaces(root),
        settings=_config(root),
        groups=groups,
        member=member,
        root=hasattr(os, "geteuid") and os.geteuid() == 0,
        versions=_versions(),
        boards={device: _may_use(Path(device)) for device in devices_listed()},
        named={device: _may_use(Path(device)) for device in named if Path(device).exists()},
        throttled=_throttled(root),
    )


def _may_use(path: Path) -> bool:
    """Return whether this user may read and write a device; on Windows, its ports are not files."""
    return not path.exists() or os.access(path, os.R_OK | os.W_OK)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode(errors="replace").strip("\0\n ")
    except OSError:
        return ""


def _chips(dev: Path) -> list[Path]:
    """Return each chip once: a Pi 5 has a symbolic link from an old number to the new one."""
    return sorted({path.resolve() for path in dev.glob("gpiochip*")})


def _release(text: str) -> str:
    for line in text.splitlines():
        key, _, value = line.partition("=")
        if key == "PRETTY_NAME":
            return value.strip('"')
    return platform.system()


def _interfaces(root: Path) -> frozenset[str]:
    dev, line = root / "dev", _text(root / "proc/cmdline")
    cards = _text(root / "proc/asound/cards")
    on = {
        "spi": any(dev.glob("spidev0.*")),
        "spi1": any(dev.glob("spidev1.*")),
        "i2c": (dev / "i2c-1").exists(),
        "console": any(
            f"console={port}" in line for port in ("serial0", "ttyAMA0", "ttyS0", "ttyAMA10")
        ),
        "uart": (dev / "serial0").exists(),
        "1-wire": (root / "sys/bus/w1/devices/w1_bus_master1").exists(),
        "i2s": any(
            _text(status) == "okay"
            for pattern in ("soc*/i2s@*/status", "axi/pcie@*/rp1/i2s@*/status")
            for status in (root / "proc/device-tree").glob(pattern)
        ),
        "audio": "Headphones" in cards or "bcm2835 ALSA" in cards,
    }
    return frozenset(name for name, is_on in on.items() if is_on)


def _config(root: Path) -> tuple[str, ...]:
    """Return the firmware's settings, without comments and blanks."""
    for place in ("boot/firmware/config.txt", "boot/config.txt"):
        text = _text(root / place)
        if text:
            lines = (line.split("#")[0].replace(" ", "") for line in text.splitlines())
            return tuple(line for line in lines if line)
    return ()


def _groups(root: Path) -> tuple[frozenset[str], frozenset[str]]:
    if not hasattr(os, "getgroups"):
        return frozenset(), frozenset()
    numbers = {*os.getgroups(), os.getegid()}
    user = os.environ.get("USER", "")
    now, later = set(), set()
    for line in _text(root / "etc/group").splitlines():
        name, _, number, members = (line.split(":") + [""] * 4)[:4]
        if number.isdigit() and int(number) in numbers:
            now.add(name)
        if user and user in members.split(","):
            later.add(name)
    return frozenset(now), frozenset(later)


def _versions() -> dict[str, str]:
    found: dict[str, str] = {}
    known = (*entries(PortKind).values(), *entries(LampRoute).values())
    named = {name: "" for entry in known for name in entry.libraries}
    for package, module in (named | LIBRARIES).items():
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            if module and util.find_spec(module) is not None:
                found[package] = "?"
    return found


def _throttled(root: Path) -> int | None:
    text = _text(root / "sys/devices/platform/soc/soc:firmware/get_throttled")
    try:
        return int(text, 16)
    except ValueError:
        return None
