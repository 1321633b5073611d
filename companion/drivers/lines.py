"""The rows and columns of a matrix on GPIO pins, written and read as groups through lgpio."""

from __future__ import annotations

import logging
from time import sleep
from typing import Any, Protocol

from companion.drivers.pins import refusal
from companion.drivers.port import PortError
from companion.drivers.settings import MatrixWiring

log = logging.getLogger(__name__)

RISE = 50e-6
"""Seconds in which a column has risen for certain after its row let go of it: 300 pF of wires and
diodes at the Pi's pull-up of 65 kΩ are at 2 V after 20 µs."""


class Lgpio(Protocol):
    """What is used of lgpio. Every call raises when it fails."""

    SET_OPEN_DRAIN: int
    SET_PULL_UP: int

    def gpiochip_open(self, number: int, /) -> int:
        """A handle for a chip."""

    def gpiochip_close(self, handle: int, /) -> Any:
        """Give the chip and all of its pins back."""

    def group_claim_input(self, handle: int, pins: list[int], flags: int, /) -> Any:
        """Take pins as inputs; the first one names the group."""

    def group_claim_output(
        self, handle: int, pins: list[int], levels: list[int], flags: int, /
    ) -> Any:
        """Take pins as outputs; the first one names the group."""

    def group_free(self, handle: int, leader: int, /) -> Any:
        """Give the pins of a group back."""

    def group_read(self, handle: int, leader: int, /) -> tuple[int, int]:
        """The number of pins, and their levels (bit i: pin i of the group)."""

    def group_write(self, handle: int, leader: int, levels: int, mask: int, /) -> Any:
        """Set the levels of those pins that are in the mask."""


class Lines:
    """The pins of a matrix, claimed.

    The rows are open-drain outputs: one that is not pulled low floats, so that even with a diode
    missing or the wrong way round no two pins work against each other. The columns and the button
    are one group of inputs, read at once.

    chip: the number of the header's GPIO chip. pressed: whether the button was down at the last
    look. Raises PortError, having given everything back, when a pin cannot be had.
    """

    def __init__(self, lgpio: Lgpio, chip: int, wiring: MatrixWiring) -> None:
        self.pressed = False
        self._lgpio = lgpio
        self._rows = list(wiring.rows)
        self._inputs = [*wiring.columns, *([] if wiring.button is None else [wiring.button])]
        self._users = [f"row {i}" for i in range(len(wiring.rows))]
        self._users += [f"column {i}" for i in range(len(wiring.columns))]
        self._users += ["the button"] * (wiring.button is not None)
        self._every = (1 << len(self._inputs)) - 1
        self._reeds = (1 << len(wiring.columns)) - 1
        self._low = 0  # the rows that are driven
        try:
            self._handle = lgpio.gpiochip_open(chip)
        except Exception as error:
            raise PortError(
                f"/dev/gpiochip{chip}: no rights, or in trouble ({error}); add yourself to the "
                "group gpio and log in again"
            ) from error
        try:
            self._claim()
        except BaseException:
            lgpio.gpiochip_close(self._handle)
            raise

    def look(self, rows: int, settle: bool) -> int:
        """The columns (bit c: column c) that are low while these rows (bit r: row r) are pulled
        low; `settle` waits for slow columns first."""
        changed = rows ^ self._low
        if changed:
            self._lgpio.group_write(self._handle, self._rows[0], ~rows & changed, changed)
            self._low = rows
        if settle:
            sleep(RISE)
        low = ~self._lgpio.group_read(self._handle, self._inputs[0])[1] & self._every
        self.pressed = low > self._reeds
        return low & self._reeds

    def close(self) -> None:
        """Let go of all rows, and give the pins back."""
        every = (1 << len(self._rows)) - 1
        try:
            # A pin may stay as it was when a program gives it back.
            self._lgpio.group_write(self._handle, self._rows[0], every, every)
        except Exception as error:
            log.warning("the rows could not be let go of: %s", error)
        try:
            self._lgpio.gpiochip_close(self._handle)
        except Exception as error:
            log.warning("the pins could not be given back: %s", error)

    def _claim(self) -> None:
        lgpio, pull_up = self._lgpio, self._lgpio.SET_PULL_UP
        try:
            # Rows have pull-ups as well: a Pi starts with pull-downs on some of its pins, against
            # which the columns could not rise.
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
            raise PortError(f"the rows and columns cannot be had: {error}") from error

    def _find_refused(self) -> None:
        """Raise PortError for the first pin that is refused by itself: a group is refused as a
        whole, and the error does not say because of which."""
        for gpio, user in zip(self._rows + self._inputs, self._users, strict=True):
            try:
                self._lgpio.group_claim_input(self._handle, [gpio], self._lgpio.SET_PULL_UP)
            except Exception as error:
                raise refusal(gpio, user, error) from error
            self._lgpio.group_free(self._handle, gpio)
