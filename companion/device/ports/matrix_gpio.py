"""The GPIO pins of a matrix's rows and columns, written and read as groups through lgpio."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from time import sleep
from typing import Any, Protocol

from companion.base.text import Text
from companion.device.ports.gpio_pins import pin_error
from companion.device.ports.lamp_route import StripWiring
from companion.device.ports.port import PortError

_log = logging.getLogger(__name__)

RISE_TIME = 50e-6
"""Seconds that a column certainly takes at most to rise after its row is released: 300 pF of wires
and diodes on the Pi's 65 kΩ pull-up reach 2 V after 20 µs."""


@dataclass(frozen=True, slots=True)
class MatrixWiring:
    """A board with its reeds in a matrix.

    Each reed has a diode that lets current flow from its column to its row.

    Attributes:
        names: The names of the points.
        rows: The GPIO numbers of the rows.
        columns: The GPIO numbers of the columns.
        cells: For each point, the index of its row in `rows` and of its column in `columns`.
        button: The GPIO number of the button; None without one.
        strip: The wiring of the lamps.
    """

    names: tuple[str, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]
    button: int | None
    strip: StripWiring


def row_name(number: int) -> Text:
    """Return the name of a row in messages."""
    return Text("row {number}", number=number)


def column_name(number: int) -> Text:
    """Return the name of a column in messages."""
    return Text("column {number}", number=number)


class Lgpio(Protocol):
    """The part of lgpio that is used. Every call raises an exception if it fails."""

    SET_OPEN_DRAIN: int
    SET_PULL_UP: int

    def gpiochip_open(self, number: int, /) -> int:
        """Open a chip and return its handle."""

    def gpiochip_close(self, handle: int, /) -> Any:
        """Release the chip and all of its pins."""

    def group_claim_input(self, handle: int, pins: list[int], flags: int, /) -> Any:
        """Claim pins as inputs; the first one names the group."""

    def group_claim_output(
        self, handle: int, pins: list[int], levels: list[int], flags: int, /
    ) -> Any:
        """Claim pins as outputs; the first one names the group."""

    def group_free(self, handle: int, leader: int, /) -> Any:
        """Release the pins of a group."""

    def group_read(self, handle: int, leader: int, /) -> tuple[int, int]:
        """Return the number of pins, and their levels (bit i: pin i of the group)."""

    def group_write(self, handle: int, leader: int, levels: int, mask: int, /) -> Any:
        """Set the levels of the pins in the mask."""


class MatrixGpio:
    """The claimed pins of a matrix.

    The rows are open-drain outputs: a row that is not pulled low floats, so no two outputs can
    conflict even if a diode is missing or reversed. The columns and the button are one group of
    inputs and are read together.

    Args:
        lgpio: The library.
        chip: The number of the header's GPIO chip.
        wiring: The wiring of the board.

    Attributes:
        pressed: Whether the button was down at the last read.

    Raises:
        PortError: If a pin is unavailable; everything claimed so far is released.
    """

    def __init__(self, lgpio: Lgpio, chip: int, wiring: MatrixWiring) -> None:
        self.pressed = False
        self._lgpio = lgpio
        self._rows = list(wiring.rows)
        self._inputs = [*wiring.columns, *([] if wiring.button is None else [wiring.button])]
        self._users = [row_name(i) for i in range(len(wiring.rows))]
        self._users += [column_name(i) for i in range(len(wiring.columns))]
        self._users += [Text("the button")] * (wiring.button is not None)
        self._every = (1 << len(self._inputs)) - 1
        self._reeds = (1 << len(wiring.columns)) - 1
        self._low = 0  # the rows that are driven
        try:
            self._handle = lgpio.gpiochip_open(chip)
        except Exception as error:
            raise PortError(
                Text(
                    "{device} cannot be opened ({problem}); add yourself to "
                    "the group gpio and log in again",
                    device=f"/dev/gpiochip{chip}",
                    problem=error,
                )
            ) from error
        try:
            self._claim()
        except BaseException:
            lgpio.gpiochip_close(self._handle)
            raise

    def read_columns(self, rows: int, settle: bool) -> int:
        """Pull rows low and read the columns.

        Args:
            rows: The rows (bit r: row r).
            settle: Whether to wait for slow columns to rise first.

        Returns:
            The columns that are low (bit c: column c).
        """
        changed = rows ^ self._low
        if changed:
            self._lgpio.group_write(self._handle, self._rows[0], ~rows & changed, changed)
            self._low = rows
        if settle:
            sleep(RISE_TIME)
        low = ~self._lgpio.group_read(self._handle, self._inputs[0])[1] & self._every
        self.pressed = low > self._reeds
        return low & self._reeds

    def close(self) -> None:
        """Release all rows and give the pins back."""
        every = (1 << len(self._rows)) - 1
        try:
            # A pin may keep its state when a program releases it.
            self._lgpio.group_write(self._handle, self._rows[0], every, every)
        except Exception as error:
            _log.warning("the rows could not be released: %s", error)
        try:
            self._lgpio.gpiochip_close(self._handle)
        except Exception as error:
            _log.warning("the pins could not be released: %s", error)

    def _claim(self) -> None:
        lgpio, pull_up = self._lgpio, self._lgpio.SET_PULL_UP
        try:
            # Rows need pull-ups as well: a Pi boots with pull-downs on some of its pins, and the
            # columns could not rise against them.
            floating = [1] * len(self._rows)
            drain = lgpio.SET_OPEN_DRAIN | pull_up
            lgpio.group_claim_output(self._handle, self._rows, floating, drain)
            try:
                lgpio.group_claim_input(self._handle, self._inputs, pull_up)
            except Exception:
                lgpio.group_free(self._handle, self._rows[0])
                raise
        except Exception as error:
            self._find_refused()
            raise PortError(
                Text("the rows and columns are unavailable: {problem}", problem=error)
            ) from error

    def _find_refused(self) -> None:
        """Raise PortError for the first pin that cannot be claimed on its own.

        The error for a group does not say which pin caused it.
        """
        for gpio, user in zip(self._rows + self._inputs, self._users, strict=True):
            try:
                self._lgpio.group_claim_input(self._handle, [gpio], self._lgpio.SET_PULL_UP)
            except Exception as error:
                raise pin_error(gpio, user, error) from error
            self._lgpio.group_free(self._handle, gpio)
