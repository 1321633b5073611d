"""GPIO chips of the kernel's own simulator, gpio-sim: real devices, real edges, no pins.

They are made through configfs and driven through sysfs; see the kernel's
Documentation/admin-guide/gpio/gpio-sim.rst.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from tests.kernel.machine import Machine

CONFIG = Path("/sys/kernel/config/gpio-sim")
DEVICES = Path("/sys/devices/platform")

_names = (f"chip{n}" for n in count())


class Chip:
    """A chip with `lines` lines, known to programs by its label.

    All lines are high at first: what hangs on them are switches to ground, which are open, and the
    pull-ups that a program asks for. The simulator has one level for both; build.sh mends it so
    that asking for a pull-up leaves that alone, as a closed switch does.
    """

    def __init__(self, label: str, lines: int) -> None:
        self._folder = CONFIG / next(_names)
        self._bank = self._folder / "bank0"
        self._bank.mkdir(parents=True)
        (self._bank / "num_lines").write_text(str(lines))
        (self._bank / "label").write_text(label)
        (self._folder / "live").write_text("1")
        name = (self._bank / "chip_name").read_text().strip()
        self.device = Path("/dev", name)
        self._lines = DEVICES / (self._folder / "dev_name").read_text().strip() / name
        for line in range(lines):
            self.close_switch(line, False)

    @property
    def number(self) -> int:
        """The N of /dev/gpiochipN."""
        return int(self.device.name.removeprefix("gpiochip"))

    def close_switch(self, line: int, closed: bool) -> None:
        """Close (True) or open the switch between a line and ground."""
        (self._lines / f"sim_gpio{line}" / "pull").write_text("pull-down" if closed else "pull-up")

    def info(self, line: int) -> Any:
        """What gpiod tells about a line: who uses it, its bias, its edges."""
        import gpiod  # type: ignore[import-not-found, unused-ignore]

        with gpiod.Chip(str(self.device)) as chip:
            return chip.get_line_info(line)

    @contextmanager
    def taken(self, line: int) -> Iterator[None]:
        """Have another program's hand on a line for a while: gpiod's."""
        import gpiod  # type: ignore[import-not-found, unused-ignore]

        with gpiod.request_lines(str(self.device), consumer="somebody", config={line: None}):
            yield

    def remove(self) -> None:
        """Take the chip from the machine."""
        (self._folder / "live").write_text("0")
        self._bank.rmdir()
        self._folder.rmdir()


@contextmanager
def chip(label: str, lines: int) -> Iterator[Chip]:
    """A chip for a while."""
    made = Chip(label, lines)
    try:
        yield made
    finally:
        made.remove()


@contextmanager
def header(machine: Machine) -> Iterator[Chip]:
    """The chips of a machine for a while; that of its GPIO header is given."""
    with ExitStack() as stack:
        if machine.before:
            _ = [stack.enter_context(chip(*other)) for other in machine.others]
        yield stack.enter_context(chip(*machine.header))
