"""gpiod, the library for GPIO lines, with a chip of a Pi 4's header on which nothing happens.

Blinka wants it for every pin of a Pi. The switches have stand-ins of their own; here, a pin for
lamps is only claimed and released.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

CHIP = Path("/dev/gpiochip0")
_LABEL, _LINES = "pinctrl-bcm2711", 58


class LineSettings:
    """The settings of a line; any attribute can be set."""

    direction: object = None
    bias: object = None
    output_value: object = None


class LineRequest:
    """Lines that have been claimed.

    Args:
        chip: Their chip.
        lines: Their numbers.
    """

    def __init__(self, chip: Chip, lines: frozenset[int]) -> None:
        self._chip = chip
        self._lines = lines
        self._values: dict[int, object] = {}

    def reconfigure_lines(self, config: dict[int, LineSettings]) -> None:
        """Take over an output's level."""
        for number, settings in config.items():
            if settings.output_value is not None:
                self._values[number] = settings.output_value

    def get_value(self, number: int) -> object:
        """Return the level of a line."""
        return self._values.get(number, LineValue.INACTIVE)

    def set_value(self, number: int, value: object) -> None:
        """Set the level of a line."""
        self._values[number] = value

    def release(self) -> None:
        """Give the lines back."""
        self._chip.claimed -= self._lines


class Chip:
    """The chip of the header.

    Args:
        path: Its device.

    Attributes:
        claimed: The numbers of the lines that are in use, through any instance.
    """

    claimed: set[int]

    def __init__(self, path: str) -> None:
        if path != str(CHIP):
            raise FileNotFoundError(2, "No such file or directory", path)

    def get_info(self) -> SimpleNamespace:
        """Return the label and the number of lines."""
        return SimpleNamespace(label=_LABEL, num_lines=_LINES)

    def request_lines(self, config: dict[int, object], consumer: str = "") -> LineRequest:
        """Claim lines.

        Raises:
            OSError: EBUSY if one of them is in use.
        """
        lines = frozenset(config)
        if lines & self.claimed:
            raise OSError(16, "Device or resource busy")
        self.claimed |= lines
        return LineRequest(self, lines)

    def close(self) -> None:
        """Close the device; lines stay claimed."""


class LineValue(Enum):
    """A level."""

    INACTIVE = 0
    ACTIVE = 1


def gpiod_module() -> Any:
    """Return the module `gpiod`, with none of its lines claimed."""
    made: Any = ModuleType("gpiod")
    made.__version__ = "2.2.2"
    made.Chip = type("Chip", (Chip,), {"claimed": set()})
    made.LineSettings = LineSettings
    made.line = SimpleNamespace(
        Value=LineValue,
        Direction=Enum("Direction", "INPUT OUTPUT"),
        Bias=Enum("Bias", "DISABLED PULL_UP PULL_DOWN"),
    )
    return made
