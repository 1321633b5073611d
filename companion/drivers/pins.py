"""The way to the GPIO pins: which of gpiozero's pin factories, and on which GPIO chip."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import chdir
from pathlib import Path
from typing import Any

from companion.drivers.port import PortError

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the kernel calls the chip of the 40-pin header: on a Pi 5; on a Pi 4; on a Pi 3, a Zero 2
and all older ones. (pinctrl-bcm2835.c and pinctrl-rp1.c; the Pi 5's other chips are not wired to
the header.)"""


def pin_factory(given: Any = None) -> Any:
    """The pin factory to use: the given one; gpiozero's, where one is set; the one that
    GPIOZERO_PIN_FACTORY names; otherwise lgpio's on the header's chip.

    It becomes gpiozero's, and stays: a process that closes an LGPIOFactory and makes another gets
    no more callbacks. PortError when there is none.
    """
    if given is not None:
        return given
    try:
        from gpiozero import Device
    except ImportError as error:
        raise PortError(
            f"the library {error.name} is missing; pip install '.[pi]' brings it"
        ) from error
    if Device.pin_factory is None:
        name = os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio")
        if name.lower() == "lgpio":
            Device.pin_factory = _lgpio_factory()
        else:
            try:
                Device.ensure_pin_factory()
            except Exception as error:
                raise PortError(
                    f"GPIOZERO_PIN_FACTORY names {name!r}, which cannot be had: {error}"
                ) from error
    return Device.pin_factory


def chip_numbers(devices: Path = Path("/dev")) -> list[int]:
    """The numbers of the GPIO chips of this machine, each once.

    A Pi 5 has a link from the header chip's old number to its new one.
    """
    found = {path.resolve().name.removeprefix("gpiochip") for path in devices.glob("gpiochip*")}
    return sorted(int(number) for number in found if number.isdigit())


def header_chip(lgpio: Any, numbers: Iterable[int]) -> int:
    """Which of these GPIO chips is the header's, by its label; PortError when none is.

    The number alone does not tell: on a Pi 5 it is 0 or 4, depending on the kernel
    (raspberrypi/linux pull request 6144).
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
            f"/dev/gpiochip{refused[0]}: no rights, or in trouble; add yourself to the group gpio "
            "and log in again"
        )
    raise _no_header(labels)


def import_lgpio() -> Any:
    """lgpio, imported so that its pipe lies in a folder for temporary files.

    On import lgpio makes a pipe in the working directory, which may be read-only; LG_WD moves
    that, but it moves the whole process's working directory as well, so that is put back.
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
        raise PortError(
            "the library lgpio is missing; pip install '.[pi]' brings it, or on Python 3.13 "
            "and later take the distribution's python3-lgpio (wiring.md says how)"
        ) from error
    except OSError as error:
        raise PortError(f"lgpio cannot use the folder {folder} (LG_WD): {error}") from error
    return lgpio


def header() -> tuple[Any, int]:
    """lgpio, and the number of the GPIO chip of the header; PortError when one is missing."""
    numbers = chip_numbers()
    if not numbers:
        # Said before lgpio is missed: on a PC it would be of no use.
        raise _no_header([])
    lgpio = import_lgpio()
    return lgpio, header_chip(lgpio, numbers)


def refusal(gpio: int, user: str, error: Exception, *, busy: bool = False) -> PortError:
    """What to say when a pin cannot be had for its user. busy: it is known to be in use."""
    said = " ".join(str(error).split())
    if busy or "busy" in said.lower():
        return PortError(
            f"GPIO {gpio} ({user}) is in use: {said}; end the program or switch off the "
            "interface that has it (`gpioinfo` names it)"
        )
    if isinstance(error, PermissionError):
        return PortError(
            f"GPIO {gpio} ({user}): no rights; add yourself to the group gpio and log in again"
        )
    return PortError(f"GPIO {gpio} ({user}) cannot be had: {said}")


def _no_header(labels: list[str]) -> PortError:
    seen = f"only {', '.join(labels)}" if labels else "none at all"
    return PortError(
        f"no GPIO header: looked for a chip called {' or '.join(HEADER_LABELS)}, found {seen}; on "
        'anything but a Raspberry Pi use [port] kind = "simulated"'
    )


def _lgpio_factory() -> Any:
    _, chip = header()
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory(chip=chip)
