"""Access to the GPIO pins: which gpiozero pin factory to use, on which GPIO chip."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import chdir
from pathlib import Path
from typing import Any

from companion.base.extras import install_command, missing_library
from companion.base.text import Text
from companion.device.ports.port import MissingLibrary, PortError

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The kernel's labels for the chip of the 40-pin header: on a Pi 5; on a Pi 4; on a Pi 3, a Zero 2
and all older models. (pinctrl-bcm2835.c and pinctrl-rp1.c; the Pi 5's other chips are not wired to
the header.)"""


def pin_factory(given: Any = None) -> Any:
    """Return the pin factory to use.

    This is the given one; otherwise the one already set in gpiozero; otherwise the one that
    GPIOZERO_PIN_FACTORY names; otherwise lgpio's, on the header's chip.

    It becomes gpiozero's default and stays open: after closing one LGPIOFactory, a second one in
    the same process gets no callbacks.

    Raises:
        PortError: If no factory is available.
    """
    if given is not None:
        return given
    try:
        from gpiozero import Device
    except ImportError as error:
        raise MissingLibrary(missing_library(error.name, "pi")) from error
    if Device.pin_factory is None:
        name = os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio")
        if name.lower() == "lgpio":
            Device.pin_factory = _lgpio_factory()
        else:
            try:
                Device.ensure_pin_factory()
            except Exception as error:
                raise PortError(
                    Text(
                        "GPIOZERO_PIN_FACTORY names {name!r}, which is unavailable: {problem}",
                        name=name,
                        problem=error,
                    )
                ) from error
    return Device.pin_factory


def chip_numbers(devices: Path = Path("/dev")) -> list[int]:
    """Return the numbers of this machine's GPIO chips, each once.

    A Pi 5 has a symbolic link from the header chip's old number to its new one.
    """
    found = {path.resolve().name.removeprefix("gpiochip") for path in devices.glob("gpiochip*")}
    return sorted(int(number) for number in found if number.isdigit())


def header_chip(lgpio: Any, numbers: Iterable[int]) -> int:
    """Find the header's GPIO chip among these numbers, by its label.

    The number alone is not enough: on a Pi 5 it is 0 or 4, depending on the kernel
    (raspberrypi/linux pull request 6144).

    Raises:
        PortError: If there is none.
    """
    labels: list[str] = []
    refused: list[int] = []
    for number in numbers:
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            refused.append(number)
            continue
        try:
            _, _, _, label = lgpio.gpio_get_chip_info(handle)
        finally:
            lgpio.gpiochip_close(handle)
        if label in HEADER_LABELS:
            return number
        labels.append(label)
    if refused:
        raise PortError(
            Text(
                "{device} cannot be opened; add yourself to the group gpio and log in again",
                device=f"/dev/gpiochip{refused[0]}",
            )
        )
    raise _no_header(labels)


def import_lgpio() -> Any:
    """Import lgpio with its pipe in a temporary folder.

    On import, lgpio creates a pipe in the working directory, which may be read-only. LG_WD moves
    the pipe, but also changes the working directory of the whole process, so that is restored.
    """
    folder = os.environ.get("LG_WD")
    if folder is None:
        folder = tempfile.mkdtemp(prefix="board-companion-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["LG_WD"] = folder
    try:
        with chdir(folder):
            import lgpio
    except ImportError as error:
        raise MissingLibrary(
            Text(
                "the library lgpio is missing; install it with {command}, or on Python 3.13 and "
                "later use the distribution's python3-lgpio (see wiring.md)",
                command=install_command("pi"),
            )
        ) from error
    except OSError as error:
        raise PortError(
            Text(
                "lgpio cannot use the folder {folder} (LG_WD): {problem}",
                folder=folder,
                problem=error,
            )
        ) from error
    return lgpio


def find_header() -> tuple[Any, int]:
    """Return lgpio and the number of the header's GPIO chip.

    Raises:
        PortError: If either is missing.
    """
    numbers = chip_numbers()
    if not numbers:
        # Checked before importing lgpio, which would be of no use on a PC.
        raise _no_header([])
    lgpio = import_lgpio()
    return lgpio, header_chip(lgpio, numbers)


def pin_error(gpio: int, user: Text, error: Exception, *, busy: bool = False) -> PortError:
    """Return the error for an unavailable pin.

    Args:
        gpio: The GPIO number.
        user: The use of the pin.
        error: The exception of the pin library.
        busy: Whether the pin is known to be in use.
    """
    said = " ".join(str(error).split())
    if busy or "busy" in said.lower():
        return PortError(
            Text(
                "GPIO {gpio} ({user}) is in use: {said}; stop the program or disable the "
                "interface that uses it (`gpioinfo` names it)",
                gpio=gpio,
                user=user,
                said=said,
            )
        )
    if isinstance(error, PermissionError):
        return PortError(
            Text(
                "GPIO {gpio} ({user}): permission denied; add yourself to the group gpio "
                "and log in again",
                gpio=gpio,
                user=user,
            )
        )
    return PortError(
        Text("GPIO {gpio} ({user}) is unavailable: {said}", gpio=gpio, user=user, said=said)
    )


def _no_header(labels: list[str]) -> PortError:
    seen = Text("only {labels}", labels=", ".join(labels)) if labels else Text("none at all")
    return PortError(
        Text(
            "no GPIO header: expected a chip labelled {labels}, found {seen}; on "
            'anything but a Raspberry Pi use [port] kind = "simulated"',
            labels=" or ".join(HEADER_LABELS),
            seen=seen,
        )
    )


def _lgpio_factory() -> Any:
    _, chip = find_header()
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory(chip=chip)
