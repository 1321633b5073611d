"""The machines that the kernel pretends to be."""

from __future__ import annotations

import os
from typing import NamedTuple


class Machine(NamedTuple):
    """A Raspberry Pi as programs find it.

    title:   its name, for people.
    cpuinfo: its /proc/cpuinfo, as far as gpiozero and Blinka read it.
    header:  the label of the chip of its GPIO header, and how many lines that has.
    others:  the same of its other chips.
    before:  whether the others have the lower numbers.
    """

    title: str
    cpuinfo: str
    header: tuple[str, int]
    others: tuple[tuple[str, int], ...]
    before: bool


MACHINES = {
    "pi4": Machine(
        "Raspberry Pi 4",
        "Hardware\t: BCM2711\n"
        "Revision\t: c03112\n"
        "Serial\t\t: 0000000000000000\n"
        "Model\t\t: Raspberry Pi 4 Model B Rev 1.2\n",
        ("pinctrl-bcm2711", 58),
        (("raspberrypi-exp-gpio", 8),),
        before=False,
    ),
    # Neither 0 nor 4, where gpiozero would look for it: three come before it.
    "pi5": Machine(
        "Raspberry Pi 5",
        "Hardware\t: BCM2712\n"
        "Revision\t: c04170\n"
        "Serial\t\t: 0000000000000000\n"
        "Model\t\t: Raspberry Pi 5 Model B Rev 1.0\n",
        ("pinctrl-rp1", 54),
        (
            ("gpio-brcmstb@107d508500", 32),
            ("gpio-brcmstb@107d508520", 4),
            ("gpio-brcmstb@107d517c00", 17),
        ),
        before=True,
    ),
}

VARIABLE = "KERNEL_TESTS_MACHINE"
"""The environment variable that names the machine; it is set inside the kernel alone."""


def present() -> Machine | None:
    """The machine that this process runs on; None outside the kernel."""
    return MACHINES.get(os.environ.get(VARIABLE, ""))
