"""What computers read from the switches, in the worst case."""

from __future__ import annotations

import pytest

from companion.drivers.settings import MATRIX_ROWS
from hardware.wiring.levels import (
    BAT85,
    CAPACITY,
    DIODE,
    HIGH,
    I2C,
    INSIDE,
    LOW,
    PI,
    PICO,
    PULL_UP,
    SD101C,
    SERIES,
    SILICON,
    VOLTS,
    own_level,
    rise,
    row_level,
)


@pytest.mark.parametrize("columns", [7, 8, 9])
def test_a_full_row_is_low_with_what_the_bill_lists(columns: int) -> None:
    for pad in (PI, PICO):
        assert row_level(pad, DIODE, columns) < LOW - 0.1


def test_what_the_pages_forbid_is_not_low() -> None:
    assert row_level(PI, SILICON, 9) > LOW - 0.1
    assert row_level(PI, SILICON, 9, more=VOLTS / I2C) > LOW
    assert row_level(PI, DIODE, 9, more=VOLTS / I2C) > LOW - 0.1
    assert not {2, 3} & set(MATRIX_ROWS)
    # With weaker pull-ups a Pi bears silicon diodes.
    assert row_level(PI, SILICON, 9, 22e3) < LOW - 0.1


def test_the_level_is_that_of_the_currents_which_it_makes() -> None:
    level = row_level(PI, DIODE, 9)
    each = (VOLTS - level) / (10e3 * 50e3 / 60e3)
    assert level == pytest.approx(DIODE.forward(each) + 9 * each * PI.ohms)
    for kind in (SD101C, BAT85, SILICON):
        assert kind.forward(1e-4) == pytest.approx(kind.tenth + 0.05)
        assert kind.forward(1e-3) == pytest.approx(kind.full + 0.05)


def test_a_pico_needs_the_resistors_to_read_the_next_row() -> None:
    for inside, farads in zip(INSIDE, CAPACITY, strict=True):
        assert rise(None, inside, farads) > 4e-6
        assert rise(PULL_UP, inside, farads) < 1.8e-6
    # After that time a column has reached the level.
    assert VOLTS * (1 - 2.718281828 ** -(rise(PULL_UP, 1e12, 1e-10) / 1e-6)) == pytest.approx(HIGH)


def test_series_resistors_protect_pins_and_let_reeds_close() -> None:
    assert VOLTS / SERIES <= 0.010001
    assert own_level() < LOW - 0.2
    assert own_level(1000) > LOW
